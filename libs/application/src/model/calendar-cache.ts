import type { Blackout } from '@slipway/domain/decision';
import type { Instant } from '@slipway/domain/model';
import type { Calendar } from '@slipway/persistence/calendar';
import { LRUCache } from 'lru-cache';

/** The last calendar that this process has read, and the blackouts of folders, by their paths. */
export interface CalendarCache {
  last: Calendar;
  slices: LRUCache<string, CalendarSlice>;
}

/** The state of a folder's calendar between two times at which a blackout starts or ends. */
export interface CalendarSlice {
  readonly blackouts: readonly Blackout[];
  readonly mark: string;
  readonly since: Instant;
  readonly until: Instant;
}

const maxBytes = 4_000_000;

/**
 * Sized for some hundred folders with hundreds of blackouts each. The slices only refer to the blackouts of the
 * calendar.
 */
export const newSlices = () =>
  new LRUCache<string, CalendarSlice>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 10,
    sizeCalculation: ({ blackouts }, path) => 300 + 2 * path.length + 8 * blackouts.length,
  });

/** Version 0 means that no calendar was read: stored calendars have higher versions. */
export const newCalendarCache = (): CalendarCache => ({ last: { version: 0, blackouts: [] }, slices: newSlices() });
