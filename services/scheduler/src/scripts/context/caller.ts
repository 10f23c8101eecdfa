import type { Person } from '@slipway/engine';
import type { ClaimedRun, ScriptContext } from './context.ts';

/** As whom the scripts of a release ask and act, with the rights of this moment; null: nobody has said so. */
export async function scriptCaller(
  { engine }: Pick<ScriptContext, 'engine'>,
  { view }: Pick<ClaimedRun, 'view'>,
): Promise<Person | null> {
  const { scriptUsername } = view.release;
  return scriptUsername === null ? null : await engine.access.named(scriptUsername);
}
