import { expect, test } from 'vitest';
import { entryAddress, entryTitle, groupByRelease, type InboxEntry, isListed } from './entries.ts';

const blank: InboxEntry = {
  ...{ id: 'Inbox1', eventId: 'Event1', type: 'release.started', urgency: 'info', at: '2026-11-30T10:00:00Z' },
  ...{ actor: 'admin', reason: 'releaseOwner', read: false, done: false, saved: false, browser: true },
};
const release = { id: 'Applications/Folder1/Release1', title: 'Webshop' };
const task = { id: 'Applications/Folder1/Release1/Phase1/Task2', title: 'Deploy', phaseTitle: 'Build' };
const subject = { id: 'Trigger3', title: 'Nightly' };

test('entries are grouped by release, in the order of their newest entry', () => {
  const other = { id: 'Applications/Release9', title: 'Payments' };
  const entries: readonly InboxEntry[] = [
    { ...blank, id: 'a', release },
    { ...blank, id: 'b', subject },
    { ...blank, id: 'c', release: other },
    { ...blank, id: 'd', release },
  ];
  const groups = groupByRelease(entries).map(({ title, to, entries: members }) => [
    title,
    to,
    members.map(({ id }) => id),
  ]);
  expect(groups).toEqual([
    ['Webshop', '/releases/Release1', ['a', 'd']],
    ['Other', null, ['b']],
    ['Payments', '/releases/Release9', ['c']],
  ]);
});

test.each<readonly [Partial<InboxEntry>, title: string, address: string]>([
  [{ release, task }, 'Deploy', '/releases/Release1?task=Task2'],
  [{ release }, 'Webshop', '/releases/Release1'],
  [{ type: 'trigger.failed', subject }, 'Nightly', '/automation/triggers/Trigger3'],
  [{ type: 'token.expiring', subject: { id: 'Token1', title: 'CI' } }, 'CI', '/me'],
  [{ type: 'subscription.disabled' }, 'Notification', '/inbox'],
])('the entry %o has the title %s and the address %s', (entry, title, address) => {
  expect([entryTitle({ ...blank, ...entry }), entryAddress({ ...blank, ...entry })]).toEqual([title, address]);
});

test.each<readonly [Partial<InboxEntry>, lists: readonly string[]]>([
  [{}, ['open', 'unread']],
  [{ read: true, saved: true }, ['open', 'unread', 'saved']],
  [{ read: true, done: true }, ['done']],
])('the entry %o stays in the lists %o until the next load', (entry, lists) => {
  const states = ['open', 'unread', 'saved', 'done'] as const;
  expect(states.filter((state) => isListed({ state }, { ...blank, ...entry }))).toEqual(lists);
});
