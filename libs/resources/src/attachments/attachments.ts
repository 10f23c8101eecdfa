import { type Attachment, type Command, idCandidates, type Needed, neededForCommand } from '@slipway/domain';
import { newId, type Person } from '@slipway/engine';
import { type Database, type FoundAttachment, findAttachment } from '@slipway/persistence';
import { type AttachmentAnswer, containerOf, releaseIdOf, showAttachment, under } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { nothingNamed } from '../model/find.ts';
import { hold } from '../model/hold.ts';
import { storedPlan, storedTask } from '../plans/as-stored.ts';
import { dispatchToPart, dispatchToRelease } from '../plans/dispatch.ts';
import { partLocated, releaseLocated } from '../plans/find.ts';
import { type StoredContent, storeContent } from './contents.ts';

/** A file as it comes. */
export interface Upload {
  /** The file name and media type that the sender declares. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Has each file of a request taken, one after the other. Throws what cannot be read of it. */
export type Receive = <T>(take: (file: Upload) => Promise<T>) => Promise<readonly T[]>;

type Context = Pick<ResourceContext, 'engine' | 'database' | 'typePrefix'>;

/** Who gives files to what, which an id names. */
interface Giving {
  readonly caller: Person;
  readonly written: string;
  /** No file is read before the permission is checked. */
  readonly receive: Receive;
}

async function received({ database }: Context, receive: Receive): Promise<readonly Attachment[]> {
  return await receive(async ({ name, contentType, bytes }): Promise<Attachment> => {
    const stored: StoredContent = await storeContent(database, bytes);
    return { id: newId('Attachment'), name, contentType, ...stored };
  });
}

/** Gives a task files; answers these. Throws what the command throws, and NotFound. */
export async function attachToTask(
  context: Context,
  { caller, written, receive }: Giving,
): Promise<readonly AttachmentAnswer[]> {
  const { database } = context;
  await partLocated(database, caller, 'Task', written, neededForCommand.attachToTask);
  const attachments = await received(context, receive);
  const command = (taskId: string): Command => ({ type: 'attachToTask', taskId, attachments });
  const { id } = await dispatchToPart(context, { caller, kind: 'Task', written, command });
  const holder = under(containerOf(await storedTask(database, id)), id);
  return attachments.map((each) => showAttachment(each, holder, { prefix: context.typePrefix }));
}

/** Gives a release or template files; answers these. Throws what the command throws, and NotFound. */
export async function attachToRelease(
  context: Context,
  { caller, written, receive }: Giving,
): Promise<readonly AttachmentAnswer[]> {
  const { database } = context;
  await releaseLocated(database, caller, written, { needed: neededForCommand.attachToRelease });
  const attachments = await received(context, receive);
  const { id } = await dispatchToRelease(context, caller, written, { type: 'attachToRelease', attachments });
  const holder = releaseIdOf(await storedPlan(database, id));
  return attachments.map((each) => showAttachment(each, holder, { prefix: context.typePrefix }));
}

/** Who takes a file from what, which an id names. */
interface Taking {
  readonly caller: Person;
  readonly written: string;
  readonly attachment: string;
}

/** The last segment of the id of an attachment: those that we give have no hyphen, so the first reading is the one. */
const lastOf = (attachment: string): string => idCandidates('Attachment', attachment)[0];

/** Takes a file from a task. Throws what the command throws, and NotFound. */
export async function detachFromTask(context: Context, { caller, written, attachment }: Taking): Promise<void> {
  const attachmentId = lastOf(attachment);
  const command = (taskId: string): Command => ({ type: 'detachFromTask', taskId, attachmentId });
  await dispatchToPart(context, { caller, kind: 'Task', written, command });
}

/** Takes a file from a release or template. Throws what the command throws, and NotFound. */
export async function detachFromRelease(context: Context, { caller, written, attachment }: Taking): Promise<void> {
  const attachmentId = lastOf(attachment);
  await dispatchToRelease(context, caller, written, { type: 'detachFromRelease', attachmentId });
}

/** The attachment that an id names, of something live or archived. Throws NotFound, Forbidden. */
export async function attachmentNamed(
  database: Database,
  person: Person,
  written: string,
  needed?: Needed,
): Promise<FoundAttachment> {
  const found = await findAttachment(database, idCandidates('Attachment', written));
  if (found === null) throw nothingNamed('attachment', written);
  await hold(person, found.standing, { what: 'attachment', written, needed });
  return found;
}
