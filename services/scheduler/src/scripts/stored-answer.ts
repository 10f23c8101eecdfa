import { findKey, storeAnswerOfKey } from '@slipway/persistence';
import { type ScriptAnswer, scriptAnswer } from '@slipway/scripts';
import type { ClaimedRun, ScriptContext } from './context/context.ts';

const keyOf = ({ script }: ClaimedRun) => ({ id: `${script.id} said`, fingerprint: 'said' });

/**
 * Stores the answer of a script with external actions, encrypted, before any is applied: a rerun after a crash could
 * see other data and return something else. Returns the answer stored by a slow earlier attempt, or null.
 */
export async function storeAnswer(
  { database, seal }: ScriptContext,
  run: ClaimedRun,
  answer: ScriptAnswer,
): Promise<ScriptAnswer | null> {
  const body = seal.seal('script-answer', JSON.stringify(answer));
  await storeAnswerOfKey(database, keyOf(run), { status: 200, tag: null, body });
  const kept = await findKey(database, keyOf(run).id);
  return kept?.answer?.body === body ? null : await storedAnswer({ database, seal }, run);
}

/** The answer that an earlier attempt has stored; null where none came so far. */
export async function storedAnswer(
  { database, seal }: Pick<ScriptContext, 'database' | 'seal'>,
  run: ClaimedRun,
): Promise<ScriptAnswer | null> {
  const kept = await findKey(database, keyOf(run).id);
  const body = kept?.answer?.body ?? null;
  return body === null ? null : scriptAnswer.parse(JSON.parse(seal.open('script-answer', body)));
}
