import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import type { Scope } from '../place.ts';
import { type Mode, type Modes, modeLabels, userChannels } from '../settings/settings.ts';

/** The conditions of a rule. Each member must match, with any of its values. */
export interface RuleFilter {
  readonly tags?: readonly string[];
  readonly phaseTitles?: readonly string[];
  readonly taskTypes?: readonly string[];
  readonly statuses?: readonly string[];
}

/** A rule: which users are notified of which events, and how. */
export interface NotificationRule {
  readonly title?: string;
  readonly events: readonly string[];
  readonly recipients: readonly string[];
  readonly channels: Modes;
  /** Whether users cannot switch it off. Only rules of the installation can be mandatory. */
  readonly mandatory?: boolean;
  readonly filter?: RuleFilter;
}

/** The rules of the installation or of a folder. */
export interface RuleSettings {
  readonly rules: readonly NotificationRule[];
  readonly inherited: readonly {
    readonly scope: { readonly id: string; readonly title: string };
    readonly rules: readonly NotificationRule[];
  }[];
}

/** Returns the REST path of the rules. */
export const rulesPath = ({ folderId }: Scope): string =>
  folderId === null ? '/notification-settings' : `/folders/${lastSegment(folderId)}/notification-settings`;

/** The groups of recipients, with their names. */
export const recipientGroups = [
  ['assignee', t('Assignee, or else the team')],
  ['assigneeOrAdmin', t('Assignee, team, or else the release admins')],
  ['taskOwner', t('Assignee of the task')],
  ['taskTeam', t('Team of the task')],
  ['previousAssignee', t('Previous assignee and team')],
  ['approvers', t('Users who can approve')],
  ['mentioned', t('Mentioned users')],
  ['watchers', t('Watchers')],
  ['releaseOwner', t('Owner of the release')],
  ['releaseAdmin', t('Release admins')],
  ['subjectOwner', t('Owner of the trigger, receiver or token')],
] as const satisfies readonly (readonly [string, string])[];

/** A recipient that a rule names: a kind and a name. */
export interface NamedRecipient {
  readonly kind: 'user' | 'team' | 'role';
  readonly name: string;
}

/** Returns the named recipient in a text such as `team:Operations`; null for a group. */
export function namedRecipient(text: string): NamedRecipient | null {
  const [kind, ...rest] = text.split(':');
  const name = rest.join(':');
  return (kind === 'user' || kind === 'team' || kind === 'role') && name !== '' ? { kind, name } : null;
}

/** Returns the name of a recipient. */
export function recipientLabel(recipient: string): string {
  const named = namedRecipient(recipient);
  if (named === null) return recipientGroups.find(([group]) => group === recipient)?.[1] ?? recipient;
  switch (named.kind) {
    case 'user':
      return named.name;
    case 'team':
      return t`Team ${named.name}`;
    case 'role':
      return t`Role ${named.name}`;
  }
}

/** Returns the channels of a rule as text, such as `Inbox: now, Email: digest`. */
export function channelsText(channels: Modes): string {
  const parts = userChannels.flatMap((channel) => {
    const mode: Mode = channels[channel] ?? 'off';
    return mode === 'off' ? [] : [`${channelName(channel)}: ${modeLabels[mode].toLowerCase()}`];
  });
  return parts.length === 0 ? t('Off') : parts.join(', ');
}

/** The members of a filter, with their names and hints. */
export const filterFields = [
  ['tags', t('Tags of the release')],
  ['phaseTitles', t('Phase titles')],
  ['taskTypes', t('Task types')],
  ['statuses', t('Statuses')],
] as const satisfies readonly (readonly [keyof RuleFilter, string])[];

/** Returns the entries of a list that is typed with commas. */
const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Returns a filter without empty members. */
export const filterFrom = (texts: Readonly<Partial<Record<keyof RuleFilter, string>>>): RuleFilter =>
  Object.fromEntries(
    filterFields
      .map(([name]) => [name, splitList(texts[name] ?? '')] as const)
      .filter(([, values]) => values.length > 0),
  );

/** Returns a filter as one line; empty for none. */
export const filterText = (filter: RuleFilter = {}): string =>
  filterFields
    .flatMap(([name, label]) => (filter[name]?.length ? [`${label}: ${filter[name].join(', ')}`] : []))
    .join(' · ');
