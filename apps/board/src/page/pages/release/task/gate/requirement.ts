import type { TaskResponse } from '@slipway/api-schema/plans';
import { plural, t } from '../../../../navigation/text.ts';

type Gate = Pick<TaskResponse, 'status' | 'approvalRequirements' | 'approvalVerdicts'>;

/** An approval requirement of a gate (docs/how-to/require-approvals.md). */
export type Requirement = NonNullable<TaskResponse['approvalRequirements']>[number];

/** Describes the number of approvals and the team or role that must give them. */
export function describeRequirement({ count, team, role, fourEyes }: Requirement): string {
  const approvals =
    team === undefined
      ? plural(count, `# approval from role ${role ?? ''}`, `# approvals from role ${role ?? ''}`)
      : plural(count, `# approval from team ${team}`, `# approvals from team ${team}`);
  return fourEyes
    ? t`${approvals}, except the people who created, started or last changed the gate or release`
    : approvals;
}

type Verdict = NonNullable<TaskResponse['approvalVerdicts']>[number];

/** Returns the latest verdict of each user. */
const latestVerdicts = (verdicts: readonly Verdict[]): readonly Verdict[] => [
  ...new Map(verdicts.map((verdict) => [verdict.username.toLowerCase(), verdict])).values(),
];

/** Returns the users whose latest verdict is a rejection. */
export const rejectingUsers = (verdicts: readonly Verdict[]): readonly string[] =>
  latestVerdicts(verdicts)
    .filter(({ verdict }) => verdict === 'REJECTED')
    .map(({ username }) => username);

/** Returns the number of users whose latest verdict is an approval for this requirement, at most the required number. */
export function approvalCount({ count, team, role }: Requirement, verdicts: readonly Verdict[]): number {
  const approvals = latestVerdicts(verdicts).filter(
    ({ verdict, teams, roles }) =>
      verdict === 'APPROVED' &&
      ((team !== undefined && teams.includes(team)) || (role !== undefined && roles.includes(role))),
  );
  return Math.min(count, approvals.length);
}

/** Whether the flow waits at a gate that lacks approvals. */
export const needsApproval = ({ status, approvalRequirements = [], approvalVerdicts = [] }: Gate): boolean =>
  status === 'IN_PROGRESS' &&
  approvalRequirements.some((entry) => approvalCount(entry, approvalVerdicts) < entry.count);
