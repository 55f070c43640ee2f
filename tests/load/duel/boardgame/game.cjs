// A game of the same size as a running table here: four heroes and four monsters with hands from one shuffled deck.
"use strict";
const { PlayerView } = require("boardgame.io/core");

const SUITS = ["C", "D", "H", "S"];
const RANKS = "23456789TJQKA".split("");

const setup = ({ random }) => {
  const deck = random.Shuffle(SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)));
  const people = {};
  for (let place = 0; place < 8; place += 1) {
    const id = place < 4 ? `hero-${place}` : `bandit-${place - 3}`;
    people[id] = { name: id, side: place < 4 ? "players" : "monsters", hp: 6, hand: deck.splice(0, 3).length };
  }
  return { count: 0, people, ranges: {}, discard: [], secret: { deck } };
};

// The move that the other side of the duel makes too: how far apart two participants stand.
const setRange = ({ G }, a, b, range) => {
  G.ranges[`${a} ${b}`] = range;
  G.count += 1;
};

exports.Table = {
  name: "table",
  setup,
  moves: { setRange: { move: setRange, client: false } },
  playerView: PlayerView.STRIP_SECRETS,
};
