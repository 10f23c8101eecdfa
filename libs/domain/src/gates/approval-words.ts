import type { ApprovalRequirement } from '../model/approval.ts';
import { clip } from '../model/errors.ts';
import type { ApprovalCount, ApprovalState, VoidVerdict, WhyVoid } from './approvals.ts';

const namedBy = ({ team, role }: ApprovalRequirement): string =>
  role === null ? `team '${clip(String(team))}'` : `role '${clip(role)}'`;

const approvals = (count: number): string => `${count} approval${count === 1 ? '' : 's'}`;

/** Whom requirements ask: `team 'QA' or role 'Security'`. */
export const askedOf = (requirements: readonly ApprovalRequirement[]): string =>
  [...new Set(requirements.map(namedBy))].join(' or ');

/** What has become of the thing since, or what its speaker has done to it. */
const whys = {
  gateChanged: 'the gate was changed since',
  releaseChanged: 'the release was changed since',
  tooEarly: 'it was said before the flow had reached the gate',
  notAsked: 'nobody like that is asked for',
  createdRelease: { act: 'has created the release' },
  startedRelease: { act: 'has started the release' },
  changedRelease: { act: 'was the last to change the release' },
  createdGate: { act: 'has created the gate' },
  changedGate: { act: 'was the last to change the gate' },
} as const satisfies Readonly<Record<WhyVoid, string | { readonly act: string }>>;

/** Why what somebody has said, or wants to say, does not count. */
export function whyInWords(why: WhyVoid, username: string): string {
  const words = whys[why];
  return typeof words === 'string' ? words : `${clip(username)} ${words.act}`;
}

const missingIn = ({ requirement, approvers, missing }: ApprovalCount): string => {
  const given = approvers.length === 0 ? '' : ` (given by ${approvers.map((name) => clip(name)).join(', ')})`;
  return `${approvals(missing)} of ${namedBy(requirement)}${given}`;
};

const voidIn = ({ verdict, why }: VoidVerdict): string =>
  `what ${clip(verdict.username)} said does not count: ${whyInWords(why, verdict.username)}`;

/** What keeps a gate closed by its approvals: a part of a sentence each, none where they hold. */
export function lackingIn(state: ApprovalState): readonly string[] {
  if (state.holds) return [];
  const lacking = state.counts.filter(({ missing }) => missing > 0).map(missingIn);
  return [
    ...(lacking.length === 0 ? [] : [`it lacks ${lacking.join(' and ')}`]),
    ...state.rejections.map(({ username, comment }) => `${clip(username)} has rejected it: ${clip(String(comment))}`),
    ...state.void.map(voidIn),
  ];
}
