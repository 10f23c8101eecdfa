import type { DecisionContext } from '../decision/context.ts';
import type { Instant } from '../model/json.ts';
import type { ScriptRun } from '../model/task.ts';

/** Returns a new script run of a task. It may start at once, or from `notBefore` on. */
export const newScript = (
  purpose: ScriptRun['purpose'],
  { env }: DecisionContext,
  notBefore: Instant | null = null,
): ScriptRun => ({
  id: env.newId('Script'),
  purpose,
  attempt: 0,
  startedAt: null,
  leaseUntil: notBefore,
  timer: null,
  script: null,
  printed: null,
});
