import { rootFolderId } from '@slipway/domain/ids';
import { asJson, clip, NotFound } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { CodeItem, CodeItemOf, Difference, FolderTitles, Members } from '@slipway/formats';
import type { ChangedPeople } from '@slipway/persistence/as-code';
import type { Actor } from '@slipway/persistence/audit';
import type { ConfigurationView } from '@slipway/persistence/configurations';
import { type Folder, findFoldersByTitlePaths } from '@slipway/persistence/folders';
import type { Role, ScopeTeams, UserAccount } from '@slipway/persistence/people';
import type { TriggerRow } from '@slipway/persistence/triggers';
import type { SharedVariableView } from '@slipway/persistence/variables';
import type { ResourceContext } from '../../model/context.ts';
import type { Passwords } from '../../people/caller-context.ts';
import type { CredentialCheck } from '../../plans/run-as.ts';

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
  readonly touched: ChangeTarget | null;
}

/** What was changed, as others know it. */
export type ChangeTarget =
  | { readonly of: 'template'; readonly id: string }
  | { readonly of: 'variable'; readonly key: string; readonly folderId: string | null }
  | { readonly of: 'configuration'; readonly id: string; readonly title: string; readonly folderId: string | null }
  /** and when it was due next */
  | { readonly of: 'trigger'; readonly id: string; readonly nextFireAt: number | null }
  | { readonly of: 'people'; readonly people: readonly ChangedPeople[] }
  /** the keys of the names by which releases follow it */
  | { readonly of: 'risk'; readonly keys: readonly string[] };

/** Configurations in order: one that names others is created after them. */
interface TypedQueue {
  /** those that were not looked at yet, by `keyOf` their places and titles */
  readonly waiting: Map<string, readonly CodeItemOf<'typed'>[]>;
  /** those that wait for others that they name */
  readonly making: Set<string>;
  /** those that were made without one that names them, too: they are looked at again */
  readonly again: CodeItemOf<'typed'>[];
}

/** Cached lookups: one set of documents names the same folders and templates repeatedly. */
export interface LookupCache {
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
interface Preloaded<T> {
  put(key: string, value: T): void;
  /** What was read, or what is read now where nothing was, or where it was changed since. */
  get(key: string, read: () => Promise<T>): Promise<T>;
  /** Evicts an object after a change. */
  evict(key: string): void;
  evictAll(): void;
}

function createPreloaded<T>(): Preloaded<T> {
  const cache = new Map<string, { readonly value: T }>();
  return {
    put: (key, value) => {
      cache.set(key, { value });
    },
    get: async (key, read) => {
      const match = cache.get(key) ?? { value: await read() };
      cache.set(key, match);
      return match.value;
    },
    evict: (key) => {
      cache.delete(key);
    },
    evictAll: () => cache.clear(),
  };
}

/** Objects that were loaded in groups, by keys of `keyIn` unless stated otherwise. */
export interface PreloadedObjects {
  /** by name in small letters */
  readonly users: Preloaded<UserAccount | null>;
  /** by name in small letters */
  readonly roles: Preloaded<Role | null>;
  /** by folder, kind and title */
  readonly kept: Preloaded<Members | null>;
  readonly variables: Preloaded<SharedVariableView | null>;
  readonly configurations: Preloaded<readonly ConfigurationView[]>;
  /** all of a title */
  readonly triggers: Preloaded<readonly TriggerRow[]>;
  /** Triggers as rendered for the caller, by id. */
  readonly rendered: Preloaded<Members>;
  /** that hold in a folder, by its id, or for a template at the top, by its own */
  readonly teams: Preloaded<ScopeTeams>;
  /** Visible top-level templates, by title. */
  readonly atTop: Preloaded<readonly string[]>;
}

export const createPreloadedObjects = (): PreloadedObjects => ({
  users: createPreloaded(),
  roles: createPreloaded(),
  kept: createPreloaded(),
  variables: createPreloaded(),
  configurations: createPreloaded(),
  triggers: createPreloaded(),
  rendered: createPreloaded(),
  teams: createPreloaded(),
  atTop: createPreloaded(),
});

/** One set of documents on its way: everything it does is in one transaction. */
export interface CodeRun {
  /** Uses the database within the transaction, and caches the names of ids. */
  readonly context: ResourceContext & NameCache;
  /** The caller, with their present permissions. */
  readonly me: () => Promise<Person>;
  readonly actor: Actor;
  readonly credentialCheck: CredentialCheck;
  readonly passwords: Passwords;
  readonly record: (change: CodeChange) => void;
  /** templates that were not looked at yet, by their paths */
  readonly waiting: Map<string, CodeItemOf<'template'>>;
  readonly typed: TypedQueue;
  /** templates that were made without anything in them, since others refer to them */
  readonly bare: Set<string>;
  /** The reports of templates that were created in a group, by path, until their turn. */
  readonly made: Map<string, CreatedTemplate>;
  readonly cache: LookupCache;
  readonly preloaded: PreloadedObjects;
  /** Unchanged objects, found in a group. */
  readonly unchanged: Set<CodeItem>;
  /** Lets others have their turn between two things, and keeps the transaction from being taken for one left alone. */
  readonly yieldAndKeepAlive: () => Promise<void>;
}

/** A created template without a report, and the paths of its references, which are reported before it. */
interface CreatedTemplate {
  readonly change: CodeChange;
  readonly refersTo: readonly string[];
}

/** Reports the template at a path, and those that it refers to. Returns false if it is unknown or was reported. */
export function reportTemplate(
  { made: createdTemplates, record }: Pick<CodeRun, 'made' | 'record'>,
  path: string,
): boolean {
  const pending: { readonly change: CodeChange; readonly left: Iterator<string> }[] = [];
  const addPending = (entryPath: string): void => {
    const match = createdTemplates.get(entryPath);
    if (match === undefined) return;
    createdTemplates.delete(entryPath);
    pending.push({ change: match.change, left: match.refersTo.values() });
  };
  addPending(path);
  const isPending = pending.length > 0;
  for (let current = pending.at(-1); current !== undefined; current = pending.at(-1)) {
    const next = current.left.next();
    if (next.done === true) {
      record(current.change);
      pending.pop();
    } else addPending(next.value);
  }
  return isPending;
}

/** Caches the names of ids for the caller; null: the caller may not learn them. */
export interface NameCache {
  readonly names?: Map<string, NameFrom | null>;
}

/** The name of an object as a folder resolves it, by the ids from the root to the folder. */
export type NameFrom = (from: readonly string[]) => string;

/** What titles are known by: a title may have anything in it. */
export const titleKey = (titles: FolderTitles, ...more: readonly string[]): string =>
  JSON.stringify([...titles, ...more]);

/** What something in a folder is known by, or something global. */
export const folderKey = (folderId: string | null, title: string): string => titleKey([folderId ?? '', title]);

export const pathOf = (titles: FolderTitles, ...more: readonly string[]): string => [...titles, ...more].join('/');

/** The folder with these titles; null also if the caller may not view it. */
export async function findVisibleFolder({ context, me, cache }: CodeRun, titles: FolderTitles): Promise<Folder | null> {
  const key = titleKey(titles);
  const folder = cache.folders.get(key) ?? (await findFoldersByTitlePaths(context.database, [titles])).get(0) ?? null;
  if (folder !== null) cache.folders.set(key, folder);
  if (folder === null || folder.id === rootFolderId) return folder;
  const callerHere = await (await me()).callerAt({ folderId: folder.id });
  return callerHere.may(neededToRead.folder) ? folder : null;
}

/** The folder with these titles. Throws NotFound, also if the caller may not view it. */
export async function getFolderByTitles(run: CodeRun, titles: FolderTitles): Promise<Folder> {
  const folder = await findVisibleFolder(run, titles);
  if (folder === null) throw new NotFound(`there is no folder at '${clip(pathOf(titles))}'`);
  return folder;
}

export const fullIdOf = ({ path }: Folder): string => path.join('/');

/** The last segment of an id. */
export const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** An answer as its client reads it. */
export const asClientJson = (answer: object): Members => asJson(answer);

/** Of these members those that the others have, too. */
export const pickMembers = (members: Members, reference: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(reference, name)));
