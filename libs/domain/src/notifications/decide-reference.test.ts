import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastCheckOptions } from '../../../../test/harness/test-length.ts';
import { type EventAudience, type EventTypeName, eventTypes } from '../model/catalogs/event-types.ts';
import { type NotificationMode, recipientGroups, type UserChannel } from '../notification-choices/choices.ts';
import { decide, type NotifiedEvent, type NotifiedUser, selectRecipients } from './decide.ts';
import type { ChannelModes, NotificationRule, RuleRecipient } from './settings.ts';

// The reference function follows the text of notifications.md word by word: slow, and without shared code.

const people = ['ann', 'bob', 'cyd', 'dan'] as const;
const teams: Readonly<Record<string, readonly string[]>> = { QA: ['ann', 'bob'], 'Release Admin': ['dan'], Ops: [] };
const roles: Readonly<Record<string, readonly string[]>> = { reviewer: ['cyd', 'ann'] };
const directory = { team: (name: string) => teams[name] ?? [], role: (name: string) => roles[name] ?? [] };

const isIn = (recipient: string, user: string, event: NotifiedEvent): boolean => {
  const { owner, team, previousOwner, previousTeam, releaseOwner, subjectOwner } = event.audience;
  const inTeam = (name: string | undefined) => name !== undefined && (teams[name] ?? []).includes(user);
  if (recipient === 'assignee') return owner === undefined ? inTeam(team) : owner.toLowerCase() === user;
  if (recipient === 'assigneeOrAdmin') {
    if (owner !== undefined) return owner.toLowerCase() === user;
    return team === undefined ? inTeam('Release Admin') : inTeam(team);
  }
  if (recipient === 'taskOwner') return owner?.toLowerCase() === user;
  if (recipient === 'taskTeam') return inTeam(team);
  if (recipient === 'previousAssignee')
    return previousOwner === undefined ? inTeam(previousTeam) : previousOwner.toLowerCase() === user;
  if (recipient === 'approvers') {
    if ((event.audience.nonApprovers ?? []).some((name) => name.toLowerCase() === user)) return false;
    const { approverTeams = [], approverRoles = [] } = event.audience;
    return approverTeams.some(inTeam) || approverRoles.some((name) => (roles[name] ?? []).includes(user));
  }
  if (recipient === 'mentioned')
    return (event.audience.mentioned ?? []).some((name) => name.toLowerCase() === user || inTeam(name));
  if (recipient === 'watchers') return event.watchers.some((name) => name.toLowerCase() === user);
  if (recipient === 'releaseOwner') return releaseOwner?.toLowerCase() === user;
  if (recipient === 'releaseAdmin') return inTeam('Release Admin');
  if (recipient === 'subjectOwner') return subjectOwner?.toLowerCase() === user;
  if (recipient.startsWith('user:')) return recipient.slice(5).toLowerCase() === user;
  if (recipient.startsWith('team:')) return inTeam(recipient.slice(5));
  return (roles[recipient.slice(5)] ?? []).includes(user);
};

const isAbout = (rule: NotificationRule, { type, data }: NotifiedEvent): boolean => {
  if (!rule.events.includes(type)) return false;
  const { tags = [], phaseTitles = [], taskTypes = [], statuses = [] } = rule.filter ?? {};
  if (tags.length > 0 && !tags.some((tag) => data.release?.tags.includes(tag))) return false;
  if (phaseTitles.length > 0 && !phaseTitles.some((title) => title === data.task?.phaseTitle)) return false;
  if (taskTypes.length > 0 && !taskTypes.some((name) => name === data.task?.type)) return false;
  const status = data.task === undefined ? data.release?.status : data.task.status;
  return statuses.length === 0 || statuses.some((name) => name === status);
};

const strongest = (modes: readonly (NotificationMode | undefined)[]): NotificationMode => {
  if (modes.includes('now')) return 'now';
  return modes.includes('digest') ? 'digest' : 'off';
};

const catalogModes = (type: EventTypeName, channel: UserChannel): NotificationMode => {
  if (type === 'dashboard.weekly') return channel === 'mail' ? 'now' : 'off';
  if (channel === 'inbox') return 'now';
  return eventTypes[type].urgency === 'info' ? 'off' : 'now';
};

/** Returns `<mode> <level>`. */
function reference(event: NotifiedEvent, user: NotifiedUser, channel: UserChannel): string {
  const name = user.username;
  const onChannel = (mode: NotificationMode) => (mode === 'digest' && channel !== 'mail' ? 'now' : mode);
  // The rules of the nearest folder with one for this event; else those of the installation; else the catalog.
  const nearest = event.folderRules
    .map((rules) => rules.filter((rule) => isAbout(rule, event)))
    .find((all) => all.length);
  const own = event.installationRules.filter((rule) => !rule.mandatory && isAbout(rule, event));
  const catalog: NotificationRule = {
    events: [event.type],
    recipients: eventTypes[event.type].recipients,
    channels: { [channel]: catalogModes(event.type, channel) },
  };
  const rules = nearest ?? (own.length > 0 ? own : [catalog]);
  const level = nearest === undefined ? 'installation' : 'folder';
  const mandatory = event.installationRules.filter((rule) => rule.mandatory && isAbout(rule, event));
  const naming = <R extends { readonly recipients: readonly string[] }>(all: readonly R[]) =>
    all.filter((rule) => rule.recipients.some((recipient) => isIn(recipient, name, event)));
  const isForAddressees = event.type === 'comment.mentioned' || event.type === 'dashboard.weekly';
  const participates = !isForAddressees && (isIn('watchers', name, event) || event.followers.includes(name));
  const isRecipient = participates || naming(rules).length > 0 || naming(mandatory).length > 0;
  const byMandatory = strongest(naming(mandatory).map((rule) => rule.channels[channel]));
  const byRules = strongest((participates ? rules : naming(rules)).map((rule) => rule.channels[channel]));

  if (event.actor.toLowerCase() === name) return 'off actor';
  if (!user.mayView) return 'off rights';
  const withAddress = (mode: NotificationMode, decidedBy: string) =>
    mode !== 'off' && channel === 'mail' && !user.hasAddress ? 'off address' : `${onChannel(mode)} ${decidedBy}`;
  if (byMandatory !== 'off') return withAddress(byMandatory, 'mandatory');
  if (event.disableNotifications && channel !== 'inbox') return 'off release';
  if (!isRecipient) return `off ${level}`;
  if (user.followed === 'mute') return 'off user';
  const chosen = user.preferences.events[event.type]?.[channel];
  if (channel === 'mail' && user.preferences.digest.frequency === 'off' && (chosen ?? byRules) === 'digest')
    return 'off user';
  if (chosen !== undefined) return withAddress(chosen, 'user');
  return withAddress(byRules, level);
}

const types = Object.keys(eventTypes).filter((name): name is EventTypeName => name in eventTypes);
const mode = fc.constantFrom<NotificationMode>('now', 'digest', 'off');
const modes: fc.Arbitrary<ChannelModes> = fc.record({ inbox: mode, mail: mode, browser: mode }, { requiredKeys: [] });
const anyUser = fc.constantFrom(...people, 'ANN');
const named = ['user:Bob', 'team:QA', 'team:Ops', 'role:reviewer', 'user:none'] as const;
const recipient = fc.constantFrom<RuleRecipient>(...recipientGroups, ...named);
const someOf = (...values: readonly string[]) => fc.subarray([...values]);
const twoTypes = [
  'task.failed',
  'release.started',
  'task.commented',
  'comment.mentioned',
  'approval.requested',
] as const;
const rule = fc.record(
  {
    events: fc.subarray<EventTypeName>([...twoTypes], { minLength: 2 }),
    recipients: fc.array(recipient, { maxLength: 3 }),
    channels: modes,
    mandatory: fc.boolean(),
    filter: fc.record(
      { tags: someOf('prod'), phaseTitles: someOf('Build'), taskTypes: someOf('Task'), statuses: someOf('FAILED') },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['events', 'recipients', 'channels'] },
);
const rules = fc.array(rule, { maxLength: 2 });
const audience: fc.Arbitrary<EventAudience> = fc.record(
  {
    owner: anyUser,
    team: fc.constantFrom('QA', 'Ops'),
    previousOwner: anyUser,
    previousTeam: fc.constant('QA'),
    releaseOwner: anyUser,
    approverTeams: fc.constant(['QA']),
    approverRoles: fc.constant(['reviewer']),
    nonApprovers: fc.array(anyUser, { maxLength: 1 }),
    mentioned: fc.subarray(['cyd', 'QA', 'nobody']),
    subjectOwner: anyUser,
  },
  { requiredKeys: [] },
);
const release = fc.record({
  ...{ id: fc.constant('Release1'), title: fc.constant('R'), folderId: fc.constant('Folder1') },
  status: fc.constantFrom('FAILED' as const, 'IN_PROGRESS' as const),
  tags: fc.subarray(['prod']),
});
const task = fc.record({
  ...{ id: fc.constant('Task1'), title: fc.constant('T'), failuresCount: fc.constant(0) },
  type: fc.constantFrom('Task', 'GateTask'),
  status: fc.constantFrom('FAILED' as const, 'IN_PROGRESS' as const),
  phaseTitle: fc.constantFrom('Build', 'Ship'),
});
const event: fc.Arbitrary<NotifiedEvent> = fc.record({
  type: fc.oneof(fc.constantFrom(...types), fc.constantFrom(...twoTypes)),
  actor: fc.constantFrom('SYSTEM', 'Ann', 'bob'),
  data: fc.record({ release, task }, { requiredKeys: [] }),
  audience,
  watchers: fc.subarray(['Cyd', 'dan']),
  followers: fc.subarray(['ann', 'dan']),
  disableNotifications: fc.boolean(),
  folderRules: fc.array(rules, { maxLength: 2 }),
  installationRules: rules,
});
const user: fc.Arbitrary<NotifiedUser> = fc.record({
  username: fc.constantFrom(...people),
  mayView: fc.integer({ min: 0, max: 5 }).map((value) => value > 0),
  followed: fc.constantFrom('follow' as const, 'mute' as const, null, null),
  preferences: fc.record({
    events: fc.dictionary(fc.constantFrom<string>(...twoTypes), modes, { maxKeys: 3 }),
    digest: fc.record({
      frequency: fc.constantFrom('daily' as const, 'off' as const),
      ...{ weekdays: fc.constant(['MONDAY' as const]), time: fc.constant('08:00') },
    }),
  }),
  hasAddress: fc.boolean(),
});

test('the decision about each user and channel agrees with the reference function', () => {
  fc.assert(
    fc.property(event, fc.array(user, { minLength: 1, maxLength: 4 }), (notified, users) => {
      const selection = selectRecipients(notified, directory);
      for (const one of users) {
        for (const channel of ['inbox', 'mail', 'browser'] as const) {
          const decision = decide(notified, one, channel, selection);
          expect(`${decision.mode} ${decision.decidedBy}`).toBe(reference(notified, one, channel));
        }
      }
    }),
    fastCheckOptions({ short: 200, long: 5_000 }),
  );
});
