import { expect, test } from 'vitest';
import { PollsUnderWay } from './polls-under-way.ts';

test('polls may take long below the limit, and above it the longest ones end', () => {
  const all = new PollsUnderWay(3, 60);
  const [first, second] = [all.begin(0), all.begin(10)];
  all.makeRoom(1_000);
  expect(first.signal.aborted).toBe(false);
  const third = all.begin(65);
  all.makeRoom(69);
  expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  first.end();
  all.makeRoom(1_000);
  expect(second.signal.aborted).toBe(false);
});
