import { asJson, clip, NotFound, neededToRead, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import type { CodeItem, CodeItemOf, Difference, FolderTitles, Members } from '@slipway/formats';
import {
  type Actor,
  type ChangedPeople,
  type ConfigurationView,
  type Folder,
  foldersAtTitles,
  type Role,
  type ScopeTeams,
  type SharedVariableView,
  type TriggerRow,
  type UserAccount,
} from '@slipway/persistence';
import type { ResourceContext } from '../../model/context.ts';
import type { Passwords } from '../../people/asking.ts';
import type { ProvesUser } from '../../plans/run-as.ts';

/** What things are called in the list of what has changed. */
export type ChangedKind =
  | 'Folder'
  | 'Template'
  | 'Configuration'
  | 'RiskProfile'
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
  /** what of it others may have to do with; null: nothing that is there can */
  readonly touched: Touched | null;
}

/** What was changed, as others know it. */
export type Touched =
  | { readonly of: 'template'; readonly id: string }
  | { readonly of: 'variable'; readonly key: string; readonly folderId: string | null }
  | { readonly of: 'configuration'; readonly id: string; readonly title: string; readonly folderId: string | null }
  /** and when it was due next */
  | { readonly of: 'trigger'; readonly id: string; readonly nextFireAt: number | null }
  | { readonly of: 'people'; readonly people: readonly ChangedPeople[] }
  /** the keys of the names by which releases follow it */
  | { readonly of: 'risk'; readonly keys: readonly string[] };

/** Configurations and their order: what names others is made after them. */
interface TypedOrder {
  /** those that were not looked at yet, by `keyOf` their places and titles */
  readonly waiting: Map<string, readonly CodeItemOf<'typed'>[]>;
  /** those that wait for others that they name */
  readonly making: Set<string>;
  /** those that were made without one that names them, too: they are looked at again */
  readonly again: CodeItemOf<'typed'>[];
}

/** What was looked up: in one set of documents the same folders and templates are named again and again. */
export interface Known {
  /** by their titles, seen by whoever asks or not */
  readonly folders: Map<string, Folder>;
  /** titles of folders below which whoever asks sees others */
  readonly onTheWay: Set<string>;
  /** full ids of templates that whoever asks sees, by their titles, the template's own last */
  readonly templates: Map<string, string>;
  /** titles at which no template was found, and none was made since */
  readonly absent: Set<string>;
  /** ids of configurations that documents name by title, by that and where they are named */
  readonly configurations: Map<string, string>;
}

/** What was read of many things by one statement, before their turn. */
interface Ahead<T> {
  put(key: string, value: T): void;
  /** What was read, or what is read now where nothing was, or where it was changed since. */
  get(key: string, read: () => Promise<T>): Promise<T>;
  /** Something was changed: what was read of it is another. */
  forget(key: string): void;
  forgetAll(): void;
}

function newAhead<T>(): Ahead<T> {
  const known = new Map<string, { readonly value: T }>();
  return {
    put: (key, value) => {
      known.set(key, { value });
    },
    get: async (key, read) => {
      const found = known.get(key) ?? { value: await read() };
      known.set(key, found);
      return found.value;
    },
    forget: (key) => {
      known.delete(key);
    },
    forgetAll: () => known.clear(),
  };
}

/** What was read of many things at once, by keys of `keyIn` unless said otherwise. */
export interface ReadAhead {
  /** by name in small letters */
  readonly users: Ahead<UserAccount | null>;
  /** by name in small letters */
  readonly roles: Ahead<Role | null>;
  /** by folder, kind and title */
  readonly kept: Ahead<Members | null>;
  readonly variables: Ahead<SharedVariableView | null>;
  readonly configurations: Ahead<readonly ConfigurationView[]>;
  /** all of a title */
  readonly triggers: Ahead<readonly TriggerRow[]>;
  /** triggers as whoever asks is answered them, by id */
  readonly rendered: Ahead<Members>;
  /** that hold in a folder, by its id, or for a template at the top, by its own */
  readonly teams: Ahead<ScopeTeams>;
  /** templates at the top that whoever asks sees, by title */
  readonly atTop: Ahead<readonly string[]>;
}

export const newReadAhead = (): ReadAhead => ({
  users: newAhead(),
  roles: newAhead(),
  kept: newAhead(),
  variables: newAhead(),
  configurations: newAhead(),
  triggers: newAhead(),
  rendered: newAhead(),
  teams: newAhead(),
  atTop: newAhead(),
});

/** One set of documents on its way: everything it does is in one transaction. */
export interface CodeRun {
  /** asks the database inside the transaction, and keeps what ids are called */
  readonly context: ResourceContext & KeepsNames;
  /** whoever asks, with the rights that they have by now */
  readonly me: () => Promise<Person>;
  readonly actor: Actor;
  readonly proves: ProvesUser;
  readonly passwords: Passwords;
  readonly record: (change: CodeChange) => void;
  /** templates that were not looked at yet, by their paths */
  readonly waiting: Map<string, CodeItemOf<'template'>>;
  readonly typed: TypedOrder;
  /** templates that were made without anything in them, since others refer to them */
  readonly bare: Set<string>;
  /** what is told of templates that were made together, by their paths, when their turn comes */
  readonly made: Map<string, MadeTemplate>;
  readonly known: Known;
  readonly ahead: ReadAhead;
  /** what is as it shall be: found by looking at many at once */
  readonly settled: Set<CodeItem>;
  /** Lets others have their turn between two things, and keeps the transaction from being taken for one left alone. */
  readonly breathe: () => Promise<void>;
}

/** A template that was made and is not told yet, and the paths of those that it refers to, which are told before it. */
interface MadeTemplate {
  readonly change: CodeChange;
  readonly refersTo: readonly string[];
}

/** Tells of the template of a path what came of it, and of those that it refers to; false where that was told, or is not known. */
export function toldAt({ made, record }: Pick<CodeRun, 'made' | 'record'>, path: string): boolean {
  const open: { readonly change: CodeChange; readonly left: Iterator<string> }[] = [];
  const enter = (at: string): void => {
    const found = made.get(at);
    if (found === undefined) return;
    made.delete(at);
    open.push({ change: found.change, left: found.refersTo.values() });
  };
  enter(path);
  const isThere = open.length > 0;
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const next = last.left.next();
    if (next.done === true) {
      record(last.change);
      open.pop();
    } else enter(next.value);
  }
  return isThere;
}

/** What keeps what ids are called to whoever asks; null: they are not to know. */
export interface KeepsNames {
  readonly names?: Map<string, CalledFrom | null>;
}

/** What something is called as a folder knows it, by the ids from the root to that. */
export type CalledFrom = (from: readonly string[]) => string;

/** What titles are known by: a title may have anything in it. */
export const keyOf = (titles: FolderTitles, ...more: readonly string[]): string => JSON.stringify([...titles, ...more]);

/** What something in a folder is known by, or something global. */
export const keyIn = (folderId: string | null, title: string): string => keyOf([folderId ?? '', title]);

export const pathOf = (titles: FolderTitles, ...more: readonly string[]): string => [...titles, ...more].join('/');

/** The folder of these titles; null also where whoever asks may not see it, of which they are to learn nothing. */
export async function seenFolder({ context, me, known }: CodeRun, titles: FolderTitles): Promise<Folder | null> {
  const key = keyOf(titles);
  const folder = known.folders.get(key) ?? (await foldersAtTitles(context.database, [titles])).get(0) ?? null;
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

/** The last segment of an id. */
export const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** An answer as its client reads it. */
export const asRead = (answer: object): Members => asJson(answer);

/** Of these members those that the others have, too. */
export const likewise = (members: Members, others: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(others, name)));
