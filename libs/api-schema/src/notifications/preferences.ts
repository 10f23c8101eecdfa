import { isTimeZone } from '@slipway/domain/calendar';
import { message } from '@slipway/domain/messages';
import {
  digestFrequencies,
  maxQuietPeriods,
  notificationModes,
  userChannels,
  weekdays,
} from '@slipway/domain/notification-choices';
import type { NotificationPreferences } from '@slipway/domain/notifications';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { expectsOneOf, flag, list, optional } from '../format/scalars.ts';
import { channelModes, eventName, eventTypeNames, listOf } from './rules.ts';
import { languageTag } from './templates.ts';

const weekday = z.enum(weekdays, expects(expectsOneOf(weekdays)));
/** `HH:MM` */
export const timeOfDay = z
  .string(expects(message('expected.timeOfDay')))
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, expects(message('expected.timeOfDay')));
/** A name of the IANA time zone database. */
export const timeZone = z
  .string(expects(message('expected.timeZone')))
  .refine(isTimeZone, expects(message('expected.timeZone')));

const quietPeriod = z.object({
  weekdays: listOf(weekday, weekdays.length).describe('the days on which it starts'),
  from: timeOfDay,
  to: timeOfDay.describe('if it is not after `from`: on the next day'),
});

const digest = z.object({
  frequency: z.enum(digestFrequencies, expects(expectsOneOf(digestFrequencies))),
  weekdays: listOf(weekday, weekdays.length)
    .min(1, expects(expectsOneOf(weekdays)))
    .describe('a weekly digest is sent on the first of them'),
  time: timeOfDay,
});

/** The settings of a user in a request. Members that only a response has are ignored. */
export const notificationSettingsBody = z
  .object({
    events: z
      .partialRecord(eventName, channelModes)
      .describe('the modes by event and channel; absent ones follow the rules'),
    quietHours: listOf(quietPeriod, maxQuietPeriods),
    alertsInQuietHours: optional(flag),
    timeZone: optional(timeZone).describe('an IANA time zone; absent: that of the installation'),
    language: optional(languageTag).describe('of messages (BCP 47); absent: that of the installation'),
    digest,
  })
  .meta({ id: 'NotificationSettingsBody' });
export type NotificationSettingsBody = z.output<typeof notificationSettingsBody>;

/** Converts the settings of a request. */
export const toPreferences = ({
  alertsInQuietHours = false,
  timeZone: zone,
  language,
  ...body
}: NotificationSettingsBody): NotificationPreferences => ({
  ...{ ...body, alertsInQuietHours },
  timeZone: zone ?? null,
  language: language ?? null,
});

const modes = z.partialRecord(z.enum(userChannels), z.enum(notificationModes));

/** The settings of a user, with the rules of the installation. */
export const notificationSettingsResponse = z
  .object({
    events: z.partialRecord(z.enum(eventTypeNames), modes),
    quietHours: list(z.object({ weekdays: list(z.enum(weekdays)), from: z.string(), to: z.string() })),
    alertsInQuietHours: z.boolean(),
    timeZone: z.string().optional(),
    language: z.string().optional(),
    digest: z.object({ frequency: z.enum(digestFrequencies), weekdays: list(z.enum(weekdays)), time: z.string() }),
    defaults: z.partialRecord(z.enum(eventTypeNames), modes).describe('the modes of the installation'),
    mandatory: z
      .partialRecord(z.enum(eventTypeNames), list(z.enum(userChannels)))
      .describe('the channels of mandatory rules, which a user cannot switch off'),
    suspendedAddress: z.string().optional().describe('your mail address, if it has rejected mails'),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettingsResponse = z.output<typeof notificationSettingsResponse>;

/** Renders the settings of a user. */
export const showPreferences = (
  { timeZone: zone, language, ...preferences }: NotificationPreferences,
  other: Pick<NotificationSettingsResponse, 'defaults' | 'mandatory' | 'suspendedAddress'>,
): NotificationSettingsResponse => ({
  ...preferences,
  ...(zone !== null && { timeZone: zone }),
  ...(language !== null && { language }),
  ...other,
});
