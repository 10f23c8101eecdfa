import type { Caller } from '../decision/inputs.ts';
import { type ApprovalRequirement, blankRequirement } from '../model/approval.ts';
import { caller, command } from './inputs.ts';
import type { TaskOverrides } from './notation.ts';

/** Returns a member of these teams, with all permissions except for locked tasks and `admin`. */
export const teamMember = (username: string, ...teams: readonly string[]): Caller => ({
  ...caller(username, 'release#lock_task', 'admin'),
  teams,
});

/** Returns a user with these roles. */
export const roleHolder = (username: string, ...roles: readonly string[]): Caller => ({ ...caller(username), roles });

/** Returns a gate with approval requirements; by default, one approval of team QA. */
export const gateRequiring = (...requirements: readonly Partial<ApprovalRequirement>[]): TaskOverrides => ({
  type: 'GateTask',
  approvalRequirements: (requirements.length === 0 ? [{}] : requirements).map((requirement) => ({
    ...blankRequirement,
    ...(requirement.role === undefined && { team: 'QA' }),
    ...requirement,
  })),
});

export const approve = (by: Caller, name = 'gate', fields: { comment?: string; version?: string } = {}) =>
  command({ type: 'approveTask', taskId: `Task${name}`, ...fields }, by);

export const withdraw = (by: Caller) => command({ type: 'withdrawApproval', taskId: 'Taskgate' }, by);

export const reject = (by: Caller, comment = 'not yet', name = 'gate') =>
  command({ type: 'rejectTask', taskId: `Task${name}`, comment }, by);
