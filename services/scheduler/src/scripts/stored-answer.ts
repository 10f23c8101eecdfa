import { keepAnswer, recallKey } from '@slipway/persistence';
import { type ScriptAnswer, scriptAnswer } from '@slipway/scripts';
import type { Scripting, TakenUp } from './context/context.ts';

const keyOf = ({ script }: TakenUp) => ({ id: `${script.id} said`, fingerprint: 'said' });

/**
 * What a script that wants something of others has said is kept, sealed, before any of it is done: run again after a death
 * in between it could read another world, and say something else. Answers what was kept before by an earlier attempt that
 * is not dead but late, or null.
 */
export async function keepSaid(
  { database, seal }: Scripting,
  taken: TakenUp,
  answer: ScriptAnswer,
): Promise<ScriptAnswer | null> {
  const body = seal.seal('script-answer', JSON.stringify(answer));
  await keepAnswer(database, keyOf(taken), { status: 200, tag: null, body });
  const kept = await recallKey(database, keyOf(taken).id);
  return kept?.answer?.body === body ? null : await recallSaid({ database, seal }, taken);
}

/** What an earlier attempt has left to be done; null where none came so far. */
export async function recallSaid(
  { database, seal }: Pick<Scripting, 'database' | 'seal'>,
  taken: TakenUp,
): Promise<ScriptAnswer | null> {
  const kept = await recallKey(database, keyOf(taken).id);
  const body = kept?.answer?.body ?? null;
  return body === null ? null : scriptAnswer.parse(JSON.parse(seal.open('script-answer', body)));
}
