import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { expect, test } from 'vitest';
import { formatDuration, positionText } from './line-labels.ts';
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

test('a gate waits for its conditions and for the approvals that it lacks', () => {
  const requirement = { count: 1, fourEyes: true };
  const gate = {
    conditions: [{ id: 'c1', title: 'approved', checked: false }],
    approvalRequirements: [
      { ...requirement, team: 'QA' },
      { ...requirement, role: 'Security' },
    ],
    approvalVerdicts: [{ username: 'amy', verdict: 'APPROVED', teams: ['QA'], roles: [] }],
  } as unknown as Gate;
  expect(openWaits(gate).map(({ name }) => name)).toEqual(['approved', '1 approval from role Security']);
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
    positionText('short', 0, 600, 800),
    positionText('w'.repeat(20), 400, 780, 800),
    positionText(long, 20, 700, 800),
  ]).toEqual([
    { text: 'short', at: 612, side: 'start' },
    { text: 'w'.repeat(20), at: 412, side: 'end' },
    { text: `${'w'.repeat(117)}…`, at: 32, side: 'start' },
  ]);
});

test('a duration has its two largest units', () => {
  expect([500, 29_000, 90_000, 86_400_000, 9_600_000, 93_784_000].map(formatDuration)).toEqual([
    '1 s',
    '29 s',
    '2 min',
    '1 d',
    '2 h 40 min',
    '1 d 2 h',
  ]);
});
