import type { LiveEvent, WatchedList } from '@slipway/api-schema/live';
import { filterVisible } from '@slipway/application/model';
import { rootFolderId } from '@slipway/domain/ids';
import { isSameUser, mayView, neededToRead, neededToReassign } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { ChangeSet, PlanChange, WatchedRow } from '@slipway/persistence/live';
import type { AccessAttributes } from '@slipway/persistence/people';
import { unassigned } from '@slipway/persistence/plans';
import type { WatchedObject } from '../dependencies/live-streams.ts';
import type { Watcher, Watchers } from './watchers.ts';

/** The result of a poll, by ids. */
export interface IndexedChanges {
  readonly changeSet: ChangeSet;
  readonly rows: Readonly<Record<WatchedObject['kind'], ReadonlyMap<string, WatchedRow>>>;
  /** ids of the changed releases */
  readonly changedReleaseIds: ReadonlySet<string>;
}

export function indexChanges(changeSet: ChangeSet): IndexedChanges {
  const byId = (rows: readonly WatchedRow[]) => new Map(rows.map((row) => [row.id, row]));
  return {
    changeSet,
    rows: { release: byId(changeSet.releases), task: byId(changeSet.tasks) },
    changedReleaseIds: new Set((changeSet.changes ?? []).map(({ releaseId }) => releaseId)),
  };
}

/** An event without the members that all events of one poll share. */
type EventContent = Omit<LiveEvent, 'version' | 'at'>;

const createNotifier =
  ({ changeSet }: IndexedChanges, { stream }: Watcher) =>
  (updates: EventContent, version: number | null): void =>
    stream.enqueue(JSON.stringify(updates), {
      ...updates,
      ...(version !== null && { version }),
      at: new Date(changeSet.at).toISOString(),
    });

/** The version of objects without one: the number of the next transaction, which increases with each change. */
const versionOf = ({ until }: ChangeSet): number => Number(until.split(':')[1]);

/**
 * Notifies a stream of visible objects whose version differs from the one that it has sent. With `isSilent`, it only stores the
 * versions of unchanged objects.
 */
export async function notifyObjects(
  indexed: IndexedChanges,
  watcher: Watcher,
  watches: readonly WatchedObject[],
  { watchers, isSilent }: { readonly watchers: Watchers; readonly isSilent: (watch: WatchedObject) => boolean },
): Promise<void> {
  const rows = new Map<WatchedObject, WatchedRow>();
  for (const watch of watches) {
    const row = watch.candidates.flatMap((id) => indexed.rows[watch.kind].get(id) ?? [])[0];
    if (row === undefined) continue;
    rows.set(watch, row);
    watchers.setRelease(watcher, watch, row.access.releaseId);
  }
  const accessById = new Map([...rows.values()].map((row) => [row.id, row.access]));
  const visible = accessById.size === 0 ? new Set() : await filterVisible(watcher.person, accessById);
  const notify = createNotifier(indexed, watcher);
  for (const watch of watches) {
    const row = rows.get(watch);
    const version = row !== undefined && visible.has(row.id) ? row.version : null;
    if (watch.lastSent === version) continue;
    watch.lastSent = version;
    if (version === null || !isSilent(watch)) notify({ [watch.kind]: watch.rawId }, version);
  }
}

/** The access attributes of a changed object; a deleted one has no owner. */
function accessAttributesOf({ releaseId, folderId, template }: PlanChange, { rows }: IndexedChanges): AccessAttributes {
  const status = template ? 'TEMPLATE' : 'COMPLETED';
  const deletedAttributes = { folderId: folderId ?? rootFolderId, releaseId, status, owner: null, task: null } as const;
  return rows.release.get(releaseId)?.access ?? deletedAttributes;
}

/** The lists that show a change. A release that is no longer live may be archived. */
function listsShowing({ listed, template, releaseId }: PlanChange, { rows }: IndexedChanges): readonly WatchedList[] {
  if (!listed) return [];
  if (template) return ['templates'];
  return rows.release.has(releaseId) ? ['releases'] : ['releases', 'archive'];
}

/** Whether the object is visible. An object at the top level has its own teams: its existence is public. */
async function isVisibleTo(person: Person, accessAttributes: AccessAttributes): Promise<boolean> {
  if (accessAttributes.folderId === rootFolderId) return true;
  const { folderId, releaseId, status, owner } = accessAttributes;
  const caller = await person.callerAt({ folderId, releaseId });
  if (accessAttributes.owner !== null) return mayView(caller, { release: { status: status ?? 'TEMPLATE', owner } });
  return caller.may(status === 'TEMPLATE' ? neededToRead.template : neededToRead.release);
}

/** Whether a user is the owner of a release, or may assign its tasks. */
async function mayAssign(person: Person, username: string, { folderId, releaseId, owner }: AccessAttributes) {
  if (isSameUser(owner, username)) return true;
  const caller = await person.callerAt({ folderId, releaseId });
  return neededToReassign.anyOf.some((entry) => caller.may(entry));
}

/** Whether tasks of these assignees belong to the user: by name, by a role, or by a team of the folder. */
async function isForWatcher({ person, username }: Watcher, { people, ...change }: PlanChange, indexed: IndexedChanges) {
  if (people === null || person.isLimited) return false;
  if (people.includes(`user:${username}`)) return true;
  if (people.every((entry) => entry.startsWith('user:'))) return false;
  const accessAttributes = accessAttributesOf({ ...change, people }, indexed);
  const { folderId, releaseId } = accessAttributes;
  if (people.includes(unassigned) && !change.template && (await mayAssign(person, username, accessAttributes)))
    return true;
  const { teams, roles } = await person.memberAt({ folderId, releaseId });
  const names = [...teams.map((team) => `team:${team}`), ...roles.map((role) => `role:${role.toLowerCase()}`)];
  return names.some((entry) => people.includes(entry));
}

/** Notifies a stream of its changed lists and inbox, or of all watched objects if the changes are uncertain. */
export async function notifyLists(
  indexed: IndexedChanges,
  watcher: Watcher,
  changes: readonly PlanChange[] | null,
): Promise<void> {
  const { lists, inbox } = watcher.watched;
  const notify = createNotifier(indexed, watcher);
  const version = versionOf(indexed.changeSet);
  const sent = new Set<WatchedList | 'inbox'>();
  const notifyOnce = (topic: WatchedList | 'inbox'): void => {
    if (sent.has(topic)) return;
    sent.add(topic);
    notify(topic === 'inbox' ? { inbox: true } : { list: topic }, version);
  };
  if (changes === null) {
    for (const list of lists) notifyOnce(list);
    if (inbox) notifyOnce('inbox');
    return;
  }
  for (const change of changes) {
    const updates = listsShowing(change, indexed).filter((list) => lists.has(list) && !sent.has(list));
    if (updates.length > 0 && (await isVisibleTo(watcher.person, accessAttributesOf(change, indexed))))
      updates.forEach(notifyOnce);
    if (inbox && !sent.has('inbox') && (await isForWatcher(watcher, change, indexed))) notifyOnce('inbox');
  }
}
