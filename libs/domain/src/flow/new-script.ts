import type { Turn } from '../decision/turn.ts';
import type { Instant } from '../model/json.ts';
import type { ScriptRun } from '../model/task.ts';

/** A script that a task waits for from now on, and nobody has taken up yet, nor may before `notBefore`. */
export const newScript = (purpose: ScriptRun['purpose'], turn: Turn, notBefore: Instant | null = null): ScriptRun => ({
  id: turn.env.newId('Script'),
  purpose,
  attempt: 0,
  startedAt: null,
  leaseUntil: notBefore,
});
