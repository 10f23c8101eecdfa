import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Conflict, clip, isObject, type Json } from '@slipway/domain/model';
import type { FolderTitles, Members } from '@slipway/formats';
import type { Folder } from '@slipway/persistence/folders';

/** Paths in documents have slashes between titles, and a dot for the folder that they begin in. */
const isInPaths = (title: string): boolean => !isBlank(title) && title !== '.' && !title.includes('/');
const isBlank = (title: Json | undefined): boolean => typeof title !== 'string' || title.trim() === '';

const membersIn = (list: Json | undefined): readonly Members[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** Throws Conflict for a folder that no path names; `home` has the titles on the way to the first. */
export function requireInPaths(home: FolderTitles, below: readonly Folder[]): void {
  const unnameable = below.find(({ title }) => !isInPaths(title));
  const title = unnameable?.title ?? home.find((candidate) => !isInPaths(candidate));
  if (title === undefined) return;
  const id = unnameable === undefined ? '' : ` (${unnameable.id})`;
  const reason = "a title in a path is not blank, is not '.' and has no '/'";
  throw new Conflict(message('export.folderTitle', { title, suffix: id, reason }));
}

/** Throws Conflict for a thing in a folder, or a phase or task of a template in it, whose title is blank. */
export function requireTitles(objects: readonly Members[], folder: string): void {
  const location = folder === '' ? 'at the top' : `in folder '${clip(folder)}'`;
  for (const { template, name, type, phases } of objects) {
    // triggers name a template, too
    if (typeof type === 'string' && name !== undefined) {
      if (isBlank(name)) throw missingTitle(`one of type '${clip(type)}' ${location}`);
    } else if (template !== undefined) {
      if (isBlank(template)) throw missingTitle(`a template ${location}`);
      requirePhaseTitles(membersIn(phases), `of template '${clip(String(template))}' ${location}`);
    }
  }
}

function requirePhaseTitles(phases: readonly Members[], holder: string): void {
  for (const { phase, tasks } of phases) {
    if (isBlank(phase)) throw missingTitle(`a phase ${holder}`);
    requireTaskTitles(membersIn(tasks), holder);
  }
}

function requireTaskTitles(tasks: readonly Members[], holder: string): void {
  for (const { name, tasks: inner } of tasks) {
    if (isBlank(name)) throw missingTitle(`a task ${holder}`);
    requireTaskTitles(membersIn(inner), holder);
  }
}

const missingTitle = (subject: string): Conflict => new Conflict(message('export.withoutTitle', { subject }));

/** The maximum number of objects of one kind in an error. */
const maxNamed = 10;

/** Objects in the form of documents, by the ids of their folders. */
export type ByFolder = ReadonlyMap<string, readonly Members[]>;

/** Objects of one kind; `by` is the member with the title. */
interface ObjectKind {
  readonly noun: string;
  readonly titleMember: string;
  readonly objects: ByFolder;
}

/**
 * Names the things of which a folder has several with one title, which documents identify them by: `2 templates 'T' in
 * folder 'F'`. `folders` has the titles of folders by id.
 */
export const duplicatesIn = (
  { noun, titleMember, objects }: ObjectKind,
  folders: ReadonlyMap<string, string>,
): readonly string[] =>
  [...objects].flatMap(([folderId, folderObjects]) => {
    const byTitle = Map.groupBy(folderObjects, (member) => String(member[titleMember]));
    const location = folderId === rootFolderId ? 'at the top' : `in folder '${clip(folders.get(folderId) ?? '')}'`;
    return [...byTitle]
      .filter(([, { length }]) => length > 1)
      .map(([title, { length }]) => `${length} ${noun}s '${clip(title)}' ${location}`);
  });

/** Throws Conflict for several things with one title in a folder. */
export function requireDistinct(kind: ObjectKind, folders: ReadonlyMap<string, string>): void {
  const { noun } = kind;
  const duplicates = duplicatesIn(kind, folders);
  if (duplicates.length === 0) return;
  const listed = duplicates.slice(0, maxNamed).join(', ');
  const more = duplicates.length > maxNamed ? ` and ${duplicates.length - maxNamed} more` : '';
  throw new Conflict(message('export.duplicateTitle', { kind: noun, objects: listed, more }));
}
