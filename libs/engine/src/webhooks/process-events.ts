import { isEventTrigger, type Trigger } from '@slipway/domain';
import {
  claimUnprocessedEvents,
  eventsProcessed,
  type TriggerRow,
  tasksAwaiting,
  triggersListening,
  type UnprocessedEvent,
  unprocessedEvents,
} from '@slipway/persistence';
import { beginTrace, type OpenSpan } from '@slipway/tracing';
import { withRetries } from '../concurrency/retry.ts';
import type { EventContext } from './event-context.ts';
import { type EventProgress, keepingErrors } from './event-progress.ts';
import { namedResults } from './named-results.ts';
import { processForTask } from './process-for-task.ts';
import { processForTrigger } from './process-for-trigger.ts';
import { eventReader } from './read-event.ts';
import { retryingTimeouts } from './retry-timeouts.ts';

/**
 * The number of events that are processed together. A batch locks a trigger for about 50 ms if each event creates a
 * release of 50 tasks.
 */
export const eventBatchSize = 16;
/** Scripts may take their time: after so long the others have their turn. */
const longestMs = 1_000;

/**
 * Processes accepted events in order, for the triggers of their endpoint and for the tasks that wait there. Each
 * trigger fires for all of them in one transaction, once for each: its run history contains the received events. A
 * fault of one trigger or event is recorded, and does not affect others. Returns the ids that require another round,
 * because scripts took long or bodies are large. Throws unexpected errors after all events had their turn; a scheduler
 * finds the remaining ones later.
 */
export async function processEvents(processing: EventContext, ids: readonly string[]): Promise<readonly string[]> {
  const { database } = processing.context;
  const [first] = ids;
  if (first === undefined) return [];
  const [{ unprocessed, later }, rows] = await Promise.all([
    unprocessedEvents(database, ids),
    triggersListening(database, first),
  ]);
  const end = performance.now() + longestMs;
  const left: string[] = [];
  const errors: unknown[] = [];
  // a script runs for one received event after the other: none waits with its release for the script of the next
  const scripted = unprocessed.some(({ endpointId }) => rows.some(({ trigger }) => runsScript(trigger, endpointId)));
  for (const batch of scripted ? unprocessed.map((one) => [one]) : [unprocessed]) {
    if (performance.now() > end) left.push(...batch.map(({ id }) => id));
    else errors.push(...(await processBatch(processing, rows, batch)));
  }
  if (errors.length > 0) throw errors[0];
  return [...left, ...later];
}

const runsScript = (trigger: Trigger, endpointId: string): boolean =>
  isEventTrigger(trigger) &&
  (trigger.eventFilter?.type === 'events.JythonEventFilter' || trigger.eventSource !== endpointId);

/** Processes received events that were not processed in time, at most `limit`. Returns their number. */
export async function processOverdueEvents(processing: EventContext, limit: number): Promise<number> {
  const claimed = await claimUnprocessedEvents(processing.context.database, limit);
  const lines = [...Map.groupBy(claimed, ({ endpointId }) => endpointId).values()];
  const waiting = lines.map((line) => line.map(({ id }) => id));
  const worker = async () => {
    for (let ids = waiting.shift(); ids !== undefined; ids = waiting.shift()) {
      // what has failed is reported, and processed again later
      const left = await processEvents(processing, ids.splice(0, eventBatchSize)).catch(() => []);
      if (left.length + ids.length > 0) waiting.push([...left, ...ids]);
    }
  };
  await Promise.all([worker(), worker()]);
  return claimed.length;
}

/** Each delivery is a trace of its own. The common work of a batch is part of the first traced one. */
async function processBatch(
  processing: EventContext,
  rows: readonly TriggerRow[],
  receivedEvents: readonly UnprocessedEvent[],
): Promise<readonly unknown[]> {
  const spans = new Map(receivedEvents.map((receivedEvent) => [receivedEvent, spanOf(receivedEvent)]));
  const all = [...spans.values()];
  const seen = all.find(({ traceparent }) => traceparent !== null) ?? all[0];
  const work = () => processTraced(processing, rows, spans);
  try {
    return await (seen === undefined ? work() : seen.run(work));
  } finally {
    for (const span of all) span.end();
  }
}

const spanOf = ({ id, endpointId, traceparent }: UnprocessedEvent): OpenSpan =>
  beginTrace({
    name: 'delivery',
    fields: { 'slipway.delivery.id': id, 'slipway.endpoint.id': endpointId },
    causes: [traceparent],
  });

/** Answers unexpected errors. */
async function processTraced(
  processing: EventContext,
  rows: readonly TriggerRow[],
  spans: ReadonlyMap<UnprocessedEvent, OpenSpan>,
): Promise<readonly unknown[]> {
  const { context, scripts } = processing;
  const batch = Array.from(spans, ([receivedEvent, { traceparent }]): EventProgress => {
    const { id, receivedAt } = receivedEvent;
    const source = retryingTimeouts(context.database, id, ({ owner }) => owner, scripts.source);
    const read = eventReader(context, source, receivedEvent);
    return { id, receivedAt, traceparent, read, results: [], errors: [] };
  });
  for (const row of rows) await processForTrigger(processing, row, batch);
  await processForTasks(processing, batch);
  const done = batch.filter(({ errors }) => errors.length === 0);
  const processed = done.map(({ id, results }) => ({ id, results }));
  await withRetries('received events', () => eventsProcessed(context.database, processed));
  return batch.flatMap(({ errors }) => errors);
}

/** Each received event may end the wait of a task. */
async function processForTasks(processing: EventContext, batch: readonly EventProgress[]): Promise<void> {
  const { database } = processing.context;
  // of two that come at once the later one may have the smaller number
  const [newest] = batch.toSorted((one, other) => other.receivedAt - one.receivedAt);
  if (newest === undefined || (await tasksAwaiting(database, newest.id)).length === 0) return;
  for (const receivedEvent of batch) {
    const isNamed = namedResults();
    for (const wait of await tasksAwaiting(database, receivedEvent.id)) {
      await keepingErrors(processing, wait.taskId, receivedEvent, async () => {
        const result = await processForTask(processing, wait, receivedEvent);
        if (isNamed(result)) receivedEvent.results.push(result);
      });
    }
  }
}
