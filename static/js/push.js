// Adds this browser to the devices that get a message when it is the person's turn (static/js/sw.js shows the message).
"use strict";

const part = document.getElementById("this-device");

function showMessage(name) {
  const message = document.getElementById("push-message");
  message.textContent = message.dataset[name];
  message.hidden = false;
}

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

// A subscription that was made with another key of the site is of no use any more.
async function subscribe() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytes(part.dataset.pushKey);
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function deviceName() {
  const { userAgentData: about, userAgent } = navigator;
  const system = about?.platform || (userAgent.match(/iPhone|iPad|Android|Windows|Mac OS|Linux/) || [""])[0];
  const browser = (userAgent.match(/Firefox|Edg|OPR|SamsungBrowser|Chrome|Safari/) || [""])[0];
  return [{ Edg: "Edge", OPR: "Opera" }[browser] || browser, system].filter(Boolean).join(", ");
}

async function add() {
  if ((await Notification.requestPermission()) !== "granted") return showMessage("denied");
  const { endpoint, keys } = (await subscribe()).toJSON();
  const headers = { "Content-Type": "application/json", ...JSON.parse(document.body.getAttribute("hx-headers")) };
  const body = JSON.stringify({ endpoint, public_key: keys.p256dh, auth: keys.auth, name: deviceName() });
  const answer = await fetch(part.dataset.devices, { method: "POST", headers, body });
  if (!answer.ok) return showMessage("failed");
  location.reload();
}

// The browser keeps its subscription when the site has removed the device, as it does with the sign-in.
async function isListed({ endpoint }) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  const digest = [...hash].map((n) => n.toString(16).padStart(2, "0")).join("");
  return document.querySelector(`[data-digest="${digest}"]`) !== null;
}

// Another subscription would unsubscribe this one and leave a device in the list that gets no messages.
async function isOn() {
  if (Notification.permission !== "granted") return false;
  const registration = await navigator.serviceWorker.getRegistration();
  const known = await registration?.pushManager.getSubscription();
  return Boolean(known) && isListed(known);
}

document.addEventListener("DOMContentLoaded", async () => {
  if (!("PushManager" in window) || !("serviceWorker" in navigator) || !window.isSecureContext) return showMessage("missing");
  document.getElementById("push-on").addEventListener("click", () => add().catch(() => showMessage("failed")));
  if (await isOn().catch(() => false)) return showMessage("on");
  document.getElementById("push-offer").hidden = false;
});
