import type { Caller, FactWith } from '../decision/inputs.ts';
import type { PermissionRequirement } from '../people/needed-permissions.ts';
import { attachToRelease, attachToTask } from './attachments/attach.ts';
import { detachFromRelease, detachFromTask } from './attachments/detach.ts';
import { changePlan } from './change-plan.ts';
import { deleteComment } from './comments/delete-comment.ts';
import { editComment } from './comments/edit-comment.ts';
import type { CommandDefinition, InputOf } from './definition/definition.ts';
import { approveTask, rejectTask, withdrawApproval } from './gates/approvals.ts';
import { copyPhase } from './phases/copy-phase.ts';
import { planEdits } from './plan-edits.ts';
import { abortRelease } from './releases/abort-release.ts';
import { deleteRelease } from './releases/delete-release.ts';
import { moveRelease } from './releases/move-release.ts';
import { moveTemplate } from './releases/move-template.ts';
import { restartRelease } from './releases/restart-release.ts';
import { resumeRelease } from './releases/resume-release.ts';
import { startRelease } from './releases/start-release.ts';
import { abortTask } from './tasks/abort-task.ts';
import { assignTask } from './tasks/assign-task.ts';
import { commentTask } from './tasks/comment-task.ts';
import { completeTask } from './tasks/complete-task.ts';
import { copyTask } from './tasks/copy-task.ts';
import { failTask } from './tasks/fail-task.ts';
import { reopenTask } from './tasks/reopen-task.ts';
import { retryTask } from './tasks/retry-task.ts';
import { skipTask } from './tasks/skip-task.ts';
import { startTask } from './tasks/start-task.ts';
import { startTaskNow } from './tasks/start-task-now.ts';
import { addVariable } from './variables/add-variable.ts';
import { deleteVariable } from './variables/delete-variable.ts';
import { replaceVariable } from './variables/replace-variable.ts';

/** All commands. Types, permissions, authorship, preparation and dispatch are derived from these definitions. */
export const commands = {
  ...planEdits,
  changePlan,
  completeTask,
  failTask,
  skipTask,
  retryTask,
  reopenTask,
  abortTask,
  startTaskNow,
  startTask,
  commentTask,
  editComment,
  deleteComment,
  assignTask,
  copyTask,
  approveTask,
  rejectTask,
  withdrawApproval,
  attachToTask,
  detachFromTask,
  attachToRelease,
  detachFromRelease,
  copyPhase,
  startRelease,
  abortRelease,
  resumeRelease,
  restartRelease,
  deleteRelease,
  moveTemplate,
  moveRelease,
  addVariable,
  deleteVariable,
  replaceVariable,
};

/** A request of a user or client. It can be refused with Invalid, NotFound, Conflict or Forbidden. */
export type Command = InputOf<(typeof commands)[keyof typeof commands]>;
export type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>;

const definitions: { readonly [T in Command['type']]: CommandDefinition<CommandOf<T>> } = commands;

export const definitionOf = <T extends Command['type']>(command: CommandOf<T>): CommandDefinition<CommandOf<T>> =>
  definitions[command.type];

/** The minimum permission for a command, from REST or a script. */
export const neededForCommand = (type: Command['type']): PermissionRequirement => definitions[type].permission;

export type Fact = FactWith<Command>;

/** One input to a release: a command with its caller, or a fact. */
export type Input =
  | {
      readonly kind: 'command';
      readonly caller: Caller;
      /** The caller with their permissions in the folder to which the command moves the object. */
      readonly callerAtTarget?: Caller | undefined;
      readonly command: Command;
    }
  | { readonly kind: 'fact'; readonly fact: Fact };
