import { requireData } from '../decision/context.ts';
import type { Requirement } from '../decision/env.ts';
import type { OutcomeDraft } from '../decision/outcome-draft.ts';
import { type Message, message } from '../messages/message.ts';
import type { Attachment } from '../model/attachment.ts';
import { Invalid, NotFound } from '../model/errors.ts';
import { maxAttachments } from '../model/limits.ts';
import type { Passive } from '../model/passive.ts';
import { taskOf } from '../model/plan.ts';

type Attachments = readonly Attachment[];

/** Returns the current attachments of a task. Throws MissingData. */
export function attachmentsOfTask(before: OutcomeDraft, taskId: string): Attachments {
  const { passives } = before.context.env.data;
  const storedAttachments = (id: string): Attachments =>
    requireData(passives?.get(id), { kind: 'passive', id }).attachments;
  return currentAttachments(before, taskOf(before.release, taskId), storedAttachments);
}

/** Returns the current attachments of a release or template. Throws MissingData. */
export function attachmentsOfRelease(before: OutcomeDraft): Attachments {
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

/** Returns the current attachments of an object. Copies from this decision get new ids here, before they are stored. */
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

/** Appends attachments. Throws Invalid for too many. */
export function appendAttachments(before: Attachments, added: Attachments): Attachments {
  const count = before.length + added.length;
  if (count > maxAttachments) throw new Invalid(message('attachment.tooMany', { max: maxAttachments, count }));
  return [...before, ...added];
}

/** Returns the attachment with this id, and the others. Throws NotFound. */
export function removeAttachment(before: Attachments, id: string, of: Message) {
  const deleted = before.find((attachment) => attachment.id === id);
  if (deleted === undefined) throw new NotFound(message('attachment.unknown', { id, object: of }));
  return { deleted, remaining: before.filter((attachment) => attachment !== deleted) };
}
