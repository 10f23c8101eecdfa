import { isByUser } from '../../decision/context.ts';
import { addComment } from '../../decision/log.ts';
import { taskOf } from '../../model/plan.ts';
import { neededToComment } from '../../people/needed-permissions.ts';
import type { CommandDefinition, TaskStep } from '../definition/definition.ts';

export type CommentTask = TaskStep<'commentTask'>;

export const commentTask: CommandDefinition<CommentTask> = {
  permission: neededToComment,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle: (before, { taskId, comment }) =>
    addComment(before, taskOf(before.release, taskId), comment, isByUser(before.context) ? { version: 1 } : {}),
};
