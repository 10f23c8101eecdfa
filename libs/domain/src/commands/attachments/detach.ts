import { attachmentsOfRelease, attachmentsOfTask, removeAttachment } from '../../attachments/attachments.ts';
import { logRelease, logTask, namedObject } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease, withReplacedTask } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import { mergeChanges } from '../../model/passive.ts';
import { taskPositionOf } from '../../model/plan.ts';
import { neededToAttach, neededToEdit } from '../../people/needed-permissions.ts';
import { mayEditLocked, requireOpen, requireUnlocked } from '../../plans/guards.ts';
import type { CommandDefinition } from '../definition/definition.ts';

export interface DetachFromTask {
  readonly type: 'detachFromTask';
  readonly taskId: string;
  readonly attachmentId: string;
}

export interface DetachFromRelease {
  readonly type: 'detachFromRelease';
  readonly attachmentId: string;
}

export const detachFromTask: CommandDefinition<DetachFromTask> = {
  permission: neededToAttach,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle: removeFromTask,
};

export const detachFromRelease: CommandDefinition<DetachFromRelease> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle: removeFromRelease,
};

/** Deletes a file of a task. Throws Conflict if the release has ended or the task is locked; NotFound. */
function removeFromTask(before: OutcomeDraft, { taskId, attachmentId }: DetachFromTask): OutcomeDraft {
  requireOpen(before.release, 'deleteAttachment');
  const taskPosition = taskPositionOf(before.release, taskId);
  if (!mayEditLocked(before)) requireUnlocked(taskPosition, 'deleteAttachmentOf');
  const { task } = taskPosition;
  const of = message('objectId.task', { id: taskId });
  const { deleted, remaining } = removeAttachment(attachmentsOfTask(before, taskId), attachmentId, of);
  const after = { ...task, passive: mergeChanges(task.passive, { attachments: remaining }) };
  const file = namedObject(deleted.id, deleted.name);
  const logged = logTask(before, 'ATTACHMENT_DELETED', task, (subject) =>
    message('activity.taskFileDeleted', { ...subject, file }),
  );
  return withReplacedTask(logged, after);
}

/** Deletes a file of a release or template. Throws Conflict if the release has ended; NotFound. */
function removeFromRelease(before: OutcomeDraft, { attachmentId }: DetachFromRelease): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'deleteAttachment');
  const of = message('objectId.release', { id: release.id });
  const { deleted, remaining } = removeAttachment(attachmentsOfRelease(before), attachmentId, of);
  const file = namedObject(deleted.id, deleted.name);
  const logged = logRelease(before, 'ATTACHMENT_DELETED', (subject) =>
    message('activity.releaseFileDeleted', { ...subject, file }),
  );
  return withRelease(logged, { ...release, passive: mergeChanges(release.passive, { attachments: remaining }) });
}
