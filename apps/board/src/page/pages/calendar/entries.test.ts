import { expect, test } from 'vitest';
import { type Entry, entriesIn, knownEnd, releaseSpan, unfinishedReleases, withEstimates } from './entries.ts';

const now = 100_000;
type Dated = Parameters<typeof releaseSpan>[0];
const time = (fields: Partial<Dated>) => releaseSpan({ status: 'PLANNED', plannedDuration: 0, ...fields }, now);

test('a release ends at its end or due date or after its duration, and a running one lasts until now', () => {
  expect([
    time({ startDate: 10, dueDate: 20 }),
    time({ startDate: 10, plannedDuration: 5 }),
    time({ startDate: 10 }),
    time({ dueDate: 20 }),
    time({ startDate: 10, dueDate: 5 }),
    time({ status: 'IN_PROGRESS', startDate: 10, dueDate: 20 }),
    time({ status: 'FAILED', startDate: 10, dueDate: 2 * now }),
    time({ status: 'COMPLETED', startDate: 10, dueDate: 2 * now, endDate: 30 }),
    time({ status: 'ABORTED', startDate: 40, endDate: 30 }),
    time({}),
  ]).toEqual([
    { from: 10, to: 20 },
    { from: 10, to: 5_010 },
    { from: 10, to: 10 },
    { from: 20, to: 20 },
    { from: 5, to: 5 },
    { from: 10, to: now },
    { from: 10, to: 2 * now },
    { from: 10, to: 30 },
    { from: 30, to: 30 },
    null,
  ]);
});

test('the end of a running release is known only from its due date or duration', () => {
  const end = (fields: Partial<Dated>) => knownEnd({ status: 'IN_PROGRESS', plannedDuration: 0, ...fields });
  expect([
    end({ startDate: 10 }),
    end({ startDate: 10, plannedDuration: 5 }),
    end({ startDate: 10, dueDate: 20 }),
    end({ startDate: 10, dueDate: 20, endDate: 30 }),
  ]).toEqual([null, 5_010, 20, 30]);
});

test('blackouts precede releases on each day, and releases are sorted by start and title', () => {
  const entry = (kind: Entry['kind'], title: string, from: number, to: number) =>
    ({ kind, id: title, title, from, to }) as unknown as Entry;
  const all = [
    entry('release', 'b', 5, 6),
    entry('release', 'a', 5, 9),
    entry('release', 'early', 0, 5),
    entry('release', 'before', 0, 4),
    entry('blackout', 'freeze', 8, 20),
    entry('blackout', 'later', 10, 20),
  ];
  expect(entriesIn(all, { from: 4, to: 10 }).map(({ title }) => title)).toEqual(['freeze', 'early', 'a', 'b']);
});

test('entries are sorted by start, then longer ones first, then by title and id, in any order of the server', () => {
  const entry = (kind: Entry['kind'], id: string, from: number, to: number, estimatedEnd: number | null = null) =>
    ({ kind, id, title: id.slice(0, 1), from, to, estimatedEnd }) as unknown as Entry;
  const sorted = [
    entry('blackout', 'y', 9, 10),
    entry('release', 'z', 1, 2),
    entry('release', 'c', 5, 6, 20),
    entry('release', 'b', 5, 9),
    entry('release', 'a1', 5, 6),
    entry('release', 'a2', 5, 6),
    entry('release', 'd', 5, 6),
    entry('release', 'x', 7, 8),
  ];
  const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);
  for (let first = 0; first < sorted.length; first += 1) {
    const rotated = [...sorted.slice(first), ...sorted.slice(0, first)];
    expect(ids(entriesIn(rotated, { from: 0, to: 30 }))).toEqual(ids(sorted));
    expect(ids(entriesIn(rotated.toReversed(), { from: 0, to: 30 }))).toEqual(ids(sorted));
  }
});

test('an unfinished release is also shown on the days until its estimated end', () => {
  const release = (id: string, status: string) => {
    const periods = [{ startDate: 30, endDate: 40 }];
    const dates = { from: 0, to: 5, estimatedEnd: null, overlapsBlackout: true };
    return {
      ...{ kind: 'release', id, title: id, status, ...dates },
      release: { $metadata: { blackout: { periods } } },
    } as unknown as Entry;
  };
  const all = [release('a', 'PLANNED'), release('b', 'COMPLETED'), release('c', 'IN_PROGRESS')];
  expect(unfinishedReleases(all).map(({ id }) => id)).toEqual(['a', 'c']);
  const forecasts = [{ id: 'a', endDate: '1970-01-01T00:00:00.020Z' }] as unknown as Parameters<
    typeof withEstimates
  >[1];
  const titles = (entries: readonly Entry[]) => entriesIn(entries, { from: 10, to: 15 }).map(({ title }) => title);
  expect([titles(all), titles(withEstimates(all, forecasts))]).toEqual([[], ['a']]);
  // The blackout begins after the estimated end.
  expect(withEstimates(all, forecasts).map((entry) => entry.kind === 'release' && entry.overlapsBlackout)).toEqual([
    false,
    true,
    true,
  ]);
});
