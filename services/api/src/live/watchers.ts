import type { Person } from '@slipway/engine';
import type { LookedFor } from '@slipway/persistence';
import type { Earlier, Opening, Watch, Watched } from '../context/watching.ts';
import type { EventStream } from './stream.ts';

/** A client that watches. */
export interface Watcher {
  readonly stream: EventStream;
  readonly watched: Watched;
  readonly login: Opening['login'];
  /** the name in lower case */
  readonly username: string;
  /** The position of the client; null for a new stream. */
  readonly after: Earlier | null;
  /** Whether the present state was sent. */
  hasBegun: boolean;
  /** with the rights of one version of all grants */
  person: Person;
  /** that version; null: it is not known */
  grants: number | null;
  /** of their user when they began, which goes up with the password; undefined: it was not looked at */
  credentialVersion: number | null | undefined;
}

/** All that watch, and who of them watches what. */
export interface Watchers {
  readonly all: ReadonlySet<Watcher>;
  /** who watches lists or the inbox */
  readonly ofLists: ReadonlySet<Watcher>;
  add(watcher: Watcher): void;
  remove(watcher: Watcher): void;
  /** Stores the release of a watched object. */
  place(watcher: Watcher, watch: Watch, releaseId: string | null): void;
  /** What is watched of a release. */
  of(releaseId: string): Iterable<readonly [Watcher, Watch]>;
  /** ids of all tasks that are watched */
  tasks(): readonly string[];
}

export function createWatchers(): Watchers {
  const all = new Set<Watcher>();
  const ofLists = new Set<Watcher>();
  const byRelease = new Map<string, Map<Watch, Watcher>>();
  const leave = (watch: Watch): void => {
    const there = byRelease.get(watch.releaseId ?? '');
    there?.delete(watch);
    if (there?.size === 0) byRelease.delete(watch.releaseId ?? '');
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
      for (const watch of watcher.watched.ids) leave(watch);
    },
    place: (watcher, watch, releaseId) => {
      if (watch.releaseId === releaseId || !all.has(watcher)) return;
      leave(watch);
      watch.releaseId = releaseId;
      if (releaseId === null) return;
      const there = byRelease.get(releaseId) ?? new Map();
      byRelease.set(releaseId, there.set(watch, watcher));
    },
    of: function* (releaseId) {
      for (const [watch, watcher] of byRelease.get(releaseId) ?? []) yield [watcher, watch];
    },
    tasks: () => {
      const watches = [...all].flatMap(({ watched: { ids } }) => ids.filter(({ kind }) => kind === 'task'));
      return [...new Set(watches.flatMap(({ candidates }) => candidates))];
    },
  };
}

/** The objects to read independent of changes: those that some streams watch, and their logins. */
export function subjectsOf(watchers: Iterable<Watcher>): Pick<LookedFor, 'anyway' | 'logins'> {
  const ids = { release: new Set<string>(), task: new Set<string>() };
  const logins = { session: new Set<string>(), token: new Set<string>() };
  const usernames = new Set<string>();
  for (const { watched, login, username } of watchers) {
    for (const { kind, candidates } of watched.ids) for (const id of candidates) ids[kind].add(id);
    if ((login.by === 'session' || login.by === 'token') && login.id !== null) logins[login.by].add(login.id);
    usernames.add(username);
  }
  return {
    anyway: { releases: [...ids.release], tasks: [...ids.task] },
    logins: { sessions: [...logins.session], tokens: [...logins.token], usernames: [...usernames] },
  };
}
