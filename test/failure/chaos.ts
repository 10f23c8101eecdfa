import { setTimeout as pause } from 'node:timers/promises';
import { type CrashLabel, type OpenEngine, openEngine, switchTriggers } from '@slipway/engine';
import { migrate, readClock } from '@slipway/persistence';
import { type FreshRedis, freshRedis } from '../harness/servers/redis.ts';
import { faultsOf } from './faults.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Ground, groundOf, type Route } from './grounds.ts';
import { makeTemplates, makeTicking, type Planned, planReleases, type Ticking } from './load.ts';
import { createOutages, type Outages } from './outages.ts';
import { createPlague, type Plague } from './plague.ts';
import { judge, type Verdict } from './verdict.ts';
import type { Wakes } from './wakes.ts';

/** How much falls due, over how long, and what goes wrong meanwhile. */
export interface Chaos {
  readonly count: number;
  readonly spreadMs: number;
  /** from one fault to the next */
  readonly faultEveryMs: number;
  /** how schedulers reach their database */
  readonly route: Route;
  /** from one switchover to the next, where the route has any */
  readonly switchoverEveryMs: number;
  /** what carries the messages that wake releases */
  readonly queue: 'Redis' | 'PostgreSQL';
  /** how long one more scheduler is frozen from the first fault on; null: none is */
  readonly freezeMs: number | null;
  /** whether schedulers that start take only the processor time that others leave, as on machines of their own */
  readonly startsAside: boolean;
  /** where schedulers die, in turn; as long as none has died at one of them, there is another round */
  readonly points: readonly CrashLabel[];
  /** Receives the result of each round, to show the progress. */
  readonly tell: (sentence: string) => void;
}

/** The result. */
export interface Report extends Verdict {
  /** how many releases were planned */
  readonly planned: number;
  readonly wakes: Wakes;
  readonly faults: ReadonlyMap<string, number>;
  readonly deaths: ReadonlyMap<CrashLabel, number>;
}

/** Has releases and triggers fall due while servers and schedulers die; answers what was done about them. */
export async function runChaos(chaos: Chaos): Promise<Report> {
  const ground = await groundOf(chaos.route);
  try {
    const redis = chaos.queue === 'Redis' ? await freshRedis() : null;
    try {
      return await runOn(ground, redis, chaos);
    } finally {
      await redis?.stop();
    }
  } finally {
    await ground.stop();
  }
}

const secretKey = Buffer.from('0'.repeat(64), 'hex').toString('base64');

async function runOn(ground: Ground, redis: FreshRedis | null, chaos: Chaos): Promise<Report> {
  const { url, directUrl } = ground;
  const redisUrl = redis?.url;
  await migrate(directUrl ?? url);
  const opened = await openEngine({ url, directUrl, redisUrl, secretKey, warn: () => {} });
  try {
    const fleet = await startFleet(
      { databaseUrl: url, directUrl, redisUrl, startsAside: chaos.startsAside },
      chaos.points,
    );
    const outages = createOutages();
    const strains = [
      { faults: faultsOf({ ground, redis, fleet }), everyMs: chaos.faultEveryMs },
      { faults: ground.steady, everyMs: chaos.switchoverEveryMs },
    ];
    try {
      return await rage({ opened, fleet, outages, plague: createPlague(strains, outages) }, chaos);
    } finally {
      await fleet.stop();
    }
  } finally {
    await opened.stop();
  }
}

interface Stage {
  readonly opened: OpenEngine;
  readonly fleet: Fleet;
  readonly outages: Outages;
  readonly plague: Plague;
}

/** On a slow machine a scheduler may not be there in time to die in a round. */
const mostRounds = 10;

async function rage({ opened, fleet, outages, plague }: Stage, chaos: Chaos): Promise<Report> {
  const templates = await makeTemplates(opened);
  const ticking = await makeTicking(opened, templates);
  const releases: Planned[] = [];
  const late: string[] = [];
  let frozen: Promise<void> | null = null;
  for (let round = 0; round < mostRounds; round++) {
    const planned = await planReleases(opened, templates, chaos);
    releases.push(...planned);
    await pause(Math.max(1, (planned[0]?.at ?? 0) - (await readClock(opened.database))));
    frozen ??= chaos.freezeMs === null ? Promise.resolve() : fleet.freeze(chaos.freezeMs);
    const end = performance.now() + chaos.spreadMs;
    const isOver = () => performance.now() >= end && [...plague.inflicted.values()].every((times) => times > 0);
    await plague.rage(isOver);
    const raged = performance.now();
    late.push(...(await waitForAll(opened, planned, ticking)));
    const left = chaos.points.filter((point) => !fleet.deaths.has(point));
    const afterS = ((performance.now() - raged) / 1_000).toFixed(1);
    chaos.tell(`Round ${round + 1}: done ${afterS} s after its last fault. ${diedSentence(left)}`);
    if (left.length === 0) break;
  }
  await switchTriggers(opened, [...ticking.freely, ticking.single], false, null);
  await frozen;
  const wakes = await fleet.wakes();
  const misbehaved = await fleet.stop();
  const { deaths } = fleet;
  const immortal = chaos.points.filter((point) => !deaths.has(point)).map((point) => `no scheduler has died ${point}`);
  const { wrong, ...lateness } = await judge(opened, releases, ticking, outages);
  const all = [...late, ...misbehaved, ...immortal, ...wrong];
  return { ...lateness, wrong: all, planned: releases.length, wakes, faults: plague.inflicted, deaths };
}

const diedSentence = (left: readonly CrashLabel[]): string =>
  `A scheduler has died at every point${left.length === 0 ? '.' : ` but ${left.join(', ')}.`}`;

const patienceMs = 180_000;

/** Waits until nothing is owed any more; answers what is still missing after a while. */
async function waitForAll(
  { database }: OpenEngine,
  planned: readonly Planned[],
  { freely, single }: Ticking,
): Promise<readonly string[]> {
  const ids = (works: boolean) => planned.filter(({ kind }) => (kind === 'works') === works).map(({ id }) => id);
  const until = planned.at(-1)?.at ?? 0;
  const end = performance.now() + patienceMs;
  for (;;) {
    const values = [ids(true), ids(false), [...freely, single], until];
    const left = (await database.query<{ readonly id: string }>(owed, values)).map(({ id }) => id);
    if (left.length === 0) return [];
    if (performance.now() > end) return [`these are still owed something in the end: ${left.slice(0, 10).join(', ')}`];
    await pause(100);
  }
}

const owed = {
  text: `select id from live_releases where id = any ($1::text[]) and status <> 'IN_PROGRESS'
    union all select id from live_releases where id = any ($2::text[]) and status <> 'COMPLETED'
    union all select id from triggers where id = any ($3::text[]) and next_fire_at <= to_timestamp($4 / 1000.0)`,
};
