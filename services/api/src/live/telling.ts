import { isSameUser, mayView, neededToRead, reassigning, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type PlanChange, type Seen, type Standing, unassigned, type WatchedRow } from '@slipway/persistence';
import { seenAmong } from '@slipway/resources';
import type { LiveEvent, WatchedList } from '@slipway/wire';
import type { Watch } from '../context/watching.ts';
import type { Watcher, Watchers } from './watchers.ts';

/** What a look has found, by ids. */
export interface Found {
  readonly seen: Seen;
  readonly rows: Readonly<Record<Watch['kind'], ReadonlyMap<string, WatchedRow>>>;
  /** ids of the releases that were changed */
  readonly changed: ReadonlySet<string>;
}

export function foundIn(seen: Seen): Found {
  const byId = (rows: readonly WatchedRow[]) => new Map(rows.map((row) => [row.id, row]));
  return {
    seen,
    rows: { release: byId(seen.releases), task: byId(seen.tasks) },
    changed: new Set((seen.changes ?? []).map(({ releaseId }) => releaseId)),
  };
}

/** An event without what all of one look have in common. */
type News = Omit<LiveEvent, 'version' | 'at'>;

const tellOf =
  ({ seen }: Found, { stream }: Watcher) =>
  (news: News, version: number | null): void =>
    stream.tell(JSON.stringify(news), {
      ...news,
      ...(version !== null && { version }),
      at: new Date(seen.at).toISOString(),
    });

/** A version for what has none of its own: the number of the next transaction, which goes up with every change. */
const versionOf = ({ until }: Seen): number => Number(until.split(':')[1]);

/**
 * Notifies a stream of objects with another version than it has sent, as far as they are visible. With `quietly`,
 * versions of unchanged ones are stored only.
 */
export async function tellThings(
  found: Found,
  watcher: Watcher,
  watches: readonly Watch[],
  { watchers, quietly }: { readonly watchers: Watchers; readonly quietly: (watch: Watch) => boolean },
): Promise<void> {
  const rows = new Map<Watch, WatchedRow>();
  for (const watch of watches) {
    const row = watch.candidates.flatMap((id) => found.rows[watch.kind].get(id) ?? [])[0];
    if (row === undefined) continue;
    rows.set(watch, row);
    watchers.place(watcher, watch, row.standing.releaseId);
  }
  const standings = new Map([...rows.values()].map((row) => [row.id, row.standing]));
  const visible = standings.size === 0 ? new Set() : await seenAmong(watcher.person, standings);
  const tell = tellOf(found, watcher);
  for (const watch of watches) {
    const row = rows.get(watch);
    const version = row !== undefined && visible.has(row.id) ? row.version : null;
    if (watch.told === version) continue;
    watch.told = version;
    if (version === null || !quietly(watch)) tell({ [watch.kind]: watch.written }, version);
  }
}

/** The access attributes of a changed object; a deleted one has no owner. */
function standingOf({ releaseId, folderId, template }: PlanChange, { rows }: Found): Standing {
  const status = template ? 'TEMPLATE' : 'COMPLETED';
  const gone = { folderId: folderId ?? rootFolderId, releaseId, status, owner: null, task: null } as const;
  return rows.release.get(releaseId)?.standing ?? gone;
}

/** The lists that show a change. A release that is no longer live may be archived. */
function listsWith({ listed, template, releaseId }: PlanChange, { rows }: Found): readonly WatchedList[] {
  if (!listed) return [];
  if (template) return ['templates'];
  return rows.release.has(releaseId) ? ['releases'] : ['releases', 'archive'];
}

/** Whether the object is visible. At the top each object has teams of its own: its existence is public. */
async function maySee(person: Person, standing: Standing): Promise<boolean> {
  if (standing.folderId === rootFolderId) return true;
  const { folderId, releaseId, status, owner } = standing;
  const caller = await person.at({ folderId, releaseId });
  if (standing.owner !== null) return mayView(caller, { release: { status: status ?? 'TEMPLATE', owner } });
  return caller.may(status === 'TEMPLATE' ? neededToRead.template : neededToRead.release);
}

/** Whether a user is the owner of a release, or may assign its tasks. */
async function careForUnassigned(person: Person, username: string, { folderId, releaseId, owner }: Standing) {
  if (isSameUser(owner, username)) return true;
  const caller = await person.at({ folderId, releaseId });
  return reassigning.anyOf.some((each) => caller.may(each));
}

/** Whether what is to be done by these is theirs: by name, by a role, or by a team there. */
async function isForThem({ person, username }: Watcher, { people, ...change }: PlanChange, found: Found) {
  if (people === null || person.isLimited) return false;
  if (people.includes(`user:${username}`)) return true;
  if (people.every((each) => each.startsWith('user:'))) return false;
  const standing = standingOf({ ...change, people }, found);
  const { folderId, releaseId } = standing;
  if (people.includes(unassigned) && !change.template && (await careForUnassigned(person, username, standing)))
    return true;
  const { teams, roles } = await person.asMember({ folderId, releaseId });
  const names = [...teams.map((team) => `team:${team}`), ...roles.map((role) => `role:${role.toLowerCase()}`)];
  return names.some((each) => people.includes(each));
}

/** Notifies a stream of its changed lists and inbox; of all that it watches if the changes are uncertain. */
export async function tellLists(found: Found, watcher: Watcher, changes: readonly PlanChange[] | null): Promise<void> {
  const { lists, inbox } = watcher.watched;
  const tell = tellOf(found, watcher);
  const version = versionOf(found.seen);
  const told = new Set<WatchedList | 'inbox'>();
  const add = (what: WatchedList | 'inbox'): void => {
    if (told.has(what)) return;
    told.add(what);
    tell(what === 'inbox' ? { inbox: true } : { list: what }, version);
  };
  if (changes === null) {
    for (const list of lists) add(list);
    if (inbox) add('inbox');
    return;
  }
  for (const change of changes) {
    const news = listsWith(change, found).filter((list) => lists.has(list) && !told.has(list));
    if (news.length > 0 && (await maySee(watcher.person, standingOf(change, found)))) news.forEach(add);
    if (inbox && !told.has('inbox') && (await isForThem(watcher, change, found))) add('inbox');
  }
}
