import { type Message, message, textOf } from '@slipway/domain/messages';
import {
  type DueTimes,
  dueTimes,
  isSchedule,
  maxCatchUp,
  type ScheduleTrigger,
  type Timetable,
} from '@slipway/domain/triggers';
import { type Connection, readClock } from '@slipway/persistence/database';
import { scheduleWindowMs } from '@slipway/persistence/flow';
import {
  claimDueTrigger,
  findDueTriggers,
  findRuns,
  findTriggersDueBefore,
  type NewRun,
  postponeTrigger,
} from '@slipway/persistence/triggers';
import type { Queue } from '@slipway/queue';
import { retryUntilDatabaseIsBack } from '../concurrency/retry.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import type { EngineContext } from '../decision/engine-context.ts';
import { unrestrictedSystemCaller } from '../people/person.ts';
import { withRecordedFault } from './faults.ts';
import { fire } from './fire.ts';
import type { Batch, ClaimedTrigger, Firing } from './firing.ts';
import { createTimetable, maxCounted } from './timetable.ts';
import { timeInZone } from './zones.ts';

const maxMessages = 1_000;

/**
 * Queues messages for triggers that become due, so that they do not wait for the next sweep. Returns the number of
 * messages. The id contains trigger and time, so that messages of several replicas are merged.
 */
export async function sendDueTriggers(
  { database, clock }: Pick<EngineContext, 'database' | 'clock'>,
  queue: Pick<Queue, 'sendMany'> | undefined,
): Promise<number> {
  if (queue === undefined) return 0;
  const due = await findTriggersDueBefore(database, (await clock.now()) + scheduleWindowMs, maxMessages);
  const messages = due.map(({ id, dueAt }) => ({ data: { triggerId: id }, id: `fire-${id}-${dueAt}`, at: dueAt }));
  return messages.length > 0 && (await queue.sendMany('fireTrigger', messages)) ? messages.length : 0;
}

/**
 * Fires a trigger once for its due time, independent of the number of concurrent callers. Returns null if it is not
 * due, or if another process has claimed it. An error of the trigger is recorded, and its next time is scheduled. An
 * unexpected error delays the trigger, and is thrown.
 */
export async function fireIfDue(context: EngineContext, id: string): Promise<Batch | null> {
  const claim = (connection: Connection) => claimDue(connection, id);
  const request = { triggerId: id, claim, caller: unrestrictedSystemCaller, isAutomatic: true, key: null };
  try {
    return await retryUntilDatabaseIsBack(() => withRecordedFault((fault) => fire(context, request, fault)));
  } catch (error) {
    await postponeTrigger(context.database, id);
    throw error;
  }
}

async function claimDue(connection: Connection, id: string): Promise<ClaimedTrigger | null> {
  const [row, now] = await settleAll(claimDueTrigger(connection, id), readClock(connection));
  if (row === null || row.nextFireAt === null || !isSchedule(row.trigger)) return null;
  const { trigger, anchor } = row;
  const timetable = createTimetable({ ...trigger, anchor });
  const { fires, missed, next: nextFireAt } = dueTimes(timetable, row.nextFireAt, now, trigger.catchUp);
  const occasions =
    fires === null
      ? []
      : [{ key: new Date(fires).toISOString(), scheduledAt: fires, event: null, polled: {}, fault: null }];
  const line = missed === null ? null : toMissedRun(trigger, timetable, missed);
  const keys = [...occasions.map(({ key }) => key), ...(line === null ? [] : [line.occasion])];
  const previousRuns = await findRuns(connection, id, keys);
  const isNew = line !== null && !previousRuns.some(({ occasion }) => occasion === line.occasion);
  return {
    row,
    now,
    occasions,
    before: previousRuns,
    withoutRelease: isNew ? line : null,
    nextFireAt,
    triggerState: null,
  };
}

type MissedTimes = NonNullable<DueTimes['missed']>;

/** Returns one run history entry for all consecutive missed times. */
const toMissedRun = (trigger: ScheduleTrigger, timetable: Timetable, missed: MissedTimes): NewRun => ({
  occasion: `missed ${new Date(missed.from).toISOString()}`,
  scheduledAt: missed.from,
  outcome: 'skipped',
  reason: textOf(missedReason(trigger, timetable, missed)),
  releaseId: null,
  releaseTitle: null,
  templateId: null,
});

function missedReason(
  { timeZone, catchUp }: ScheduleTrigger,
  timetable: Timetable,
  { from, to }: MissedTimes,
): Message {
  const [first, last] = [timeInZone(timeZone, from), timeInZone(timeZone, to)];
  const missed =
    from === to
      ? message('triggerSkip.missedOne', { time: first })
      : message('triggerSkip.missedSeveral', { first, last });
  if (catchUp !== 'all') return missed;
  const count = timetable.count(from, to);
  return count === null
    ? message('triggerSkip.farOverMaximum', { missed, counted: maxCounted, max: maxCatchUp })
    : message('triggerSkip.overMaximum', { missed, count, max: maxCatchUp });
}

/** The number of triggers that one sweep has fired, by result. */
export interface FiringCounts {
  readonly created: number;
  readonly refused: number;
  readonly failed: number;
  /** the number of missed times that were skipped */
  readonly skipped: number;
  /** the number of triggers with an unexpected error, which are retried later */
  readonly broken: number;
}

/** The maximum number of rounds in one sweep. In each round, a trigger fires for one due time. */
const maxRounds = 100;
const concurrency = 4;
/** The time after which a sweep stops, and the next one continues. */
const maxDurationMs = 5_000;

/**
 * Fires all due triggers, each in its own transaction, so that a broken trigger does not block others. A trigger with
 * several due times fires once in each round.
 */
export async function fireAllDue(
  context: EngineContext,
  limit: number,
  onFired: (firing: Firing) => void,
  report: (error: unknown, triggerId: string) => void,
): Promise<FiringCounts> {
  const counts = { created: 0, refused: 0, failed: 0, skipped: 0, broken: 0 };
  const fireOne = async (id: string): Promise<boolean> => {
    try {
      const batch = await fireIfDue(context, id);
      if (batch === null) return false;
      if (batch.firings.length === 0) counts.skipped += 1;
      for (const firing of batch.firings) {
        counts[firing.run.outcome] += 1;
        onFired(firing);
      }
      return true;
    } catch (error) {
      counts.broken += 1;
      report(error, id);
      return false;
    }
  };
  const deadline = performance.now() + maxDurationMs;
  for (let round = 0; round < maxRounds && performance.now() < deadline; round++) {
    const waiting = [...(await findDueTriggers(context.database, limit))];
    let hasProgress = false;
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        hasProgress = (await fireOne(id)) || hasProgress;
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    if (!hasProgress) break;
  }
  return counts;
}
