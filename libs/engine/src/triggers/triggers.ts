import {
  type Caller,
  Conflict,
  clip,
  type Due,
  dueOf,
  type Instant,
  mostCaughtUp,
  NotFound,
  systemUser,
  type Timetable,
  type Trigger,
} from '@slipway/domain';
import {
  advanceTrigger,
  type Connection,
  claimDueTrigger,
  dueTriggers,
  type IdempotencyKey,
  lockTrigger,
  postponeTrigger,
  readClock,
  recordRun,
  type TriggerRow,
} from '@slipway/persistence';
import type { Deciding } from '../commands/dispatch.ts';
import { retrying } from '../concurrency/retry.ts';
import { crashPoint } from '../environment/crash-point.ts';
import { newId } from '../environment/ids.ts';
import { FiredBefore, type Firing, fire, isMistake, record, type Shot, sentenceOf, zoneOf } from './fire.ts';
import { mostCounted, timetableOf } from './timetable.ts';
import { writtenIn } from './zones.ts';

/** Who fires what nobody asked for. */
const clockwork: Caller = { username: systemUser, may: () => true };

/** What came of one look at one trigger: null where it was not due, or somebody else has it. */
export type Look = Shot | 'skipped' | null;

/**
 * Fires a trigger for what it is owed, if its time has come: once, however many look at it at a time. What is wrong
 * with the trigger is recorded and its next time comes; an error that nobody foresaw lets it wait, and is thrown.
 */
export async function fireIfDue(deciding: Deciding, id: string): Promise<Look> {
  try {
    const look = await attempt(id, (failure) =>
      deciding.database.transaction((connection) => fireClaimed(deciding, connection, id, failure)),
    );
    if (look !== null) crashPoint('after-commit');
    return look;
  } catch (error) {
    await postponeTrigger(deciding.database, id);
    throw error;
  }
}

/** Does it, and where there is a mistake in it, does it again to record that: the first transaction is lost by then. */
async function attempt<T>(id: string, work: (failure: string | null) => Promise<T>): Promise<T> {
  const what = `trigger '${id}'`;
  try {
    return await retrying(what, () => work(null));
  } catch (error) {
    if (!isMistake(error) && !(error instanceof FiredBefore)) throw error;
    const sentence = sentenceOf(error);
    return await retrying(what, () => work(sentence));
  }
}

async function fireClaimed(
  deciding: Deciding,
  connection: Connection,
  id: string,
  failure: string | null,
): Promise<Look> {
  const row = await claimDueTrigger(connection, id);
  if (row === null || row.nextFireAt === null) return null;
  const { trigger, anchor } = row;
  if (trigger.type !== 'time.Schedule') return null;
  const now = await readClock(connection);
  const timetable = timetableOf({ ...trigger, anchor });
  const { fires, missed, next: nextFireAt } = dueOf(timetable, row.nextFireAt, now, trigger.catchUp);
  if (missed !== null) await recordMissed(connection, row, timetable, missed, now);
  if (fires === null) {
    await advanceTrigger(connection, id, { nextFireAt, fired: false, lastRun: null });
    return 'skipped';
  }
  const occasion = { key: new Date(fires).toISOString(), scheduledAt: fires, values: {} };
  const firing = { connection, row, occasion, now, caller: clockwork, key: null, nextFireAt };
  return await shoot(deciding, firing, failure);
}

async function shoot(deciding: Deciding, firing: Firing, failure: string | null): Promise<Look> {
  if (failure === null) return await fire(deciding, firing);
  try {
    return { run: await record(firing, 'failed', failure, null), made: null };
  } catch (error) {
    if (!(error instanceof FiredBefore)) throw error;
    const { connection, row, nextFireAt } = firing;
    await advanceTrigger(connection, row.trigger.id, { nextFireAt, fired: false, lastRun: null });
    return 'skipped';
  }
}

type Missed = NonNullable<Due['missed']>;

/** One line for all that was missed in a row. */
async function recordMissed(
  connection: Connection,
  { trigger }: TriggerRow,
  timetable: Timetable,
  { from, to }: Missed,
  now: Instant,
): Promise<void> {
  await recordRun(connection, {
    triggerId: trigger.id,
    occasion: `missed ${new Date(from).toISOString()}`,
    scheduledAt: from,
    firedAt: now,
    outcome: 'skipped',
    reason: reasonOf(trigger, timetable, { from, to }),
    releaseId: null,
    releaseTitle: null,
    username: systemUser,
  });
}

function reasonOf(trigger: Trigger, timetable: Timetable, { from, to }: Missed): string {
  const [first, last] = [writtenIn(zoneOf(trigger), from), writtenIn(zoneOf(trigger), to)];
  const missed = from === to ? `missed: ${first}` : `missed: all from ${first} to ${last}`;
  if (trigger.type !== 'time.Schedule' || trigger.catchUp !== 'all') return missed;
  const times = timetable.count(from, to) ?? `more than ${mostCounted}`;
  return `${missed} (${times}), since only the newest ${mostCaughtUp} are caught up with`;
}

/**
 * Fires a trigger by hand, enabled or not; what it is owed stays owed. Throws NotFound, Repeated, and Conflict where
 * no release was made: the ledger says why, too.
 */
export async function fireByHand(
  deciding: Deciding,
  id: string,
  caller: Caller,
  key: IdempotencyKey | null,
): Promise<Shot> {
  const occasion = { key: newId('Activity'), scheduledAt: null, values: {} };
  const shot = await attempt(id, (failure) =>
    deciding.database.transaction(async (connection) => {
      const row = await lockTrigger(connection, id);
      if (row === null) return null;
      if (row.trigger.type !== 'time.Schedule') {
        throw new Conflict(`trigger '${id}' fires for what is delivered: replay a delivery to fire it by hand`);
      }
      const now = await readClock(connection);
      const firing = { connection, row, occasion, now, caller, key, nextFireAt: row.nextFireAt };
      return await shoot(deciding, firing, failure);
    }),
  );
  if (shot === null || shot === 'skipped') throw new NotFound(`there is no trigger '${clip(id)}'`);
  if (shot.made === null) throw new Conflict(`trigger '${id}' made no release: ${shot.run.reason}`);
  return shot;
}

/** How many triggers one look at everything has fired, and how that ended. */
export interface Fires {
  readonly created: number;
  readonly refused: number;
  readonly failed: number;
  readonly skipped: number;
  /** triggers with an error that nobody foresaw; they wait, and are tried again */
  readonly broken: number;
}

/** How many times one trigger may catch up with in one look. */
const mostRounds = 100;
const mostAtOnce = 4;
/** One look gives way to the next after this. */
const longestMs = 5_000;

/**
 * Fires all triggers that are due, each in a transaction of its own, so that none waits for another that is broken.
 * Who has much to catch up with comes once a round.
 */
export async function fireAllDue(
  deciding: Deciding,
  limit: number,
  tell: (shot: Shot) => void,
  report: (error: unknown, triggerId: string) => void,
): Promise<Fires> {
  const fires = { created: 0, refused: 0, failed: 0, skipped: 0, broken: 0 };
  const one = async (id: string): Promise<boolean> => {
    try {
      const look = await fireIfDue(deciding, id);
      if (look === null) return false;
      fires[look === 'skipped' ? 'skipped' : look.run.outcome] += 1;
      if (look !== 'skipped') tell(look);
      return true;
    } catch (error) {
      fires.broken += 1;
      report(error, id);
      return false;
    }
  };
  const end = performance.now() + longestMs;
  for (let round = 0; round < mostRounds && performance.now() < end; round++) {
    const waiting = [...(await dueTriggers(deciding.database, limit))];
    let progress = false;
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) progress = (await one(id)) || progress;
    };
    await Promise.all(Array.from({ length: mostAtOnce }, worker));
    if (!progress) break;
  }
  return fires;
}
