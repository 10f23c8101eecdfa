import {
  type Caller,
  type Event,
  eventValues,
  type Input,
  type ScriptLanguage,
  systemUser,
  type Trigger,
  viewOf,
} from '@slipway/domain';
import {
  type Connection,
  claimUntoldDeliveries,
  type DeliveryResult,
  deliveryProcessed,
  findRun,
  lockTrigger,
  readClock,
  type TriggerRow,
  type TriggerRun,
  tasksAwaiting,
  triggersListening,
  type Untold,
  untoldDelivery,
} from '@slipway/persistence';
import type { Deciding } from './dispatch.ts';
import { type AskFilter, sharedFor, unwanted } from './filter-events.ts';
import { FiredBefore, fire, isMistake, record, type Shot } from './fire.ts';
import { tellTask } from './tell-tasks.ts';
import { together } from './together.ts';
import { type AskSource, eventsOf, type Hear, type HeardEvent } from './transform-event.ts';
import { attempt, longestReason } from './triggers.ts';

/** Who runs the scripts that decide what triggers hear. */
export interface AskScripts {
  readonly source: AskSource;
  readonly filter: AskFilter;
  readonly languageOf: (script: string) => ScriptLanguage;
}

/** What telling triggers and tasks of deliveries takes. */
export interface Telling {
  readonly deciding: Deciding;
  readonly ask: AskScripts;
  /** hears of every release that was made */
  readonly tell: (shot: Shot) => void;
  /** one input to one live release */
  readonly dispatch: (releaseId: string, input: Input) => Promise<unknown>;
  /** hears of errors that nobody foresaw: the delivery is told of again */
  readonly report: (error: unknown, id: string) => void;
}

/** As whom triggers fire, and tasks are completed, for what was delivered. */
export const listener: Caller = { username: systemUser, may: () => true };

/**
 * Tells the triggers of an endpoint, and the tasks that wait for an event there, of one delivery that it has accepted.
 * Each trigger that wants it fires for it in a transaction of its own, once: its ledger knows the delivery, however
 * often it is told. What is wrong with one of them is recorded, and keeps none from hearing. Throws what nobody
 * foresaw, once all have been told.
 */
export async function tellDelivery(telling: Telling, id: string): Promise<void> {
  const { database } = telling.deciding;
  const [delivery, rows, waits] = await Promise.all([
    untoldDelivery(database, id),
    triggersListening(database, id),
    tasksAwaiting(database, id),
  ]);
  if (delivery === null) return;
  const results: DeliveryResult[] = [];
  const errors: unknown[] = [];
  const hear = eventsOf(telling.deciding, telling.ask.source, delivery);
  const told = async (listener: string, work: () => Promise<readonly DeliveryResult[]>) => {
    try {
      results.push(...(await work()));
    } catch (error) {
      telling.report(error, listener);
      errors.push(error);
    }
  };
  for (const row of rows) await told(row.trigger.id, () => heard(telling, { delivery, row, hear }));
  for (const wait of waits) await told(wait.taskId, () => tellTask(telling, { delivery, wait, hear }));
  if (errors.length > 0) throw errors[0];
  await deliveryProcessed(database, id, results);
}

/** Tells of deliveries that nobody has told of in time, at most so many; answers how many there were. */
export async function tellUntold(telling: Telling, limit: number): Promise<number> {
  const ids = await claimUntoldDeliveries(telling.deciding.database, limit);
  const waiting = [...ids];
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      // what has failed is reported, and told again later
      await tellDelivery(telling, id).catch(() => {});
    }
  };
  await Promise.all([worker(), worker()]);
  return ids.length;
}

/** One trigger, one delivery, and how the one hears the other. */
interface Hearing {
  readonly delivery: Untold;
  readonly row: TriggerRow;
  readonly hear: Hear;
}

/** What one trigger has made of a delivery; nothing when it does not listen any more. */
async function heard(telling: Telling, hearing: Hearing): Promise<readonly DeliveryResult[]> {
  const event = await wanted(telling, hearing).catch((error: unknown) => {
    if (isMistake(error)) return error;
    throw error;
  });
  if ('dropped' in event) {
    const { id: triggerId } = hearing.row.trigger;
    return [{ triggerId, outcome: 'filtered', reason: event.dropped, run: null, releaseId: null }];
  }
  const run = await fired(telling, hearing, event);
  return run === null ? [] : [resultOf(run)];
}

/** The event of a delivery as a trigger hears it, or why it does not want it. Throws Invalid. */
async function wanted({ deciding, ask }: Telling, { row, hear }: Hearing): Promise<HeardEvent> {
  const { trigger, folderPath, sourcePath: place, templatePath } = row;
  const source = sourceOf(trigger);
  if (trigger.type !== 'events.EventBasedTrigger' || source === null) return { dropped: 'it listens to nothing' };
  const heard = await hear({ source, from: templatePath ?? folderPath, place, expected: trigger.eventType });
  if ('dropped' in heard) return heard;
  const reason = await unwanted(deciding.database, ask.filter, trigger, heard.event);
  return reason === null ? heard : { dropped: reason };
}

/** Fires for an event, or records what was wrong when it was heard. */
async function fired(
  { deciding, tell }: Telling,
  { delivery, row }: Hearing,
  heard: { readonly event: Event } | Error,
): Promise<TriggerRun | null> {
  const { id } = row.trigger;
  const known = heard instanceof Error ? heard.message.slice(0, longestReason) : null;
  const event = heard instanceof Error ? null : heard.event;
  try {
    const shot = await attempt(id, (failure) =>
      deciding.database.transaction((connection) =>
        shotIn(connection, deciding, { delivery, heardBy: row, event, failure: failure ?? known }),
      ),
    );
    if (shot !== null) tell(shot);
    return shot?.run ?? null;
  } catch (error) {
    if (!(error instanceof FiredBefore)) throw error;
    return await findRun(deciding.database, id, delivery.id);
  }
}

interface Shooting {
  readonly delivery: Untold;
  /** the trigger as it was when it heard the event */
  readonly heardBy: TriggerRow;
  readonly event: Event | null;
  readonly failure: string | null;
}

async function shotIn(
  connection: Connection,
  deciding: Deciding,
  { delivery, heardBy, event, failure }: Shooting,
): Promise<Shot | null> {
  const [row, now] = await together(lockTrigger(connection, heardBy.trigger.id), readClock(connection));
  const trigger = row?.trigger;
  if (row === null || !trigger?.enabled || sourceOf(trigger) !== sourceOf(heardBy.trigger)) return null;
  const told = { connection, row, now, caller: listener, key: null, nextFireAt: null };
  const occasion = { key: delivery.id, scheduledAt: null, values: {} };
  if (failure !== null || event === null || trigger.type !== 'events.EventBasedTrigger') {
    return { run: await record({ ...told, occasion }, 'failed', failure, null), made: null };
  }
  const values = eventValues(trigger, viewOf(event), await sharedFor(connection, trigger));
  return await fire(deciding, { ...told, occasion: { ...occasion, values } });
}

const sourceOf = (trigger: Trigger): string | null =>
  trigger.type === 'events.EventBasedTrigger' ? trigger.eventSource : null;

const resultOf = ({ triggerId, outcome, reason, seq, releaseId }: TriggerRun): DeliveryResult => ({
  triggerId,
  outcome,
  reason,
  run: seq,
  releaseId,
});
