import { expect, test } from 'vitest';
import { conflictsIn } from './conflicts.ts';
import type { Entry } from './entries.ts';

type Period = readonly [from: number, to: number];
interface Plan {
  readonly periods?: readonly Period[];
  readonly start?: readonly [at: number, blackoutId: string, firstFree: number];
}

const release = (id: string, [from, to]: Period, { periods = [], start }: Plan) => {
  const conflicts =
    start === undefined ? [] : [{ id, scheduledStartDate: start[0], blackoutId: start[1], firstFree: start[2] }];
  const blackout = { periods: periods.map(([startDate, endDate]) => ({ startDate, endDate })), conflicts };
  const rest = { title: id, estimatedEnd: null, release: { $metadata: { blackout } } };
  return { kind: 'release', id, from, to, ...rest } as unknown as Entry;
};
const freeze = (title: string, [from, to]: Period, folderId?: string) =>
  ({ kind: 'blackout', id: `Configuration/Calendar/${title}`, title, from, to, blackout: { folderId } }) as Entry;

test('planned starts precede overlaps, and each conflict names its blackout', () => {
  const entries = [
    freeze('other folder', [10, 30], 'Applications/Folder2'),
    freeze('freeze', [10, 20], 'Applications/Folder1'),
    freeze('later', [100, 120]),
    release('Applications/Folder1/overlap', [5, 14], { periods: [[10, 20]] }),
    release('Applications/Folder1/start', [12, 40], {
      periods: [[10, 20]],
      start: [12, 'Configuration/Calendar/freeze', 20],
    }),
    release('Applications/Folder1/later', [60, 61], { start: [60, 'Configuration/Calendar/unknown', 70] }),
    release('Applications/Folder1/outside', [5, 130], { periods: [[100, 120]] }),
    release('Applications/Folder1/free', [5, 130], {}),
  ];
  expect(
    conflictsIn(entries, { from: 0, to: 50 }).map(({ entry, blackout, start, firstFree, overlap }) => [
      entry.title,
      blackout?.title,
      start,
      firstFree,
      overlap,
    ]),
  ).toEqual([
    ['Applications/Folder1/start', 'freeze', 12, 20, { from: 12, to: 20 }],
    ['Applications/Folder1/overlap', 'freeze', null, null, { from: 10, to: 14 }],
  ]);
});

test('a conflict remains without the name of its blackout', () => {
  const [conflict] = conflictsIn([release('r', [0, 9], { start: [2, 'b', 5] })], { from: 0, to: 50 });
  expect([conflict?.blackout, conflict?.firstFree]).toEqual([undefined, 5]);
});
