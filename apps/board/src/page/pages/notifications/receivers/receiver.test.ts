import { expect, test } from 'vitest';
import { eventsText, hasSameSettings, type Receiver, randomSecret, selectReceivers, testText } from './receiver.ts';

const receiver = (changes: Partial<Receiver> = {}): Receiver => ({
  ...{ id: 'EventSubscription1', title: 'Tickets', kind: 'webhook', owner: 'ann', host: 'tickets.example' },
  ...{ hasSecret: true, types: [], filter: {}, enabled: true, createdAt: '2026-11-27T19:00:00.000Z' },
  ...changes,
});

test('a generated secret has 32 bytes in base64 after whsec_, and is different each time', () => {
  const secrets = [randomSecret(), randomSecret()];
  expect(secrets.map((secret) => atob(secret.replace(/^whsec_/, '')).length)).toEqual([32, 32]);
  expect(new Set(secrets).size).toBe(2);
});

test('the result of a test has the duration, the error, or the status', () => {
  expect(testText({ accepted: true, status: 200, durationMs: 12 })).toBe('The receiver accepted the test in 12 ms');
  expect(testText({ accepted: false, error: 'status 500', durationMs: 12 })).toBe('status 500');
  expect(testText({ accepted: false, status: 404, durationMs: 12 })).toBe('The receiver responded with status 404');
});

test('up to two events of a receiver are named, more are counted, and none means all', () => {
  const texts = [[], ['task.failed'], ['task.failed', 'release.failed', 'release.aborted']].map((types) =>
    eventsText({ types }),
  );
  expect(texts).toEqual(['All events', 'Task failed', '3 events']);
});

test('receivers are found by title or host, and by folder or as those of the whole installation', () => {
  const all = [
    receiver(),
    receiver({
      id: 'EventSubscription2',
      title: 'Ops',
      host: 'hooks.slack.example',
      folderId: 'Applications/Folder1/Folder2',
    }),
  ];
  const find = (text: string, folder: string) => selectReceivers(all, { text, folder }).map(({ title }) => title);
  expect([find('', ''), find(' TICKETS.', ''), find('', 'none'), find('', 'Folder2'), find('tick', 'Folder2')]).toEqual(
    [['Tickets', 'Ops'], ['Tickets'], ['Tickets'], ['Ops'], []],
  );
});

test('a failure leaves the settings of a receiver the same, and another host changes them', () => {
  expect(hasSameSettings(receiver(), receiver({ failingSince: '2026-11-27T19:00:00.000Z' }))).toBe(true);
  expect(hasSameSettings(receiver(), receiver({ host: 'other.example' }))).toBe(false);
  expect(hasSameSettings(receiver(), receiver({ folderId: 'Folder1' }))).toBe(false);
});
