import type { NewEvent } from '../model/catalogs/event-types.ts';
import type { NotificationMode, UserChannel } from '../notification-choices/choices.ts';
import { matchesFilter } from './filter.ts';
import { type Directory, type RecipientReason, usersOf } from './recipients.ts';
import { type ChannelModes, defaultRule, type NotificationPreferences, type NotificationRule } from './settings.ts';

/**
 * The levels in the order in which they decide. `actor`: users are not notified of their own actions. `address`: the
 * user has no usable mail address.
 */
export const notificationLevels = [
  'actor',
  'rights',
  'mandatory',
  'release',
  'user',
  'folder',
  'installation',
  'address',
] as const;
export type NotificationLevel = (typeof notificationLevels)[number];

/** An event with the objects and rules that decide about it. */
export interface NotifiedEvent extends Pick<NewEvent, 'type' | 'actor' | 'data' | 'audience'> {
  /** the watchers of its task */
  readonly watchers: readonly string[];
  /** the users who follow its task, its release or a folder around it, in lower case */
  readonly followers: readonly string[];
  /** the release suppresses its messages */
  readonly disableNotifications: boolean;
  /** the rules of the folders around the release, the nearest first; without the installation */
  readonly folderRules: readonly (readonly NotificationRule[])[];
  readonly installationRules: readonly NotificationRule[];
}

/** A user in relation to an event. */
export interface NotifiedUser {
  /** in lower case */
  readonly username: string;
  /** may log in, and may view the object of the event */
  readonly mayView: boolean;
  /** the mode of the nearest object that the user follows or has muted */
  readonly followed: 'follow' | 'mute' | null;
  readonly preferences: Pick<NotificationPreferences, 'events' | 'digest'>;
  /** has a mail address that does not reject mails */
  readonly hasAddress: boolean;
}

/** The reasons for which rules select users, and the channels of the rules. */
export interface Selection {
  /** by name in lower case */
  readonly users: ReadonlyMap<string, SelectedUser>;
  readonly level: 'folder' | 'installation';
  /** the channels for users whom no rule names: watchers and followers */
  readonly channels: ChannelModes;
}

interface SelectedUser {
  readonly reasons: readonly RecipientReason[];
  readonly mandatory: ChannelModes;
  readonly channels: ChannelModes;
}

const strength: Readonly<Record<NotificationMode, number>> = { off: 0, digest: 1, now: 2 };

/** Returns the stronger mode of each channel. */
function mergeModes(a: ChannelModes, b: ChannelModes): ChannelModes {
  const stronger = (channel: UserChannel): ChannelModes => {
    const [first, second] = [a[channel] ?? 'off', b[channel] ?? 'off'];
    const mode = strength[first] >= strength[second] ? first : second;
    return mode === 'off' ? {} : { [channel]: mode };
  };
  return { ...stronger('inbox'), ...stronger('mail'), ...stronger('browser') };
}

/** Returns the rules that decide about an event: of the nearest folder with one, of the installation, or the default. */
function decidingRules(
  event: NotifiedEvent,
): Pick<Selection, 'level'> & { readonly rules: readonly NotificationRule[] } {
  const applies = (rule: NotificationRule) => rule.events.includes(event.type) && matchesFilter(rule.filter, event);
  for (const rules of event.folderRules) {
    const matching = rules.filter(applies);
    if (matching.length > 0) return { level: 'folder', rules: matching };
  }
  const rules = event.installationRules.filter((rule) => rule.mandatory !== true && applies(rule));
  return { level: 'installation', rules: rules.length > 0 ? rules : [defaultRule(event.type)] };
}

/**
 * A mention concerns only the mentioned users: watchers and followers are notified of its comment. The weekly mail of a
 * dashboard concerns only the user who has requested it.
 */
const concernsWatchers = ({ type }: Pick<NewEvent, 'type'>): boolean =>
  type !== 'comment.mentioned' && type !== 'dashboard.weekly';

/** Returns the users whom rules, watching and following select for an event, with the reasons. */
export function selectRecipients(event: NotifiedEvent, directory: Directory): Selection {
  const users = new Map<string, SelectedUser>();
  const add = (names: readonly string[], reason: RecipientReason, modes: Partial<Omit<SelectedUser, 'reasons'>>) => {
    for (const name of names) {
      const { reasons, mandatory, channels } = users.get(name) ?? { reasons: [], mandatory: {}, channels: {} };
      users.set(name, {
        reasons: reasons.includes(reason) ? reasons : [...reasons, reason],
        mandatory: mergeModes(mandatory, modes.mandatory ?? {}),
        channels: mergeModes(channels, modes.channels ?? {}),
      });
    }
  };
  const addRule = (rule: NotificationRule, kind: 'mandatory' | 'channels') => {
    for (const recipient of rule.recipients) {
      const selected = usersOf(recipient, event, directory);
      add(selected.users, selected.reason, { [kind]: rule.channels });
    }
  };
  const { level, rules } = decidingRules(event);
  for (const rule of event.installationRules) {
    if (rule.mandatory && rule.events.includes(event.type) && matchesFilter(rule.filter, event))
      addRule(rule, 'mandatory');
  }
  for (const rule of rules) addRule(rule, 'channels');
  const channels = rules.map((rule) => rule.channels).reduce(mergeModes, {});
  if (concernsWatchers(event)) {
    add(usersOf('watchers', event, directory).users, 'watchers', { channels });
    add(event.followers, 'follow', { channels });
  }
  return { users, level, channels };
}

/** The result of one level. */
export interface LevelResult {
  readonly level: NotificationLevel;
  /** `none`: the level has no rule for this event, user and channel; `passes`: it does not prevent the message */
  readonly result: 'passes' | 'none' | NotificationMode;
}

/** The decision about an event, a user and a channel. */
export interface Decision {
  readonly mode: NotificationMode;
  readonly decidedBy: NotificationLevel;
  /** all levels, also those after the deciding one */
  readonly levels: readonly LevelResult[];
}

const isMode = (result: LevelResult['result']): result is NotificationMode => result !== 'none' && result !== 'passes';

/** Only mails can be in a digest. */
const modeOn = (channel: UserChannel, mode: NotificationMode): NotificationMode =>
  channel !== 'mail' && mode === 'digest' ? 'now' : mode;

/**
 * Returns the mode that a user has chosen: `off` for a muted object, then the mode for the event and channel. Without
 * digests, messages for the digest are off.
 */
function userMode(
  { type }: NotifiedEvent,
  { followed, preferences }: NotifiedUser,
  channel: UserChannel,
  byRules: NotificationMode,
): NotificationMode | 'none' {
  if (followed === 'mute') return 'off';
  const chosen = preferences.events[type]?.[channel];
  const isWithoutDigest = preferences.digest.frequency === 'off' && channel === 'mail';
  return isWithoutDigest && (chosen ?? byRules) === 'digest' ? 'off' : (chosen ?? 'none');
}

/**
 * Returns the decision about a channel of a user. The first level with a mode wins (notifications.md, Levels). A user
 * whom nothing selects receives nothing.
 */
export function decide(
  event: NotifiedEvent,
  user: NotifiedUser,
  channel: UserChannel,
  { users, level }: Selection,
): Decision {
  const selected = users.get(user.username);
  const byRules = selected?.channels[channel] ?? 'off';
  const rulesResult = selected === undefined ? 'none' : modeOn(channel, byRules);
  const isSilenced = event.disableNotifications && channel !== 'inbox';
  const chosen = selected === undefined ? 'none' : userMode(event, user, channel, byRules);
  const mandatory = selected?.mandatory[channel];
  const levels: readonly LevelResult[] = [
    { level: 'actor', result: event.actor.toLowerCase() === user.username ? 'off' : 'passes' },
    { level: 'rights', result: user.mayView ? 'passes' : 'off' },
    { level: 'mandatory', result: mandatory === undefined ? 'none' : modeOn(channel, mandatory) },
    { level: 'release', result: isSilenced ? 'off' : 'none' },
    { level: 'user', result: chosen === 'none' ? chosen : modeOn(channel, chosen) },
    { level: 'folder', result: level === 'folder' ? rulesResult : 'none' },
    { level: 'installation', result: level === 'installation' ? rulesResult : 'none' },
    ...(channel === 'mail' ? [{ level: 'address', result: user.hasAddress ? 'passes' : 'off' } as const] : []),
  ];
  for (const { level: decidedBy, result } of levels) {
    if (!isMode(result) || decidedBy === 'address') continue;
    return channel === 'mail' && result !== 'off' && !user.hasAddress
      ? { mode: 'off', decidedBy: 'address', levels }
      : { mode: result, decidedBy, levels };
  }
  return { mode: 'off', decidedBy: level, levels };
}

/** Whether a rule, or following the object, would have notified the user, so that the ledger contains the decision. */
export function isSuppressed(
  channel: UserChannel,
  { users }: Selection,
  username: string,
  decision: Decision,
): boolean {
  const selected = users.get(username);
  if (selected === undefined || decision.mode !== 'off' || decision.decidedBy === 'actor') return false;
  return selected.mandatory[channel] !== undefined || selected.channels[channel] !== undefined;
}
