import { answerToEvent } from '@slipway/domain';
import {
  type EventResult,
  type EventWait,
  type ReceivedEventView,
  tasksAwaiting,
  triggersListening,
} from '@slipway/persistence';
import { foreseeCreation } from '../triggers/foresee-creation.ts';
import { sentenceOf } from '../triggers/mistakes.ts';
import type { EventContext } from './event-context.ts';
import { namedResults } from './named-results.ts';
import { conditionAnswer, mistakeOf } from './process-for-task.ts';
import { listeningOf, wantedEvent } from './process-for-trigger.ts';
import { type EventReader, eventReader } from './read-event.ts';

type Judging = Pick<EventContext, 'context' | 'scripts'>;

/** The maximum number of triggers and tasks in a preview: most require a script run, while the caller waits. */
const mostAsked = 100;
const unasked = { outcome: 'unasked', reason: `a preview checks at most ${mostAsked} triggers and tasks` } as const;

/**
 * Returns the results that a replay of a stored event would have now: the triggers and waiting tasks that accept it.
 * Filters and event sources run, and nothing changes. The first hundred triggers and tasks are checked, and the next
 * hundred tasks are listed as unchecked. A trigger that accepts the event gets the checks of a creation: values,
 * permissions of its author, and limits. Throws the errors of a script run.
 */
export async function foreseeReplay(processing: Judging, event: ReceivedEventView): Promise<readonly EventResult[]> {
  const { context, scripts } = processing;
  const { database } = context;
  const read = eventReader(context, scripts.source, { ...event, sealedHeaders: null, traceparent: null });
  const results: EventResult[] = [];
  let left = mostAsked;
  for (const row of await triggersListening(database, event.id)) {
    const listening = listeningOf(row);
    if (listening === null) continue;
    const { trigger, listener } = listening;
    const told = { triggerId: trigger.id, run: null, releaseId: null };
    left -= 1;
    if (left < 0) {
      results.push({ ...told, ...unasked });
      continue;
    }
    const found = await wantedEvent(processing, trigger, () => read(listener));
    if (found instanceof Error) results.push({ ...told, outcome: 'failed', reason: sentenceOf(found) });
    else if ('dropped' in found) results.push({ ...told, outcome: 'filtered', reason: found.dropped });
    else results.push({ ...told, ...(await foreseeCreation(context, row, found.event)) });
  }
  const isNamed = namedResults();
  for (const wait of await tasksAwaiting(database, event.id, true)) {
    left -= 1;
    const told = { triggerId: null, taskId: wait.taskId, run: null, releaseId: null };
    const result = left < 0 ? { ...told, ...unasked } : await foreseeTask(processing, wait, event.id, read);
    if (isNamed(result)) results.push(result);
  }
  return results;
}

async function foreseeTask(
  processing: Judging,
  wait: EventWait,
  receivedEventId: string,
  read: EventReader,
): Promise<EventResult> {
  const told = { triggerId: null, taskId: wait.taskId, run: null, releaseId: null };
  const found = await read({ ...wait, whose: 'release' }).catch(mistakeOf);
  if (found instanceof Error) return { ...told, outcome: 'failed', reason: sentenceOf(found) };
  if ('dropped' in found) return { ...told, outcome: 'filtered', reason: found.dropped };
  const answer = await conditionAnswer(processing, wait, found);
  const { outcome, reason } = answerToEvent(wait.taskId, receivedEventId, answer);
  return { ...told, outcome, reason: reason === null ? null : sentenceOf({ message: reason }) };
}
