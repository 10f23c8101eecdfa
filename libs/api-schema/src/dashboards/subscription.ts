import type { Instant } from '@slipway/domain/model';
import { type Weekday, weekdays } from '@slipway/domain/notification-choices';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { oneOf, optional, responseDate } from '../format/scalars.ts';
import { timeOfDay, timeZone } from '../notifications/index.ts';

/** When a user receives the weekly mail of a dashboard. Absent members are unchanged. */
export const dashboardSubscriptionBody = z
  .object({
    weekday: optional(oneOf(weekdays)),
    time: optional(timeOfDay),
    timeZone: optional(timeZone).describe('an IANA time zone'),
  })
  .meta({ id: 'DashboardSubscriptionRequest' });
export type DashboardSubscriptionBody = z.output<typeof dashboardSubscriptionBody>;

export const dashboardSubscriptionResponse = z
  .object({
    subscribed: z.boolean(),
    weekday: z.enum(weekdays),
    time: z.string(),
    timeZone: z.string(),
    next: responseDate.optional().describe('the time of the next mail'),
  })
  .meta({ id: 'DashboardSubscription' });
export type DashboardSubscriptionResponse = z.output<typeof dashboardSubscriptionResponse>;

interface Schedule {
  readonly weekday: Weekday;
  readonly time: string;
  readonly timeZone: string;
}

/** Renders a schedule; without a next mail it is the default of the user. */
export const showDashboardSubscription = (
  { weekday, time, timeZone: zone }: Schedule,
  nextAt: Instant | null,
): DashboardSubscriptionResponse => ({
  ...{ subscribed: nextAt !== null, weekday, time, timeZone: zone },
  next: showDate(nextAt),
});
