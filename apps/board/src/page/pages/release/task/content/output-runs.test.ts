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
  expect(outputRuns(comments)).toEqual([
    { id: '5', text: 'connected', dates: ['2026-01-01T08:03:00Z'] },
    {
      ...{ id: '1', text: 'connecting\nException: refused' },
      dates: ['2026-01-01T08:00:00Z', '2026-01-01T08:02:00Z'],
    },
  ]);
  expect(outputRuns([])).toEqual([]);
});
