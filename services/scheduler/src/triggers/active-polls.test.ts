import { expect, test } from 'vitest';
import { ActivePolls } from './active-polls.ts';

test('polls below the limit have no time limit, and above it the longest ones end', () => {
  const polls = new ActivePolls(3, 60);
  const [first, second] = [polls.start(0), polls.start(10)];
  polls.abortSlowPolls(1_000);
  expect(first.signal.aborted).toBe(false);
  const third = polls.start(65);
  polls.abortSlowPolls(69);
  expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  first.end();
  polls.abortSlowPolls(1_000);
  expect(second.signal.aborted).toBe(false);
});
