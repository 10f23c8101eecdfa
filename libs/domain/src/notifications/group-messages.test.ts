import { expect, test } from 'vitest';
import { type DueDelivery, groupMessages } from './group-messages.ts';

const now = 1_000_000;
let count = 0;
const due = (changes: Partial<DueDelivery> = {}): DueDelivery => ({
  id: `D${++count}`,
  recipient: 'ann',
  channel: 'mail',
  releaseId: 'Release1',
  dueAt: now,
  messageId: null,
  lastMessageAt: null,
  digest: false,
  ...changes,
});

function grouped(deliveries: readonly DueDelivery[]) {
  let messages = 0;
  const { groups, postponed } = groupMessages(deliveries, now, () => `M${++messages}`);
  return {
    groups: groups.map(({ messageId, isRepeated, deliveries: members }) => [
      messageId,
      isRepeated,
      ...members.map(({ id }) => id),
    ]),
    postponed: postponed.map(({ delivery, until }) => [delivery.id, until]),
  };
}

test('all events of a release for one recipient and channel are one message', () => {
  const [first, second] = [due(), due()];
  const others = [due({ recipient: 'bea' }), due({ channel: 'slack' }), due({ releaseId: 'Release2' })];
  expect(grouped([first, ...others, second])).toEqual({
    groups: [['M1', false, first.id, second.id], ...others.map(({ id }, index) => [`M${index + 2}`, false, id])],
    postponed: [],
  });
});

test('events without a release, and events for webhooks, are separate messages', () => {
  const rows = [
    due({ releaseId: null }),
    due({ releaseId: null }),
    due({ channel: 'webhook' }),
    due({ channel: 'webhook' }),
  ];
  expect(grouped(rows).groups).toEqual(rows.map(({ id }, index) => [`M${index + 1}`, false, id]));
});

test('a repeated attempt keeps its id and its deliveries', () => {
  const [first, second, third] = [due({ messageId: 'M7' }), due({ messageId: 'M7' }), due()];
  expect(grouped([first, third, second]).groups).toEqual([
    ['M7', true, first.id, second.id],
    ['M1', false, third.id],
  ]);
});

test('the next message about a release follows after five minutes', () => {
  const [early, late, repeated, webhook] = [
    due({ lastMessageAt: now - 299_999 }),
    due({ recipient: 'bea', lastMessageAt: now - 300_000 }),
    due({ messageId: 'M9', lastMessageAt: now - 5 }),
    due({ channel: 'webhook', lastMessageAt: now - 5 }),
  ];
  expect(grouped([early, late, repeated, webhook])).toEqual({
    groups: [
      ['M1', false, late.id],
      ['M9', true, repeated.id],
      ['M2', false, webhook.id],
    ],
    postponed: [[early.id, now + 1]],
  });
});

test('a digest is one message about all releases, also shortly after another message', () => {
  const rows = [
    ...[due({ digest: true }), due({ digest: true, releaseId: 'Release2', lastMessageAt: now - 1 })],
    ...[due({ digest: true, releaseId: null }), due()],
  ];
  const [first, second, third, single] = rows.map(({ id }) => id);
  expect(grouped(rows)).toEqual({
    groups: [
      ['M1', false, first, second, third],
      ['M2', false, single],
    ],
    postponed: [],
  });
});
