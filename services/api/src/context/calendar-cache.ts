import type { Blackout, Instant } from '@slipway/domain';
import type { Calendar } from '@slipway/persistence';
import { createKept, type Kept } from './bounded-cache.ts';

/** The calendar as this process read it last, and what it means to folders, by their paths. */
export interface KeptCalendar {
  last: Calendar;
  slices: Kept<Slice>;
}

/** What holds of a calendar for a folder between two moments at which a blackout begins or ends. */
export interface Slice {
  readonly blackouts: readonly Blackout[];
  readonly mark: string;
  readonly since: Instant;
  readonly until: Instant;
}

/** Of some hundred folders with hundreds of blackouts each; these are in the calendar, and referred to. */
export const newSlices = (): Kept<Slice> => createKept(4_000_000, ({ blackouts }) => 200 + 8 * blackouts.length);

/** Before anything was read: no calendar that is stored has such a version. */
export const newCalendar = (): KeptCalendar => ({ last: { version: 0, blackouts: [] }, slices: newSlices() });
