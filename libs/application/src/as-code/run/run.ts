import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { asJson, NotFound } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { CodeItemOf, Difference, FolderTitles, Members } from '@slipway/formats';
import type { ChangedPeople } from '@slipway/persistence/as-code';
import type { Actor } from '@slipway/persistence/audit';
import type { ConfigurationView } from '@slipway/persistence/configurations';
import { type Folder, findFoldersByTitlePaths } from '@slipway/persistence/folders';
import type { Role, ScopeTeams, UserAccount } from '@slipway/persistence/people';
import type { TriggerRow } from '@slipway/persistence/triggers';
import type { SharedVariableView } from '@slipway/persistence/variables';
import type { ResourceContext } from '../../model/context.ts';
import type { Passwords } from '../../people/caller-context.ts';
import type { CredentialCheck } from '../../plans/create.ts';

/** The kinds of objects in the list of changes. */
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

/** One created or changed object, with its changed fields. */
export interface CodeChange {
  readonly kind: ChangedKind;
  readonly action: 'create' | 'update';
  /** The full id. For users and roles, the name. */
  readonly id: string;
  /** Titles from the root, separated by slashes. */
  readonly path: string;
  readonly fields: readonly Difference[];
  /** The changed object, to find the objects that use it; null if no existing object can use it. */
  readonly touched: ChangeTarget | null;
}

/** A changed object, with the data to find the objects that use it. */
export type ChangeTarget =
  | { readonly of: 'template'; readonly id: string }
  | { readonly of: 'variable'; readonly key: string; readonly folderId: string | null }
  | { readonly of: 'configuration'; readonly id: string; readonly title: string; readonly folderId: string | null }
  /** `nextFireAt` is the value before the change. */
  | { readonly of: 'trigger'; readonly id: string; readonly nextFireAt: number | null }
  | { readonly of: 'people'; readonly people: readonly ChangedPeople[] }
  /** the keys of the names by which releases refer to the profile */
  | { readonly of: 'risk'; readonly keys: readonly string[] };

/** The state of the stage of configurations. A configuration is created after those that it refers to. */
interface ConfigurationQueue {
  /** The documents that were not applied yet, by `titleKey` of path and title. */
  readonly waiting: Map<string, readonly CodeItemOf<'typed'>[]>;
  /** The keys of documents that are being applied. They may wait for configurations that they refer to. */
  readonly applying: Set<string>;
  /** Documents of circular references, which were applied without one of their references. */
  readonly deferred: CodeItemOf<'typed'>[];
}

/** The state of the stage of templates. All keys are paths of titles. */
interface TemplateQueue {
  /** The documents that were not applied yet. */
  readonly waiting: Map<string, CodeItemOf<'template'>>;
  /** Templates that were created without contents. Their contents are added when their documents are applied. */
  readonly empty: Set<string>;
  /** Templates that were created in a group and not reported yet. */
  readonly unreported: Map<string, CreatedTemplate>;
}

/** Cached lookups, because documents refer to the same folders and templates repeatedly. */
export interface LookupCache {
  /** Visible and invisible folders, by their titles. */
  readonly folders: Map<string, Folder>;
  /** Titles of the parent folders of visible folders. The parents may be invisible. */
  readonly parentFolders: Set<string>;
  /** Full ids of visible templates, by the titles of their folders and their own title. */
  readonly templates: Map<string, string>;
  /** titles without a template, until one is created */
  readonly absent: Set<string>;
  /** ids of configurations, by title and the folder of the reference */
  readonly configurations: Map<string, string>;
}

/** A cache of objects that one statement loads before they are needed. */
interface PreloadCache<T> {
  put(key: string, value: T): void;
  /** Returns the cached object, or reads it if it is not cached. */
  get(key: string, read: () => Promise<T>): Promise<T>;
  /** Evicts an object after a change. */
  evict(key: string): void;
  evictAll(): void;
}

function createPreloadCache<T>(): PreloadCache<T> {
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

/** Objects that were loaded in groups, by keys of `folderKey` unless stated otherwise. */
export interface PreloadedObjects {
  /** by name in lower case */
  readonly users: PreloadCache<UserAccount | null>;
  /** by name in lower case */
  readonly roles: PreloadCache<Role | null>;
  /** by folder, kind and title */
  readonly kept: PreloadCache<Members | null>;
  readonly variables: PreloadCache<SharedVariableView | null>;
  readonly configurations: PreloadCache<readonly ConfigurationView[]>;
  /** all triggers with a title */
  readonly triggers: PreloadCache<readonly TriggerRow[]>;
  /** Triggers as rendered for the caller, by id. */
  readonly rendered: PreloadCache<Members>;
  /** the effective teams of a folder or of a top-level template, by its id */
  readonly teams: PreloadCache<ScopeTeams>;
  /** Visible top-level templates, by title. */
  readonly atTop: PreloadCache<readonly string[]>;
}

export const createPreloadedObjects = (): PreloadedObjects => ({
  users: createPreloadCache(),
  roles: createPreloadCache(),
  kept: createPreloadCache(),
  variables: createPreloadCache(),
  configurations: createPreloadCache(),
  triggers: createPreloadCache(),
  rendered: createPreloadCache(),
  teams: createPreloadCache(),
  atTop: createPreloadCache(),
});

/** The state of one apply of a set of documents, in one transaction. */
export interface CodeRun {
  /** Uses the database within the transaction, and caches the names of ids. */
  readonly context: ResourceContext & NameCache;
  /** The caller, with their present permissions. */
  readonly me: () => Promise<Person>;
  readonly actor: Actor;
  readonly credentialCheck: CredentialCheck;
  readonly passwords: Passwords;
  readonly record: (change: CodeChange) => void;
  /** Changed only by the stage of configurations. */
  readonly configurationQueue: ConfigurationQueue;
  /** Changed only by the stage of templates. */
  readonly templateQueue: TemplateQueue;
  readonly cache: LookupCache;
  readonly preloaded: PreloadedObjects;
  /** Yields to other work of the process, and prevents the idle timeout of the transaction. */
  readonly yieldAndKeepAlive: () => Promise<void>;
}

/** A created template that is not reported yet, and the paths of its references, which are reported before it. */
interface CreatedTemplate {
  readonly change: CodeChange;
  readonly refersTo: readonly string[];
}

/**
 * Reports the template at a path, and the templates that it refers to. Returns false if it is unknown or already
 * reported.
 */
export function reportTemplate(
  { templateQueue: { unreported }, record }: Pick<CodeRun, 'templateQueue' | 'record'>,
  path: string,
): boolean {
  const pending: { readonly change: CodeChange; readonly left: Iterator<string> }[] = [];
  const addPending = (entryPath: string): void => {
    const match = unreported.get(entryPath);
    if (match === undefined) return;
    unreported.delete(entryPath);
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

/** The cached names of ids for the caller; null for an object that the caller may not view. */
export interface NameCache {
  readonly names?: Map<string, NameFrom | null>;
}

/** The name of an object as a folder resolves it, by the ids from the root to the folder. */
export type NameFrom = (from: readonly string[]) => string;

/** The key of a path of titles, which may contain any character. */
export const titleKey = (titles: FolderTitles, ...more: readonly string[]): string =>
  JSON.stringify([...titles, ...more]);

/** The key of an object of a folder, or of a global one. */
export const folderKey = (folderId: string | null, title: string): string => titleKey([folderId ?? '', title]);

export const pathOf = (titles: FolderTitles, ...more: readonly string[]): string => [...titles, ...more].join('/');

/** Returns the folder with these titles. Returns null also if the caller may not view it. */
export async function findVisibleFolder({ context, me, cache }: CodeRun, titles: FolderTitles): Promise<Folder | null> {
  const key = titleKey(titles);
  const folder = cache.folders.get(key) ?? (await findFoldersByTitlePaths(context.database, [titles])).get(0) ?? null;
  if (folder !== null) cache.folders.set(key, folder);
  if (folder === null || folder.id === rootFolderId) return folder;
  const callerHere = await (await me()).callerAt({ folderId: folder.id });
  return callerHere.may(neededToRead.folder) ? folder : null;
}

/** Returns the folder with these titles. Throws NotFound, also if the caller may not view it. */
export async function getFolderByTitles(run: CodeRun, titles: FolderTitles): Promise<Folder> {
  const folder = await findVisibleFolder(run, titles);
  if (folder === null) throw new NotFound(message('notFound.folderPath', { path: pathOf(titles) }));
  return folder;
}

export const fullIdOf = ({ path }: Folder): string => path.join('/');

/** Returns the last segment of an id. */
export const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Returns a response as the client receives it. */
export const asClientJson = (answer: object): Members => asJson(answer);

/** Returns the members whose names are also in the reference. */
export const pickMembers = (members: Members, reference: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(reference, name)));
