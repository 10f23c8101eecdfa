import type { TaskResponse } from '@slipway/api-schema/plans';

/** An approval requirement of a gate (docs/how-to/require-approvals.md). */
export type Requirement = NonNullable<TaskResponse['approvalRequirements']>[number];

/** Describes the number of approvals and the team or role that must give them. */
export const describeRequirement = ({ count, team, role, fourEyes }: Requirement): string =>
  `${count} ${count === 1 ? 'approval' : 'approvals'} from ${team === undefined ? `role ${role}` : `team ${team}`}${fourEyes ? ', by someone who didn’t change it' : ''}`;
