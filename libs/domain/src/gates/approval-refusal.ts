import type { Caller } from '../decision/inputs.ts';
import { type Message, message } from '../messages/message.ts';
import { Conflict, Forbidden } from '../model/errors.ts';
import { namedTask } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { approverMessages, voidMessage } from './approval-messages.ts';
import { gateAuthorshipOf, includesUser, voidReason } from './approvals.ts';

/** The verdicts that users can give on a gate. */
export const approval = {
  kind: 'APPROVED',
  verb: 'approve',
  activity: 'GATE_APPROVED',
  code: 'activity.gateApproved',
} as const;
export const rejection = {
  kind: 'REJECTED',
  verb: 'reject',
  activity: 'GATE_REJECTED',
  code: 'activity.gateRejected',
} as const;
export type VerdictAction = typeof approval | typeof rejection;

/** Whether the flow has not reached the gate, so that a verdict is early. */
export const isEarly = ({ run }: Task): boolean => run.status !== 'IN_PROGRESS';

/** Returns the reason why the user cannot approve or reject any requirement of the gate, or null if they can. */
export function approvalRefusal(
  release: Release,
  gate: Task,
  { kind, verb }: VerdictAction,
  caller: Caller,
): Conflict | Forbidden | null {
  const refused = { verb: message(`verb.${verb}`), task: namedTask(gate) };
  const { approvalRequirements: requirements } = gate.definition;
  const ownRequirements = requirements.filter((requirement) => includesUser(requirement, caller));
  if (ownRequirements.length === 0)
    return new Forbidden(message('gate.notAnApprover', { ...refused, approvers: approverMessages(requirements) }));
  const { username } = caller;
  const { revision: plan } = release.authorship;
  const verdict = { kind, username, gate: gateAuthorshipOf(gate).revision, plan, ahead: isEarly(gate) };
  const reasons = ownRequirements.map((requirement) => voidReason(verdict, requirement, release, gate));
  const [reason] = reasons;
  if (!reason || reasons.includes(null)) return null;
  if (reasons.includes('tooEarly')) return new Conflict(message('gate.tooEarly', refused));
  return new Forbidden(message('gate.fourEyes', { ...refused, cause: voidMessage(reason, username) }));
}

/** The reasons why a user cannot approve or reject a gate. Null: the user can. */
export interface ApprovalRefusals {
  readonly approve: Message | null;
  readonly reject: Message | null;
}

/**
 * Returns the reasons why a user cannot give each verdict. Returns null for a task that has ended or has no approval
 * requirements.
 */
export function approvalRefusalsOf(release: Release, gate: Task, caller: Caller): ApprovalRefusals | null {
  if (gate.definition.approvalRequirements.length === 0 || isEnded(gate.run.status)) return null;
  const reason = (action: VerdictAction): Message | null =>
    approvalRefusal(release, gate, action, caller)?.data ?? null;
  return { approve: reason(approval), reject: reason(rejection) };
}
