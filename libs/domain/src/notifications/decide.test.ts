import { expect, test } from 'vitest';
import type { UserChannel } from '../notification-choices/choices.ts';
import { decide, isSuppressed, type NotifiedEvent, type NotifiedUser, selectRecipients } from './decide.ts';
import { type Directory, parseRecipient, usersOf } from './recipients.ts';
import { type ChannelModes, defaultPreferences } from './settings.ts';

const directory: Directory = {
  team: (name) => ({ QA: ['ann', 'bob'], 'Release Admin': ['dan'] })[name] ?? [],
  role: (name) => (name === 'reviewer' ? ['cyd'] : []),
};
const task = {
  id: 'Task1',
  title: 'Deploy',
  type: 'Task',
  status: 'FAILED',
  phaseTitle: 'Ship',
  failuresCount: 1,
} as const;
const failed: NotifiedEvent = {
  ...{ type: 'task.failed', actor: 'SYSTEM', data: { task }, audience: { owner: 'Ann' }, watchers: [], followers: [] },
  ...{ disableNotifications: false, folderRules: [], installationRules: [] },
};
const ann: NotifiedUser = {
  ...{ username: 'ann', mayView: true, followed: null, preferences: defaultPreferences, hasAddress: true },
};
const mandatory = {
  events: ['task.failed'],
  recipients: ['assignee'],
  channels: { mail: 'now' },
  mandatory: true,
} as const;
const folder = {
  events: ['task.failed'],
  recipients: ['taskOwner'],
  channels: { inbox: 'digest', mail: 'digest' },
} as const;
const prefers = (channels: ChannelModes) => ({
  preferences: { ...defaultPreferences, events: { 'task.failed': channels } },
});
const withoutDigest = {
  preferences: { ...defaultPreferences, digest: { ...defaultPreferences.digest, frequency: 'off' as const } },
};

test.each<[string, UserChannel, Partial<NotifiedEvent>, Partial<NotifiedUser>, string]>([
  ['by default', 'mail', {}, {}, 'now installation'],
  ['about an own action', 'mail', { actor: 'ANN', installationRules: [mandatory] }, {}, 'off actor'],
  ['without rights', 'mail', { installationRules: [mandatory] }, { mayView: false }, 'off rights'],
  ['of a silent release', 'mail', { disableNotifications: true }, {}, 'off release'],
  ['of a silent release in the inbox', 'inbox', { disableNotifications: true }, {}, 'now installation'],
  [
    'of a silent release with a mandatory rule',
    'mail',
    { disableNotifications: true, installationRules: [mandatory] },
    { followed: 'mute', ...prefers({ mail: 'off' }) },
    'now mandatory',
  ],
  ['of a muted object', 'inbox', {}, { followed: 'mute', ...prefers({ inbox: 'now' }) }, 'off user'],
  ['with a preference', 'mail', { folderRules: [[folder]] }, prefers({ mail: 'now' }), 'now user'],
  ['with a rule of a folder', 'mail', { folderRules: [[], [folder]] }, {}, 'digest folder'],
  ['in the inbox, which has no digest', 'inbox', { folderRules: [[folder]] }, {}, 'now folder'],
  ['on a channel that the folder omits', 'browser', { folderRules: [[folder]] }, {}, 'off folder'],
  ['for the digest of a user without digests', 'mail', { folderRules: [[folder]] }, withoutDigest, 'off user'],
  ['without an address', 'mail', {}, { hasAddress: false }, 'off address'],
  ['without an address in the inbox', 'inbox', {}, { hasAddress: false }, 'now installation'],
  ['of a user whom nothing selects', 'mail', {}, { username: 'eve', followed: 'mute' }, 'off installation'],
  ['of a follower', 'mail', { followers: ['eve'] }, { username: 'eve', followed: 'follow' }, 'now installation'],
])('a message %s', (_, channel, event, user, expected) => {
  const notified = { ...failed, ...event };
  const selection = selectRecipients(notified, directory);
  const { mode, decidedBy } = decide(notified, { ...ann, ...user }, channel, selection);
  expect(`${mode} ${decidedBy}`).toBe(expected);
});

test('a decision contains all levels, and the ledger those that a rule would have sent', () => {
  const selection = selectRecipients(failed, directory);
  const muted = { ...ann, followed: 'mute' } as const;
  const decision = decide(failed, muted, 'mail', selection);
  expect(decision.levels.map(({ level, result }) => `${level} ${result}`)).toEqual([
    ...['actor passes', 'rights passes', 'mandatory none', 'release none', 'user off', 'folder none'],
    ...['installation now', 'address passes'],
  ]);
  expect(isSuppressed('mail', selection, 'ann', decision)).toBe(true);
  expect(isSuppressed('mail', selection, 'eve', decision)).toBe(false);
  expect(isSuppressed('mail', selection, 'ann', decide(failed, ann, 'mail', selection))).toBe(false);
  const own = { ...failed, actor: 'ann' };
  expect(isSuppressed('mail', selection, 'ann', decide(own, ann, 'mail', selection))).toBe(false);
});

test('a user has all reasons, and a mention concerns no watcher', () => {
  const watched = { ...failed, watchers: ['Ann', 'eve'], followers: ['ann'] };
  const reasons = (event: NotifiedEvent) =>
    [...selectRecipients(event, directory).users].map(([name, selected]) => `${name} ${selected.reasons.join()}`);
  expect(reasons(watched)).toEqual(['ann taskOwner,watchers,follow', 'eve watchers']);
  expect(reasons({ ...watched, type: 'comment.mentioned', audience: { mentioned: ['Bob'] } })).toEqual([
    'bob mentioned',
  ]);
});

test('a rule for other tags, phases, types or statuses does not decide', () => {
  const decidedBy = (filter: Parameters<typeof Object>[0]) =>
    selectRecipients({ ...failed, folderRules: [[{ ...folder, filter }]] }, directory).level;
  expect(decidedBy({ phaseTitles: ['Ship'], taskTypes: [], statuses: ['FAILED'] })).toBe('folder');
  for (const filter of [
    { tags: ['prod'] },
    { phaseTitles: ['Build'] },
    { taskTypes: ['GateTask'] },
    { statuses: ['SKIPPED'] },
  ])
    expect(decidedBy(filter)).toBe('installation');
});

test('the recipients of an event', () => {
  const users = (recipient: Parameters<typeof usersOf>[0], audience: NotifiedEvent['audience']) =>
    usersOf(recipient, { ...failed, audience }, directory).users;
  expect(users('assigneeOrAdmin', {})).toEqual(['dan']);
  expect(users('assigneeOrAdmin', { team: 'QA' })).toEqual(['ann', 'bob']);
  expect(users('assignee', {})).toEqual([]);
  expect(users('approvers', {})).toEqual([]);
  expect(users('mentioned', {})).toEqual([]);
  expect(users('approvers', { approverTeams: ['QA'], approverRoles: ['reviewer'], nonApprovers: ['BOB'] })).toEqual([
    ...['ann', 'cyd'],
  ]);
  expect(users('mentioned', { mentioned: ['Eve', 'QA'] })).toEqual(['eve', 'qa', 'ann', 'bob']);
  expect([users('user:Eve', {}), users('team:QA', {}), users('role:reviewer', {})]).toEqual([
    ...[['eve'], ['ann', 'bob'], ['cyd']],
  ]);
  expect(users('user:', {})).toEqual([]);
  expect(parseRecipient('group:x')).toBeNull();
});

test.each<[NotifiedEvent['audience'], string]>([
  [{ owner: 'ann' }, 'assignee'],
  [{ team: 'QA' }, 'assignee'],
  [{}, 'releaseAdmin'],
])('the reason of the group assigneeOrAdmin for %o is %s', (audience, reason) => {
  expect(usersOf('assigneeOrAdmin', { ...failed, audience }, directory).reason).toBe(reason);
});
