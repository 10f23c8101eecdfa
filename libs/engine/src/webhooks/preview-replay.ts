import { message, textOf } from '@slipway/domain/messages';
import { resultOfEvent } from '@slipway/domain/webhooks';
import { findListeningTriggers } from '@slipway/persistence/triggers';
import {
  type EventResult,
  type EventWait,
  findWaitingTasks,
  type ReceivedEventView,
} from '@slipway/persistence/webhooks';
import { toReason } from '../triggers/faults.ts';
import { previewCreation } from '../triggers/preview-creation.ts';
import { createResultFilter, type EventContext } from './event-context.ts';
import { readAcceptedEvent, runCondition, toListeningTrigger, toTriggerFault } from './process-for-listener.ts';
import { createEventReader, type EventReader } from './read-event.ts';

type ReplayContext = Pick<EventContext, 'context' | 'scripts'>;

/**
 * The maximum number of triggers and tasks in a preview: most of them require a script run, for which the caller waits.
 */
const maxChecked = 100;
const unchecked = {
  outcome: 'unasked',
  reason: textOf(message('eventResult.notChecked', { max: maxChecked })),
} as const;

/**
 * Returns the results that a replay of a stored event would have now: the triggers and waiting tasks that accept it.
 * Filters and event sources run, and nothing changes. The first hundred triggers and tasks are checked, and the next
 * hundred tasks are listed as unchecked. A trigger that accepts the event gets the checks of a creation: values,
 * permissions of its author, and limits. Throws the errors of a script run.
 */
export async function previewReplay(
  processing: ReplayContext,
  event: ReceivedEventView,
): Promise<readonly EventResult[]> {
  const { context, scripts } = processing;
  const { database } = context;
  const read = createEventReader(context, scripts.source, { ...event, sealedHeaders: null, traceparent: null });
  const results: EventResult[] = [];
  let remaining = maxChecked;
  for (const row of await findListeningTriggers(database, event.id)) {
    const listeningTrigger = toListeningTrigger(row);
    if (listeningTrigger === null) continue;
    const { trigger, listener } = listeningTrigger;
    const base = { triggerId: trigger.id, run: null, releaseId: null };
    remaining -= 1;
    if (remaining < 0) {
      results.push({ ...base, ...unchecked });
      continue;
    }
    const content = await readAcceptedEvent(processing, trigger, () => read(listener));
    if (content instanceof Error) results.push({ ...base, outcome: 'failed', reason: toReason(content) });
    else if ('dropped' in content) results.push({ ...base, outcome: 'filtered', reason: textOf(content.dropped) });
    else results.push({ ...base, ...(await previewCreation(context, row, content.event)) });
  }
  const isListed = createResultFilter();
  for (const wait of await findWaitingTasks(database, event.id, true)) {
    remaining -= 1;
    const base = { triggerId: null, taskId: wait.taskId, run: null, releaseId: null };
    const result = remaining < 0 ? { ...base, ...unchecked } : await previewTask(processing, wait, event.id, read);
    if (isListed(result)) results.push(result);
  }
  return results;
}

async function previewTask(
  processing: ReplayContext,
  wait: EventWait,
  receivedEventId: string,
  read: EventReader,
): Promise<EventResult> {
  const base = { triggerId: null, taskId: wait.taskId, run: null, releaseId: null };
  const content = await read({ ...wait, ownerKind: 'release' }).catch(toTriggerFault);
  if (content instanceof Error) return { ...base, outcome: 'failed', reason: toReason(content) };
  if ('dropped' in content) return { ...base, outcome: 'filtered', reason: textOf(content.dropped) };
  const answer = await runCondition(processing, wait, content);
  const { outcome, reason } = resultOfEvent(wait.taskId, receivedEventId, answer);
  return { ...base, outcome, reason: reason === null ? null : toReason({ message: textOf(reason) }) };
}
