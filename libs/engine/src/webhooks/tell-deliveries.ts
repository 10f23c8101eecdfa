import { choosesTemplate, type EventTrigger, type Trigger } from '@slipway/domain';
import {
  claimUntoldDeliveries,
  type DeliveryResult,
  deliveriesProcessed,
  type TriggerRow,
  tasksAwaiting,
  triggersListening,
  type Untold,
  untoldDeliveries,
} from '@slipway/persistence';
import { retrying } from '../concurrency/retry.ts';
import { isMistake } from '../triggers/mistakes.ts';
import { type DeliveryProgress, keepingErrors } from './delivery-progress.ts';
import { unwanted } from './filter-events.ts';
import { fireForDeliveries, type WantedDelivery } from './fire-for-deliveries.ts';
import { tellTask } from './tell-tasks.ts';
import type { Telling } from './telling.ts';
import { eventsOf, type Hear, type HeardEvent, type Listener } from './transform-event.ts';

/** A delivery that is told, and how it is heard. */
interface HeardDelivery extends DeliveryProgress {
  readonly delivery: Untold;
  readonly hear: Hear;
}

/** So many are told together, which holds a trigger for some 50 ms where each makes a release of 50 tasks. */
export const mostTogether = 16;
/** Scripts may take their time: after so long the others have their turn. */
const longestMs = 1_000;

/**
 * Tells the triggers of an endpoint, and the tasks that wait for an event there, of deliveries that it has accepted, in
 * order. Each trigger fires for all of them in one transaction, once for each: its ledger knows the deliveries, however
 * often they are told. What is wrong with one trigger or delivery is recorded, and keeps no other from being heard.
 * Answers the ids that want another turn, since scripts took long or bodies are large. Throws what nobody foresaw, once
 * all have been told; what wanted another turn is found by a scheduler then.
 */
export async function tellDeliveries(telling: Telling, ids: readonly string[]): Promise<readonly string[]> {
  const { database } = telling.deciding;
  const [first] = ids;
  if (first === undefined) return [];
  const [{ untold, later }, rows] = await Promise.all([
    untoldDeliveries(database, ids),
    triggersListening(database, first),
  ]);
  const end = performance.now() + longestMs;
  const left: string[] = [];
  const errors: unknown[] = [];
  // a script is asked about one delivery after the other: none waits with its release for the script of the next
  const scripted = untold.some(({ endpointId }) => rows.some(({ trigger }) => asksScript(trigger, endpointId)));
  for (const together of scripted ? untold.map((one) => [one]) : [untold]) {
    if (performance.now() > end) left.push(...together.map(({ id }) => id));
    else errors.push(...(await tellTogether(telling, rows, together)));
  }
  if (errors.length > 0) throw errors[0];
  return [...left, ...later];
}

const asksScript = (trigger: Trigger, endpointId: string): boolean =>
  trigger.type === 'events.EventBasedTrigger' &&
  (trigger.eventFilter?.type === 'events.JythonEventFilter' || trigger.eventSource !== endpointId);

/** Tells of deliveries that nobody has told of in time, at most so many; answers how many there were. */
export async function tellUntold(telling: Telling, limit: number): Promise<number> {
  const claimed = await claimUntoldDeliveries(telling.deciding.database, limit);
  const lines = [...Map.groupBy(claimed, ({ endpointId }) => endpointId).values()];
  const waiting = lines.map((line) => line.map(({ id }) => id));
  const worker = async () => {
    for (let ids = waiting.shift(); ids !== undefined; ids = waiting.shift()) {
      // what has failed is reported, and told again later
      const left = await tellDeliveries(telling, ids.splice(0, mostTogether)).catch(() => []);
      if (left.length + ids.length > 0) waiting.push([...left, ...ids]);
    }
  };
  await Promise.all([worker(), worker()]);
  return claimed.length;
}

/** Answers what nobody foresaw. */
async function tellTogether(
  telling: Telling,
  rows: readonly TriggerRow[],
  deliveries: readonly Untold[],
): Promise<readonly unknown[]> {
  const { deciding, ask } = telling;
  const told = deliveries.map((delivery): HeardDelivery => {
    return { id: delivery.id, delivery, hear: eventsOf(deciding, ask.source, delivery), results: [], errors: [] };
  });
  for (const row of rows) await hear(telling, row, told);
  await tellTasks(telling, told);
  const done = told.filter(({ errors }) => errors.length === 0);
  const heard = done.map(({ id, results }) => ({ id, results }));
  await retrying('deliveries', () => deliveriesProcessed(deciding.database, heard));
  return told.flatMap(({ errors }) => errors);
}

/** Hundreds of releases may wait for their own events at one endpoint: the ledger names no more that want none of it. */
const mostUnwanted = 100;

/** Tells the tasks that wait for an event of deliveries in order, of which each may end the wait. */
async function tellTasks(telling: Telling, all: readonly HeardDelivery[]): Promise<void> {
  const { database } = telling.deciding;
  // who takes two at once may number the later one first
  const [newest] = all.toSorted((one, other) => other.delivery.receivedAt - one.delivery.receivedAt);
  if (newest === undefined || (await tasksAwaiting(database, newest.id)).length === 0) return;
  for (const told of all) {
    let unwanted = 0;
    for (const wait of await tasksAwaiting(database, told.id)) {
      await keepingErrors(telling, wait.taskId, told, async () => {
        const result = await tellTask(telling, { delivery: told.delivery, wait, hear: told.hear });
        if (result.outcome === 'filtered') unwanted += 1;
        if (result.outcome !== 'filtered' || unwanted <= mostUnwanted) told.results.push(result);
      });
    }
  }
}

/** Has one trigger hear of deliveries. */
async function hear(telling: Telling, row: TriggerRow, all: readonly HeardDelivery[]): Promise<void> {
  const { trigger, folderPath, sourcePath: place, templatePath } = row;
  if (trigger.type !== 'events.EventBasedTrigger' || trigger.eventSource === null) return;
  const listener: Listener = {
    source: trigger.eventSource,
    from: templatePath ?? folderPath,
    whose: 'template',
    place,
    expected: trigger.eventType,
  };
  const wanted: WantedDelivery[] = [];
  for (const told of all) {
    await keepingErrors(telling, trigger.id, told, async () => {
      const heard = await wantedBy(telling, trigger, () => told.hear(listener));
      if (heard instanceof Error) wanted.push({ delivery: told, event: heard });
      else if ('event' in heard) wanted.push({ delivery: told, event: heard.event });
      else told.results.push(filtered(trigger, heard.dropped));
    });
  }
  // each event may name another template
  const batches = choosesTemplate(trigger.mappedProperties) ? wanted.map((one) => [one]) : [wanted];
  for (const batch of batches) await fireForDeliveries(telling, trigger, batch);
}

/** The event as a trigger hears it, what is wrong with it or the trigger, or why it does not want it. */
async function wantedBy(
  { deciding, ask }: Telling,
  trigger: EventTrigger,
  hear: () => Promise<HeardEvent>,
): Promise<HeardEvent | Error> {
  try {
    const heard = await hear();
    if ('dropped' in heard) return heard;
    const reason = await unwanted(deciding.database, ask.filter, trigger, heard);
    return reason === null ? heard : { dropped: reason };
  } catch (error) {
    if (isMistake(error)) return error;
    throw error;
  }
}

const filtered = ({ id }: EventTrigger, reason: string): DeliveryResult => ({
  triggerId: id,
  outcome: 'filtered',
  reason,
  run: null,
  releaseId: null,
});
