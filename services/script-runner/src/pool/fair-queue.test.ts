import { afterEach, expect, test } from 'vitest';
import { Busy, createFairQueue, type FairQueue } from './fair-queue.ts';

interface Name {
  readonly owner: string;
  readonly name: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}
const waiterOf = (name: string, { waitMs = 60_000, signal = new AbortController().signal } = {}): Name => ({
  owner: name[0]!,
  name,
  waitMs,
  signal,
});
const acceptAll = () => true;

/** All who still wait when a test is over leave. */
let afterQueue = new AbortController();
afterEach(() => {
  afterQueue.abort();
  afterQueue = new AbortController();
});
const wait = (waiting: FairQueue<Name, string>, name: string): void => {
  waiting.join(waiterOf(name, { signal: afterQueue.signal })).catch(() => {});
};

/** Names in the order in which they are served. */
function served(
  names: readonly string[],
  fits: (offered: Name) => boolean = acceptAll,
): readonly (string | undefined)[] {
  const waiting = createFairQueue<Name, string>(16);
  for (const name of names) wait(waiting, name);
  return names.map(() => waiting.grant('place', fits)?.name);
}

test.each([
  ['one after the other', ['a1', 'a2', 'a3'], ['a1', 'a2', 'a3']],
  ['owners by turns', ['a1', 'a2', 'a3', 'b1', 'c1'], ['a1', 'b1', 'c1', 'a2', 'a3']],
  ['whoever comes late before those who had their turn', ['a1', 'a2', 'b1', 'b2'], ['a1', 'b1', 'a2', 'b2']],
])('they are served %s', (_, names, order) => {
  expect(served(names)).toEqual(order);
});

test('a caller that may not have one slot waits for another', () => {
  expect(served(['a1', 'b1', 'b2'], ({ owner }) => owner === 'b')).toEqual(['b1', 'b2', undefined]);
});

test('no owner fills more than half of the queue, and all together no more than the whole', async () => {
  const waiting = createFairQueue<Name, string>(8);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) wait(waiting, name);
  await expect(waiting.join(waiterOf('a5'))).rejects.toThrow(Busy);
  expect(waiting.length).toBe(7);
  wait(waiting, 'c2');
  await expect(waiting.join(waiterOf('d1'))).rejects.toThrow(Busy);
});

test('a caller that waits too long or is canceled leaves the queue', async () => {
  const waiting = createFairQueue<Name, string>(8);
  const resource = new AbortController();
  const [timedOut, aborted] = [
    waiting.join(waiterOf('a1', { waitMs: 1 })),
    waiting.join(waiterOf('b1', { signal: resource.signal })),
  ];
  resource.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  await expect(timedOut).rejects.toThrow('no place was free within 1 ms');
  expect([waiting.length, waiting.grant('place', acceptAll)]).toEqual([0, null]);
});
