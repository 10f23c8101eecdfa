import { afterEach, expect, test } from 'vitest';
import { Busy, createJobQueue, type Job } from './child-pool.ts';

const createQueue = (maxWaiting: number) => createJobQueue<string>(maxWaiting);
const jobOf = (name: string, { waitMs = 60_000, signal = new AbortController().signal } = {}): Job => ({
  owner: name[0]!,
  order: { does: 'run', key: name, language: 'javascript', memoryMb: 32, timeMs: 1, body: '' },
  killMs: 60_000,
  waitMs,
  signal,
});
const nameOf = (job: Job | null) => (job?.order.does === 'run' ? job.order.key : undefined);
const join = (queue: ReturnType<typeof createQueue>, job: Job) =>
  queue.join(job.owner, job, { signal: job.signal, timeoutMs: job.waitMs });
const acceptAll = () => true;

/** Aborts the jobs that are still in the queue at the end of a test. */
let afterQueue = new AbortController();
afterEach(() => {
  afterQueue.abort();
  afterQueue = new AbortController();
});
const wait = (waiting: ReturnType<typeof createQueue>, name: string): void => {
  join(waiting, jobOf(name, { signal: afterQueue.signal })).catch(() => {});
};

/** Returns the names in the order in which they are served. */
function served(
  names: readonly string[],
  fits: (offered: Job) => boolean = acceptAll,
): readonly (string | undefined)[] {
  const waiting = createQueue(16);
  for (const name of names) wait(waiting, name);
  return names.map(() => nameOf(waiting.offer('place', fits)));
}

test.each([
  ['one after the other', ['a1', 'a2', 'a3'], ['a1', 'a2', 'a3']],
  ['by owner, in turn', ['a1', 'a2', 'a3', 'b1', 'c1'], ['a1', 'b1', 'c1', 'a2', 'a3']],
  ['with a late owner before owners that were already served', ['a1', 'a2', 'b1', 'b2'], ['a1', 'b1', 'a2', 'b2']],
])('jobs are served %s', (_, names, order) => {
  expect(served(names)).toEqual(order);
});

test('a job that may not use a free slot waits for another one', () => {
  expect(served(['a1', 'b1', 'b2'], ({ owner }) => owner === 'b')).toEqual(['b1', 'b2', undefined]);
});

test('one owner fills at most half of the queue, and all owners together the whole queue', async () => {
  const waiting = createQueue(8);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) wait(waiting, name);
  await expect(join(waiting, jobOf('a5'))).rejects.toThrow(Busy);
  expect(waiting.size).toBe(7);
  wait(waiting, 'c2');
  await expect(join(waiting, jobOf('d1'))).rejects.toThrow(Busy);
});

test('a job that waits too long or is canceled leaves the queue', async () => {
  const waiting = createQueue(8);
  const resource = new AbortController();
  const [timedOut, aborted] = [
    join(waiting, jobOf('a1', { waitMs: 1 })),
    join(waiting, jobOf('b1', { signal: resource.signal })),
  ];
  resource.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  await expect(timedOut).rejects.toThrow('no slot became free within 1 ms');
  expect([waiting.size, waiting.offer('place', acceptAll)]).toEqual([0, null]);
});
