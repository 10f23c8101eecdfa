import {
  type Attachment,
  clip,
  isIdOf,
  isObject,
  type Json,
  type TaskDraft,
  type TemplateDraft,
} from '@slipway/domain';
import { newId } from '@slipway/engine';
import type { Database } from '@slipway/persistence';
import { type ImportedBody, json } from '@slipway/wire';
import { type StoredContent, storeContent } from '../attachments/contents.ts';

type Warn = (what: string) => void;

/** Reads the files beside a template in its archive, by name. */
export type FilesBeside = ReadonlyMap<string, () => AsyncIterable<Uint8Array>>;

/** Reads the names and media types that a sender declares. */
export interface FileNaming {
  name(written: string): string;
  type(written: string): string;
}

interface Beside {
  readonly database: Database;
  readonly files: FilesBeside;
  readonly naming: FileNaming;
}

interface Bringing extends Beside {
  /** what is stored by now, by its name in the file: attachments may share it */
  readonly contents: Map<string, StoredContent>;
}

/** What brings the attachments of all templates of a file. */
export const bringingFrom = (beside: Beside): Bringing => ({ ...beside, contents: new Map() });

type Part = { readonly [member: string]: unknown };
const partsIn = (value: unknown): readonly Part[] => (Array.isArray(value) ? value : []);

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const lastOf = (written: string): string => written.slice(written.lastIndexOf('/') + 1);

/** By the location in the attachment, else by the last part of that, or of its id (file-formats.md, .xlr). */
function nameIn(files: FilesBeside, { fileUri, id }: Readonly<Record<string, Json>>): string | undefined {
  const exact = textIn(fileUri);
  if (files.has(exact)) return exact;
  const wanted = [lastOf(exact), lastOf(textIn(id))].filter((name) => name !== '');
  return [...files.keys()].find((name) => wanted.includes(lastOf(name)));
}

/** The content of a file beside the template, stored once. */
async function contentOf({ database, files, contents }: Bringing, name: string): Promise<StoredContent | null> {
  const before = contents.get(name);
  if (before !== undefined) return before;
  const read = files.get(name);
  if (read === undefined) return null;
  const content = await storeContent(database, read());
  contents.set(name, content);
  return content;
}

/** The attachments that a part of a file lists, stored; missing contents are reported. */
async function stored(bringing: Bringing, { attachments }: Part, warn: Warn): Promise<readonly Attachment[]> {
  const { files, naming } = bringing;
  const listed = json.parse(attachments ?? []);
  const brought: Attachment[] = [];
  for (const each of Array.isArray(listed) ? listed : []) {
    if (!isObject(each)) continue;
    const { id, exportFilename, contentType } = each;
    const name = nameIn(files, each);
    const content = name === undefined ? null : await contentOf(bringing, name);
    if (content === null) {
      warn(`attachment '${clip(textIn(exportFilename))}' was left out: the file does not hold it`);
      continue;
    }
    const last = lastOf(textIn(id));
    brought.push({
      id: isIdOf('Attachment', last) ? last : newId('Attachment'),
      name: naming.name(textIn(exportFilename)),
      contentType: naming.type(textIn(contentType)),
      ...content,
    });
  }
  return brought;
}

/**
 * A draft with its attachments, whose contents are in the archive. These are stored before the template is created;
 * maintenance deletes unused ones.
 */
export async function withAttachments(
  bringing: Bringing,
  draft: TemplateDraft,
  body: ImportedBody,
  warn: Warn,
): Promise<TemplateDraft> {
  const phases = [];
  for (const [index, phase] of (draft.phases ?? []).entries()) {
    const at = `phase '${clip(phase.title ?? '')}'`;
    const tasks = await tasksWith(bringing, phase.tasks ?? [], partsIn(body.phases?.[index]?.tasks), at, warn);
    phases.push({ ...phase, tasks });
  }
  const attachments = await stored(bringing, { attachments: body.attachments }, warn);
  return { ...draft, phases, ...(attachments.length > 0 && { attachments }) };
}

async function tasksWith(
  bringing: Bringing,
  drafts: readonly TaskDraft[],
  bodies: readonly Part[],
  at: string,
  warn: Warn,
): Promise<readonly TaskDraft[]> {
  const tasks: TaskDraft[] = [];
  for (const [index, draft] of drafts.entries()) {
    const body = bodies[index] ?? {};
    const attachments = await stored(bringing, body, (what) =>
      warn(`task '${clip(draft.title ?? '')}' in ${at}: ${what}`),
    );
    const inner = draft.tasks && (await tasksWith(bringing, draft.tasks, partsIn(body.tasks), at, warn));
    tasks.push({ ...draft, ...(attachments.length > 0 && { attachments }), ...(inner && { tasks: inner }) });
  }
  return tasks;
}
