import { type EventTypeName, eventTypes } from '../model/catalogs/event-types.ts';
import type {
  DigestFrequency,
  NotificationMode,
  RecipientGroup,
  Urgency,
  UserChannel,
  Weekday,
} from '../notification-choices/choices.ts';

export type ChannelModes = Readonly<Partial<Record<UserChannel, NotificationMode>>>;

/** A recipient of a rule: a group, or a named user, team or role. */
export type RuleRecipient = RecipientGroup | `user:${string}` | `team:${string}` | `role:${string}`;

/** Limits a rule or subscription to some events: each list that is not empty must contain the value of the event. */
export interface EventFilter {
  /** any tag of the release */
  readonly tags?: readonly string[];
  readonly phaseTitles?: readonly string[];
  readonly taskTypes?: readonly string[];
  /** of the task; of the release for an event without a task */
  readonly statuses?: readonly string[];
}

/** A rule of the installation or of a folder. An absent channel is off. */
export interface NotificationRule {
  readonly title?: string;
  readonly events: readonly EventTypeName[];
  readonly recipients: readonly RuleRecipient[];
  readonly channels: ChannelModes;
  /** Neither a user, nor a folder, nor a release can switch it off. Only for the installation. */
  readonly mandatory?: boolean;
  readonly filter?: EventFilter;
}

/** A period without messages, in local time. If `to` is not after `from`, it ends on the next day. */
export interface QuietPeriod {
  /** the days on which it starts */
  readonly weekdays: readonly Weekday[];
  /** `HH:MM` */
  readonly from: string;
  readonly to: string;
}

/** When a user receives digests. A weekly digest is sent on the first of the weekdays. */
export interface DigestSchedule {
  readonly frequency: DigestFrequency;
  readonly weekdays: readonly Weekday[];
  /** `HH:MM` in local time */
  readonly time: string;
}

/** The settings of a user. Absent events and channels follow the rules. */
export interface NotificationPreferences {
  readonly events: Readonly<Partial<Record<EventTypeName, ChannelModes>>>;
  readonly quietHours: readonly QuietPeriod[];
  readonly alertsInQuietHours: boolean;
  /** an IANA time zone; null: that of the installation */
  readonly timeZone: string | null;
  /** the language of messages (BCP 47); null: that of the installation */
  readonly language: string | null;
  readonly digest: DigestSchedule;
}

export const defaultPreferences: NotificationPreferences = {
  events: {},
  quietHours: [],
  alertsInQuietHours: false,
  timeZone: null,
  language: null,
  digest: { frequency: 'daily', weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'], time: '08:00' },
};

const channelsByUrgency: Readonly<Record<Urgency, ChannelModes>> = {
  action: { inbox: 'now', mail: 'now', browser: 'now' },
  alert: { inbox: 'now', mail: 'now', browser: 'now' },
  info: { inbox: 'now' },
};

/** Returns the rule of an event for which neither a folder nor the installation has one. */
export const defaultRule = (type: EventTypeName): NotificationRule => ({
  events: [type],
  recipients: eventTypes[type].recipients,
  // A user has requested the mail of a dashboard.
  channels: type === 'dashboard.weekly' ? { mail: 'now' } : channelsByUrgency[eventTypes[type].urgency],
});
