import type { TaskResponse } from '@slipway/api-schema/plans';

/** An approval requirement of a gate (docs/how-to/require-approvals.md). */
export type Requirement = NonNullable<TaskResponse['approvalRequirements']>[number];

/** Whose approvals, and how many, in a few words. */
export const describeRequirement = ({ count, team, role, fourEyes }: Requirement): string =>
  `${count} of ${team === undefined ? `role ${role}` : `team ${team}`}${fourEyes ? ', not who made or changed it' : ''}`;
