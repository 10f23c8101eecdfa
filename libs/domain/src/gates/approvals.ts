import { type ApprovalRequirement, blankSigning, type Signing, type Verdict } from '../model/approval.ts';
import type { Release } from '../model/release.ts';
import type { Task } from '../model/task.ts';
import { isSameUser } from '../people/standing.ts';
import { seated } from './seats.ts';

/** What of a release decides what an approval in it counts. */
type Written = Pick<Release, 'authorship'>;

/** What one requirement of a gate has, and lacks. */
export interface ApprovalCount {
  readonly requirement: ApprovalRequirement;
  /** user names; one person counts for one requirement only */
  readonly approvers: readonly string[];
  readonly missing: number;
}

/**
 * Why a verdict does not count: a later change, given too early, a change by its author, or no matching requirement.
 */
export type WhyVoid =
  | 'gateChanged'
  | 'releaseChanged'
  | 'tooEarly'
  | 'notAsked'
  | 'createdRelease'
  | 'startedRelease'
  | 'changedRelease'
  | 'createdGate'
  | 'changedGate';

/** The latest verdict of a user, which counts for no requirement. */
export interface VoidVerdict {
  readonly verdict: Verdict;
  readonly why: WhyVoid;
}

/** The state of the approvals of a gate. */
export interface ApprovalState {
  readonly counts: readonly ApprovalCount[];
  /** that hold the gate, whatever else was approved */
  readonly rejections: readonly Verdict[];
  readonly void: readonly VoidVerdict[];
  readonly holds: boolean;
}

export const signingOf = ({ run }: Task): Signing => run.signing ?? blankSigning;

/** What is approved or rejected now: the revisions of the gate and of the plan of its release. */
export const versionOf = (planRevision: number, gate: Task): string => `${signingOf(gate).revision}.${planRevision}`;

/** The change of a user to the gate or its release that four eyes exclude; null for no such change. */
function actOf(username: string, { authorship }: Written, gate: Task): WhyVoid | null {
  const signing = signingOf(gate);
  const acts: readonly (readonly [WhyVoid, string | null])[] = [
    ['createdRelease', authorship.createdBy],
    ['startedRelease', authorship.startedBy],
    ['changedRelease', authorship.changedBy],
    ['createdGate', signing.createdBy],
    ['changedGate', signing.changedBy],
  ];
  return acts.find(([, name]) => isSameUser(name, username))?.[0] ?? null;
}

/** Whether a requirement includes a user with these teams and roles. */
export const asksFor = (
  { team, role }: ApprovalRequirement,
  { teams, roles }: { readonly teams: readonly string[]; readonly roles: readonly string[] },
): boolean => (role === null ? team !== null && teams.includes(team) : roles.some((one) => isSameUser(one, role)));

/** Why a verdict does not count for a requirement that includes its author; null if it does. */
export function whyVoid(
  verdict: Pick<Verdict, 'kind' | 'username' | 'gate' | 'plan' | 'ahead'>,
  { fourEyes, aheadOfTime, wholeRelease }: ApprovalRequirement,
  release: Written,
  gate: Task,
): WhyVoid | null {
  if (verdict.gate !== signingOf(gate).revision) return 'gateChanged';
  if (wholeRelease && verdict.plan !== release.authorship.revision) return 'releaseChanged';
  // A rejection blocks the gate, also an early one or one by an author.
  if (verdict.kind === 'REJECTED') return null;
  if (verdict.ahead && !aheadOfTime) return 'tooEarly';
  return fourEyes ? actOf(verdict.username, release, gate) : null;
}

/** The latest verdict of each user, in the order in which they were given. */
export function lastWords({ verdicts }: Signing): readonly Verdict[] {
  const byPerson = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const person = verdict.username.toLowerCase();
    byPerson.delete(person);
    byPerson.set(person, verdict);
  }
  return [...byPerson.values()];
}

/**
 * The state of a gate. It is open if each requirement has enough approvals of different users, each user counts once
 * in the gate, and no possible approver has rejected it. Verdicts on another version do not count, and verdicts of an
 * author do not count with four eyes. The order of the verdicts does not matter.
 */
export function approvalsOf(release: Written, gate: Task): ApprovalState {
  const words = lastWords(signingOf(gate))
    .filter(({ kind }) => kind !== 'WITHDRAWN')
    .map((verdict) => ({ verdict, ...countedFor(verdict, release, gate) }));
  const counting = words.filter(({ rows }) => rows.length > 0);
  const saying = (kind: Verdict['kind']) => counting.filter(({ verdict }) => verdict.kind === kind);
  const approving = saying('APPROVED').map(({ verdict, rows }) => ({ name: verdict.username, rows }));
  const counts = seated(gate.definition.approvalRequirements, approving).map(({ of, names }) => ({
    requirement: of,
    approvers: names,
    missing: of.count - names.length,
  }));
  const rejections = saying('REJECTED').map(({ verdict }) => verdict);
  return {
    counts,
    rejections,
    void: words.flatMap(({ verdict, rows, why }) => (rows.length > 0 ? [] : [{ verdict, why }])),
    holds: rejections.length === 0 && counts.every(({ missing }) => missing === 0),
  };
}

/** The indices of the requirements for which a verdict counts; `why` if it counts for none. */
function countedFor(
  verdict: Verdict,
  release: Written,
  gate: Task,
): { readonly rows: readonly number[]; readonly why: WhyVoid } {
  const answers = gate.definition.approvalRequirements.flatMap((requirement, index) =>
    asksFor(requirement, verdict) ? [{ index, why: whyVoid(verdict, requirement, release, gate) }] : [],
  );
  return {
    rows: answers.flatMap(({ index, why }) => (why === null ? [index] : [])),
    why: answers.flatMap(({ why }) => why ?? [])[0] ?? 'notAsked',
  };
}

/** Whether a gate has approval requirements that are not met. */
export const lacksApprovals = (release: Written, task: Task): boolean =>
  task.definition.approvalRequirements.length > 0 && !approvalsOf(release, task).holds;
