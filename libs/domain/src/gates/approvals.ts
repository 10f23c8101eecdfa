import { type ApprovalRequirement, blankGateAuthorship, type GateAuthorship, type Verdict } from '../model/approval.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { isSameUser } from '../people/access-attributes.ts';
import { assignApprovers } from './assign-approvers.ts';

/** The fields of a release that affect its approvals. */
type AuthoredRelease = Pick<Release, 'authorship'>;

/** The given and missing approvals of one requirement of a gate. */
export interface ApprovalCount {
  readonly requirement: ApprovalRequirement;
  /** Usernames. Each user counts for one requirement only. */
  readonly approvers: readonly string[];
  readonly missing: number;
}

/** The reason why a verdict does not count. */
export type VoidReason =
  | 'gateChanged'
  | 'releaseChanged'
  | 'tooEarly'
  | 'notAsked'
  | 'createdRelease'
  | 'startedRelease'
  | 'changedRelease'
  | 'createdGate'
  | 'changedGate';

/** The latest verdict of a user if it counts for no requirement. */
export interface VoidVerdict {
  readonly verdict: Verdict;
  readonly reason: VoidReason;
}

/** The state of the approvals of a gate. */
export interface ApprovalState {
  readonly counts: readonly ApprovalCount[];
  /** Rejections block the gate, regardless of approvals. */
  readonly rejections: readonly Verdict[];
  readonly void: readonly VoidVerdict[];
  readonly holds: boolean;
}

export const gateAuthorshipOf = ({ run }: Task): GateAuthorship => run.signing ?? blankGateAuthorship;

/** Returns the version that a verdict applies to: the revisions of the gate and of the plan of its release. */
export const versionOf = (planRevision: number, gate: Task): string =>
  `${gateAuthorshipOf(gate).revision}.${planRevision}`;

/** Returns the action of a user on the gate or its release that conflicts with the four-eyes rule, or null. */
function authorReason(username: string, { authorship }: AuthoredRelease, gate: Task): VoidReason | null {
  const signing = gateAuthorshipOf(gate);
  const authorActs: readonly (readonly [VoidReason, string | null])[] = [
    ['createdRelease', authorship.createdBy],
    ['startedRelease', authorship.startedBy],
    ['changedRelease', authorship.changedBy],
    ['createdGate', signing.createdBy],
    ['changedGate', signing.changedBy],
  ];
  return authorActs.find(([, name]) => isSameUser(name, username))?.[0] ?? null;
}

/** Whether a requirement includes a user with these teams and roles. */
export const includesUser = (
  { team, role }: ApprovalRequirement,
  { teams, roles }: { readonly teams: readonly string[]; readonly roles: readonly string[] },
): boolean =>
  role === null ? team !== null && teams.includes(team) : roles.some((ownRole) => isSameUser(ownRole, role));

/** Returns why a verdict does not count for a requirement that includes its user; null if it counts. */
export function voidReason(
  verdict: Pick<Verdict, 'kind' | 'username' | 'gate' | 'plan' | 'ahead'>,
  { fourEyes, aheadOfTime, wholeRelease }: ApprovalRequirement,
  release: AuthoredRelease,
  gate: Task,
): VoidReason | null {
  if (verdict.gate !== gateAuthorshipOf(gate).revision) return 'gateChanged';
  if (wholeRelease && verdict.plan !== release.authorship.revision) return 'releaseChanged';
  // A rejection blocks the gate, also an early one or one by an author.
  if (verdict.kind === 'REJECTED') return null;
  if (verdict.ahead && !aheadOfTime) return 'tooEarly';
  return fourEyes ? authorReason(verdict.username, release, gate) : null;
}

/** Returns the latest verdict of each user, in the order of the verdicts. */
export function latestVerdicts({ verdicts }: GateAuthorship): readonly Verdict[] {
  const byUser = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const username = verdict.username.toLowerCase();
    byUser.delete(username);
    byUser.set(username, verdict);
  }
  return [...byUser.values()];
}

/**
 * Returns the state of the approvals of a gate. They are complete if each requirement has enough approvals of different
 * users and no possible approver has rejected the gate. Each user counts once in the gate. Verdicts on another version
 * do not count. With four eyes, approvals of authors do not count. The order of the verdicts does not matter.
 */
export function approvalsOf(release: AuthoredRelease, gate: Task): ApprovalState {
  const verdicts = latestVerdicts(gateAuthorshipOf(gate))
    .filter(({ kind }) => kind !== 'WITHDRAWN')
    .map((verdict) => ({ verdict, ...requirementsFor(verdict, release, gate) }));
  const counted = verdicts.filter(({ rows }) => rows.length > 0);
  const ofKind = (kind: Verdict['kind']) => counted.filter(({ verdict }) => verdict.kind === kind);
  const approvers = ofKind('APPROVED').map(({ verdict, rows }) => ({ name: verdict.username, rows }));
  const counts = assignApprovers(gate.definition.approvalRequirements, approvers).map(
    ({ requirement, approverNames }) => ({
      requirement: requirement,
      approvers: approverNames,
      missing: requirement.count - approverNames.length,
    }),
  );
  const rejections = ofKind('REJECTED').map(({ verdict }) => verdict);
  return {
    counts,
    rejections,
    void: verdicts.flatMap(({ verdict, rows, reason }) => (rows.length > 0 ? [] : [{ verdict, reason }])),
    holds: rejections.length === 0 && counts.every(({ missing }) => missing === 0),
  };
}

/** Returns the indices of the requirements for which a verdict counts. `reason` applies if it counts for none. */
function requirementsFor(
  verdict: Verdict,
  release: AuthoredRelease,
  gate: Task,
): { readonly rows: readonly number[]; readonly reason: VoidReason } {
  const matches = gate.definition.approvalRequirements.flatMap((requirement, index) =>
    includesUser(requirement, verdict) ? [{ index, reason: voidReason(verdict, requirement, release, gate) }] : [],
  );
  return {
    rows: matches.flatMap(({ index, reason }) => (reason === null ? [index] : [])),
    reason: matches.flatMap(({ reason }) => reason ?? [])[0] ?? 'notAsked',
  };
}

/** Whether a gate has approval requirements that are not met. */
export const isMissingApprovals = (release: AuthoredRelease, task: Task): boolean =>
  task.definition.approvalRequirements.length > 0 && !approvalsOf(release, task).holds;
