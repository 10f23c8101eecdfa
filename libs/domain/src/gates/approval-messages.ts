import { clip } from '../messages/clip.ts';
import { textOf } from '../messages/english.ts';
import { type Message, message } from '../messages/message.ts';
import type { ApprovalRequirement } from '../model/approval.ts';
import { isSameUser } from '../people/access-attributes.ts';
import type { ApprovalCount, ApprovalState, VoidReason, VoidVerdict } from './approvals.ts';

const approverMessage = ({ team, role }: ApprovalRequirement): Message =>
  role === null ? message('approver.team', { name: String(team) }) : message('approver.role', { name: role });

/** Returns the distinct teams and roles of requirements. */
export function approverMessages(requirements: readonly ApprovalRequirement[]): readonly Message[] {
  const byText = new Map(requirements.map(approverMessage).map((approver) => [textOf(approver), approver]));
  return [...byText.values()];
}

/** Returns the reason why a verdict does not count, for a stored verdict and for one that a user wants to give. */
export function voidMessage(reason: VoidReason, user: string): Message {
  switch (reason) {
    case 'gateChanged':
    case 'releaseChanged':
    case 'tooEarly':
    case 'notAsked':
      return message(`verdict.${reason}`);
    case 'createdRelease':
    case 'startedRelease':
    case 'changedRelease':
    case 'createdGate':
    case 'changedGate':
      return message(`verdict.${reason}`, { user });
  }
}

const missingMessage = ({ requirement, missing }: ApprovalCount): Message =>
  message('approval.missingOf', { missing, count: requirement.count, approver: approverMessage(requirement) });

const givenMessage = ({ requirement, approvers }: ApprovalCount): Message =>
  message('approval.givenBy', {
    users: approvers.map((name) => message('actor.user', { name })),
    approver: approverMessage(requirement),
  });

const voidVerdictMessage = ({ verdict: { username }, reason }: VoidVerdict): Message =>
  message('approval.void', { user: username, cause: voidMessage(reason, username) });

/** The names of existing teams and roles among the approvers of gates. */
export interface ExistingApprovers {
  readonly teams: readonly string[];
  readonly roles: readonly string[];
}

/** Returns messages about required teams and roles that have been renamed or deleted. */
function missingApproverMessages(state: ApprovalState, { teams, roles }: ExistingApprovers): readonly Message[] {
  const open = state.counts.filter(({ missing }) => missing > 0).map(({ requirement }) => requirement);
  const deleted = open.filter(({ team, role }) =>
    role === null ? !teams.includes(String(team)) : !roles.some((existingRole) => isSameUser(existingRole, role)),
  );
  return approverMessages(deleted).map((approver) => message('approval.approverDeleted', { approver }));
}

/**
 * Returns the reasons why the approvals of a gate are incomplete, with missing and given approvals apart. Returns an
 * empty list for complete approvals. Ignores deleted teams and roles if `existing` is null.
 */
export function missingApprovalMessages(
  state: ApprovalState,
  existing: ExistingApprovers | null = null,
): readonly Message[] {
  if (state.holds) return [];
  const missing = state.counts.filter((count) => count.missing > 0).map(missingMessage);
  const given =
    missing.length === 0 ? [] : state.counts.filter(({ approvers }) => approvers.length > 0).map(givenMessage);
  return [
    ...(missing.length === 0 ? [] : [message('approval.missing', { approvals: missing })]),
    ...(given.length === 0 ? [] : [message('approval.given', { approvals: given })]),
    ...(existing === null ? [] : missingApproverMessages(state, existing)),
    ...state.rejections.map(({ username, comment }) =>
      message('approval.rejected', { user: username, comment: clip(String(comment)) }),
    ),
    ...state.void.map(voidVerdictMessage),
  ];
}
