import type { AttachmentCommand } from '../decision/attachment-command.ts';
import { requireData } from '../decision/context.ts';
import type { Requirement } from '../decision/env.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import { logRelease, logTask } from '../decision/log.ts';
import { type OutcomeDraft, withRelease, withReplacedTask } from '../decision/outcome-draft.ts';
import type { Attachment } from '../model/attachment.ts';
import { clip, Invalid, NotFound } from '../model/errors.ts';
import { maxAttachments } from '../model/limits.ts';
import { mergeChanges, type Passive } from '../model/passive.ts';
import { taskOf, taskPositionOf } from '../model/plan.ts';
import { mayEditLocked, requireOpen, requireUnlocked } from '../plans/guards.ts';

/**
 * What answers the commands on attachments. They are no part of the definition: a copy has those of its original as they
 * are when it is made, whether or not that has run.
 */
export const attachmentHandlers: CommandHandlers<AttachmentCommand['type']> = {
  attachToTask,
  detachFromTask,
  attachToRelease,
  detachFromRelease,
};

/** Adds files to a task: to a locked one, too, and to one that has ended, until its release is archived. Throws Invalid, NotFound. */
function attachToTask(before: OutcomeDraft, { taskId, attachments }: CommandOf['attachToTask']): OutcomeDraft {
  const task = taskOf(before.release, taskId);
  const all = appendAttachments(ofTask(before, taskId), attachments);
  const after = { ...task, passive: mergeChanges(task.passive, { attachments: all }) };
  const logged = attachments.reduce(
    (current, { name }) => logTask(current, 'ATTACHMENT_ADDED', task, `Attached ${quotedName(name)} to`),
    before,
  );
  return withReplacedTask(logged, after);
}

/** Takes a file from a task. Throws Conflict once the release has ended, and while the task is locked; NotFound. */
function detachFromTask(before: OutcomeDraft, { taskId, attachmentId }: CommandOf['detachFromTask']): OutcomeDraft {
  requireOpen(before.release, 'delete an attachment');
  const taskPosition = taskPositionOf(before.release, taskId);
  if (!mayEditLocked(before)) requireUnlocked(taskPosition, 'delete an attachment of');
  const { task } = taskPosition;
  const { gone: deleted, left: remaining } = removeAttachment(ofTask(before, taskId), attachmentId, `task '${taskId}'`);
  const after = { ...task, passive: mergeChanges(task.passive, { attachments: remaining }) };
  return withReplacedTask(logTask(before, 'ATTACHMENT_DELETED', task, `Deleted ${quotedName(deleted.name)} of`), after);
}

/** Adds files to a release or template, until it is archived. Throws Invalid. */
function attachToRelease(before: OutcomeDraft, { attachments }: CommandOf['attachToRelease']): OutcomeDraft {
  const { release } = before;
  const all = appendAttachments(ofRelease(before), attachments);
  const logged = attachments.reduce(
    (current, { name }) => logRelease(current, 'ATTACHMENT_ADDED', `Attached ${quotedName(name)} to`),
    before,
  );
  return withRelease(logged, { ...release, passive: mergeChanges(release.passive, { attachments: all }) });
}

/** Takes a file from a release or template. Throws Conflict once it has ended, NotFound. */
function detachFromRelease(before: OutcomeDraft, { attachmentId }: CommandOf['detachFromRelease']): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'delete an attachment');
  const { gone: deleted, left: remaining } = removeAttachment(
    ofRelease(before),
    attachmentId,
    `release '${release.id}'`,
  );
  const logged = logRelease(before, 'ATTACHMENT_DELETED', `Deleted ${quotedName(deleted.name)} of`);
  return withRelease(logged, { ...release, passive: mergeChanges(release.passive, { attachments: remaining }) });
}

const quotedName = (name: string): string => `'${clip(name)}'`;

type Attachments = readonly Attachment[];

function ofTask(before: OutcomeDraft, taskId: string): Attachments {
  const { passives } = before.context.env.data;
  const storedAttachments = (id: string): Attachments =>
    requireData(passives?.get(id), { kind: 'passive', id }).attachments;
  return currentAttachments(before, taskOf(before.release, taskId), storedAttachments);
}

function ofRelease(before: OutcomeDraft): Attachments {
  const { releasePassives } = before.context.env.data;
  const requirementFor = (id: string): Requirement => ({ kind: 'releasePassive', id });
  return currentAttachments(
    before,
    before.release,
    (id) => requireData(releasePassives?.get(id), requirementFor(id)).attachments,
  );
}

interface AttachmentHolder {
  readonly id: string;
  readonly passive: Passive<{ readonly attachments: Attachments }>;
}

/**
 * The current attachments of an object. Copies of this decision get new ids here; otherwise storing them would give
 * them ids.
 */
function currentAttachments(
  { context }: OutcomeDraft,
  { id, passive }: AttachmentHolder,
  storedAttachments: (id: string) => Attachments,
): Attachments {
  if (passive.kind === 'new') return passive.value.attachments;
  const own = passive.changes?.attachments;
  if (own !== undefined) return own;
  if (passive.kind === 'stored') return storedAttachments(id);
  return storedAttachments(passive.of).map((attachment) => ({ ...attachment, id: context.env.newId('Attachment') }));
}

function appendAttachments(before: Attachments, added: Attachments): Attachments {
  const count = before.length + added.length;
  if (count > maxAttachments) throw new Invalid(`attachments: at most ${maxAttachments}, these would be ${count}`);
  return [...before, ...added];
}

function removeAttachment(before: Attachments, id: string, of: string) {
  const deleted = before.find((attachment) => attachment.id === id);
  if (deleted === undefined) throw new NotFound(`there is no attachment '${clip(id)}' of ${of}`);
  return { gone: deleted, left: before.filter((attachment) => attachment !== deleted) };
}
