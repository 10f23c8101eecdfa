import { t } from '../../../navigation/text.ts';
import { weekdays as dayNames } from '../../automation/schedule/schedule-words.ts';
import { eventTypes } from '../event-words.ts';

/** The channels of a user. */
export const userChannels = ['inbox', 'mail', 'browser'] as const;
export type UserChannel = (typeof userChannels)[number];

export type Mode = 'now' | 'digest' | 'off';
export type Modes = Readonly<Partial<Record<UserChannel, Mode>>>;

/** The days of a week, from Monday. */
export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
export type Weekday = (typeof weekdays)[number];
export const workingDays: readonly Weekday[] = weekdays.slice(0, 5);

export interface QuietHours {
  readonly weekdays: readonly Weekday[];
  /** A time of day, such as `20:00`. */
  readonly from: string;
  readonly to: string;
}

/** The settings that a user can change. */
export interface NotificationPreferences {
  /** The modes that the user has selected. Absent ones follow the rules. */
  readonly events: Readonly<Record<string, Modes>>;
  readonly quietHours: readonly QuietHours[];
  readonly alertsInQuietHours: boolean;
  /** An IANA zone; null: the zone of the installation. */
  readonly timeZone: string | null;
  /** The language of messages (BCP 47); null: that of the installation. */
  readonly language: string | null;
  readonly digest: {
    readonly frequency: 'daily' | 'weekly' | 'off';
    readonly weekdays: readonly Weekday[];
    readonly time: string;
  };
}

/** The response of `GET /me/notification-settings`. */
export interface NotificationSettings extends Omit<NotificationPreferences, 'timeZone' | 'language'> {
  /** Absent: the zone of the installation. */
  readonly timeZone?: string | null;
  /** Absent: the language of the installation. */
  readonly language?: string | null;
  /** The modes of the rules of the installation. */
  readonly defaults: Readonly<Record<string, Modes>>;
  /** The channels that the user cannot switch off. */
  readonly mandatory: Readonly<Record<string, readonly UserChannel[]>>;
  /** The email address that has rejected mails. */
  readonly suspendedAddress?: string | null;
}

/** Returns the part of the settings that the user can change. */
export const preferencesOf = ({
  events,
  quietHours,
  alertsInQuietHours,
  timeZone = null,
  language = null,
  digest,
}: Omit<NotificationSettings, 'defaults' | 'mandatory'>): NotificationPreferences => ({
  ...{ events, quietHours, alertsInQuietHours, timeZone, language, digest },
});

export const isSame = (a: NotificationPreferences, b: NotificationSettings): boolean =>
  JSON.stringify(preferencesOf(a)) === JSON.stringify(preferencesOf(b));

/** The modes that a channel can have. */
export const modesOf = (channel: UserChannel): readonly Mode[] =>
  channel === 'mail' ? ['now', 'digest', 'off'] : ['now', 'off'];

/** The names of modes. */
export const modeLabels: Readonly<Record<Mode, string>> = {
  now: t('Now'),
  digest: t('Digest'),
  off: t('Off'),
};

/** Returns the preferences with another mode of an event; null follows the rules. */
export function withMode(
  events: NotificationPreferences['events'],
  type: string,
  channel: UserChannel,
  mode: Mode | null,
): NotificationPreferences['events'] {
  const { [type]: own = {}, ...others } = events;
  const { [channel]: _, ...rest } = own;
  const modes: Modes = mode === null ? rest : { ...rest, [channel]: mode };
  return Object.keys(modes).length === 0 ? others : { ...others, [type]: modes };
}

/** The events that need no action of a user and report no problem. */
const infoEvents: readonly string[] = ['task.unassigned', 'task.commented', 'release.started', 'release.completed'];

const forAll = (modes: (type: string) => Modes): NotificationPreferences['events'] =>
  Object.fromEntries(
    eventTypes.map((type) => [type, modes(type)] as const).filter(([, entries]) => Object.keys(entries).length > 0),
  );

/** A selection of modes for all events. */
export interface Preset {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly events: NotificationPreferences['events'];
}

export const presets: readonly Preset[] = [
  {
    id: 'rules',
    label: t('Default'),
    hint: t('Follows the rules of your folders and of the installation.'),
    events: {},
  },
  {
    id: 'important',
    label: t('Important only'),
    hint: t('Email and browser only for your actions and for problems.'),
    events: forAll((type) => (infoEvents.includes(type) ? { mail: 'off', browser: 'off' } : {})),
  },
  {
    id: 'digest',
    label: t('Email digest'),
    hint: t('One email a day instead of single ones.'),
    events: forAll(() => ({ mail: 'digest' })),
  },
  {
    id: 'inbox',
    label: t('Inbox only'),
    hint: t('No email and no browser notifications.'),
    events: forAll(() => ({ mail: 'off', browser: 'off' })),
  },
];

const normalized = (events: NotificationPreferences['events']): string =>
  JSON.stringify(
    Object.keys(events)
      .toSorted()
      .map((type) => [type, ...userChannels.map((channel) => events[type]?.[channel] ?? null)]),
  );

/** Returns the preset with these modes; null if the user has selected others. */
export const presetOf = (events: NotificationPreferences['events']): Preset | null =>
  presets.find((preset) => normalized(preset.events) === normalized(events)) ?? null;

/** Returns the name of a day. */
export const weekdayName = (day: Weekday): string => dayNames[(weekdays.indexOf(day) + 1) % 7] ?? day;
