import { Overloaded } from '@slipway/engine';
import { expect, test } from 'vitest';
import { transferPlaces } from './transfer-places.ts';

const limits = { most: 3, ofOne: 2, waiting: 2, waitMs: 60_000, what: 'files' };

test('a caller without a slot waits, the first with a permitted slot is next, and none has all slots', async () => {
  const { enter } = transferPlaces(limits);
  const went: string[] = [];
  const [first, second] = [await enter('ann'), await enter('ann')];
  const third = enter('ann').then((place) => {
    went.push('ann');
    return place;
  });
  const ofBob = await enter('bob');
  const waiting = enter('bob').then((place) => {
    went.push('bob');
    return place;
  });
  await expect(enter('cas')).rejects.toThrow(new Overloaded('too many files at once, try again'));
  expect(went).toEqual([]);
  ofBob();
  ofBob();
  await waiting;
  expect(went).toEqual(['bob']);
  first();
  await third;
  expect(went).toEqual(['bob', 'ann']);
  second();
  await enter('cas');
});

test('a caller who has waited too long gets a retry time', async () => {
  const { enter } = transferPlaces({ ...limits, most: 1, waitMs: 1 });
  const place = await enter('ann');
  await expect(enter('bob')).rejects.toThrow(Overloaded);
  place();
  await enter('bob');
});

test('one user never has more than half of the queue, and a canceled wait gives its place to the next', async () => {
  const { enter } = transferPlaces({ ...limits, most: 1, ofOne: 1, waiting: 4 });
  const place = await enter('ann');
  const client = new AbortController();
  const canceled = enter('ann', client.signal);
  const next = enter('ann');
  await expect(enter('ann')).rejects.toThrow(Overloaded);
  const other = enter('bob');
  client.abort(new Error('the client left'));
  await expect(canceled).rejects.toThrow('the client left');
  place();
  (await next)();
  (await other)();
  await expect(enter('ann', client.signal)).rejects.toThrow('the client left');
});
