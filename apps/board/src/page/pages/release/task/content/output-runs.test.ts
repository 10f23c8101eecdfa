import { expect, test } from 'vitest';
import { outputRuns } from './output-runs.ts';

const comment = (id: string, author: string, date: string, text: string) => ({
  id,
  type: 'rel.Comment',
  author,
  date,
  creationDate: date,
  text,
});

const comments = [
  comment('1', 'SYSTEM', '2026-01-01T08:00:00Z', 'connecting'),
  comment('2', 'SYSTEM', '2026-01-01T08:00:00Z', 'Exception: refused'),
  comment('3', 'ann', '2026-01-01T08:01:00Z', 'I restarted it'),
  comment('4', 'SYSTEM', '2026-01-01T08:02:00Z', 'connecting\nException: refused'),
  comment('5', 'SYSTEM', '2026-01-01T08:03:00Z', 'connected'),
];

test('texts of one run are joined, and equal runs in succession are combined, the latest run first', () => {
  const text = 'connecting\nException: refused';
  expect(outputRuns(comments)).toEqual([
    { id: '5', text: 'connected', runs: [{ date: '2026-01-01T08:03:00Z', text: 'connected' }] },
    {
      ...{ id: '1', text },
      runs: ['2026-01-01T08:00:00Z', '2026-01-01T08:02:00Z'].map((date) => ({ date, text })),
    },
  ]);
  expect(outputRuns([])).toEqual([]);
});

test('failures with the same text are combined, also if the output before differs', () => {
  const failures = ['10:00', '10:01', '10:02'].flatMap((time, index) => [
    comment(`${index}a`, 'SYSTEM', time, `attempt ${index}`),
    comment(`${index}b`, 'SYSTEM', time, index === 2 ? 'Exception: lost' : 'Exception: refused'),
  ]);
  const attempt = (index: number, failure: string) => `attempt ${index}\nException: ${failure}`;
  expect(outputRuns(failures)).toEqual([
    { id: '2a', text: attempt(2, 'lost'), runs: [{ date: '10:02', text: attempt(2, 'lost') }] },
    {
      ...{ id: '0a', text: attempt(1, 'refused') },
      runs: [
        { date: '10:00', text: attempt(0, 'refused') },
        { date: '10:01', text: attempt(1, 'refused') },
      ],
    },
  ]);
});
