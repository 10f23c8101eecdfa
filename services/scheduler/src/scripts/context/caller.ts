import type { Caller } from '@slipway/domain';
import { callerFor } from '@slipway/engine';
import type { ClaimedRun } from './context.ts';

/** As whom the scripts of a release ask and act; null: nobody has said so. */
export function scriptCaller({ view }: ClaimedRun): Caller | null {
  const { scriptUsername } = view.release;
  return scriptUsername === null ? null : callerFor(scriptUsername);
}
