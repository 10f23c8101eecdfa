import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Engine } from '@slipway/engine';
import type { PlanChange } from '@slipway/persistence';
import type { Watch } from '../context/watching.ts';
import { keptMs, type Position, showEventId } from './event-id.ts';
import { isStillLetIn } from './still-let-in.ts';
import { type Found, tellLists, tellThings } from './telling.ts';
import type { Watcher, Watchers } from './watchers.ts';

/** The result of a poll: the changes for all streams, and the missed ones for clients that reconnect. */
interface Told {
  readonly found: Found;
  readonly position: Position;
  /** all are looked at, changed or not */
  readonly whole: boolean;
  /** The changes or permissions are uncertain: all lists are notified. */
  readonly anew: boolean;
  /** by those who come back; null: it is not known any more */
  readonly missed: readonly PlanChange[] | null;
  /** The streams before their first notification; later ones are not part of this poll. */
  readonly joined: ReadonlySet<Watcher>;
}

interface Around {
  readonly watchers: Watchers;
  readonly access: Engine['access'];
}

/** The number of streams between yields. */
const atOnce = 50;
const retryMs = 1_000;

/** Notifies all streams of a poll, and ends those whose login is invalid. */
export async function tellAll(told: Told, around: Around): Promise<void> {
  const { watchers } = around;
  let turns = 0;
  for (const watcher of told.whole ? [...watchers.all] : touched(told, watchers)) {
    if (++turns % atOnce === 0) await turnOfOthers();
    if (watcher.hasBegun || told.joined.has(watcher)) await tellOne(told, watcher, around);
  }
  const eventId = showEventId(told.position);
  for (const { stream, hasBegun } of watchers.all) if (hasBegun) stream.seen(eventId);
}

/** Those of whom something was changed, or may have been. */
function touched({ found: { seen, changed }, joined }: Told, watchers: Watchers): ReadonlySet<Watcher> {
  const touched = new Set(joined);
  for (const id of changed) for (const [watcher] of watchers.of(id)) touched.add(watcher);
  if (seen.changes?.length !== 0) for (const watcher of watchers.ofLists) touched.add(watcher);
  return touched;
}

async function tellOne(told: Told, watcher: Watcher, { watchers, access }: Around): Promise<void> {
  const { found, whole, anew, joined } = told;
  const isNew = joined.has(watcher);
  if ((whole || isNew) && !(await isStillLetIn(access, watcher, found.seen))) {
    watcher.stream.end('unauthenticated', retryMs);
    return;
  }
  const { changes } = found.seen;
  const missed = isNew ? missedOf(watcher, told) : null;
  const news = missed && changes && [...missed, ...changes];
  const heardOf = news && new Set(news.map(({ releaseId }) => releaseId));
  const quietly = ({ releaseId }: Watch) => heardOf !== null && releaseId !== null && !heardOf.has(releaseId);
  const { ids } = watcher.watched;
  const watches = whole || isNew ? ids : ids.filter(({ releaseId }) => found.changed.has(releaseId ?? ''));
  await tellThings(found, watcher, watches, { watchers, quietly });
  if (isNew) await tellLists(found, watcher, news);
  else await tellLists(found, watcher, anew ? null : changes);
  watcher.hasBegun = true;
}

/**
 * The changes that a client missed before its reconnect; null for a new stream, an expired position, or changed
 * permissions.
 */
function missedOf({ after }: Watcher, { position: { era, at, grants }, missed }: Told): readonly PlanChange[] | null {
  if (after === null || after.era !== era || after.grants !== grants) return null;
  return at - after.at > keptMs ? null : missed;
}
