import { findKey, storeResponse } from '@slipway/persistence/plans';
import { type ScriptRunResult, scriptRunResult } from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from './context/context.ts';

const keyOf = ({ script }: ClaimedRun) => ({ id: `${script.id} said`, fingerprint: 'said' });

/**
 * Stores the answer of a script with external actions, encrypted, before any is applied: a rerun after a crash could
 * see other data and return something else. Returns the answer stored by a slow earlier attempt, or null.
 */
export async function storeAnswer(
  { database, seal }: ScriptContext,
  run: ClaimedRun,
  answer: ScriptRunResult,
): Promise<ScriptRunResult | null> {
  const body = seal.seal('script-answer', JSON.stringify(answer));
  await storeResponse(database, keyOf(run), { status: 200, tag: null, body });
  const stored = await findKey(database, keyOf(run).id);
  return stored?.answer?.body === body ? null : await storedAnswer({ database, seal }, run);
}

/** Returns the answer that an earlier attempt has stored, or null. */
export async function storedAnswer(
  { database, seal }: Pick<ScriptContext, 'database' | 'seal'>,
  run: ClaimedRun,
): Promise<ScriptRunResult | null> {
  const stored = await findKey(database, keyOf(run).id);
  const body = stored?.answer?.body ?? null;
  return body === null ? null : scriptRunResult.parse(JSON.parse(seal.open('script-answer', body)));
}
