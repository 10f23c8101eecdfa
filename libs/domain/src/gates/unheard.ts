import type { Caller } from '../decision/inputs.ts';
import { Conflict, clip, Forbidden } from '../model/errors.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { askedOf, whyInWords } from './approval-words.ts';
import { asksFor, signingOf, whyVoid } from './approvals.ts';

/** The verdicts on a gate. */
export const approval = { kind: 'APPROVED', verb: 'approve', done: 'Approved', activity: 'GATE_APPROVED' } as const;
export const rejection = { kind: 'REJECTED', verb: 'reject', done: 'Rejected', activity: 'GATE_REJECTED' } as const;
export type Word = typeof approval | typeof rejection;

/** Whether a verdict now is given before the flow has reached the gate. */
export const isEarly = ({ run }: Task): boolean => run.status !== 'IN_PROGRESS';

/** Returns the reason why the user cannot approve or reject any requirement of the gate, or null if they can. */
export function whyUnheard(
  release: Release,
  gate: Task,
  { kind, verb }: Word,
  caller: Caller,
): Conflict | Forbidden | null {
  const name = `'${clip(titleOf(gate))}' (${gate.id})`;
  const { approvalRequirements: all } = gate.definition;
  const asked = all.filter((requirement) => asksFor(requirement, caller));
  if (asked.length === 0) return new Forbidden(`cannot ${verb} task ${name}: it requires ${askedOf(all)}`);
  const { username } = caller;
  const { revision: plan } = release.authorship;
  const said = { kind, username, gate: signingOf(gate).revision, plan, ahead: isEarly(gate) };
  const whys = asked.map((requirement) => whyVoid(said, requirement, release, gate));
  const [why] = whys;
  if (!why || whys.includes(null)) return null;
  if (whys.includes('tooEarly')) return new Conflict(`cannot ${verb} task ${name} before the flow has reached it`);
  return new Forbidden(`cannot ${verb} task ${name}: ${whyInWords(why, username)}, and four eyes are required`);
}

/** The refusal that an approval and a rejection of a user would get; null if none. */
export interface Unheard {
  readonly approve: string | null;
  readonly reject: string | null;
}

/** The verdicts that a user cannot give on a gate; null for a task without approval requirements, or an ended one. */
export function unheardOf(release: Release, gate: Task, caller: Caller): Unheard | null {
  if (gate.definition.approvalRequirements.length === 0 || isEnded(gate.run.status)) return null;
  const why = (word: Word): string | null => whyUnheard(release, gate, word, caller)?.message ?? null;
  return { approve: why(approval), reject: why(rejection) };
}
