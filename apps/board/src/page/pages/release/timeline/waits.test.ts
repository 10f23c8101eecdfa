import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { expect, test } from 'vitest';
import { positionText } from './line-labels.ts';
import { type Gate, openWaits, waitLabel } from './waits.ts';

const ready = {
  conditions: [
    { id: 'c1', title: 'approved', checked: false },
    { id: 'c2', title: 'booked', checked: true },
  ],
  dependencies: ['Release1/Phase1', 'Release1/Phase1/Task1', '${later}'].map((targetId, at) => ({
    id: `d${at}`,
    targetId,
  })),
} as unknown as Gate;
const other = {
  title: 'Database',
  phases: [{ id: 'Release1/Phase1', title: 'Ship', tasks: [] }],
} as unknown as ReleaseResponse;

test('a gate waits for unchecked conditions and for dependencies, which have their titles if they are loaded', () => {
  const words = (releases: ReadonlyMap<string, ReleaseResponse>) =>
    openWaits(ready).map((wait) => waitLabel(wait, releases));
  expect(words(new Map())).toEqual(['approved', 'Release1/Phase1', 'Release1/Phase1/Task1', '${later}']);
  expect(words(new Map([['Release1', other]]))).toEqual(['approved', 'Database › Ship', 'Database', '${later}']);
});

test('completed targets are not listed, and a completed gate waits for none', () => {
  const estimates = [
    { targetId: 'Release1/Phase1', state: 'open', endDate: 'later' },
    { targetId: '${later}', state: 'done' },
  ] as const;
  expect(openWaits(ready, [...estimates]).map(({ id, endDate }) => [id, endDate])).toEqual([
    ['c1', undefined],
    ['d0', 'later'],
  ]);
  expect(openWaits({ ...ready, endDate: 'now' })).toEqual([]);
});

test('a text is placed after, before or across the bars, and shortened to the space', () => {
  const long = 'w'.repeat(200);
  expect([
    positionText('short', 240, 900),
    positionText('w'.repeat(20), 600, 900),
    positionText(long, 240, 940),
  ]).toEqual([
    { text: 'short', x: 908, anchor: 'start' },
    { text: 'w'.repeat(20), x: 592, anchor: 'end' },
    { text: `${'w'.repeat(101)}…`, x: 248, anchor: 'start' },
  ]);
});
