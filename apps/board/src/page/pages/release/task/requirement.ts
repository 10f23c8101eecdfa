import type { TaskResponse } from '@slipway/api-schema/plans';

/** An approval requirement of a gate (docs/how-to/require-approvals.md). */
export type Requirement = NonNullable<TaskResponse['approvalRequirements']>[number];

/** Whose approvals, and how many, in a few words. */
export const describeRequirement = ({ count, team, role, fourEyes }: Requirement): string =>
  `${count} ${count === 1 ? 'approval' : 'approvals'} from ${team === undefined ? `role ${role}` : `team ${team}`}${fourEyes ? ', by someone who didn’t change it' : ''}`;
