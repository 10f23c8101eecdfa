import type { ImportBody } from '@slipway/api-schema/files';
import { date, json } from '@slipway/api-schema/format';
import { maxCommentLength } from '@slipway/domain/decision';
import { isIdOf } from '@slipway/domain/ids';
import { type Message, message, type Warn, warnAt } from '@slipway/domain/messages';
import {
  type Attachment,
  type CommentDraft,
  clip,
  type Instant,
  isObject,
  type Json,
  type TaskDraft,
  type TemplateDraft,
} from '@slipway/domain/model';
import { isSameUser } from '@slipway/domain/people';
import { newId, type Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { type StoredContent, storeContent } from '../attachments/contents.ts';

/** The functions that read the files beside a template in its archive, by name. */
export type ArchiveFiles = ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;

/** Reads the names and media types that a sender declares. */
export interface FileNaming {
  name(rawName: string): string;
  type(rawName: string): string;
}

interface ImportSources {
  readonly database: Database;
  readonly files: ArchiveFiles;
  readonly naming: FileNaming;
}

interface AttachmentImport extends ImportSources {
  /** the stored contents, by file name: several attachments may have the same content */
  readonly contents: Map<string, StoredContent>;
}

/** Creates the import of the attachments of all templates in a file. */
export const createAttachmentImport = (sources: ImportSources): AttachmentImport => ({
  ...sources,
  contents: new Map(),
});

type Part = { readonly [member: string]: unknown };
const partsIn = (value: unknown): readonly Part[] => (Array.isArray(value) ? value : []);

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const lastSegmentOf = (rawName: string): string => rawName.slice(rawName.lastIndexOf('/') + 1);

/**
 * Returns the name of an attachment's file: its `fileUri`, else a file with the same last segment as the `fileUri` or
 * the id (file-formats.md, .xlr).
 */
function nameIn(files: ArchiveFiles, { fileUri, id }: Readonly<Record<string, Json>>): string | undefined {
  const fullName = textIn(fileUri);
  if (files.has(fullName)) return fullName;
  const candidates = [lastSegmentOf(fullName), lastSegmentOf(textIn(id))].filter((name) => name !== '');
  return [...files.keys()].find((name) => candidates.includes(lastSegmentOf(name)));
}

/** Stores the content of a file beside the template, unless it is stored already. */
async function contentOf({ database, files, contents }: AttachmentImport, name: string): Promise<StoredContent | null> {
  const cached = contents.get(name);
  if (cached !== undefined) return cached;
  const read = files.get(name);
  if (read === undefined) return null;
  const content = await storeContent(database, read());
  contents.set(name, content);
  return content;
}

/** Stores the attachments that a part of a file lists, and reports missing contents. */
async function storeAttachments(
  attachmentImport: AttachmentImport,
  { attachments }: Part,
  warn: Warn,
): Promise<readonly Attachment[]> {
  const { files, naming } = attachmentImport;
  const listed = json.parse(attachments ?? []);
  const imported: Attachment[] = [];
  for (const item of Array.isArray(listed) ? listed : []) {
    if (!isObject(item)) continue;
    const { id, exportFilename, contentType } = item;
    const name = nameIn(files, item);
    const content = name === undefined ? null : await contentOf(attachmentImport, name);
    if (content === null) {
      warn(message('import.missingAttachment', { name: textIn(exportFilename) }));
      continue;
    }
    const last = lastSegmentOf(textIn(id));
    imported.push({
      id: isIdOf('Attachment', last) ? last : newId('Attachment'),
      name: naming.name(textIn(exportFilename)),
      contentType: naming.type(textIn(contentType)),
      ...content,
    });
  }
  return imported;
}

/**
 * Returns a draft with its attachments, whose contents are in the archive. The contents are stored before the template
 * is created. Maintenance deletes unused contents.
 */
export async function withAttachments(
  attachmentImport: AttachmentImport,
  draft: TemplateDraft,
  body: ImportBody,
  warn: Warn,
): Promise<TemplateDraft> {
  const phases = [];
  for (const [index, phase] of (draft.phases ?? []).entries()) {
    const part = message('part.phase', { title: phase.title ?? '' });
    const tasks = await tasksWith(
      attachmentImport,
      phase.tasks ?? [],
      partsIn(body.phases?.[index]?.tasks),
      part,
      warn,
    );
    phases.push({ ...phase, tasks });
  }
  const attachments = await storeAttachments(attachmentImport, { attachments: body.attachments }, warn);
  return { ...draft, phases, ...(attachments.length > 0 && { attachments }) };
}

async function tasksWith(
  attachmentImport: AttachmentImport,
  drafts: readonly TaskDraft[],
  bodies: readonly Part[],
  phase: Message,
  warn: Warn,
): Promise<readonly TaskDraft[]> {
  const tasks: TaskDraft[] = [];
  for (const [index, draft] of drafts.entries()) {
    const body = bodies[index] ?? {};
    const part = message('part.taskIn', { title: draft.title ?? '', phase });
    const attachments = await storeAttachments(attachmentImport, body, warnAt(warn, part));
    const inner = draft.tasks && (await tasksWith(attachmentImport, draft.tasks, partsIn(body.tasks), phase, warn));
    tasks.push({ ...draft, ...(attachments.length > 0 && { attachments }), ...(inner && { tasks: inner }) });
  }
  return tasks;
}

/** The maximum length, in characters. */
const maxNameLength = 255;

/** Returns a draft whose tasks have the comments that its body lists. */
export function withComments(draft: TemplateDraft, body: ImportBody, caller: Person, warn: Warn): TemplateDraft {
  const withTaskComments = (
    drafts: readonly TaskDraft[],
    parts: readonly Part[],
    phase: Message,
  ): readonly TaskDraft[] =>
    drafts.map((task, index) => {
      const { comments: listed, tasks: inner } = parts[index] ?? {};
      const part = message('part.taskIn', { title: task.title ?? '', phase });
      const comments = commentsIn(listed, caller, warnAt(warn, part));
      const tasks = task.tasks && withTaskComments(task.tasks, partsIn(inner), phase);
      return { ...task, ...(comments.length > 0 && { comments }), ...(tasks && { tasks }) };
    });
  const phases = draft.phases?.map((phase, index) => {
    const part = message('part.phase', { title: phase.title ?? '' });
    return { ...phase, tasks: withTaskComments(phase.tasks ?? [], partsIn(body.phases?.[index]?.tasks), part) };
  });
  return { ...draft, ...(phases && { phases }) };
}

/**
 * Returns the comments of a task in a file. If the importing user has all permissions, the authors stay. Otherwise, the
 * importing user becomes the author, and the text names the original author. Invalid comments are reported.
 */
function commentsIn(listed: unknown, caller: Person, warn: Warn): readonly CommentDraft[] {
  const rawComments = json.parse(listed ?? []);
  const comments: CommentDraft[] = [];
  for (const item of Array.isArray(rawComments) ? rawComments : []) {
    const { text, author, date: rawDate, editedDate } = isObject(item) ? item : {};
    if (typeof text !== 'string' || text.trim() === '') {
      warn(message('import.emptyComment'));
      continue;
    }
    const edited = dateIn(editedDate);
    const comment = attributeComment(
      { text, author: authorNameIn(author), date: dateIn(rawDate), ...(edited !== null && { editedDate: edited }) },
      caller,
    );
    if (comment.text.length <= maxCommentLength) comments.push(comment);
    else warn(message('import.longComment', { max: maxCommentLength }));
  }
  return comments;
}

/** Returns a date of a file; null if it is absent or invalid. */
function dateIn(raw: unknown): Instant | null {
  const read = date.safeParse(raw);
  return (read.success ? read.data : null) ?? null;
}

const authorNameIn = (author: unknown): string =>
  typeof author === 'string' ? clip(author.trim()).slice(0, maxNameLength) : '';

function attributeComment(comment: CommentDraft, caller: Person): CommentDraft {
  const { text, author, date: rawDate } = comment;
  const { username } = caller;
  if (author === '' || isSameUser(author, username)) return { ...comment, author: username };
  if (caller.hasPermission('admin')) return comment;
  const dateText = rawDate === null ? '' : `, ${new Date(rawDate).toISOString()}`;
  return { text: `${author}${dateText}: ${text}`, author: username, date: null };
}
