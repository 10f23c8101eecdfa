import { expect, test } from 'vitest';
import { latestRun, outputRuns, timedLines } from './output-runs.ts';

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
    { id: '5', runs: [{ date: '2026-01-01T08:03:00Z', text: 'connected', lineTimes: [] }] },
    {
      id: '1',
      runs: ['2026-01-01T08:00:00Z', '2026-01-01T08:02:00Z'].map((date) => ({ date, text, lineTimes: [] })),
    },
  ]);
  expect(outputRuns([])).toEqual([]);
});

test('failures with the same text are combined, also if the output before differs', () => {
  const failures = ['10:00', '10:01', '10:02'].flatMap((time, index) => [
    comment(`${index}a`, 'SYSTEM', time, `attempt ${index}`),
    comment(`${index}b`, 'SYSTEM', time, index === 2 ? 'Exception: lost' : 'Exception: refused'),
  ]);
  const attempt = (date: string, index: number, failure: string) => ({
    ...{ date, lineTimes: [] },
    text: `attempt ${index}\nException: ${failure}`,
  });
  expect(outputRuns(failures)).toEqual([
    { id: '2a', runs: [attempt('10:02', 2, 'lost')] },
    { id: '0a', runs: [attempt('10:00', 0, 'refused'), attempt('10:01', 1, 'refused')] },
  ]);
});

test('lines have their times, and a failure has the time of its run', () => {
  const date = '2026-01-01T08:00:09Z';
  const lineTimes = [
    { line: 0, at: '2026-01-01T08:00:01.100Z' },
    { line: 1, at: '2026-01-01T08:00:01.900Z' },
    { line: 3, at: '2026-01-01T08:00:04Z' },
  ];
  const output = { ...comment('1', 'SYSTEM', date, 'a\nb\nc\nd'), lineTimes };
  const [run] = outputRuns([output, comment('2', 'SYSTEM', date, 'Exception: no')]).map(latestRun);
  const format = (at: string) => at.slice(17, 19);
  expect(run && timedLines(run, format)).toEqual([
    { time: '01', at: '2026-01-01T08:00:01.100Z', text: 'a\nb\nc' },
    { time: '04', at: '2026-01-01T08:00:04Z', text: 'd' },
    { time: '09', at: date, text: 'Exception: no' },
  ]);
});

test('lines before the first known time have no time', () => {
  const run = { date: '10:00', text: 'a\nb', lineTimes: [{ line: 1, at: '10:01' }] };
  expect(timedLines(run, (at) => at)).toEqual([
    { time: '', at: '10:00', text: 'a' },
    { time: '10:01', at: '10:01', text: 'b' },
  ]);
});
