import type { Fact } from '@slipway/domain';
import { crashPoint } from '@slipway/engine';
import type { ClaimedRun, ScriptContext } from './context/context.ts';

type Unnamed<T> = T extends { readonly runId: string } ? Omit<T, 'runId' | 'attempt'> : never;

/** Says what became of a script; the late word of an attempt that has been given up changes nothing. */
export async function report(
  { engine }: ScriptContext,
  { view, script }: ClaimedRun,
  news: Unnamed<Fact>,
): Promise<void> {
  const fact: Fact = { ...news, runId: script.id, attempt: script.attempt };
  crashPoint('before-fact');
  await engine.dispatch(view.release.id, { kind: 'fact', fact });
  crashPoint('after-fact');
}
