import { type Command, type Event, scriptText } from '@slipway/domain';
import { type DeliveryResult, type EventWait, loadPlan, type Untold, visibleVariables } from '@slipway/persistence';
import { isMistake, longestReason, sentenceOf } from './fire.ts';
import { listener } from './fire-together.ts';
import type { Telling } from './tell-deliveries.ts';
import type { Hear } from './transform-event.ts';

/** A task that waits for an event, one delivery, and how the one hears the other. */
interface Hearing {
  readonly delivery: Untold;
  readonly wait: EventWait;
  readonly hear: Hear;
}

/**
 * Tells a task of a delivery: it is completed where its condition wants the event, and fails where that does. What is
 * wrong before the condition is asked is recorded, and the task waits on. Told twice, it waits no more. Throws what
 * nobody foresaw.
 */
export async function tellTask(telling: Telling, hearing: Hearing): Promise<DeliveryResult> {
  const { wait, delivery } = hearing;
  const result = { triggerId: null, taskId: wait.taskId, run: null, releaseId: null };
  const heard = await hearing.hear({ ...wait, whose: 'release' }).catch(mistakeOf);
  if (heard instanceof Error) return { ...result, outcome: 'failed', reason: sentenceOf(heard) };
  const answer = 'dropped' in heard ? heard : await asked(telling, wait, heard.event);
  if ('dropped' in answer) return { ...result, outcome: 'filtered', reason: answer.dropped };
  const { failed, unasked } = answer;
  // whoever sends something large must not end what others wait for
  if (unasked) return { ...result, outcome: 'failed', reason: failed };
  const command: Command =
    failed === null
      ? { type: 'completeTask', taskId: wait.taskId, comment: `What came as ${delivery.id} is what it waited for.` }
      : { type: 'failTask', taskId: wait.taskId, comment: failed };
  const refusal = await telling
    .dispatch(wait.releaseId, { kind: 'command', caller: listener, command })
    .then(() => null, mistakeOf);
  const reason = refusal?.message ?? failed;
  const outcome = refusal !== null ? 'refused' : failed === null ? 'completed' : 'failed';
  return { ...result, outcome, reason: reason?.slice(0, longestReason) ?? null };
}

function mistakeOf(error: unknown): Error {
  if (isMistake(error)) return error;
  throw error;
}

type Answer = { readonly dropped: string } | { readonly failed: string | null; readonly unasked?: boolean };

/** Whether the condition of a task wants an event, or fails; without a condition it does. */
async function asked(telling: Telling, wait: EventWait, event: Event): Promise<Answer> {
  if (wait.condition === null || wait.condition.trim() === '') return { failed: null };
  const answer = await telling.ask.filter(await questionOf(telling, wait, wait.condition, event));
  if ('failed' in answer) return { ...answer, failed: `The condition could not be asked: ${answer.failed}.` };
  return answer.wants ? { failed: null } : { dropped: 'the condition of the task does not want it' };
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
