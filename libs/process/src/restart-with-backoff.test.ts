import { expect, test, vi } from 'vitest';
import { restartWithBackoff } from './restart-with-backoff.mjs';

const never = AbortSignal.any([]);

test('a run is repeated after pauses that double, until its result is final', async () => {
  const results = [1, 2, 3, 4].values();
  const restarts: (readonly [number, number])[] = [];
  const last = await restartWithBackoff({
    run: async () => results.next().value ?? 0,
    shouldRestart: (result) => result < 4,
    onRestart: (pauseMs, result) => restarts.push([pauseMs, result]),
    stop: never,
    initialPauseMs: 1,
  });
  expect([last, restarts]).toEqual([
    4,
    [
      [1, 1],
      [2, 2],
      [4, 3],
    ],
  ]);
});

test('the pauses start again after a stable run', async () => {
  const durations = [0, 0, 20, 0].values();
  const pauses: number[] = [];
  let nowMs = 0;
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  await restartWithBackoff({
    run: async () => {
      nowMs += durations.next().value ?? 0;
    },
    shouldRestart: () => pauses.length < 4,
    onRestart: (pauseMs) => pauses.push(pauseMs),
    stop: never,
    initialPauseMs: 1,
    stableMs: 15,
  });
  expect(pauses).toEqual([1, 2, 1, 2]);
});

test('a stop ends a pause immediately, and no run follows', async () => {
  const stop = new AbortController();
  let runs = 0;
  const result = await restartWithBackoff({
    run: async () => {
      runs += 1;
    },
    onRestart: () => setImmediate(() => stop.abort()),
    stop: stop.signal,
    initialPauseMs: 60_000,
  });
  expect([result, runs]).toEqual([null, 1]);
});

test('the result of a stopped run is returned', async () => {
  const stop = new AbortController();
  const run = async () => {
    stop.abort();
    return 'stopped';
  };
  expect(await restartWithBackoff({ run, onRestart: () => {}, stop: stop.signal })).toBe('stopped');
});
