import type { ApprovalRequirement } from '../model/approval.ts';
import { clip } from '../model/errors.ts';
import { isSameUser } from '../people/standing.ts';
import type { ApprovalCount, ApprovalState, VoidVerdict, WhyVoid } from './approvals.ts';

const namedBy = ({ team, role }: ApprovalRequirement): string =>
  role === null ? `team '${clip(String(team))}'` : `role '${clip(role)}'`;

/** Whom requirements ask: `team 'QA' or role 'Security'`. */
export const askedOf = (requirements: readonly ApprovalRequirement[]): string =>
  [...new Set(requirements.map(namedBy))].join(' or ');

/** The change of the gate or release since the verdict, or by its author. */
const whys = {
  gateChanged: 'the gate was changed since',
  releaseChanged: 'the release was changed since',
  tooEarly: 'it was given before the flow had reached the gate',
  notAsked: 'no requirement includes this user',
  createdRelease: { act: 'has created the release' },
  startedRelease: { act: 'has started the release' },
  changedRelease: { act: 'was the last to change the release' },
  createdGate: { act: 'has created the gate' },
  changedGate: { act: 'was the last to change the gate' },
} as const satisfies Readonly<Record<WhyVoid, string | { readonly act: string }>>;

/** Why a verdict, stored or about to be given, does not count. */
export function whyInWords(why: WhyVoid, username: string): string {
  const words = whys[why];
  return typeof words === 'string' ? words : `${clip(username)} ${words.act}`;
}

const missingIn = ({ requirement, missing }: ApprovalCount): string =>
  `${missing} of ${requirement.count} of ${namedBy(requirement)}`;

const givenIn = ({ requirement, approvers }: ApprovalCount): string =>
  `${approvers.map((name) => clip(name)).join(', ')} of ${namedBy(requirement)}`;

const voidIn = ({ verdict, why }: VoidVerdict): string =>
  `the verdict of ${clip(verdict.username)} does not count: ${whyInWords(why, verdict.username)}`;

/** Which of the teams and roles that gates ask for there are, where that was looked up. */
export interface KnownAskers {
  /** names */
  readonly teams: readonly string[];
  readonly roles: readonly string[];
}

/** Teams and roles of requirements that were renamed or deleted since. */
function goneIn(state: ApprovalState, { teams, roles }: KnownAskers): readonly string[] {
  const open = state.counts.filter(({ missing }) => missing > 0).map(({ requirement }) => requirement);
  const gone = open.filter(({ team, role }) =>
    role === null ? !teams.includes(String(team)) : !roles.some((one) => isSameUser(one, role)),
  );
  return [...new Set(gone.map(namedBy))].map((name) => `${name} no longer exists: change the requirements of the gate`);
}

/** What keeps a gate closed by its approvals: parts of a sentence, which list missing and given ones apart; none where they hold. */
export function lackingIn(state: ApprovalState, known: KnownAskers | null = null): readonly string[] {
  if (state.holds) return [];
  const lacking = state.counts.filter(({ missing }) => missing > 0).map(missingIn);
  const given = lacking.length === 0 ? [] : state.counts.filter(({ approvers }) => approvers.length > 0).map(givenIn);
  return [
    ...(lacking.length === 0 ? [] : [`missing approvals: ${lacking.join(', ')}`]),
    ...(given.length === 0 ? [] : [`given approvals: ${given.join(', ')}`]),
    ...(known === null ? [] : goneIn(state, known)),
    ...state.rejections.map(({ username, comment }) => `${clip(username)} has rejected it: ${clip(String(comment))}`),
    ...state.void.map(voidIn),
  ];
}
