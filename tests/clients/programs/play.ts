// Plays an encounter of 52 Fates to its end with the generated types: `node play.js ADDRESS GM_TOKEN PLAYER_TOKEN`.
// `api.d.ts` is what openapi-typescript makes of the OpenAPI document; openapi-fetch calls the API with these types.

import createClient from "openapi-fetch";
import type { Client } from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
type View = Schemas["FiftyTwoFatesView"];
type Offer = Schemas["FiftyTwoFatesOffer"];
type GameEvent = Schemas["FiftyTwoFatesEvent"];
type Seat = Client<paths>;

const GAME = "fifty-two-fates";
const MOST_COMMANDS = 60;
const AWAY = ["end", "leave", "join", "rest", "adjust"];
const [address, gmToken, playerToken] = process.argv.slice(2);

function sit(token: string | undefined): Seat {
  return createClient<paths>({ baseUrl: address ?? "", headers: { Authorization: `Bearer ${token}` } });
}

function need<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) {
    throw new Error(`${answer.response.url}: ${answer.response.status} ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

async function prepare(gm: Seat, player: Seat): Promise<number> {
  const campaign = need(await gm.POST("/api/v1/campaigns/", { body: { name: "Salt", system: GAME } })).id;
  const at = { params: { path: { campaign_id: campaign } } };
  const invitation = need(
    await gm.POST("/api/v1/campaigns/{campaign_id}/invitations/", { ...at, body: { role: "player" } }),
  );
  const token = invitation.link?.replace(/\/$/, "").split("/").pop() ?? "";
  need(await player.POST("/api/v1/join/", { body: { token } }));
  const known = need(await player.GET("/api/v1/campaigns/{campaign_id}/ready-made/", at));
  const groups: Schemas["GroupBody"][] = [];
  for (const hero of known.heroes.slice(0, 2)) {
    const body = { name: `Hero ${hero.key}`, ready_made: hero.key };
    groups.push({ character: need(await player.POST("/api/v1/campaigns/{campaign_id}/characters/", { ...at, body })).id });
  }
  const foe = { name: "Bandit", stats: { max_hp: 2 } };
  const monster = need(await gm.POST("/api/v1/campaigns/{campaign_id}/monsters/", { ...at, body: foe })).id;
  groups.push({ monster, count: 2 });
  const body = { title: "At the ford", groups };
  const encounter = need(await gm.POST("/api/v1/campaigns/{campaign_id}/encounters/", { ...at, body })).id;
  need(await gm.POST("/api/v1/encounters/{encounter_id}/start/", { params: { path: { encounter_id: encounter } } }));
  return encounter;
}

function choose(offers: Offer[], view: View): Offer | undefined {
  const standing = Object.values(view.participants).filter((one) => one.hp > 0).length;
  const possible = offers.filter((offer) => !AWAY.includes(offer.type) && standing > 0);
  return possible.find((offer) => offer.type === "attack") ?? possible[0];
}

async function step(seats: { gm: Seat; player: Seat }, encounter: number, last: boolean): Promise<boolean> {
  const path = { encounter_id: encounter };
  const seen = need(await seats.gm.GET("/api/v1/encounters/{encounter_id}/", { params: { path } }));
  if (seen.status === "ended") {
    return false;
  }
  const view = seen.view as View;
  const own = need(await seats.player.GET("/api/v1/encounters/{encounter_id}/", { params: { path } })).seats ?? [];
  for (const actor of last ? ["gm"] : [...view.turn, "gm"]) {
    const seat = own.includes(actor) ? seats.player : seats.gm;
    const query = { as: actor };
    const answer = need(await seat.GET("/api/v1/encounters/{encounter_id}/offers/", { params: { path, query } }));
    const offers = answer.offers as Offer[];
    const chosen = last ? offers.find((offer) => offer.type === "end") : choose(offers, view);
    if (chosen !== undefined) {
      const body = { command: chosen.example, seen: seen.number };
      need(await seat.POST("/api/v1/encounters/{encounter_id}/commands/", { params: { path }, body }));
      return true;
    }
  }
  return step(seats, encounter, true);
}

// The compiler knows from `type` which fields an event has.
function lostHitPoints(event: GameEvent): number {
  return event.type === "damage" ? event.amount : 0;
}

async function main(): Promise<void> {
  const seats = { gm: sit(gmToken), player: sit(playerToken) };
  const encounter = await prepare(seats.gm, seats.player);
  let given = 0;
  while (await step(seats, encounter, given >= MOST_COMMANDS)) {
    given += 1;
  }
  const path = { encounter_id: encounter };
  const account = need(await seats.player.GET("/api/v1/encounters/{encounter_id}/events/", { params: { path } }));
  const events = account.results as unknown as GameEvent[];
  const lost = events.reduce((sum, event) => sum + lostHitPoints(event), 0);
  console.log(`${GAME}: ${given} commands, ${events.length} events, ${lost} hit points lost`);
}

await main();
