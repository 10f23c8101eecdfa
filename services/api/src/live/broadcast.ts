import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Engine, Person } from '@slipway/engine';
import type { ChangeSet, PlanChange } from '@slipway/persistence/live';
import type { WatchedObject } from '../dependencies/live-streams.ts';
import { type IndexedChanges, notifyLists, notifyObjects } from './notifications.ts';
import { type Position, retentionMs, showEventId } from './stream.ts';
import type { Watcher, Watchers } from './watchers.ts';

/** The result of a poll: the changes for all streams, and the missed ones for clients that reconnect. */
interface PollResult {
  readonly indexed: IndexedChanges;
  readonly position: Position;
  /** All watched objects were read, changed or not. */
  readonly isFull: boolean;
  /** The changes or permissions are uncertain: all lists are notified. */
  readonly isUncertain: boolean;
  /** The changes that reconnecting clients missed; null: they are no longer known. */
  readonly backlog: readonly PlanChange[] | null;
  /** The streams before their first notification; later ones are not part of this poll. */
  readonly newWatchers: ReadonlySet<Watcher>;
}

interface BroadcastContext {
  readonly watchers: Watchers;
  readonly access: Engine['access'];
}

/** The number of streams between yields. */
const streamsPerTurn = 50;
const retryMs = 1_000;

/** Notifies all streams of a poll, and ends those whose login is invalid. */
export async function broadcast(pollResult: PollResult, broadcastContext: BroadcastContext): Promise<void> {
  const { watchers } = broadcastContext;
  let count = 0;
  for (const watcher of pollResult.isFull ? [...watchers.all] : affectedWatchers(pollResult, watchers)) {
    if (++count % streamsPerTurn === 0) await turnOfOthers();
    if (watcher.isInitialized || pollResult.newWatchers.has(watcher))
      await notifyWatcher(pollResult, watcher, broadcastContext);
  }
  const eventId = showEventId(pollResult.position);
  for (const { stream, isInitialized: hasBegun } of watchers.all) if (hasBegun) stream.setPosition(eventId);
}

/** The streams with watched objects that changed, or may have changed. */
function affectedWatchers(
  { indexed: { changeSet, changedReleaseIds: changedIds }, newWatchers }: PollResult,
  watchers: Watchers,
): ReadonlySet<Watcher> {
  const affectedWatchers = new Set(newWatchers);
  for (const id of changedIds) for (const [watcher] of watchers.ofRelease(id)) affectedWatchers.add(watcher);
  if (changeSet.changes?.length !== 0) for (const watcher of watchers.ofLists) affectedWatchers.add(watcher);
  return affectedWatchers;
}

async function notifyWatcher(
  pollResult: PollResult,
  watcher: Watcher,
  { watchers, access }: BroadcastContext,
): Promise<void> {
  const { indexed, isFull, isUncertain, newWatchers } = pollResult;
  const isNew = newWatchers.has(watcher);
  if ((isFull || isNew) && !(await isLoginValid(access, watcher, indexed.changeSet))) {
    watcher.stream.end('unauthenticated', retryMs);
    return;
  }
  const { changes } = indexed.changeSet;
  const backlog = isNew ? backlogFor(watcher, pollResult) : null;
  const newChanges = backlog && changes && [...backlog, ...changes];
  const changedReleaseIds = newChanges && new Set(newChanges.map(({ releaseId }) => releaseId));
  const isSilent = ({ releaseId }: WatchedObject) =>
    changedReleaseIds !== null && releaseId !== null && !changedReleaseIds.has(releaseId);
  const { ids } = watcher.watched;
  const watches = isFull || isNew ? ids : ids.filter(({ releaseId }) => indexed.changedReleaseIds.has(releaseId ?? ''));
  await notifyObjects(indexed, watcher, watches, { watchers, isSilent });
  if (isNew) await notifyLists(indexed, watcher, newChanges);
  else await notifyLists(indexed, watcher, isUncertain ? null : changes);
  watcher.isInitialized = true;
}

/**
 * The changes that a client missed before its reconnect; null for a new stream, an expired position, or changed
 * permissions.
 */
function backlogFor(
  { after }: Watcher,
  { position: { epoch, at, grants }, backlog }: PollResult,
): readonly PlanChange[] | null {
  if (after === null || after.epoch !== epoch || after.grants !== grants) return null;
  return at - after.at > retentionMs ? null : backlog;
}

/**
 * Whether the login of a stream is valid, according to a poll. The first poll of a stream stores the version of its
 * password.
 */
function hasValidLogin(watcher: Watcher, { ended, users }: ChangeSet): boolean {
  const { login, username } = watcher;
  if (login.id !== null && ended.includes(login.id)) return false;
  const user = users.find((candidate) => candidate.username === username);
  if (!user?.loginAllowed) return false;
  if (login.by !== 'password') return true;
  if (user.mustChangePassword) return false;
  watcher.credentialVersion ??= user.credentialVersion;
  return watcher.credentialVersion === user.credentialVersion;
}

/**
 * Validates the login of a stream, and updates its permissions: a statement only if the cache lacks them, and for a
 * token.
 */
async function isLoginValid(access: Engine['access'], watcher: Watcher, changeSet: ChangeSet): Promise<boolean> {
  if (!hasValidLogin(watcher, changeSet)) return false;
  if (watcher.grants === changeSet.grants) return true;
  const person = await currentPerson(access, watcher, changeSet.grants);
  if (person === null) return false;
  watcher.person = person;
  watcher.grants = changeSet.grants;
  return true;
}

async function currentPerson(access: Engine['access'], { login, username }: Watcher, accessVersion: number) {
  if (login.by !== 'token' || login.id === null)
    return await access.person({ username, accessVersion, restrictedTo: null });
  const person: Person | string = await access.byToken(login.id);
  return typeof person === 'string' ? null : person;
}
