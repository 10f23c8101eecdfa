import type { Caller } from '../decision/inputs.ts';
import { Conflict, clip, Forbidden } from '../model/errors.ts';
import { titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { askedOf, whyInWords } from './approval-words.ts';
import { asksFor, signingOf, whyVoid } from './approvals.ts';

/** What somebody may say of a gate. */
export const approval = { kind: 'APPROVED', verb: 'approve', done: 'Approved', activity: 'GATE_APPROVED' } as const;
export const rejection = { kind: 'REJECTED', verb: 'reject', done: 'Rejected', activity: 'GATE_REJECTED' } as const;
export type Word = typeof approval | typeof rejection;

/** Whether what is said now is said before the flow has reached the gate. */
export const isEarly = ({ run }: Task): boolean => run.status !== 'IN_PROGRESS';

/** Why no requirement of a gate would hear a word of somebody; null: one does. */
export function whyUnheard(
  release: Release,
  gate: Task,
  { kind, verb }: Word,
  caller: Caller,
): Conflict | Forbidden | null {
  const name = `'${clip(titleOf(gate))}' (${gate.id})`;
  const { approvalRequirements: all } = gate.definition;
  const asked = all.filter((requirement) => asksFor(requirement, caller));
  if (asked.length === 0) return new Forbidden(`cannot ${verb} task ${name}: it asks ${askedOf(all)}`);
  const { username } = caller;
  const { revision: plan } = release.authorship;
  const said = { kind, username, gate: signingOf(gate).revision, plan, ahead: isEarly(gate) };
  const whys = asked.map((requirement) => whyVoid(said, requirement, release, gate));
  const [why] = whys;
  if (!why || whys.includes(null)) return null;
  if (whys.includes('tooEarly')) return new Conflict(`cannot ${verb} task ${name} before the flow has reached it`);
  return new Forbidden(`cannot ${verb} task ${name}: ${whyInWords(why, username)}, and other eyes are asked for`);
}

/** Why an approval and a rejection of somebody would be refused, in the words of that; null: it would not. */
export interface Unheard {
  readonly approve: string | null;
  readonly reject: string | null;
}

/** What somebody cannot say of a gate; null: of a task that asks for no approvals, or is over. */
export function unheardOf(release: Release, gate: Task, caller: Caller): Unheard | null {
  if (gate.definition.approvalRequirements.length === 0 || isEnded(gate.run.status)) return null;
  const why = (word: Word): string | null => whyUnheard(release, gate, word, caller)?.message ?? null;
  return { approve: why(approval), reject: why(rejection) };
}
