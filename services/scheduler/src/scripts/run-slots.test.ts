import { expect, test } from 'vitest';
import { RunSlots, type Slot, type SlotLimits, TooManyWaiting } from './run-slots.ts';

const slotLimits: SlotLimits = {
  computing: 2,
  runs: 32,
  runsPerRelease: 4,
  waitingBytes: 400,
  waitingBytesPerRelease: 60,
};
const createSlots = (onFreed = () => {}) => new RunSlots(slotLimits, onFreed);
const reserve = (slots: RunSlots, release: string): Slot => {
  const slot = slots.admit(release);
  if (slot === null) throw new Error('it is full');
  return slot;
};
/** Resolves after the continuations of all resolved promises. */
const settlePromises = () => new Promise(setImmediate);

test('the runs of a process and of a release are limited', () => {
  const slots = createSlots();
  const first = Array.from({ length: 4 }, () => reserve(slots, 'a'));
  expect([slots.admit('a'), slots.fullReleases()]).toEqual([null, ['a']]);
  first[0]?.end();
  expect([slots.fullReleases(), slots.available()]).toEqual([[], 4]);
});

test('releases at their limit leave slots for releases without any', () => {
  const slots = new RunSlots({ ...slotLimits, runsPerRelease: 16 }, () => {});
  const reserveAll = (release: string): number => (slots.admit(release) === null ? 0 : 1 + reserveAll(release));
  const counts = ['a', 'b', 'c', 'd', 'e'].map(reserveAll);
  expect(counts).toEqual([7, 5, 4, 4, 3]);
  expect([reserveAll('f'), reserveAll('g'), slots.fullReleases()]).toEqual([2, 2, ['a', 'b', 'c', 'd', 'e', 'f', 'g']]);
});

test('of the releases that wait for a slot, the one with the fewest slots is served first', async () => {
  const slots = createSlots();
  const order: string[] = [];
  const acquire = async (slot: Slot, name: string) => {
    await slot.acquire();
    order.push(name);
  };
  const [a1, a2, a3, b1] = [reserve(slots, 'a'), reserve(slots, 'a'), reserve(slots, 'a'), reserve(slots, 'b')];
  await acquire(a1, 'a1');
  await acquire(a2, 'a2');
  void acquire(a3, 'a3');
  void acquire(b1, 'b1');
  a1.end();
  await settlePromises();
  expect(order).toEqual(['a1', 'a2', 'b1']);
  a2.end();
  await settlePromises();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a run that waits for a server releases its slot, and gets another one afterwards', async () => {
  let onFreed = 0;
  const slots = createSlots(() => {
    onFreed += 1;
  });
  const [slotA, slotB, slotC] = [reserve(slots, 'a'), reserve(slots, 'a'), reserve(slots, 'a')];
  await slotA.acquire();
  await slotB.acquire();
  const { promise, resolve } = Promise.withResolvers<string>();
  const suspended = slotA.suspend(10, () => promise);
  await slotA.firstSuspension;
  await slotC.acquire();
  expect([slots.suspended, onFreed]).toEqual([1, 1]);
  resolve('answered');
  await settlePromises();
  slotB.end();
  expect([await suspended, slots.suspended]).toEqual(['answered', 0]);
});

test('the bytes of waiting runs are limited, in total and for one release', async () => {
  const slots = createSlots();
  const forever = new Promise<void>(() => {});
  await expect(reserve(slots, 'a').suspend(61, async () => 1)).rejects.toThrow(TooManyWaiting);
  for (const release of ['a', 'b', 'c', 'd', 'e', 'f']) void reserve(slots, release).suspend(60, () => forever);
  await expect(reserve(slots, 'a').suspend(1, async () => 1)).rejects.toThrow(TooManyWaiting);
  await expect(reserve(slots, 'g').suspend(41, async () => 1)).rejects.toThrow(TooManyWaiting);
  expect(slots.suspended).toBe(6);
  void reserve(slots, 'g').suspend(5, () => forever);
  await expect(reserve(slots, 'g').suspend(5, async () => 1)).rejects.toThrow(TooManyWaiting);
});

test('the bytes of a response count until the run has a slot again', async () => {
  const slots = createSlots();
  const [a, b, c, d] = [reserve(slots, 'a'), reserve(slots, 'b'), reserve(slots, 'a'), reserve(slots, 'b')];
  await b.acquire();
  await d.acquire();
  const suspended = a.suspend(10, async (onBytes) => {
    onBytes(400);
    return 'answered';
  });
  await settlePromises();
  await expect(c.suspend(1, async () => 1)).rejects.toThrow(TooManyWaiting);
  b.end();
  expect(await suspended).toBe('answered');
  d.end();
  expect(await c.suspend(1, async () => 1)).toBe(1);
});
