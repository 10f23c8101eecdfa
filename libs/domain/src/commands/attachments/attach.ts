import { appendAttachments, attachmentsOfRelease, attachmentsOfTask } from '../../attachments/attachments.ts';
import { logRelease, logTask, namedObject } from '../../decision/log.ts';
import { type OutcomeDraft, withRelease, withReplacedTask } from '../../decision/outcome-draft.ts';
import { message } from '../../messages/message.ts';
import type { Attachment } from '../../model/attachment.ts';
import { mergeChanges } from '../../model/passive.ts';
import { taskOf } from '../../model/plan.ts';
import { neededToAttach, neededToEdit } from '../../people/needed-permissions.ts';
import type { CommandDefinition } from '../definition/definition.ts';

/** The contents of the attachments are stored before this command runs. */
export interface AttachToTask {
  readonly type: 'attachToTask';
  readonly taskId: string;
  readonly attachments: readonly Attachment[];
}

export interface AttachToRelease {
  readonly type: 'attachToRelease';
  readonly attachments: readonly Attachment[];
}

export const attachToTask: CommandDefinition<AttachToTask> = {
  permission: neededToAttach,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle: addToTask,
};

export const attachToRelease: CommandDefinition<AttachToRelease> = {
  permission: neededToEdit,
  permissionRule: null,
  move: null,
  usesMembership: false,
  authorship: 'none',
  movedIds: null,
  guard: null,
  ids: null,
  secrets: null,
  handle: addToRelease,
};

/**
 * Adds files to a task, including a locked or ended task, until the release is archived. Throws Invalid, NotFound.
 */
function addToTask(before: OutcomeDraft, { taskId, attachments }: AttachToTask): OutcomeDraft {
  const task = taskOf(before.release, taskId);
  const all = appendAttachments(attachmentsOfTask(before, taskId), attachments);
  const after = { ...task, passive: mergeChanges(task.passive, { attachments: all }) };
  const logged = attachments.reduce(
    (current, { id, name }) =>
      logTask(current, 'ATTACHMENT_ADDED', task, (subject) =>
        message('activity.taskFileAttached', { ...subject, file: namedObject(id, name) }),
      ),
    before,
  );
  return withReplacedTask(logged, after);
}

/** Adds files to a release or template until it is archived. Throws Invalid. */
function addToRelease(before: OutcomeDraft, { attachments }: AttachToRelease): OutcomeDraft {
  const { release } = before;
  const all = appendAttachments(attachmentsOfRelease(before), attachments);
  const logged = attachments.reduce(
    (current, { id, name }) =>
      logRelease(current, 'ATTACHMENT_ADDED', (subject) =>
        message('activity.releaseFileAttached', { ...subject, file: namedObject(id, name) }),
      ),
    before,
  );
  return withRelease(logged, { ...release, passive: mergeChanges(release.passive, { attachments: all }) });
}
