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

/** Why what somebody has said does not count: what has changed since, too early, what they have done, or not asked for. */
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

/** The last word of somebody that counts nowhere. */
export interface VoidVerdict {
  readonly verdict: Verdict;
  readonly why: WhyVoid;
}

/** How a gate stands by what was said of it. */
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

/** What somebody has done to the gate or its release, so that four eyes shut them out; null: nothing. */
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

/** Whether a requirement asks for somebody who is in these teams and has these roles. */
export const asksFor = (
  { team, role }: ApprovalRequirement,
  { teams, roles }: { readonly teams: readonly string[]; readonly roles: readonly string[] },
): boolean => (role === null ? team !== null && teams.includes(team) : roles.some((one) => isSameUser(one, role)));

/** Why what somebody has said does not count for a requirement that asks for them; null: it does. */
export function whyVoid(
  verdict: Pick<Verdict, 'kind' | 'username' | 'gate' | 'plan' | 'ahead'>,
  { fourEyes, aheadOfTime, wholeRelease }: ApprovalRequirement,
  release: Written,
  gate: Task,
): WhyVoid | null {
  if (verdict.gate !== signingOf(gate).revision) return 'gateChanged';
  if (wholeRelease && verdict.plan !== release.authorship.revision) return 'releaseChanged';
  // whoever rejects holds the gate, early or not, and be it their own work
  if (verdict.kind === 'REJECTED') return null;
  if (verdict.ahead && !aheadOfTime) return 'tooEarly';
  return fourEyes ? actOf(verdict.username, release, gate) : null;
}

/** The last word of each person, in the order in which they were said. */
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
 * How a gate stands: each requirement has as many approvals as it asks for, of different people, nobody of whom counts
 * twice in the gate; and nobody who might approve has rejected it. What was said of another version, or by an author
 * where four eyes are asked for, counts for nothing. The order in which people spoke is of no matter.
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

/** The indices of the requirements for which something that was said counts; where it counts for none, `why`. */
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

/** Whether a gate asks for approvals and lacks any. */
export const lacksApprovals = (release: Written, task: Task): boolean =>
  task.definition.approvalRequirements.length > 0 && !approvalsOf(release, task).holds;
