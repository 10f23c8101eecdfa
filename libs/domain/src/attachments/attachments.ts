import type { AttachmentCommand } from '../decision/attachment-command.ts';
import { known } from '../decision/context.ts';
import type { Want } from '../decision/env.ts';
import type { CommandHandlers, CommandOf } from '../decision/handlers.ts';
import { logRelease, logTask } from '../decision/log.ts';
import { type Progress, putRelease, putTask } from '../decision/progress.ts';
import type { Attachment } from '../model/attachment.ts';
import { clip, Invalid, NotFound } from '../model/errors.ts';
import { mostAttachments } from '../model/limits.ts';
import { changed, type Passive } from '../model/passive.ts';
import { placeOf, taskOf } from '../model/plan.ts';
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
function attachToTask(before: Progress, { taskId, attachments }: CommandOf['attachToTask']): Progress {
  const task = taskOf(before.release, taskId);
  const all = joined(ofTask(before, taskId), attachments);
  const after = { ...task, passive: changed(task.passive, { attachments: all }) };
  const logged = attachments.reduce(
    (current, { name }) => logTask(current, 'ATTACHMENT_ADDED', task, `Attached ${named(name)} to`),
    before,
  );
  return putTask(logged, after);
}

/** Takes a file from a task. Throws Conflict once the release has ended, and while the task is locked; NotFound. */
function detachFromTask(before: Progress, { taskId, attachmentId }: CommandOf['detachFromTask']): Progress {
  requireOpen(before.release, 'delete an attachment');
  const place = placeOf(before.release, taskId);
  if (!mayEditLocked(before)) requireUnlocked(place, 'delete an attachment of');
  const { task } = place;
  const { gone, left } = without(ofTask(before, taskId), attachmentId, `task '${taskId}'`);
  const after = { ...task, passive: changed(task.passive, { attachments: left }) };
  return putTask(logTask(before, 'ATTACHMENT_DELETED', task, `Deleted ${named(gone.name)} of`), after);
}

/** Adds files to a release or template, until it is archived. Throws Invalid. */
function attachToRelease(before: Progress, { attachments }: CommandOf['attachToRelease']): Progress {
  const { release } = before;
  const all = joined(ofRelease(before), attachments);
  const logged = attachments.reduce(
    (current, { name }) => logRelease(current, 'ATTACHMENT_ADDED', `Attached ${named(name)} to`),
    before,
  );
  return putRelease(logged, { ...release, passive: changed(release.passive, { attachments: all }) });
}

/** Takes a file from a release or template. Throws Conflict once it has ended, NotFound. */
function detachFromRelease(before: Progress, { attachmentId }: CommandOf['detachFromRelease']): Progress {
  const { release } = before;
  requireOpen(release, 'delete an attachment');
  const { gone, left } = without(ofRelease(before), attachmentId, `release '${release.id}'`);
  const logged = logRelease(before, 'ATTACHMENT_DELETED', `Deleted ${named(gone.name)} of`);
  return putRelease(logged, { ...release, passive: changed(release.passive, { attachments: left }) });
}

const named = (name: string): string => `'${clip(name)}'`;

type Attachments = readonly Attachment[];

function ofTask(before: Progress, taskId: string): Attachments {
  const { passives } = before.context.env.world;
  const stored = (id: string): Attachments => known(passives?.get(id), { kind: 'passive', id }).attachments;
  return listOf(before, taskOf(before.release, taskId), stored);
}

function ofRelease(before: Progress): Attachments {
  const { releasePassives } = before.context.env.world;
  const want = (id: string): Want => ({ kind: 'releasePassive', id });
  return listOf(before, before.release, (id) => known(releasePassives?.get(id), want(id)).attachments);
}

interface Holder {
  readonly id: string;
  readonly passive: Passive<{ readonly attachments: Attachments }>;
}

/**
 * The current attachments of an object. Copies of this decision get new ids here; otherwise storing them would give
 * them ids.
 */
function listOf({ context }: Progress, { id, passive }: Holder, stored: (id: string) => Attachments): Attachments {
  if (passive.kind === 'new') return passive.value.attachments;
  const own = passive.changes?.attachments;
  if (own !== undefined) return own;
  if (passive.kind === 'stored') return stored(id);
  return stored(passive.of).map((each) => ({ ...each, id: context.env.newId('Attachment') }));
}

function joined(before: Attachments, added: Attachments): Attachments {
  const count = before.length + added.length;
  if (count > mostAttachments) throw new Invalid(`attachments: at most ${mostAttachments}, these would be ${count}`);
  return [...before, ...added];
}

function without(before: Attachments, id: string, of: string) {
  const gone = before.find((each) => each.id === id);
  if (gone === undefined) throw new NotFound(`there is no attachment '${clip(id)}' of ${of}`);
  return { gone, left: before.filter((each) => each !== gone) };
}
