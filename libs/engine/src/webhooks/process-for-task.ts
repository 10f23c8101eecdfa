import {
  answerToEvent,
  type ConditionAnswer,
  type Event,
  isCondition,
  type Release,
  scriptText,
  type World,
} from '@slipway/domain';
import {
  type Database,
  type EventResult,
  type EventWait,
  findFolder,
  loadPlan,
  readReleasePassive,
  visibleVariables,
} from '@slipway/persistence';
import { settleAll } from '../concurrency/settle-all.ts';
import { systemCaller } from '../people/caller.ts';
import { isMistake, sentenceOf } from '../triggers/mistakes.ts';
import type { EventContext } from './event-context.ts';
import type { EventProgress } from './event-progress.ts';
import { type FilterRequest, type ReadEvent, runFilterUnmasked } from './filter-event.ts';
import { retryingTimeouts } from './retry-timeouts.ts';

/**
 * Applies a received event to a task that waits for events, by the result of its condition. A fault before the
 * condition runs is recorded, and the task continues to wait. A second processing has no effect. Throws unexpected
 * errors.
 */
export async function processForTask(
  processing: EventContext,
  wait: EventWait,
  receivedEvent: EventProgress,
): Promise<EventResult> {
  const result = { triggerId: null, taskId: wait.taskId, run: null, releaseId: null };
  const found = await receivedEvent.read({ ...wait, whose: 'release' }).catch(mistakeOf);
  if (found instanceof Error) return { ...result, outcome: 'failed', reason: sentenceOf(found) };
  if ('dropped' in found) return { ...result, outcome: 'filtered', reason: found.dropped };
  const { context, scripts } = processing;
  const filter = retryingTimeouts(context.database, receivedEvent.id, () => wait.taskId, scripts.filter);
  const condition = await conditionAnswer({ context, scripts: { ...scripts, filter } }, wait, found);
  const answer = answerToEvent(wait.taskId, receivedEvent.id, condition);
  if (answer.does === 'nothing') {
    return { ...result, outcome: answer.outcome, reason: sentenceOf({ message: answer.reason }) };
  }
  const { command, outcome, reason } = answer;
  const refusal = await processing
    .dispatch(wait.releaseId, { kind: 'command', caller: systemCaller, command })
    .then(() => null, mistakeOf);
  if (refusal !== null) return { ...result, outcome: 'refused', reason: sentenceOf(refusal) };
  return { ...result, outcome, reason: reason === null ? null : sentenceOf({ message: reason }) };
}

/** What is wrong with a task or an event. Throws what is unexpected. */
export function mistakeOf(error: unknown): Error {
  if (isMistake(error)) return error;
  throw error;
}

/** What the condition of a task answers about an event; without a condition it wants each. */
export async function conditionAnswer(
  processing: Pick<EventContext, 'context' | 'scripts'>,
  wait: EventWait,
  { event, unmasked }: ReadEvent,
): Promise<ConditionAnswer> {
  if (!isCondition(wait.condition)) return { wants: true };
  const request = await conditionRequest(processing, wait, wait.condition, unmasked);
  return await runFilterUnmasked(processing.scripts.filter, request, event);
}

/** Everything that the placeholders of a condition can name outside the plan. */
async function scriptWorld(database: Database, { id, folderId }: Release): Promise<World> {
  const [variables, folder, passive] = await settleAll(
    visibleVariables(database, folderId),
    findFolder(database, folderId),
    readReleasePassive(database, id),
  );
  const folders = new Map([[folderId, folder?.path.join('/') ?? null]]);
  return { variables, folders, releasePassives: new Map([[id, passive]]) };
}

/** The condition with its placeholders replaced, and what it sees. */
async function conditionRequest(
  { context: { database }, scripts }: Pick<EventContext, 'context' | 'scripts'>,
  { releaseId }: EventWait,
  written: string,
  { payload, headers, parameters }: Event,
): Promise<FilterRequest> {
  const plan = written.includes('${') ? await loadPlan(database, releaseId) : null;
  const script =
    plan === null
      ? written
      : scriptText(written, scripts.languageOf(written), plan.release, await scriptWorld(database, plan.release));
  const inputs = { event: payload, headers, parameters, folderVariables: {}, globalVariables: {} };
  return { owner: releaseId, script, inputs };
}
