import { expect, test } from 'vitest';
import { type Release, Semaphore, type SemaphoreOptions } from './semaphore.ts';

/** Resolves after the continuations of all resolved promises. */
const settlePromises = () => new Promise(setImmediate);

/** Callers with names of their key and a number, such as `a1`. */
function callers(options: SemaphoreOptions) {
  const semaphore = new Semaphore(options);
  const order: string[] = [];
  const releases = new Map<string, Release>();
  const enter = async (name: string, signal?: AbortSignal): Promise<void> => {
    releases.set(name, await semaphore.acquire(name[0], signal));
    order.push(name);
  };
  const leave = async (name: string): Promise<void> => {
    releases.get(name)?.();
    await settlePromises();
  };
  return {
    semaphore,
    order,
    enter,
    leave,
    enterAll: (names: readonly string[]) => void names.map((name) => enter(name)),
  };
}

test('callers above the limit wait in order of arrival', async () => {
  const { semaphore, order, enterAll, leave } = callers({ max: 2 });
  enterAll(['a1', 'a2', 'a3', 'a4']);
  await settlePromises();
  expect([order, semaphore.inUse, semaphore.waiting]).toEqual([['a1', 'a2'], 2, 2]);
  await leave('a2');
  await leave('a1');
  expect(order).toEqual(['a1', 'a2', 'a3', 'a4']);
  await leave('a3');
  await leave('a4');
  expect([semaphore.inUse, semaphore.waiting]).toEqual([0, 0]);
});

test('a slot is released once', async () => {
  const { semaphore, enterAll, leave } = callers({ max: 2 });
  enterAll(['a1', 'b1', 'c1', 'c2']);
  await settlePromises();
  await leave('a1');
  await leave('a1');
  expect([semaphore.inUse, semaphore.waiting]).toEqual([2, 1]);
});

test('the key with the fewest slots is served first, and equal keys in turn', async () => {
  const { order, enterAll, leave } = callers({ max: 3 });
  enterAll(['a1', 'a2', 'b1', 'a3', 'a4', 'b2', 'c1', 'c2', 'd1']);
  await settlePromises();
  await leave('a1');
  await leave('a2');
  expect(order.slice(3)).toEqual(['c1', 'd1']);
  await leave('b1');
  await leave('c1');
  await leave('d1');
  expect(order.slice(5)).toEqual(['a3', 'b2', 'c2']);
});

test('a key has its own limit, and does not stop other keys', async () => {
  const { semaphore, order, enterAll, leave } = callers({ max: 4, maxPerKey: 1 });
  enterAll(['a1', 'a2', 'b1', 'a3']);
  await settlePromises();
  expect([order, semaphore.fullKeys(), semaphore.held('a')]).toEqual([['a1', 'b1'], ['a', 'b'], 1]);
  await leave('a1');
  await leave('a2');
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('a limit of the free slots grows when other keys leave', async () => {
  const { order, enterAll, leave } = callers({ max: 6, maxPerKey: (free) => Math.max(1, free) });
  enterAll(['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
  await settlePromises();
  expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
  await leave('b1');
  expect(order).toHaveLength(5);
  await leave('c1');
  await leave('a1');
  expect(order.at(-1)).toBe('a4');
});

test('a full queue rejects callers, and no key fills more than its share', async () => {
  const refuse = (reason: string) => new Error(reason);
  const { semaphore, enterAll, enter } = callers({ max: 1, maxWaiting: 3, maxWaitingPerKey: 2, refuse });
  enterAll(['a1', 'a2', 'a3']);
  await settlePromises();
  await expect(enter('a4')).rejects.toThrow('full');
  void enter('b1');
  await expect(enter('c1')).rejects.toThrow('full');
  expect(semaphore.waiting).toBe(3);
});

test('a caller leaves the queue when its signal is aborted, or when it has waited too long', async () => {
  const refuse = (reason: string, timeoutMs: number) => new Error(`${reason} ${timeoutMs}`);
  const { semaphore, enter, leave } = callers({ max: 1, timeoutMs: 5, refuse });
  await enter('a1');
  const client = new AbortController();
  const canceled = enter('b1', client.signal);
  client.abort(new Error('gone'));
  await expect(canceled).rejects.toThrow('gone');
  await expect(enter('b2', client.signal)).rejects.toThrow('gone');
  await expect(enter('c1')).rejects.toThrow('timeout 5');
  expect(semaphore.waiting).toBe(0);
  await leave('a1');
  expect(semaphore.inUse).toBe(0);
});

test('failed work releases its slot, and work starts immediately in a free slot', async () => {
  const semaphore = new Semaphore({ max: 1 });
  let hasBegun = false;
  const failed = semaphore.run(async () => {
    hasBegun = true;
    throw new Error('no');
  });
  expect(hasBegun).toBe(true);
  await expect(failed).rejects.toThrow('no');
  expect(await semaphore.run(async () => 'yes')).toBe('yes');
});

test('work on one key runs sequentially, also after a failure, and other keys do not wait', async () => {
  const locks = new Semaphore({ max: Infinity, maxPerKey: 1 });
  const steps: string[] = [];
  const step = (name: string) => async () => {
    steps.push(`${name} begins`);
    await settlePromises();
    steps.push(`${name} ends`);
    if (name === 'a1') throw new Error('no');
  };
  const results = await Promise.allSettled([
    locks.run(step('a1'), 'a'),
    locks.run(step('a2'), 'a'),
    locks.run(step('b1'), 'b'),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(steps).toEqual(['a1 begins', 'b1 begins', 'a1 ends', 'a2 begins', 'b1 ends', 'a2 ends']);
});

test('all callers of many keys are served, and no state remains', async () => {
  const semaphore = new Semaphore({ max: 3, maxPerKey: 2 });
  let running = 0;
  let peak = 0;
  const runs = Array.from({ length: 2_000 }, (_, index) =>
    semaphore.run(
      async () => {
        running += 1;
        peak = Math.max(peak, running);
        await Promise.resolve();
        running -= 1;
      },
      `key ${index % 37}`,
    ),
  );
  await Promise.all(runs);
  expect([peak, semaphore.inUse, semaphore.waiting, semaphore.fullKeys()]).toEqual([3, 0, 0, []]);
});
