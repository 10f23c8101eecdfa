import type { Caller } from '@slipway/domain';
import { callerFor } from '@slipway/engine';
import type { TakenUp } from './context.ts';

/** As whom the scripts of a release ask and act; null: nobody has said so. */
export function runningAs({ view }: TakenUp): Caller | null {
  const { scriptUsername } = view.release;
  return scriptUsername === null ? null : callerFor(scriptUsername);
}
