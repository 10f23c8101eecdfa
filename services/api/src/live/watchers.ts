import type { Person } from '@slipway/engine';
import type { ChangeQuery } from '@slipway/persistence/live';
import type { ResumePosition, StreamRequest, WatchedObject, WatchTargets } from '../dependencies/live-streams.ts';
import type { EventStream } from './stream.ts';

/** A client that watches. */
export interface Watcher {
  readonly stream: EventStream;
  readonly watched: WatchTargets;
  readonly login: StreamRequest['login'];
  /** the name in lower case */
  readonly username: string;
  /** The position of the client; null for a new stream. */
  readonly after: ResumePosition | null;
  /** Whether the present state was sent. */
  isInitialized: boolean;
  /** with the permissions of one version of all grants */
  person: Person;
  /** that version; null: unknown */
  grants: number | null;
  /** The version of the user's password at the start of the stream. Undefined before the first poll. */
  credentialVersion: number | null | undefined;
}

/** All watchers, with an index of their objects. */
export interface Watchers {
  readonly all: ReadonlySet<Watcher>;
  /** The watchers of lists or of the inbox. */
  readonly ofLists: ReadonlySet<Watcher>;
  add(watcher: Watcher): void;
  remove(watcher: Watcher): void;
  /** Stores the release of a watched object. */
  setRelease(watcher: Watcher, watch: WatchedObject, releaseId: string | null): void;
  /** The watched objects of a release. */
  ofRelease(releaseId: string): Iterable<readonly [Watcher, WatchedObject]>;
  /** ids of all watched tasks */
  taskIds(): readonly string[];
}

export function createWatchers(): Watchers {
  const all = new Set<Watcher>();
  const ofLists = new Set<Watcher>();
  const byRelease = new Map<string, Map<WatchedObject, Watcher>>();
  const unlink = (watch: WatchedObject): void => {
    const releaseWatches = byRelease.get(watch.releaseId ?? '');
    releaseWatches?.delete(watch);
    if (releaseWatches?.size === 0) byRelease.delete(watch.releaseId ?? '');
  };
  return {
    all,
    ofLists,
    add: (watcher) => {
      all.add(watcher);
      if (watcher.watched.inbox || watcher.watched.lists.size > 0) ofLists.add(watcher);
    },
    remove: (watcher) => {
      all.delete(watcher);
      ofLists.delete(watcher);
      for (const watch of watcher.watched.ids) unlink(watch);
    },
    setRelease: (watcher, watch, releaseId) => {
      if (watch.releaseId === releaseId || !all.has(watcher)) return;
      unlink(watch);
      watch.releaseId = releaseId;
      if (releaseId === null) return;
      const releaseWatches = byRelease.get(releaseId) ?? new Map();
      byRelease.set(releaseId, releaseWatches.set(watch, watcher));
    },
    ofRelease: function* (releaseId) {
      for (const [watch, watcher] of byRelease.get(releaseId) ?? []) yield [watcher, watch];
    },
    taskIds: () => {
      const watches = [...all].flatMap(({ watched: { ids } }) => ids.filter(({ kind }) => kind === 'task'));
      return [...new Set(watches.flatMap(({ candidates }) => candidates))];
    },
  };
}

/** The objects to read in addition to changed ones: the watched objects of some streams, and their logins. */
export function subjectsOf(watchers: Iterable<Watcher>): Pick<ChangeQuery, 'always' | 'logins'> {
  const ids = { release: new Set<string>(), task: new Set<string>() };
  const logins = { session: new Set<string>(), token: new Set<string>() };
  const usernames = new Set<string>();
  for (const { watched, login, username } of watchers) {
    for (const { kind, candidates } of watched.ids) for (const id of candidates) ids[kind].add(id);
    if ((login.by === 'session' || login.by === 'token') && login.id !== null) logins[login.by].add(login.id);
    usernames.add(username);
  }
  return {
    always: { releases: [...ids.release], tasks: [...ids.task] },
    logins: { sessions: [...logins.session], tokens: [...logins.token], usernames: [...usernames] },
  };
}
