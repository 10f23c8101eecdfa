import { type AttachmentResponse, showAttachment } from '@slipway/api-schema/attachments';
import { joinIds } from '@slipway/api-schema/format';
import { containerOf, releaseIdOf } from '@slipway/api-schema/plans';
import { type Command, neededForCommand } from '@slipway/domain/commands';
import { idCandidates } from '@slipway/domain/ids';
import type { Attachment } from '@slipway/domain/model';
import { notFound } from '@slipway/domain/model';
import type { PermissionRequirement } from '@slipway/domain/people';
import { newId, type Person } from '@slipway/engine';
import { type AttachmentWithOwner, findAttachment } from '@slipway/persistence/attachments';
import type { Database } from '@slipway/persistence/database';
import type { ResourceContext } from '../model/context.ts';
import { requirePermission } from '../model/require-permission.ts';
import { dispatchToPart, dispatchToRelease, type PartCommand } from '../plans/dispatch.ts';
import { getPartLocation, getReleaseLocation, reloadPlan, reloadTask } from '../plans/find.ts';
import { type StoredContent, storeContent } from './contents.ts';

/** An uploaded file. */
export interface Upload {
  /** The file name and media type that the sender declares. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Stores the files of a request, one after the other. Throws read errors. */
export type Receive = <T>(handle: (file: Upload) => Promise<T>) => Promise<readonly T[]>;

type Context = Pick<ResourceContext, 'engine' | 'database' | 'typePrefix'>;

/** The caller of an upload, and the id of the object that gets the files. */
interface AttachRequest {
  readonly caller: Person;
  readonly rawId: string;
  /** No file is read before the permission is checked. */
  readonly receive: Receive;
}

/** Stores the files of a request. After a refusal of its command, maintenance deletes them. */
export async function storeUploads(
  { database }: Pick<Context, 'database'>,
  receive: Receive,
): Promise<readonly Attachment[]> {
  return await receive(async ({ name, contentType, bytes }): Promise<Attachment> => {
    const stored: StoredContent = await storeContent(database, bytes);
    return { id: newId('Attachment'), name, contentType, ...stored };
  });
}

/** Attaches files to a task and returns the attachments. Throws the errors of the command, and NotFound. */
export async function attachToTask(
  context: Context,
  { caller, rawId, receive }: AttachRequest,
): Promise<readonly AttachmentResponse[]> {
  const { database } = context;
  await getPartLocation(database, caller, 'Task', rawId, neededForCommand('attachToTask'));
  const attachments = await storeUploads(context, receive);
  const command = (taskId: string): Command => ({ type: 'attachToTask', taskId, attachments });
  const { id } = await dispatchToPart(context, { caller, kind: 'Task', rawId, command });
  const holder = joinIds(containerOf(await reloadTask(database, id)), id);
  return attachments.map((item) => showAttachment(item, holder, { prefix: context.typePrefix }));
}

/**
 * Attaches files to a release or template and returns the attachments. Throws the errors of the command, and NotFound.
 */
export async function attachToRelease(
  context: Context,
  { caller, rawId, receive }: AttachRequest,
): Promise<readonly AttachmentResponse[]> {
  const { database } = context;
  await getReleaseLocation(database, caller, rawId, { needed: neededForCommand('attachToRelease') });
  const attachments = await storeUploads(context, receive);
  const { id } = await dispatchToRelease(context, caller, rawId, { type: 'attachToRelease', attachments });
  const holder = releaseIdOf(await reloadPlan(database, id));
  return attachments.map((item) => showAttachment(item, holder, { prefix: context.typePrefix }));
}

/** The caller of a deletion, and the id of the object with the file. */
interface DetachRequest {
  readonly caller: Person;
  readonly rawId: string;
  readonly attachment: string;
}

/**
 * Returns the last segment of the id of an attachment. Attachment ids of the product contain no hyphen, so the first
 * candidate is the id.
 */
const attachmentIdOf = (attachment: string): string => idCandidates('Attachment', attachment)[0];

export function detachmentFromTask(rawId: string, attachment: string): PartCommand {
  const attachmentId = attachmentIdOf(attachment);
  return { kind: 'Task', rawId, command: (taskId) => ({ type: 'detachFromTask', taskId, attachmentId }) };
}

export const detachmentFromRelease = (attachment: string): Command => ({
  type: 'detachFromRelease',
  attachmentId: attachmentIdOf(attachment),
});

/** Deletes an attachment of a task. Throws the errors of the command, and NotFound. */
export async function detachFromTask(context: Context, { caller, rawId, attachment }: DetachRequest): Promise<void> {
  await dispatchToPart(context, { ...detachmentFromTask(rawId, attachment), caller });
}

/** Deletes an attachment of a release or template. Throws the errors of the command, and NotFound. */
export async function detachFromRelease(context: Context, { caller, rawId, attachment }: DetachRequest): Promise<void> {
  await dispatchToRelease(context, caller, rawId, detachmentFromRelease(attachment));
}

/** Returns an attachment of a live or archived object. Throws NotFound, Forbidden. */
export async function getAttachment(
  database: Database,
  person: Person,
  rawId: string,
  needed?: PermissionRequirement,
): Promise<AttachmentWithOwner> {
  const match = await findAttachment(database, idCandidates('Attachment', rawId));
  if (match === null) throw notFound('attachment', rawId);
  await requirePermission(person, match.access, { label: 'attachment', rawId, needed });
  return match;
}
