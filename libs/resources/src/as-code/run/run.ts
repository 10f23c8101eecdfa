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

/** Configurations in order: one that names others is created after them. */
interface TypedOrder {
  /** those that were not looked at yet, by `keyOf` their places and titles */
  readonly waiting: Map<string, readonly CodeItemOf<'typed'>[]>;
  /** those that wait for others that they name */
  readonly making: Set<string>;
  /** those that were made without one that names them, too: they are looked at again */
  readonly again: CodeItemOf<'typed'>[];
}

/** Cached lookups: one set of documents names the same folders and templates repeatedly. */
export interface Known {
  /** By their titles, visible or not. */
  readonly folders: Map<string, Folder>;
  /** Titles of folders above a visible one. */
  readonly onTheWay: Set<string>;
  /** Full ids of visible templates, by their titles, the template's own last. */
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
  /** Evicts an object after a change. */
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

/** Objects that were loaded in groups, by keys of `keyIn` unless stated otherwise. */
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
  /** Triggers as rendered for the caller, by id. */
  readonly rendered: Ahead<Members>;
  /** that hold in a folder, by its id, or for a template at the top, by its own */
  readonly teams: Ahead<ScopeTeams>;
  /** Visible top-level templates, by title. */
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
  /** Uses the database within the transaction, and caches the names of ids. */
  readonly context: ResourceContext & KeepsNames;
  /** The caller, with their present permissions. */
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
  /** The reports of templates that were created in a group, by path, until their turn. */
  readonly made: Map<string, MadeTemplate>;
  readonly known: Known;
  readonly ahead: ReadAhead;
  /** Unchanged objects, found in a group. */
  readonly settled: Set<CodeItem>;
  /** Lets others have their turn between two things, and keeps the transaction from being taken for one left alone. */
  readonly breathe: () => Promise<void>;
}

/** A created template without a report, and the paths of its references, which are reported before it. */
interface MadeTemplate {
  readonly change: CodeChange;
  readonly refersTo: readonly string[];
}

/** Reports the template at a path, and those that it refers to. Returns false if it is unknown or was reported. */
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

/** Caches the names of ids for the caller; null: the caller may not learn them. */
export interface KeepsNames {
  readonly names?: Map<string, CalledFrom | null>;
}

/** The name of an object as a folder resolves it, by the ids from the root to the folder. */
export type CalledFrom = (from: readonly string[]) => string;

/** What titles are known by: a title may have anything in it. */
export const keyOf = (titles: FolderTitles, ...more: readonly string[]): string => JSON.stringify([...titles, ...more]);

/** What something in a folder is known by, or something global. */
export const keyIn = (folderId: string | null, title: string): string => keyOf([folderId ?? '', title]);

export const pathOf = (titles: FolderTitles, ...more: readonly string[]): string => [...titles, ...more].join('/');

/** The folder with these titles; null also if the caller may not view it. */
export async function seenFolder({ context, me, known }: CodeRun, titles: FolderTitles): Promise<Folder | null> {
  const key = keyOf(titles);
  const folder = known.folders.get(key) ?? (await foldersAtTitles(context.database, [titles])).get(0) ?? null;
  if (folder !== null) known.folders.set(key, folder);
  if (folder === null || folder.id === rootFolderId) return folder;
  const there = await (await me()).at({ folderId: folder.id });
  return there.may(neededToRead.folder) ? folder : null;
}

/** The folder with these titles. Throws NotFound, also if the caller may not view it. */
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
