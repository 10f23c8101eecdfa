import { whyTokenIsOver } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { CannotRun } from './cannot-run.ts';
import type { ClaimedRun, ScriptContext } from './context.ts';

/**
 * As whom the scripts of a release ask and act, with the rights of this moment, and within the limits of the token by
 * which they run; null: nobody has said so. Throws CannotRun where that token is over.
 */
export async function scriptCaller(
  { engine: { access } }: Pick<ScriptContext, 'engine'>,
  { view }: Pick<ClaimedRun, 'view'>,
): Promise<Person | null> {
  const { scriptUsername, scriptTokenId } = view.release;
  if (scriptUsername === null) return null;
  if (scriptTokenId === null) return await access.named(scriptUsername);
  const person = await access.byToken(scriptTokenId);
  if (typeof person === 'string') throw new CannotRun(whyTokenIsOver(person));
  return person;
}
