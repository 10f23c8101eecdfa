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
import { storeContent } from '../attachments/contents.ts';

type Warn = (what: string) => void;

/** What lies beside a template in its file, by name. */
export type FilesBeside = ReadonlyMap<string, Buffer>;

/** How names and types that a stranger gives to files are read. */
export interface FileNaming {
  name(written: string): string;
  type(written: string): string;
}

interface Bringing {
  readonly database: Database;
  readonly files: FilesBeside;
  readonly naming: FileNaming;
}

type Part = { readonly [member: string]: unknown };
const partsIn = (value: unknown): readonly Part[] => (Array.isArray(value) ? value : []);

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const lastOf = (written: string): string => written.slice(written.lastIndexOf('/') + 1);

/** By where the attachment says that it lies, else by the last part of that, or of its id (import-formats.md, .xlr). */
function contentIn(files: FilesBeside, { fileUri, id }: Readonly<Record<string, Json>>): Buffer | undefined {
  const exact = files.get(textIn(fileUri));
  if (exact !== undefined) return exact;
  const wanted = [lastOf(textIn(fileUri)), lastOf(textIn(id))].filter((name) => name !== '');
  return [...files].find(([name]) => wanted.includes(lastOf(name)))?.[1];
}

/** The attachments that a part of a file lists, stored; those whose content is not there are told. */
async function stored(
  { database, files, naming }: Bringing,
  { attachments }: Part,
  warn: Warn,
): Promise<readonly Attachment[]> {
  const listed = json.parse(attachments ?? []);
  const brought: Attachment[] = [];
  for (const each of Array.isArray(listed) ? listed : []) {
    if (!isObject(each)) continue;
    const { id, exportFilename, contentType } = each;
    const bytes = contentIn(files, each);
    if (bytes === undefined) {
      warn(`attachment '${clip(textIn(exportFilename))}' was left out: the file does not hold it`);
      continue;
    }
    const last = lastOf(textIn(id));
    brought.push({
      id: isIdOf('Attachment', last) ? last : newId('Attachment'),
      name: naming.name(textIn(exportFilename)),
      contentType: naming.type(textIn(contentType)),
      ...(await storeContent(database, piecesOf(bytes))),
    });
  }
  return brought;
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * A draft with the attachments that its body lists and whose contents lie beside it. These are stored before anything is
 * made: what is not used in the end, the upkeep forgets.
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
