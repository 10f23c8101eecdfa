import { awaitsOf } from '@slipway/domain/flow';
import { gapsOf } from '@slipway/domain/forecast';
import { type Message, message } from '@slipway/domain/messages';
import { type Instant, noAutomatedTypes, passwordMask } from '@slipway/domain/model';
import { type Connection, type Database, readClock } from '@slipway/persistence/database';
import { findStuckCandidates, readLastActivityAt } from '@slipway/persistence/forecast';
import { readTargetEnds } from '@slipway/persistence/gates';
import { loadPlan } from '@slipway/persistence/plans';
import { countEnabledTriggers, findIdleTriggers, findMissedTriggers } from '@slipway/persistence/triggers';
import { newId } from '../environment/ids.ts';

/** The kinds of lost work: of releases, then of triggers. */
export const findingKinds = [
  'overdue',
  'asleep',
  'unlisted',
  'unsettled',
  'untold',
  'unclaimed',
  'stuck',
  'broken',
  'triggerIdle',
  'triggerOverdue',
] as const;

/** Work that waits forever, or too long. */
export interface Finding {
  readonly kind: (typeof findingKinds)[number];
  /** the last segment of the id of a release or trigger */
  readonly id: string;
  readonly message: Message;
}

/** The result of the consistency check. */
export interface ConsistencyReport {
  readonly ok: boolean;
  /** the numbers of unfinished releases and of enabled triggers that were checked */
  readonly releases: number;
  readonly triggers: number;
  /** the number of findings; a check covers at most some hundreds of suspicious releases */
  readonly count: number;
  /** the first findings */
  readonly findings: readonly Finding[];
}

/** The maximum delay: sixty sweeps. */
const graceMs = 60_000;
/** The maximum time that a script waits for a runner, and for the next attempt after its lease. */
const scriptGraceMs = 300_000;
/** The maximum number of suspicious releases to check. Above it, only their existence is reported. */
const maxSuspects = 200;

/**
 * Checks all unfinished releases and all enabled triggers. One query selects suspicious releases, which can include
 * correct ones. Then the domain checks the complete state of each of them. Reads only, and skips finished releases.
 */
export async function checkConsistency(database: Database): Promise<ConsistencyReport> {
  const { checked, ids } = await findStuckCandidates(database, { graceMs, scriptGraceMs, limit: maxSuspects });
  const findings: Finding[] = [];
  for (const id of ids) findings.push(...(await checkRelease(database, id)));
  findings.push(...(await checkTriggers(database)));
  return {
    ok: findings.length === 0,
    releases: checked,
    triggers: await countEnabledTriggers(database),
    count: findings.length,
    findings: findings.slice(0, maxSuspects),
  };
}

/**
 * Returns the problems of one release by its complete current state. An error in one release does not affect others.
 */
async function checkRelease(database: Database, id: string): Promise<readonly Finding[]> {
  return await database
    .transaction((connection) => findGaps(connection, id), 'read')
    .catch((error: unknown) => {
      if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
      return [{ kind: 'broken', id, message: message('consistency.unreadableRelease', { id }) }];
    });
}

async function findGaps(connection: Connection, id: string): Promise<readonly Finding[]> {
  const plan = await loadPlan(connection, id);
  if (plan === null) return [];
  const now = await readClock(connection);
  const references = awaitsOf(plan.release).flatMap(({ kind, reference }) => (kind === 'target' ? [reference] : []));
  const targets = await readTargetEnds(connection, references);
  const state = (reference: string) => targets.get(reference)?.state ?? 'missing';
  const isFresh = [...targets.values()].some((target) => target.state !== 'open' && isWithin(target.endsAt, now));
  const decisionData = {
    // Without blackouts: an automatic step that is due now should already have run.
    blackouts: [],
    variables: new Map(),
    runningCreated: Number.POSITIVE_INFINITY,
    targets: new Map(references.map((reference) => [reference, state(reference)])),
  };
  const gaps = gapsOf(
    { ...plan, touchedAt: (await readLastActivityAt(connection, id)) ?? now },
    { now, newId, sealPassword: () => passwordMask, automatedTypes: noAutomatedTypes, data: decisionData },
    {
      graceMs,
      scriptGraceMs,
    },
  );
  return gaps.filter(({ kind }) => kind !== 'untold' || !isFresh).map((gap) => ({ ...gap, id }));
}

const isWithin = (instant: Instant | null, now: Instant): boolean => instant !== null && instant > now - graceMs;

async function checkTriggers(database: Database): Promise<readonly Finding[]> {
  const overdue = await findMissedTriggers(database, (await readClock(database)) - graceMs, maxSuspects);
  const idle = await findIdleTriggers(database, maxSuspects);
  return [
    ...idle.map(
      (id): Finding => ({ kind: 'triggerIdle', id, message: message('consistency.triggerWithoutTime', { id }) }),
    ),
    ...overdue.map(
      (id): Finding => ({ kind: 'triggerOverdue', id, message: message('consistency.triggerOverdue', { id }) }),
    ),
  ];
}
