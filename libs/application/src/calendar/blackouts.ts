import { hash } from 'node:crypto';
import {
  type BlackoutBody,
  type BlackoutChanges,
  type BlackoutResponse,
  showBlackout,
} from '@slipway/api-schema/calendar';
import { chosenId } from '@slipway/api-schema/variables';
import { nextBoundary } from '@slipway/domain/calendar';
import type { Blackout } from '@slipway/domain/decision';
import { idCandidates } from '@slipway/domain/ids';
import type { Instant } from '@slipway/domain/model';
import { notFound } from '@slipway/domain/model';
import { newId } from '@slipway/engine';
import {
  addBlackout,
  type BlackoutView,
  type CalendarSnapshot,
  findBlackout,
  readCalendar,
  updateBlackout,
} from '@slipway/persistence/calendar';
import type { Database } from '@slipway/persistence/database';
import { getFolder } from '../folders/find.ts';
import { type CalendarCache, type CalendarSlice, newSlices } from '../model/calendar-cache.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';

/** Returns the blackout with an id. Throws NotFound. */
export async function getBlackout(database: Database, rawId: string): Promise<BlackoutView> {
  const match = await findBlackout(database, idCandidates('Blackout', rawId));
  if (match === null) throw notFound('blackout', rawId);
  return match;
}

export const renderBlackout = (context: Pick<ReadContext, 'typePrefix'>, blackout: BlackoutView): BlackoutResponse =>
  showBlackout(blackout, contextWithoutReferences(context));

/** Returns the folder of a request, or null if the request names none. Throws NotFound. */
const optionalFolder = async (database: Database, rawId: string | null | undefined) =>
  rawId === null || rawId === undefined ? null : await getFolder(database, rawId);

/** Creates a blackout, with the id of the request if it is free. Throws Invalid, and NotFound for an unknown folder. */
export async function createBlackout(context: ResourceContext, body: BlackoutBody): Promise<BlackoutResponse> {
  const folder = await optionalFolder(context.database, body.folderId);
  const { label, startDate, endDate } = body;
  const draft = { label, startDate, endDate, folderId: folder?.id ?? null, folderPath: folder?.path ?? null };
  const [newBlackoutId, chosen] = [newId('Blackout'), chosenId('Blackout', body.id)];
  const id = await context.engine.change(async (database) => {
    if (chosen !== null && (await addBlackout(database, { ...draft, id: chosen }))) return chosen;
    await addBlackout(database, { ...draft, id: newBlackoutId });
    return newBlackoutId;
  });
  return renderBlackout(context, { ...draft, id });
}

/** Changes the members of a blackout that the request contains. Throws Invalid, NotFound. */
export async function changeBlackout(
  context: ReadContext,
  rawId: string,
  { folderId, ...changes }: BlackoutChanges,
): Promise<BlackoutResponse> {
  const { database } = context;
  const { id } = await getBlackout(database, rawId);
  const folder = folderId === undefined ? {} : { folderId: (await optionalFolder(database, folderId))?.id ?? null };
  await updateBlackout(database, id, { ...changes, ...folder });
  return renderBlackout(context, await getBlackout(database, id));
}

/** The current and future blackouts that apply to a folder. */
export interface BlackoutContext {
  readonly blackouts: readonly Blackout[];
  readonly now: Instant;
  /** the time for which the ends of releases are estimated: the start of a period of five minutes */
  readonly estimatedAt: Instant;
  /**
   * A validator of the blackouts, equal in all processes. It changes when one of them is added, starts, ends or moves,
   * and with each period.
   */
  readonly mark: string;
}

const estimatePeriodMs = 300_000;

/** For objects without blackouts: tasks, and the archive. */
const noBlackouts: BlackoutContext = { blackouts: [], now: 0, estimatedAt: 0, mark: '' };

/** A folder, and the snapshot of the calendar; null if the calendar was not read. */
interface CalendarLocation {
  readonly folderPath: readonly string[];
  readonly calendar: CalendarSnapshot | null;
}

interface CalendarSources {
  readonly database: Database;
  readonly calendar: CalendarCache;
}

/**
 * Returns the blackouts that apply to a loaded object. Runs a statement only if the calendar has changed since the last
 * read.
 */
export async function blackoutContextOf(
  sources: CalendarSources,
  { folderPath, calendar }: CalendarLocation,
): Promise<BlackoutContext> {
  if (calendar === null) return noBlackouts;
  const { now } = calendar;
  await refreshCache(sources, calendar);
  const { blackouts, mark } = sliceOf(sources.calendar, folderPath, now);
  return { blackouts, now, estimatedAt: periodStart(now), mark };
}

const periodStart = (now: Instant): Instant => now - (now % estimatePeriodMs);

/**
 * Reads the calendar if the cached version is older than the snapshot. Versions only increase, so a cached version may
 * be newer.
 */
async function refreshCache(
  { database, calendar: cache }: CalendarSources,
  { version }: CalendarSnapshot,
): Promise<void> {
  if (cache.last.version >= version) return;
  const read = await readCalendar(database);
  if (cache.last.version >= read.version) return;
  cache.last = read;
  cache.slices = newSlices();
}

/**
 * Cached for repeated polls of releases in one folder: with hundreds of blackouts it costs more than the poll itself.
 */
function sliceOf(cache: CalendarCache, folderPath: readonly string[], now: Instant): CalendarSlice {
  const key = folderPath.join('/');
  const cached = cache.slices.get(key);
  if (cached !== undefined && cached.since <= now && now < cached.until) return cached;
  const blackouts = cache.last.blackouts.filter(
    ({ endDate, folderId }) => endDate > now && (folderId === null || folderPath.includes(folderId)),
  );
  const next = nextBoundary(blackouts, now);
  const dates = blackouts.map(({ id, startDate, endDate }) => [id, startDate, endDate]);
  const mark = next === null ? '' : hash('sha256', JSON.stringify([next, periodStart(now), dates]), 'base64url');
  const slice = {
    blackouts,
    mark,
    since: now,
    until: next === null ? Number.POSITIVE_INFINITY : Math.min(next, periodStart(now) + estimatePeriodMs),
  };
  cache.slices.set(key, slice);
  return slice;
}
