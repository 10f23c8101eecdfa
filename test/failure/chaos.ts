import { setTimeout as pause } from 'node:timers/promises';
import { type CrashLabel, type OpenEngine, openEngine, switchTriggers } from '@slipway/engine';
import { migrate, readClock } from '@slipway/persistence';
import { type OwnPostgres, ownPostgres } from '../harness/servers/own-postgres.ts';
import { type FreshRedis, freshRedis } from '../harness/servers/redis.ts';
import { createPlague, faultsOf, type Plague } from './faults.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { makeTemplates, makeTicking, type Planned, planReleases, type Ticking } from './load.ts';
import { judge, type Verdict } from './verdict.ts';
import type { Wakes } from './wakes.ts';

/** How much falls due, over how long, and what goes wrong meanwhile. */
export interface Chaos {
  readonly count: number;
  readonly spreadMs: number;
  /** from one fault to the next */
  readonly faultEveryMs: number;
  /** what carries the messages that wake releases */
  readonly queue: 'Redis' | 'PostgreSQL';
  /** how long one more scheduler is frozen from the first fault on; null: none is */
  readonly freezeMs: number | null;
  /** where schedulers die, in turn; as long as none has died at one of them, there is another round */
  readonly points: readonly CrashLabel[];
}

/** What has come of it. */
export interface Report extends Verdict {
  /** how many releases were planned */
  readonly planned: number;
  readonly wakes: Wakes;
  readonly faults: ReadonlyMap<string, number>;
  readonly deaths: ReadonlyMap<CrashLabel, number>;
}

/** Has releases and triggers fall due while servers and schedulers die; answers what was done about them. */
export async function runChaos(chaos: Chaos): Promise<Report> {
  const postgres = await ownPostgres();
  try {
    const redis = chaos.queue === 'Redis' ? await freshRedis() : null;
    try {
      return await runOn(postgres, redis, chaos);
    } finally {
      await redis?.stop();
    }
  } finally {
    await postgres.stop();
  }
}

const secretKey = Buffer.from('0'.repeat(64), 'hex').toString('base64');

async function runOn(postgres: OwnPostgres, redis: FreshRedis | null, chaos: Chaos): Promise<Report> {
  const servers = { databaseUrl: postgres.url, redisUrl: redis?.url };
  await migrate(postgres.url);
  const opened = await openEngine({ url: postgres.url, redisUrl: redis?.url, secretKey, warn: () => {} });
  try {
    const fleet = await startFleet(servers, chaos.points);
    const plague = createPlague(faultsOf({ postgres, redis, fleet }), chaos.faultEveryMs);
    try {
      return await rage({ opened, fleet, plague }, chaos);
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
  readonly plague: Plague;
}

/** On a slow machine a scheduler may not be there in time to die in a round. */
const mostRounds = 10;

async function rage({ opened, fleet, plague }: Stage, chaos: Chaos): Promise<Report> {
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
    late.push(...(await waitForAll(opened, planned, ticking)));
    if (chaos.points.every((point) => fleet.deaths.has(point))) break;
  }
  await switchTriggers(opened, [...ticking.freely, ticking.single], false, null);
  await frozen;
  const wakes = await fleet.wakes();
  const misbehaved = await fleet.stop();
  const { deaths } = fleet;
  const immortal = chaos.points.filter((point) => !deaths.has(point)).map((point) => `no scheduler has died ${point}`);
  const { lateMs, wrong } = await judge(opened, releases, ticking);
  const all = [...late, ...misbehaved, ...immortal, ...wrong];
  return { lateMs, wrong: all, planned: releases.length, wakes, faults: plague.inflicted, deaths };
}

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
    const [row] = await database.query<{ readonly owed: number }>(owed, [
      ids(true),
      ids(false),
      [...freely, single],
      until,
    ]);
    if (row?.owed === 0) return [];
    if (performance.now() > end) return [`${row?.owed} releases or triggers are still owed something in the end`];
    await pause(100);
  }
}

const owed = {
  text: `select (select count(*) from live_releases where id = any ($1::text[]) and status <> 'IN_PROGRESS')
    + (select count(*) from live_releases where id = any ($2::text[]) and status <> 'COMPLETED')
    + (select count(*) from triggers where id = any ($3::text[]) and next_fire_at <= to_timestamp($4 / 1000.0)) as owed`,
};
