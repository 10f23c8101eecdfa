import { createHash } from 'node:crypto';
import { type Attachment, type Command, Conflict, clip, type Release, type Task } from '@slipway/domain';
import { newId } from '@slipway/engine';
import {
  attachedFile,
  type CodeAttachment,
  type CodeFiles,
  type CodeItem,
  type CodeItemOf,
  type Difference,
} from '@slipway/formats';
import type { Database, ReleaseView } from '@slipway/persistence';
import { releaseIdOf } from '@slipway/wire';
import { type StoredContent, storeContent } from '../attachments/contents.ts';
import { hold, planStanding } from '../model/hold.ts';
import { templateNamed } from '../plans/find.ts';
import { seenTemplates } from './naming/meant.ts';
import { type CodeRun, folderOf, pathOf } from './run/run.ts';
import { toChangeTemplate } from './templates.ts';

/** Documents with what was sent of the files that their attachments name. Throws BadFile for a file that was not sent. */
export const withFiles = (items: readonly CodeItem[], files: CodeFiles): readonly CodeItem[] =>
  items.map((item) => {
    if (item.kind !== 'attachments') return item;
    const holders = item.holders.map(({ at, attachments }) => ({
      at,
      attachments: attachments.map((each) => ({ ...each, ...attachedFile(files, each) })),
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

/** Gives a template and its tasks exactly the attachments of a document. Throws the errors of the commands. */
export async function applyAttachments(
  run: CodeRun,
  { path, title, holders }: CodeItemOf<'attachments'>,
): Promise<void> {
  const { database } = run.context;
  const caller = await run.me();
  const [id = ''] = await seenTemplates(run, (await folderOf(run, path)).id, title);
  const view = await templateNamed(database, caller, id);
  await hold(caller, planStanding(view), { what: 'template', written: id, needed: toChangeTemplate });
  const fields: Difference[] = [];
  for (const { at, attachments } of holders) {
    fields.push(...(await brought(run, view, holderAt(view, at), attachments)));
    await run.breathe();
  }
  if (fields.length === 0) return;
  run.ahead.rendered.forgetAll();
  const own = pathOf(path, title);
  run.record({ kind: 'Template', action: 'update', id: releaseIdOf(view), path: own, fields, touched: null });
}

function holderAt({ release, passive, rest }: ReleaseView, at: readonly number[]): Holder {
  const [first, ...steps] = at;
  if (first === undefined) return { task: null, where: '', before: passive.attachments };
  const phase = release.phases[first];
  let tasks: Release['phases'][number]['tasks'] = phase?.tasks ?? [];
  let task: Task | null = null;
  let where = `phases[${clip(phase?.title ?? '')}].`;
  for (const step of steps) {
    task = tasks[step] ?? null;
    where += `tasks[${clip(task?.definition.title ?? '')}].`;
    tasks = task?.tasks ?? [];
  }
  // others have changed the template since it was made so
  if (task === null) throw new Conflict(`template '${clip(release.title)}' has no task for an attachment`);
  return { task, where, before: rest.tasks.get(task.id)?.attachments ?? [] };
}

interface Wanted {
  readonly name: string;
  readonly contentType: string;
  readonly checksum: string;
  /** what is stored of it already, or by now */
  readonly content: (database: Database) => Promise<Pick<StoredContent, 'content' | 'size'>>;
}

const wantedOf = ({ name, contentType, stored, bytes = Buffer.alloc(0) }: CodeAttachment): Wanted => ({
  ...{ name, contentType },
  checksum: stored?.checksum ?? createHash('sha256').update(bytes).digest('hex'),
  content: async (database) => stored?.kept() ?? (await storeContent(database, piecesOf(bytes))),
});

const isSame = (one: Omit<Wanted, 'content'>, other: Omit<Wanted, 'content'>): boolean =>
  one.name === other.name &&
  one.checksum === other.checksum &&
  (one.contentType === other.contentType || one.contentType === '' || other.contentType === '');

/** Takes away what is not wanted and gives what is missing; answers what has changed by that. */
async function brought(
  run: CodeRun,
  { release }: ReleaseView,
  { task, where, before }: Holder,
  attachments: readonly CodeAttachment[],
): Promise<readonly Difference[]> {
  const wanted = attachments.map(wantedOf);
  const kept = new Set<Attachment>();
  const missing = wanted.filter((each) => {
    const there = before.find((one) => !kept.has(one) && isSame(one, each));
    if (there !== undefined) kept.add(there);
    return there === undefined;
  });
  const gone = before.filter((each) => !kept.has(each));
  for (const { id } of gone) await asked(run, release, detaching(task, id));
  const added: Attachment[] = [];
  for (const { name, contentType, checksum, content } of missing) {
    const { content: kept, size } = await content(run.context.database);
    added.push({ id: newId('Attachment'), name, contentType: contentType || anyBytes, content: kept, size, checksum });
  }
  if (added.length > 0) await asked(run, release, attaching(task, added));
  const field = (name: string): string => `${where}attachments[${clip(name)}]`;
  return [
    ...gone.map(({ name, checksum }) => ({ field: field(name), before: checksum, after: null })),
    ...added.map(({ name, checksum }) => ({ field: field(name), before: null, after: checksum })),
  ];
}

const anyBytes = 'application/octet-stream';

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const detaching = (task: Task | null, attachmentId: string): Command =>
  task === null
    ? { type: 'detachFromRelease', attachmentId }
    : { type: 'detachFromTask', taskId: task.id, attachmentId };

const attaching = (task: Task | null, attachments: readonly Attachment[]): Command =>
  task === null ? { type: 'attachToRelease', attachments } : { type: 'attachToTask', taskId: task.id, attachments };

const asked = async (run: CodeRun, { id }: Release, command: Command): Promise<void> => {
  await run.context.engine.dispatch(id, { kind: 'command', caller: await run.me(), command });
};
