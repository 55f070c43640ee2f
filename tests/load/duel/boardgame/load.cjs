// Clients of boardgame.io. Arguments: port, tables, screens at each, plays a second at each (0: as fast as possible),
// seconds. Prints "begin" when everybody is connected, then JSON: count, seconds, and delays in seconds: from a move to
// the answer (taps) and to the last screen (delays).
"use strict";
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Table } = require("./game.cjs");

const [port, tables, screens, perSecond, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const PLAYERS = 5;

const post = async (path, body) => {
  const answer = await fetch(`${server}/games/table/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

// One browser at a table: `count` moves are shown, and whoever waits for a number of moves is told.
class Screen {
  constructor(matchID, playerID, credentials) {
    this.count = -1;
    this.waiting = [];
    this.client = Client({ game: Table, multiplayer: SocketIO({ server }), matchID, playerID, credentials, debug: false });
    this.client.subscribe((state) => {
      if (!state) return;
      this.count = state.G.count;
      this.waiting = this.waiting.filter((one) => one.count > this.count || one.done());
    });
    this.client.start();
  }

  // Some connections of many are never answered; they are made anew.
  async connected() {
    while (this.count < 0) {
      await Promise.race([this.shows(0), sleep(2000)]);
      if (this.count < 0) { this.client.stop(); this.client.start(); }
    }
  }

  shows(count) {
    return new Promise((resolve) => {
      const done = () => { resolve(performance.now()); return false; };
      if (this.count >= count) done(); else this.waiting.push({ count, done });
    });
  }
}

const openTable = async () => {
  const { matchID } = await post("create", { numPlayers: PLAYERS });
  const opened = [];
  for (let place = 0; place < Math.max(1, screens); place += 1) {
    // Five players, then spectators.
    if (place >= PLAYERS) { opened.push(new Screen(matchID)); continue; }
    const { playerCredentials } = await post(`${matchID}/join`, { playerID: String(place), playerName: `p${place}` });
    opened.push(new Screen(matchID, String(place), playerCredentials));
  }
  for (const screen of opened) await screen.connected();
  return opened;
};

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

const main = async () => {
  const all = [];
  for (let place = 0; place < tables; place += 1) all.push(await openTable());
  console.log("begin");
  const begun = performance.now();
  const taps = [];
  const delays = [];
  await Promise.all(all.map(async (row, place) => {
    const watching = [];
    let due = begun + (perSecond ? (1000 * place) / tables / perSecond : 0);
    for (let turn = 1; performance.now() - begun < 1000 * seconds; turn += 1) {
      if (perSecond) await sleep(due - performance.now()); else due = performance.now();
      const tapped = due;
      row[0].client.moves.setRange("hero-0", "bandit-1", ["near", "far"][turn % 2]);
      if (screens) {
        watching.push(Promise.all(row.map((one) => one.shows(turn))).then((when) => delays.push((Math.max(...when) - tapped) / 1000)));
      }
      taps.push(((await row[0].shows(turn)) - tapped) / 1000);
      due += perSecond ? 1000 / perSecond : 0;
    }
    await Promise.all(watching);
  }));
  console.log(JSON.stringify({ count: taps.length, seconds: (performance.now() - begun) / 1000, taps, delays }));
  process.exit(0);
};

main().catch((fault) => { console.error(fault); process.exit(1); });
