import { createHash } from 'node:crypto';
import { releaseIdOf } from '@slipway/api-schema/plans';
import type { Command } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import { type Attachment, Conflict, clip, type Release, type Task } from '@slipway/domain/model';
import { newId } from '@slipway/engine';
import {
  attachedFile,
  type CodeAttachment,
  type CodeFiles,
  type CodeItem,
  type CodeItemOf,
  type Difference,
} from '@slipway/formats';
import type { Database } from '@slipway/persistence/database';
import type { ReleaseView } from '@slipway/persistence/plans';
import { type StoredContent, storeContent } from '../attachments/contents.ts';
import { planAttributes, requirePermission } from '../model/require-permission.ts';
import { getTemplate } from '../plans/find.ts';
import { visibleTemplates } from './naming/resolve-names.ts';
import { type CodeRun, getFolderByTitles, pathOf } from './run/run.ts';
import { neededToChangeTemplate } from './templates.ts';

/** Returns the documents with the uploaded files of their attachments. Throws BadFile for a missing file. */
export const withFiles = (items: readonly CodeItem[], files: CodeFiles): readonly CodeItem[] =>
  items.map((item) => {
    if (item.kind !== 'attachments') return item;
    const holders = item.holders.map(({ at: indexes, attachments }) => ({
      at: indexes,
      attachments: attachments.map((entry) => ({ ...entry, ...attachedFile(files, entry) })),
    }));
    return { ...item, holders };
  });

/** A part of a template with attachments, and its position for the list of changes. */
interface Holder {
  /** null: the template itself */
  readonly task: Task | null;
  readonly where: string;
  readonly before: readonly Attachment[];
}

/** Replaces the attachments of a template and its tasks by those of a document. Throws the errors of the commands. */
export async function applyAttachments(
  run: CodeRun,
  { path, title, holders }: CodeItemOf<'attachments'>,
): Promise<void> {
  const { database } = run.context;
  const caller = await run.me();
  const [id = ''] = await visibleTemplates(run, (await getFolderByTitles(run, path)).id, title);
  const view = await getTemplate(database, caller, id);
  await requirePermission(caller, planAttributes(view), {
    label: 'template',
    rawId: id,
    needed: neededToChangeTemplate,
  });
  const fields: Difference[] = [];
  for (const { at: indexes, attachments } of holders) {
    fields.push(...(await replaceAttachments(run, view, holderAt(view, indexes), attachments)));
    await run.yieldAndKeepAlive();
  }
  if (fields.length === 0) return;
  run.preloaded.rendered.evictAll();
  const own = pathOf(path, title);
  run.record({ kind: 'Template', action: 'update', id: releaseIdOf(view), path: own, fields, touched: null });
}

function holderAt({ release, passive, details: rest }: ReleaseView, indexes: readonly number[]): Holder {
  const [first, ...steps] = indexes;
  if (first === undefined) return { task: null, where: '', before: passive.attachments };
  const phase = release.phases[first];
  let tasks: Release['phases'][number]['tasks'] = phase?.tasks ?? [];
  let task: Task | null = null;
  let position = `phases[${clip(phase?.title ?? '')}].`;
  for (const step of steps) {
    task = tasks[step] ?? null;
    position += `tasks[${clip(task?.definition.title ?? '')}].`;
    tasks = task?.tasks ?? [];
  }
  // The template was changed after its document was applied.
  if (task === null) throw new Conflict(message('attachment.noTask', { title: release.title }));
  return { task, where: position, before: rest.tasks.get(task.id)?.attachments ?? [] };
}

interface RequestedAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly checksum: string;
  /** Returns the stored content, and stores it first if necessary. */
  readonly content: (database: Database) => Promise<Pick<StoredContent, 'content' | 'size'>>;
}

const toRequestedAttachment = ({
  name,
  contentType,
  stored,
  bytes = Buffer.alloc(0),
}: CodeAttachment): RequestedAttachment => ({
  name,
  contentType,
  checksum: stored?.checksum ?? createHash('sha256').update(bytes).digest('hex'),
  content: async (database) => stored?.content() ?? (await storeContent(database, chunksOf(bytes))),
});

const isSame = (
  attachment: Omit<RequestedAttachment, 'content'>,
  candidate: Omit<RequestedAttachment, 'content'>,
): boolean =>
  attachment.name === candidate.name &&
  attachment.checksum === candidate.checksum &&
  (attachment.contentType === candidate.contentType || attachment.contentType === '' || candidate.contentType === '');

/** Removes the attachments that the document does not contain, and adds the missing ones. Returns the differences. */
async function replaceAttachments(
  run: CodeRun,
  { release }: ReleaseView,
  { task, where: position, before }: Holder,
  attachments: readonly CodeAttachment[],
): Promise<readonly Difference[]> {
  const requested = attachments.map(toRequestedAttachment);
  const unchanged = new Set<Attachment>();
  const missing = requested.filter((entry) => {
    const existing = before.find((attachment) => !unchanged.has(attachment) && isSame(attachment, entry));
    if (existing !== undefined) unchanged.add(existing);
    return existing === undefined;
  });
  const removed = before.filter((entry) => !unchanged.has(entry));
  for (const { id } of removed) await dispatchCommand(run, release, detachCommand(task, id));
  const added: Attachment[] = [];
  for (const { name, contentType, checksum, content } of missing) {
    const { content: unchanged, size } = await content(run.context.database);
    added.push({
      id: newId('Attachment'),
      name,
      contentType: contentType || anyBytes,
      content: unchanged,
      size,
      checksum,
    });
  }
  if (added.length > 0) await dispatchCommand(run, release, attachCommand(task, added));
  const field = (name: string): string => `${position}attachments[${clip(name)}]`;
  return [
    ...removed.map(({ name, checksum }) => ({ field: field(name), before: checksum, after: null })),
    ...added.map(({ name, checksum }) => ({ field: field(name), before: null, after: checksum })),
  ];
}

const anyBytes = 'application/octet-stream';

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const detachCommand = (task: Task | null, attachmentId: string): Command =>
  task === null
    ? { type: 'detachFromRelease', attachmentId }
    : { type: 'detachFromTask', taskId: task.id, attachmentId };

const attachCommand = (task: Task | null, attachments: readonly Attachment[]): Command =>
  task === null ? { type: 'attachToRelease', attachments } : { type: 'attachToTask', taskId: task.id, attachments };

const dispatchCommand = async (run: CodeRun, { id }: Release, command: Command): Promise<void> => {
  await run.context.engine.dispatch(id, { kind: 'command', caller: await run.me(), command });
};
