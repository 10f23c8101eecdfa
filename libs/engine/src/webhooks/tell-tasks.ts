import { answerToEvent, type ConditionAnswer, type Event, isCondition, scriptText } from '@slipway/domain';
import { type DeliveryResult, type EventWait, loadPlan, type Untold, visibleVariables } from '@slipway/persistence';
import { systemCaller } from '../people/caller.ts';
import { isMistake, sentenceOf } from '../triggers/mistakes.ts';
import { type AskedEvent, askInClear } from './filter-events.ts';
import type { Telling } from './telling.ts';
import type { Hear } from './transform-event.ts';

/** A task that waits for an event, one delivery, and how the one hears the other. */
interface TaskHearing {
  readonly delivery: Untold;
  readonly wait: EventWait;
  readonly hear: Hear;
}

/**
 * Tells a task of a delivery, and does what its condition answers. What is wrong before the condition is asked is
 * recorded, and the task waits on. Told twice, it waits no more. Throws what nobody foresaw.
 */
export async function tellTask(telling: Telling, hearing: TaskHearing): Promise<DeliveryResult> {
  const { wait, delivery } = hearing;
  const result = { triggerId: null, taskId: wait.taskId, run: null, releaseId: null };
  const heard = await hearing.hear({ ...wait, whose: 'release' }).catch(mistakeOf);
  if (heard instanceof Error) return { ...result, outcome: 'failed', reason: sentenceOf(heard) };
  if ('dropped' in heard) return { ...result, outcome: 'filtered', reason: heard.dropped };
  const answer = answerToEvent(wait.taskId, delivery.id, await asked(telling, wait, heard));
  if (answer.does === 'nothing') {
    return { ...result, outcome: answer.outcome, reason: sentenceOf({ message: answer.reason }) };
  }
  const { command, outcome, reason } = answer;
  const refusal = await telling
    .dispatch(wait.releaseId, { kind: 'command', caller: systemCaller, command })
    .then(() => null, mistakeOf);
  if (refusal !== null) return { ...result, outcome: 'refused', reason: sentenceOf(refusal) };
  return { ...result, outcome, reason: reason === null ? null : sentenceOf({ message: reason }) };
}

function mistakeOf(error: unknown): Error {
  if (isMistake(error)) return error;
  throw error;
}

/** What the condition of a task answers about an event; without a condition it wants each. */
async function asked(telling: Telling, wait: EventWait, heard: AskedEvent): Promise<ConditionAnswer> {
  if (!isCondition(wait.condition)) return { wants: true };
  return await askInClear(
    telling.ask.filter,
    await questionOf(telling, wait, wait.condition, heard.asked),
    heard.event,
  );
}

/** The condition with its placeholders replaced, and what it sees. */
async function questionOf(
  { deciding: { database }, ask }: Telling,
  { releaseId }: EventWait,
  written: string,
  { payload, headers, parameters }: Event,
) {
  const plan = written.includes('${') ? await loadPlan(database, releaseId) : null;
  const shared = plan && (await visibleVariables(database, plan.release.folderId));
  const script = plan && shared ? scriptText(written, ask.languageOf(written), plan.release, shared) : written;
  const inputs = { event: payload, headers, parameters, folderVariables: {}, globalVariables: {} };
  return { owner: releaseId, script, inputs };
}
