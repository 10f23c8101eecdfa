import { clip, NotFound, neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { CodeItem, CodeItemOf, Difference, FolderTitles, Members } from '@slipway/formats';
import type { Actor } from '@slipway/persistence';
import { type Folder, findFolderByTitles } from '@slipway/persistence';
import type { ResourceContext } from '../model/context.ts';
import type { Passwords } from '../people/asking.ts';
import type { ProvesUser } from '../plans/run-as.ts';

/** What things are called in the list of what has changed. */
export type ChangedKind =
  | 'Folder'
  | 'Template'
  | 'Configuration'
  | 'Trigger'
  | 'Variable'
  | 'Teams'
  | 'Role'
  | 'User'
  | 'Release'
  | 'Kept';

/** One thing that was made or changed, field by field. */
export interface CodeChange {
  readonly kind: ChangedKind;
  readonly action: 'create' | 'update';
  /** as clients know it; of people their name */
  readonly id: string;
  /** titles from the top, with slashes between */
  readonly path: string;
  readonly fields: readonly Difference[];
}

/** What was looked up: in one set of documents the same folders and templates are named again and again. */
export interface Known {
  /** by their titles, seen by whoever asks or not */
  readonly folders: Map<string, Folder>;
  /** full ids of templates that whoever asks sees, by their titles, the template's own last */
  readonly templates: Map<string, string>;
}

/** One set of documents on its way: everything it does is in one transaction. */
export interface CodeRun {
  /** asks the database inside the transaction */
  readonly context: ResourceContext;
  /** whoever asks, with the rights that they have by now */
  readonly me: () => Promise<Person>;
  readonly actor: Actor;
  readonly proves: ProvesUser;
  readonly passwords: Passwords;
  readonly record: (change: CodeChange) => void;
  /** templates that were not looked at yet, by their paths */
  readonly waiting: Map<string, CodeItemOf<'template'>>;
  /** templates that were made without anything in them, since others refer to them */
  readonly bare: Set<string>;
  readonly known: Known;
  /** what is as it shall be: found by looking at many at once */
  readonly settled: Set<CodeItem>;
  /** Lets others have their turn between two things, and keeps the transaction from being taken for one left alone. */
  readonly breathe: () => Promise<void>;
}

/** What titles are known by: a title may have anything in it. */
export const keyOf = (titles: FolderTitles, ...more: readonly string[]): string => JSON.stringify([...titles, ...more]);

export const pathOf = (titles: FolderTitles, ...more: readonly string[]): string => [...titles, ...more].join('/');

/** The folder of these titles; null also where whoever asks may not see it, of which they are to learn nothing. */
export async function seenFolder({ context, me, known }: CodeRun, titles: FolderTitles): Promise<Folder | null> {
  const key = keyOf(titles);
  const folder = known.folders.get(key) ?? (await findFolderByTitles(context.database, titles));
  if (folder !== null) known.folders.set(key, folder);
  if (folder === null || folder.id === rootFolderId) return folder;
  const there = await (await me()).at({ folderId: folder.id });
  return there.may(neededToRead.folder) ? folder : null;
}

/** The folder of these titles. Throws NotFound, also where whoever asks may not see it. */
export async function folderOf(run: CodeRun, titles: FolderTitles): Promise<Folder> {
  const folder = await seenFolder(run, titles);
  if (folder === null) throw new NotFound(`there is no folder at '${clip(pathOf(titles))}'`);
  return folder;
}

export const idOf = ({ path }: Folder): string => path.join('/');

/** An answer as its client reads it. */
export const asRead = (answer: object): Members => JSON.parse(JSON.stringify(answer));

/** Of these members those that the others have, too. */
export const likewise = (members: Members, others: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(others, name)));
