import { expect, test } from 'vitest';
import { Crowded, type Place, Places, type Shares } from './places.ts';

const shares: Shares = { computing: 2, runs: 6, ofRelease: 4, held: 100, heldByRelease: 60 };
const places = (freed = () => {}) => new Places(shares, freed);
const enter = (all: Places, release: string): Place => {
  const place = all.enter(release);
  if (place === null) throw new Error('it is full');
  return place;
};
/** Resolves after what has been resolved by now has gone on. */
const settled = () => new Promise(setImmediate);

test('a process and a release have no more runs than they may', () => {
  const all = places();
  const first = Array.from({ length: 4 }, () => enter(all, 'a'));
  expect([all.enter('a'), all.full()]).toEqual([null, ['a']]);
  enter(all, 'b');
  enter(all, 'b');
  expect([all.enter('c'), all.room()]).toEqual([null, 0]);
  first[0]?.end();
  expect([all.full(), all.room()]).toEqual([[], 1]);
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

test('who waits elsewhere gives the place to others, and comes back to one', async () => {
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

test('what is held while waiting is bounded, of all and of one release', async () => {
  const all = places();
  const [a, b, c] = [enter(all, 'a'), enter(all, 'b'), enter(all, 'c')];
  const forever = new Promise<void>(() => {});
  await expect(a.leave(61, async () => 1)).rejects.toThrow(Crowded);
  void a.leave(60, () => forever);
  void b.leave(30, () => forever);
  await expect(c.leave(11, async () => 1)).rejects.toThrow(Crowded);
  expect(all.away).toBe(2);
});
