import { expect, test } from 'vitest';
import { Crowded, type Place, Places, type Shares } from './places.ts';

const shares: Shares = { computing: 2, runs: 32, ofRelease: 4, held: 400, heldByRelease: 60 };
const places = (freed = () => {}) => new Places(shares, freed);
const enter = (all: Places, release: string): Place => {
  const place = all.enter(release);
  if (place === null) throw new Error('it is full');
  return place;
};
/** Resolves after the promises that are resolved now have continued. */
const settled = () => new Promise(setImmediate);

test('the runs of a process and of a release are limited', () => {
  const all = places();
  const first = Array.from({ length: 4 }, () => enter(all, 'a'));
  expect([all.enter('a'), all.full()]).toEqual([null, ['a']]);
  first[0]?.end();
  expect([all.full(), all.room()]).toEqual([[], 4]);
});

test('releases that fill what they may leave places to those that have none', () => {
  const all = new Places({ ...shares, ofRelease: 16 }, () => {});
  const taken = (release: string): number => (all.enter(release) === null ? 0 : 1 + taken(release));
  const greedy = ['a', 'b', 'c', 'd', 'e'].map(taken);
  expect(greedy).toEqual([7, 5, 4, 4, 3]);
  expect([taken('f'), taken('g'), all.full()]).toEqual([2, 2, ['a', 'b', 'c', 'd', 'e', 'f', 'g']]);
});

test('of releases that wait for a place the one comes first that has the fewest', async () => {
  const all = places();
  const order: string[] = [];
  const take = async (place: Place, name: string) => {
    await place.take();
    order.push(name);
  };
  const [a1, a2, a3, b1] = [enter(all, 'a'), enter(all, 'a'), enter(all, 'a'), enter(all, 'b')];
  await take(a1, 'a1');
  await take(a2, 'a2');
  void take(a3, 'a3');
  void take(b1, 'b1');
  a1.end();
  await settled();
  expect(order).toEqual(['a1', 'a2', 'b1']);
  a2.end();
  await settled();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a run that waits for a server releases its slot, and gets another one afterwards', async () => {
  let freed = 0;
  const all = places(() => {
    freed += 1;
  });
  const [one, two, three] = [enter(all, 'a'), enter(all, 'a'), enter(all, 'a')];
  await one.take();
  await two.take();
  const { promise, resolve } = Promise.withResolvers<string>();
  const away = one.leave(10, () => promise);
  await one.left;
  await three.take();
  expect([all.away, freed]).toEqual([1, 1]);
  resolve('answered');
  await settled();
  two.end();
  expect([await away, all.away]).toEqual(['answered', 0]);
});

test('the bytes of waiting runs are limited, in total and for one release', async () => {
  const all = places();
  const forever = new Promise<void>(() => {});
  await expect(enter(all, 'a').leave(61, async () => 1)).rejects.toThrow(Crowded);
  for (const release of ['a', 'b', 'c', 'd', 'e', 'f']) void enter(all, release).leave(60, () => forever);
  await expect(enter(all, 'a').leave(1, async () => 1)).rejects.toThrow(Crowded);
  await expect(enter(all, 'g').leave(41, async () => 1)).rejects.toThrow(Crowded);
  expect(all.away).toBe(6);
  void enter(all, 'g').leave(5, () => forever);
  await expect(enter(all, 'g').leave(5, async () => 1)).rejects.toThrow(Crowded);
});

test('a response of a server is held until the run has a slot again', async () => {
  const all = places();
  const [a, b, c, d] = [enter(all, 'a'), enter(all, 'b'), enter(all, 'a'), enter(all, 'b')];
  await b.take();
  await d.take();
  const away = a.leave(10, async (arrived) => {
    arrived(400);
    return 'answered';
  });
  await settled();
  await expect(c.leave(1, async () => 1)).rejects.toThrow(Crowded);
  b.end();
  expect(await away).toBe('answered');
  d.end();
  expect(await c.leave(1, async () => 1)).toBe(1);
});
