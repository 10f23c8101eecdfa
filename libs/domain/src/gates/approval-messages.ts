import type { ApprovalRequirement } from '../model/approval.ts';
import { clip } from '../model/errors.ts';
import { isSameUser } from '../people/access-attributes.ts';
import type { ApprovalCount, ApprovalState, VoidReason, VoidVerdict } from './approvals.ts';

const approverName = ({ team, role }: ApprovalRequirement): string =>
  role === null ? `team '${clip(String(team))}'` : `role '${clip(role)}'`;

/** Whom requirements ask: `team 'QA' or role 'Security'`. */
export const approverNames = (requirements: readonly ApprovalRequirement[]): string =>
  [...new Set(requirements.map(approverName))].join(' or ');

/** The change of the gate or release since the verdict, or by its author. */
const voidMessages = {
  gateChanged: 'the gate was changed since',
  releaseChanged: 'the release was changed since',
  tooEarly: 'it was given before the flow had reached the gate',
  notAsked: 'no requirement includes this user',
  createdRelease: { act: 'has created the release' },
  startedRelease: { act: 'has started the release' },
  changedRelease: { act: 'was the last to change the release' },
  createdGate: { act: 'has created the gate' },
  changedGate: { act: 'was the last to change the gate' },
} as const satisfies Readonly<Record<VoidReason, string | { readonly act: string }>>;

/** Why a verdict, stored or about to be given, does not count. */
export function voidMessage(reason: VoidReason, username: string): string {
  const template = voidMessages[reason];
  return typeof template === 'string' ? template : `${clip(username)} ${template.act}`;
}

const missingText = ({ requirement, missing }: ApprovalCount): string =>
  `${missing} of ${requirement.count} of ${approverName(requirement)}`;

const givenText = ({ requirement, approvers }: ApprovalCount): string =>
  `${approvers.map((name) => clip(name)).join(', ')} of ${approverName(requirement)}`;

const voidText = ({ verdict, reason }: VoidVerdict): string =>
  `the verdict of ${clip(verdict.username)} does not count: ${voidMessage(reason, verdict.username)}`;

/** Which of the teams and roles that gates ask for there are, where that was looked up. */
export interface ExistingApprovers {
  /** names */
  readonly teams: readonly string[];
  readonly roles: readonly string[];
}

/** Teams and roles of requirements that were renamed or deleted since. */
function missingApproverTexts(state: ApprovalState, { teams, roles }: ExistingApprovers): readonly string[] {
  const open = state.counts.filter(({ missing }) => missing > 0).map(({ requirement }) => requirement);
  const deleted = open.filter(({ team, role }) =>
    role === null ? !teams.includes(String(team)) : !roles.some((existingRole) => isSameUser(existingRole, role)),
  );
  return [...new Set(deleted.map(approverName))].map(
    (name) => `${name} no longer exists: change the requirements of the gate`,
  );
}

/** What keeps a gate closed by its approvals: parts of a sentence, which list missing and given ones apart; none where they hold. */
export function missingApprovalTexts(
  state: ApprovalState,
  existing: ExistingApprovers | null = null,
): readonly string[] {
  if (state.holds) return [];
  const missingTexts = state.counts.filter(({ missing }) => missing > 0).map(missingText);
  const givenTexts =
    missingTexts.length === 0 ? [] : state.counts.filter(({ approvers }) => approvers.length > 0).map(givenText);
  return [
    ...(missingTexts.length === 0 ? [] : [`missing approvals: ${missingTexts.join(', ')}`]),
    ...(givenTexts.length === 0 ? [] : [`given approvals: ${givenTexts.join(', ')}`]),
    ...(existing === null ? [] : missingApproverTexts(state, existing)),
    ...state.rejections.map(({ username, comment }) => `${clip(username)} has rejected it: ${clip(String(comment))}`),
    ...state.void.map(voidText),
  ];
}
