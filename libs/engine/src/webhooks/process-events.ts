import { message } from '@slipway/domain/messages';
import { isEventTrigger, type Trigger } from '@slipway/domain/triggers';
import { findListeningTriggers, type TriggerRow } from '@slipway/persistence/triggers';
import {
  claimUnprocessedEvents,
  findWaitingTasks,
  readUnprocessedEvents,
  storeEventResults,
  type UnprocessedEvent,
} from '@slipway/persistence/webhooks';
import { beginTrace, type OpenSpan } from '@slipway/tracing';
import { withRetries } from '../concurrency/retry.ts';
import {
  collectErrors,
  createResultFilter,
  type EventContext,
  type EventProgress,
  withTimeoutRetries,
} from './event-context.ts';
import { processForTask, processForTrigger } from './process-for-listener.ts';
import { createEventReader } from './read-event.ts';

/**
 * The number of events that are processed together. A batch locks a trigger for about 50 ms if each event creates a
 * release of 50 tasks.
 */
export const eventBatchSize = 16;
/** Scripts can take long. After this time, the remaining events are left for another round. */
const maxDurationMs = 1_000;

/**
 * Processes accepted events in order, for the triggers of their endpoint and for the tasks that wait there. Each
 * trigger fires for all of them in one transaction, once for each: its run history contains the received events. A
 * fault of one trigger or event is recorded, and does not affect others. Returns the ids that require another round,
 * because scripts took long or bodies are large. Throws unexpected errors after all events had their turn; a scheduler
 * finds the remaining ones later.
 */
export async function processEvents(eventContext: EventContext, ids: readonly string[]): Promise<readonly string[]> {
  const { database } = eventContext.context;
  const [first] = ids;
  if (first === undefined) return [];
  const [{ unprocessed, later }, rows] = await Promise.all([
    readUnprocessedEvents(database, ids),
    findListeningTriggers(database, first),
  ]);
  const deadline = performance.now() + maxDurationMs;
  const remainingIds: string[] = [];
  const errors: unknown[] = [];
  // with scripts, each event is a separate batch, so that its release does not wait for the script of the next event
  const hasScript = unprocessed.some(({ endpointId }) => rows.some(({ trigger }) => runsScript(trigger, endpointId)));
  for (const batch of hasScript ? unprocessed.map((event) => [event]) : [unprocessed]) {
    if (performance.now() > deadline) remainingIds.push(...batch.map(({ id }) => id));
    else errors.push(...(await processBatch(eventContext, rows, batch)));
  }
  if (errors.length > 0) throw errors[0];
  return [...remainingIds, ...later];
}

const runsScript = (trigger: Trigger, endpointId: string): boolean =>
  isEventTrigger(trigger) &&
  (trigger.eventFilter?.type === 'events.JythonEventFilter' || trigger.eventSource !== endpointId);

/** Processes up to `limit` received events that were not processed in time. Returns their number. */
export async function processOverdueEvents(eventContext: EventContext, limit: number): Promise<number> {
  const claimed = await claimUnprocessedEvents(eventContext.context.database, limit);
  const groups = [...Map.groupBy(claimed, ({ endpointId }) => endpointId).values()];
  const queue = groups.map((group) => group.map(({ id }) => id));
  const worker = async () => {
    for (let ids = queue.shift(); ids !== undefined; ids = queue.shift()) {
      // errors are reported, and their events are processed again later
      const remainingIds = await processEvents(eventContext, ids.splice(0, eventBatchSize)).catch(() => []);
      if (remainingIds.length + ids.length > 0) queue.push([...remainingIds, ...ids]);
    }
  };
  await Promise.all([worker(), worker()]);
  return claimed.length;
}

/** Processes each delivery in a separate trace. The common work of a batch is part of the first sampled trace. */
async function processBatch(
  eventContext: EventContext,
  rows: readonly TriggerRow[],
  receivedEvents: readonly UnprocessedEvent[],
): Promise<readonly unknown[]> {
  const spans = new Map(receivedEvents.map((receivedEvent) => [receivedEvent, startSpan(receivedEvent)]));
  const allSpans = [...spans.values()];
  const tracedSpan = allSpans.find(({ traceparent }) => traceparent !== null) ?? allSpans[0];
  const work = () => processTraced(eventContext, rows, spans);
  try {
    return await (tracedSpan === undefined ? work() : tracedSpan.run(work));
  } finally {
    for (const span of allSpans) span.end();
  }
}

const startSpan = ({ id, endpointId, traceparent }: UnprocessedEvent): OpenSpan =>
  beginTrace({
    name: 'delivery',
    fields: { 'slipway.delivery.id': id, 'slipway.endpoint.id': endpointId },
    causes: [traceparent],
  });

/** Returns unexpected errors. */
async function processTraced(
  eventContext: EventContext,
  rows: readonly TriggerRow[],
  spans: ReadonlyMap<UnprocessedEvent, OpenSpan>,
): Promise<readonly unknown[]> {
  const { context, scripts } = eventContext;
  const batch = Array.from(spans, ([receivedEvent, { traceparent }]): EventProgress => {
    const { id, receivedAt } = receivedEvent;
    const source = withTimeoutRetries(context.database, id, ({ owner }) => owner, scripts.source);
    const read = createEventReader(context, source, receivedEvent);
    return { id, receivedAt, traceparent, read, results: [], errors: [] };
  });
  for (const row of rows) await processForTrigger(eventContext, row, batch);
  await processForTasks(eventContext, batch);
  const succeeded = batch.filter(({ errors }) => errors.length === 0);
  const processed = succeeded.map(({ id, results }) => ({ id, results }));
  await withRetries(message('objectId.receivedEvents'), () => storeEventResults(context.database, processed));
  return batch.flatMap(({ errors }) => errors);
}

/** Applies each received event to the waiting tasks. */
async function processForTasks(eventContext: EventContext, batch: readonly EventProgress[]): Promise<void> {
  const { database } = eventContext.context;
  // ids are not in the order of arrival
  const [newest] = batch.toSorted((event, b) => b.receivedAt - event.receivedAt);
  if (newest === undefined || (await findWaitingTasks(database, newest.id)).length === 0) return;
  for (const receivedEvent of batch) {
    const isListed = createResultFilter();
    for (const wait of await findWaitingTasks(database, receivedEvent.id)) {
      await collectErrors(eventContext, wait.taskId, receivedEvent, async () => {
        const result = await processForTask(eventContext, wait, receivedEvent);
        if (isListed(result)) receivedEvent.results.push(result);
      });
    }
  }
}
