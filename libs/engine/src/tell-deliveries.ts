import { type Caller, type Event, eventValues, Invalid, systemUser, viewOf } from '@slipway/domain';
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
  triggersListening,
  type Untold,
  untoldDelivery,
} from '@slipway/persistence';
import type { Deciding } from './dispatch.ts';
import { type AskFilter, sharedFor, unwanted } from './filter-events.ts';
import { FiredBefore, fire, isMistake, record, type Shot } from './fire.ts';
import { together } from './together.ts';
import { attempt } from './triggers.ts';

/** What telling triggers of deliveries takes. */
export interface Telling {
  readonly deciding: Deciding;
  readonly ask: AskFilter;
  /** hears of every release that was made */
  readonly tell: (shot: Shot) => void;
  /** hears of errors that nobody foresaw: the delivery is told of again */
  readonly report: (error: unknown, triggerId: string) => void;
}

const listener: Caller = { username: systemUser, may: () => true };

/**
 * Tells the triggers of an endpoint of one delivery that it has accepted. Each that wants it fires for it in a
 * transaction of its own, once: its ledger knows the delivery, however often it is told. What is wrong with one trigger
 * is recorded, and keeps none from hearing. Throws what nobody foresaw, once all have been told.
 */
export async function tellDelivery(telling: Telling, id: string): Promise<void> {
  const { database } = telling.deciding;
  const [delivery, rows] = await Promise.all([untoldDelivery(database, id), triggersListening(database, id)]);
  if (delivery === null) return;
  const results: DeliveryResult[] = [];
  const errors: unknown[] = [];
  for (const row of rows) {
    try {
      results.push(...(await heard(telling, delivery, row)));
    } catch (error) {
      telling.report(error, row.trigger.id);
      errors.push(error);
    }
  }
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

/** What one trigger has made of a delivery; nothing when it does not listen any more. */
async function heard(telling: Telling, delivery: Untold, row: TriggerRow): Promise<readonly DeliveryResult[]> {
  const { deciding, ask } = telling;
  const { trigger } = row;
  if (trigger.type !== 'events.EventBasedTrigger') return [];
  let failure: string | null = null;
  try {
    const reason = await unwanted(deciding.database, ask, trigger, eventOf(delivery));
    if (reason !== null) return [{ triggerId: trigger.id, outcome: 'filtered', reason, run: null, releaseId: null }];
  } catch (error) {
    if (!isMistake(error)) throw error;
    failure = error.message;
  }
  const run = await fired(telling, delivery, trigger.id, failure);
  return run === null ? [] : [resultOf(run)];
}

/** What the body says; what is kept of it has its secrets masked. Throws Invalid. */
function eventOf({ body, headers, parameters }: Untold): Event {
  try {
    return { payload: body.trim() === '' ? null : JSON.parse(body), headers, parameters };
  } catch {
    throw new Invalid('what is kept of the body is no JSON: a secret in it was masked, or it was cut');
  }
}

async function fired(
  telling: Telling,
  delivery: Untold,
  triggerId: string,
  known: string | null,
): Promise<TriggerRun | null> {
  const { deciding, tell } = telling;
  try {
    const shot = await attempt(triggerId, (failure) =>
      deciding.database.transaction((connection) =>
        shotIn(connection, deciding, { delivery, triggerId, failure: failure ?? known }),
      ),
    );
    if (shot !== null) tell(shot);
    return shot?.run ?? null;
  } catch (error) {
    if (!(error instanceof FiredBefore)) throw error;
    return await findRun(deciding.database, triggerId, delivery.id);
  }
}

async function shotIn(
  connection: Connection,
  deciding: Deciding,
  { delivery, triggerId, failure }: { delivery: Untold; triggerId: string; failure: string | null },
): Promise<Shot | null> {
  const [row, now] = await together(lockTrigger(connection, triggerId), readClock(connection));
  const trigger = row?.trigger;
  const listens = trigger?.type === 'events.EventBasedTrigger' && trigger.eventSource === delivery.endpointId;
  if (row === null || !listens || !trigger.enabled) return null;
  const told = { connection, row, now, caller: listener, key: null, nextFireAt: null };
  const occasion = { key: delivery.id, scheduledAt: null, values: {} };
  if (failure !== null) return { run: await record({ ...told, occasion }, 'failed', failure, null), made: null };
  const values = eventValues(trigger, viewOf(eventOf(delivery)), await sharedFor(connection, trigger));
  return await fire(deciding, { ...told, occasion: { ...occasion, values } });
}

const resultOf = ({ triggerId, outcome, reason, seq, releaseId }: TriggerRun): DeliveryResult => ({
  triggerId,
  outcome,
  reason,
  run: seq,
  releaseId,
});
