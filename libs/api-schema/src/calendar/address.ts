import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { responseDate } from '../format/scalars.ts';

/** A request for a new calendar address (an extension). */
export const calendarAddressBody = z
  .object({
    // An empty text is not equal to null: a calendar of all folders would show unintended releases.
    folderId: z
      .string()
      .nullish()
      .describe('shows the releases in this folder and below it that you may see; left out: those that you own'),
  })
  .meta({ id: 'CalendarAddressRequest' });
export type CalendarAddressBody = z.output<typeof calendarAddressBody>;

/** A calendar address, without its token. */
export const calendarAddressResponse = z
  .object({
    id: z.string(),
    folderId: z.string().optional().describe('last segment of its id; absent: the releases that you own'),
    createdDate: responseDate,
  })
  .meta({ id: 'CalendarAddress' });
export type CalendarAddressResponse = z.output<typeof calendarAddressResponse>;

/** A new calendar address. Only this response contains the token. */
export const newCalendarAddressResponse = calendarAddressResponse
  .extend({ path: z.string().describe('the address below the root of this service, which is not shown again') })
  .meta({ id: 'NewCalendarAddress' });
export type NewCalendarAddressResponse = z.output<typeof newCalendarAddressResponse>;

interface AddressView {
  readonly id: string;
  readonly folderId: string | null;
  readonly createdAt: Instant;
}

export const showCalendarAddress = ({ id, folderId, createdAt }: AddressView): CalendarAddressResponse => ({
  id,
  folderId: folderId ?? undefined,
  createdDate: showDate(createdAt),
});
