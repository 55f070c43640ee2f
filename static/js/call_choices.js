// How this device tells the player that it is their turn: with a sound, with vibration, and with the screen kept on.
// Each phone or computer remembers its own choice.
"use strict";

const CHOICES = { awake: true, vibration: true, sound: false };
const PREFIX = "table-call-";
const callChoice = (name) => (localStorage.getItem(PREFIX + name) ?? String(CHOICES[name])) === "true";

let speaker = null;
// Browsers let a page make sounds only after a press, so the first one opens the speaker.
function openSpeaker() {
  if (!speaker && callChoice("sound") && window.AudioContext) speaker = new AudioContext();
  if (speaker?.state === "suspended") speaker.resume().catch(() => {});
}

// Two short tones, the second higher.
function playCall() {
  if (!speaker || !callChoice("sound")) return;
  [660, 880].forEach((frequency, place) => {
    const tone = new OscillatorNode(speaker, { frequency });
    const start = speaker.currentTime + place * 0.14;
    const volume = new GainNode(speaker, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.2, start + 0.02);
    volume.gain.linearRampToValueAtTime(0, start + 0.13);
    tone.connect(volume).connect(speaker.destination);
    tone.start(start);
    tone.stop(start + 0.14);
  });
}

// Calls the person whose turn has come.
function signalTurn() {
  if (callChoice("vibration") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
  playCall();
}

// The request for the lock, so that two calls in the same moment ask for one.
let lock = null;
async function keepAwake() {
  const wanted = callChoice("awake") && !document.hidden && document.querySelector("#table:not([data-over=yes])");
  if (!wanted) {
    const held = lock;
    lock = null;
    (await held)?.release();
  } else if (!lock && navigator.wakeLock) {
    const asked = navigator.wakeLock.request("screen").catch(() => null);
    lock = asked;
    const forget = () => { if (lock === asked) lock = null; };
    const given = await asked;
    // The system takes the lock away when the page is hidden.
    if (given) given.addEventListener("release", forget);
    else forget();
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const panel = document.getElementById("call-choices");
  if (!panel) return;
  panel.hidden = false;
  for (const box of panel.querySelectorAll("input")) {
    box.checked = callChoice(box.name);
    box.addEventListener("change", () => {
      localStorage.setItem(PREFIX + box.name, String(box.checked));
      openSpeaker();
      if (box.name === "sound") playCall();
      if (box.name === "vibration" && box.checked) navigator.vibrate?.(80);
      keepAwake();
    });
  }
  keepAwake();
});
document.addEventListener("pointerdown", openSpeaker);
document.addEventListener("visibilitychange", keepAwake);
