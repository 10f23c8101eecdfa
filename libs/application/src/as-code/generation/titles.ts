import { rootFolderId } from '@slipway/domain/ids';
import { type Message, message, type NameIn } from '@slipway/domain/messages';
import { Conflict, isObject, type Json } from '@slipway/domain/model';
import type { FolderTitles, Members } from '@slipway/formats';
import type { Folder } from '@slipway/persistence/folders';

/** Whether a title can be part of a path in documents: slashes separate titles, and a dot is the current folder. */
const isInPaths = (title: string): boolean => !isBlank(title) && title !== '.' && !title.includes('/');
const isBlank = (title: Json | undefined): boolean => typeof title !== 'string' || title.trim() === '';

const membersIn = (list: Json | undefined): readonly Members[] => (Array.isArray(list) ? list.filter(isObject) : []);

/**
 * Throws Conflict for a folder title that cannot be part of a path. `home` are the titles of the requested folder and
 * its parents.
 */
export function requireInPaths(home: FolderTitles, below: readonly Folder[]): void {
  const unnameable = below.find(({ title }) => !isInPaths(title));
  const title = unnameable?.title ?? home.find((candidate) => !isInPaths(candidate));
  if (title === undefined) return;
  throw new Conflict(
    unnameable === undefined
      ? message('export.folderTitle', { title })
      : message('export.folderTitleOfId', { title, id: unnameable.id }),
  );
}

/** Throws Conflict for an object in a folder, or a phase or task of a template, with a blank title. */
export function requireTitles(objects: readonly Members[], folder: string): void {
  const place = folder === '' ? message('place.top') : message('place.folder', { folder });
  for (const { template, name, type, phases } of objects) {
    // Triggers also have a member `template`.
    if (typeof type === 'string' && name !== undefined) {
      if (isBlank(name)) throw missingTitle(message('untitled.object', { type, place }));
    } else if (template !== undefined) {
      if (isBlank(template)) throw missingTitle(message('untitled.template', { place }));
      requirePhaseTitles(membersIn(phases), { template: String(template), place });
    }
  }
}

/** A template, and its folder as a message. */
interface Holder {
  readonly template: string;
  readonly place: Message;
}

function requirePhaseTitles(phases: readonly Members[], holder: Holder): void {
  for (const { phase, tasks } of phases) {
    if (isBlank(phase)) throw missingTitle(message('untitled.phase', { ...holder }));
    requireTaskTitles(membersIn(tasks), holder);
  }
}

function requireTaskTitles(tasks: readonly Members[], holder: Holder): void {
  for (const { name, tasks: inner } of tasks) {
    if (isBlank(name)) throw missingTitle(message('untitled.task', { ...holder }));
    requireTaskTitles(membersIn(inner), holder);
  }
}

const missingTitle = (part: Message): Conflict => new Conflict(message('export.withoutTitle', { part }));

/** The maximum number of objects of one kind in an error. */
const maxNamed = 10;

/** Objects in the form of documents, by the ids of their folders. */
export type ByFolder = ReadonlyMap<string, readonly Members[]>;

/** Objects of one kind. `titleMember` is the member with the title. */
interface ObjectKind {
  readonly kind: NameIn<'duplicates'>;
  readonly titleMember: string;
  readonly objects: ByFolder;
}

/**
 * Returns a message for each title that several objects in one folder share: `2 templates 'T' in folder 'F'`. Documents
 * identify objects by title. `folders` are the titles of folders by id.
 */
export const duplicatesIn = (
  { kind, titleMember, objects }: ObjectKind,
  folders: ReadonlyMap<string, string>,
): readonly Message[] =>
  [...objects].flatMap(([folderId, folderObjects]) => {
    const byTitle = Map.groupBy(folderObjects, (member) => String(member[titleMember]));
    const place =
      folderId === rootFolderId
        ? message('place.top')
        : message('place.folder', { folder: folders.get(folderId) ?? '' });
    return [...byTitle]
      .filter(([, { length }]) => length > 1)
      .map(([title, { length: count }]) => message(`duplicates.${kind}`, { count, title, place }));
  });

/** Throws Conflict if several triggers in a folder have the same title. */
export function requireDistinctTriggers(objects: ByFolder, folders: ReadonlyMap<string, string>): void {
  const duplicates = duplicatesIn({ kind: 'triggers', titleMember: 'name', objects }, folders);
  if (duplicates.length === 0) return;
  const more = Math.max(duplicates.length - maxNamed, 0);
  throw new Conflict(message('export.duplicateTriggers', { duplicates: duplicates.slice(0, maxNamed), more }));
}
