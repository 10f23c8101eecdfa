import { setTimeout as pause } from 'node:timers/promises';
import { type CrashLabel, type OpenEngine, openEngine, switchTriggers } from '@slipway/engine';
import { migrate, readClock } from '@slipway/persistence/database';
import { type FreshRedis, freshRedis } from '../harness/servers/redis.ts';
import { type ChaosEnvironment, type Route, startEnvironment } from './environments.ts';
import { createFaultInjector, type FaultInjector } from './fault-injector.ts';
import { faultsOf } from './faults.ts';
import {
  addTickingTriggers,
  createTemplates,
  type PlannedRelease,
  planReleases,
  type TickingTriggers,
} from './load.ts';
import { createOutages, type Outages } from './outages.ts';
import { type SchedulerGroup, startSchedulers } from './scheduler-group.ts';
import { type VerificationResult, verifyResults } from './verify-results.ts';
import type { Wakes } from './wake-counter.ts';

/** The number of due releases, their time span, and the faults during that time. */
export interface ChaosSettings {
  readonly count: number;
  readonly spreadMs: number;
  /** the time between two faults */
  readonly faultIntervalMs: number;
  /** the connection of schedulers to their database */
  readonly route: Route;
  /** the time between two switchovers, for routes with switchovers */
  readonly switchoverIntervalMs: number;
  /** the queue for the messages that wake releases */
  readonly queue: 'Redis' | 'PostgreSQL';
  /** how long an additional scheduler is frozen from the first fault on, or null for no frozen scheduler */
  readonly freezeMs: number | null;
  /** whether new schedulers get only idle processor time, which simulates machines of their own */
  readonly startsAtLowPriority: boolean;
  /** The points at which schedulers crash, in turn. Another round starts while a point has no crash. */
  readonly points: readonly CrashLabel[];
  /** Receives the result of each round, to show the progress. */
  readonly report: (sentence: string) => void;
}

export interface ChaosReport extends VerificationResult {
  /** the number of planned releases */
  readonly planned: number;
  readonly wakes: Wakes;
  readonly faults: ReadonlyMap<string, number>;
  readonly deaths: ReadonlyMap<CrashLabel, number>;
}

/**
 * Plans releases and triggers, injects faults in servers and schedulers while they are due, and returns the verified
 * results.
 */
export async function runChaos(chaos: ChaosSettings): Promise<ChaosReport> {
  const environment = await startEnvironment(chaos.route);
  try {
    const redis = chaos.queue === 'Redis' ? await freshRedis() : null;
    try {
      return await runInEnvironment(environment, redis, chaos);
    } finally {
      await redis?.stop();
    }
  } finally {
    await environment.stop();
  }
}

const secretKey = Buffer.from('0'.repeat(64), 'hex').toString('base64');

async function runInEnvironment(
  environment: ChaosEnvironment,
  redis: FreshRedis | null,
  chaos: ChaosSettings,
): Promise<ChaosReport> {
  const { url, directUrl } = environment;
  const redisUrl = redis?.url;
  await migrate(directUrl ?? url);
  const opened = await openEngine({ url, directUrl, redisUrl, secretKey, warn: () => {} });
  try {
    const schedulers = await startSchedulers(
      { databaseUrl: url, directUrl, redisUrl, startsAtLowPriority: chaos.startsAtLowPriority },
      chaos.points,
    );
    const outages = createOutages();
    const faultSchedules = [
      { faults: faultsOf({ environment, redis, schedulers }), intervalMs: chaos.faultIntervalMs },
      { faults: environment.steady, intervalMs: chaos.switchoverIntervalMs },
    ];
    try {
      return await runRounds(
        { opened, schedulers, outages, faultInjector: createFaultInjector(faultSchedules, outages) },
        chaos,
      );
    } finally {
      await schedulers.stop();
    }
  } finally {
    await opened.stop();
  }
}

interface ChaosRun {
  readonly opened: OpenEngine;
  readonly schedulers: SchedulerGroup;
  readonly outages: Outages;
  readonly faultInjector: FaultInjector;
}

/** On a slow machine a scheduler may not reach its crash point within one round. */
const maxRounds = 10;

async function runRounds(
  { opened, schedulers, outages, faultInjector }: ChaosRun,
  chaos: ChaosSettings,
): Promise<ChaosReport> {
  const templates = await createTemplates(opened);
  const triggers = await addTickingTriggers(opened, templates);
  const releases: PlannedRelease[] = [];
  const unfinished: string[] = [];
  let frozen: Promise<void> | null = null;
  for (let round = 0; round < maxRounds; round++) {
    const planned = await planReleases(opened, templates, chaos);
    releases.push(...planned);
    await pause(Math.max(1, (planned[0]?.at ?? 0) - (await readClock(opened.database))));
    frozen ??= chaos.freezeMs === null ? Promise.resolve() : schedulers.freeze(chaos.freezeMs);
    const end = performance.now() + chaos.spreadMs;
    const isOver = () => performance.now() >= end && [...faultInjector.inflicted.values()].every((times) => times > 0);
    await faultInjector.run(isOver);
    const faultsEnded = performance.now();
    unfinished.push(...(await waitForAll(opened, planned, triggers)));
    const remaining = chaos.points.filter((point) => !schedulers.deaths.has(point));
    const afterS = ((performance.now() - faultsEnded) / 1_000).toFixed(1);
    chaos.report(`Round ${round + 1}: done ${afterS} s after its last fault. ${describeDeaths(remaining)}`);
    if (remaining.length === 0) break;
  }
  await switchTriggers(opened, [...triggers.freely, triggers.single], false, null);
  await frozen;
  const wakes = await schedulers.wakes();
  const processErrors = await schedulers.stop();
  const { deaths } = schedulers;
  const missingDeaths = chaos.points
    .filter((point) => !deaths.has(point))
    .map((point) => `no scheduler has died ${point}`);
  const { wrong, ...lateness } = await verifyResults(opened, releases, triggers, outages);
  const all = [...unfinished, ...processErrors, ...missingDeaths, ...wrong];
  return { ...lateness, wrong: all, planned: releases.length, wakes, faults: faultInjector.inflicted, deaths };
}

const describeDeaths = (remaining: readonly CrashLabel[]): string =>
  `A scheduler has died at every point${remaining.length === 0 ? '.' : ` but ${remaining.join(', ')}.`}`;

const timeoutMs = 180_000;

/** Waits until no work is pending. Returns a message with the unfinished ids after the timeout. */
async function waitForAll(
  { database }: OpenEngine,
  planned: readonly PlannedRelease[],
  { freely, single }: TickingTriggers,
): Promise<readonly string[]> {
  const ids = (isRunning: boolean) =>
    planned.filter(({ kind }) => (kind === 'works') === isRunning).map(({ id }) => id);
  const until = planned.at(-1)?.at ?? 0;
  const end = performance.now() + timeoutMs;
  for (;;) {
    const values = [ids(true), ids(false), [...freely, single], until];
    const remaining = (await database.query<{ readonly id: string }>(pendingWork, values)).map(({ id }) => id);
    if (remaining.length === 0) return [];
    if (performance.now() > end)
      return [`these are still owed something in the end: ${remaining.slice(0, 10).join(', ')}`];
    await pause(100);
  }
}

const pendingWork = {
  text: `select id from live_releases where id = any ($1::text[]) and status <> 'IN_PROGRESS'
    union all select id from live_releases where id = any ($2::text[]) and status <> 'COMPLETED'
    union all select id from triggers where id = any ($3::text[]) and next_fire_at <= to_timestamp($4 / 1000.0)`,
};
