// boardgame.io's bundled server with its own file storage. Arguments: port, folder.
"use strict";
const { Server, FlatFile } = require("boardgame.io/server");
const { Table } = require("./game.cjs");

const [port, folder] = process.argv.slice(2);
Server({ games: [Table], origins: ["*"], db: new FlatFile({ dir: folder }) }).run(Number(port));
