import type { DecisionData } from '@slipway/domain/decision';
import { textOf } from '@slipway/domain/messages';
import type { Release } from '@slipway/domain/model';
import { scriptText } from '@slipway/domain/scripts';
import { type Event, type EventTrigger, isEventTrigger, mayChooseTemplate } from '@slipway/domain/triggers';
import { type ConditionResult, hasCondition, resultOfEvent } from '@slipway/domain/webhooks';
import type { Database } from '@slipway/persistence/database';
import { findFolder } from '@slipway/persistence/folders';
import { loadPlan, readReleasePassive } from '@slipway/persistence/plans';
import type { TriggerRow } from '@slipway/persistence/triggers';
import { readVisibleVariables } from '@slipway/persistence/variables';
import type { EventResult, EventWait } from '@slipway/persistence/webhooks';
import { settleAll } from '../concurrency/settle-all.ts';
import { systemCaller } from '../people/person.ts';
import { isTriggerFault, toReason } from '../triggers/faults.ts';
import { collectErrors, type EventContext, type EventProgress, withTimeoutRetries } from './event-context.ts';
import { type DecodedEvent, type FilterRequest, findFilterReason, runFilterUnmasked } from './filter-event.ts';
import { type AcceptedEvent, fireForEvents } from './fire-for-events.ts';
import type { Listener, ReadResult } from './read-event.ts';

/**
 * Applies a received event to a task that waits for events, by the result of its condition. A fault before the
 * condition runs is recorded, and the task continues to wait. A second processing has no effect. Throws unexpected
 * errors.
 */
export async function processForTask(
  eventContext: EventContext,
  wait: EventWait,
  receivedEvent: EventProgress,
): Promise<EventResult> {
  const result = { triggerId: null, taskId: wait.taskId, run: null, releaseId: null };
  const content = await receivedEvent.read({ ...wait, ownerKind: 'release' }).catch(toTriggerFault);
  if (content instanceof Error) return { ...result, outcome: 'failed', reason: toReason(content) };
  if ('dropped' in content) return { ...result, outcome: 'filtered', reason: textOf(content.dropped) };
  const { context, scripts } = eventContext;
  const filter = withTimeoutRetries(context.database, receivedEvent.id, () => wait.taskId, scripts.filter);
  const condition = await runCondition({ context, scripts: { ...scripts, filter } }, wait, content);
  const answer = resultOfEvent(wait.taskId, receivedEvent.id, condition);
  if (answer.does === 'nothing') {
    return { ...result, outcome: answer.outcome, reason: toReason({ message: textOf(answer.reason) }) };
  }
  const { command, outcome, reason } = answer;
  const refusal = await eventContext
    .dispatch(wait.releaseId, { kind: 'command', caller: systemCaller, command })
    .then(() => null, toTriggerFault);
  if (refusal !== null) return { ...result, outcome: 'refused', reason: toReason(refusal) };
  return { ...result, outcome, reason: reason === null ? null : toReason({ message: textOf(reason) }) };
}

/** The message of a fault in a task or an event. Throws unexpected errors. */
export function toTriggerFault(error: unknown): Error {
  if (isTriggerFault(error)) return error;
  throw error;
}

/** The result of a task's condition for an event. A task without a condition accepts each event. */
export async function runCondition(
  eventContext: Pick<EventContext, 'context' | 'scripts'>,
  wait: EventWait,
  { event, unmasked }: DecodedEvent,
): Promise<ConditionResult> {
  if (!hasCondition(wait.condition)) return { wants: true };
  const request = await createConditionRequest(eventContext, wait, wait.condition, unmasked);
  return await runFilterUnmasked(eventContext.scripts.filter, request, event);
}

/** Returns the data for the placeholders of a condition that is not part of the plan. */
async function readScriptData(database: Database, { id, folderId }: Release): Promise<DecisionData> {
  const [variables, folder, passive] = await settleAll(
    readVisibleVariables(database, folderId),
    findFolder(database, folderId),
    readReleasePassive(database, id),
  );
  const folders = new Map([[folderId, folder?.path.join('/') ?? null]]);
  return { variables, folders, releasePassives: new Map([[id, passive]]) };
}

/** Returns the condition with its placeholders replaced, and its inputs. */
async function createConditionRequest(
  { context: { database }, scripts }: Pick<EventContext, 'context' | 'scripts'>,
  { releaseId }: EventWait,
  rawCondition: string,
  { payload, headers, parameters }: Event,
): Promise<FilterRequest> {
  const plan = rawCondition.includes('${') ? await loadPlan(database, releaseId) : null;
  const script =
    plan === null
      ? rawCondition
      : scriptText(
          rawCondition,
          scripts.languageOf(rawCondition),
          plan.release,
          await readScriptData(database, plan.release),
        );
  const inputs = { event: payload, headers, parameters, folderVariables: {}, globalVariables: {} };
  return { owner: releaseId, script, inputs };
}

/** Converts an event trigger to a listener; null for any other trigger, and for a deleted event source. */
export function toListeningTrigger({
  trigger,
  folderPath,
  sourcePath: sourceFolderPath,
  templatePath,
}: TriggerRow): { readonly trigger: EventTrigger; readonly listener: Listener } | null {
  if (!isEventTrigger(trigger) || trigger.eventSource === null) return null;
  const { eventSource: source, eventType: expected } = trigger;
  return {
    trigger,
    listener: { source, folderPath: templatePath ?? folderPath, ownerKind: 'template', sourceFolderPath, expected },
  };
}

/** Fires a trigger for the received events that it accepts. For the others, records the reason. */
export async function processForTrigger(
  eventContext: EventContext,
  row: TriggerRow,
  receivedEvents: readonly EventProgress[],
): Promise<void> {
  const listeningTrigger = toListeningTrigger(row);
  if (listeningTrigger === null) return;
  const { trigger, listener } = listeningTrigger;
  const accepted: AcceptedEvent[] = [];
  const { context, scripts } = eventContext;
  for (const receivedEvent of receivedEvents) {
    const filter = withTimeoutRetries(context.database, receivedEvent.id, () => trigger.id, scripts.filter);
    const retryingContext = { context, scripts: { ...scripts, filter } };
    await collectErrors(eventContext, trigger.id, receivedEvent, async () => {
      const content = await readAcceptedEvent(retryingContext, trigger, () => receivedEvent.read(listener));
      if (content instanceof Error) accepted.push({ receivedEvent, event: content });
      else if ('event' in content) accepted.push({ receivedEvent, event: content.event });
      else receivedEvent.results.push(toFilteredResult(trigger, textOf(content.dropped)));
    });
  }
  // each event can select another template
  const batches = mayChooseTemplate(trigger.mappedProperties) ? accepted.map((event) => [event]) : [accepted];
  for (const batch of batches) await fireForEvents(eventContext, trigger, batch);
}

/**
 * Returns the event for a trigger, the error of the event or trigger, or the reason why the trigger rejects the event.
 */
export async function readAcceptedEvent(
  { context, scripts }: Pick<EventContext, 'context' | 'scripts'>,
  trigger: EventTrigger,
  read: () => Promise<ReadResult>,
): Promise<ReadResult | Error> {
  try {
    const content = await read();
    if ('dropped' in content) return content;
    const reason = await findFilterReason(context.database, scripts.filter, trigger, content);
    return reason === null ? content : { dropped: reason };
  } catch (error) {
    if (isTriggerFault(error)) return error;
    throw error;
  }
}

const toFilteredResult = ({ id }: EventTrigger, reason: string): EventResult => ({
  triggerId: id,
  outcome: 'filtered',
  reason,
  run: null,
  releaseId: null,
});
