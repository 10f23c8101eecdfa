import type { LoginAttempts } from '@slipway/persistence/audit';
import type { LastUses } from '@slipway/persistence/people';
import { expect, test } from 'vitest';
import { createAttemptRecorder, createUseRecorder } from './activity-log.ts';

/** Creates a recorder with its clock and its written batches. Writes fail while `fails` is true. */
function recordUses() {
  const state = { now: 0, fails: false, warned: 0 };
  const batches: LastUses[] = [];
  const recorder = createUseRecorder({
    write: async (uses) => {
      if (state.fails) throw new Error('away');
      batches.push(uses);
    },
    logger: {
      warn: () => {
        state.warned += 1;
      },
    },
    now: () => state.now,
    delayMs: 0,
  });
  return { state, written: batches, recorder };
}

const use = { username: 'ann', by: 'token', id: 'Token1', address: '10.0.0.1' } as const;

test('a login that is used a thousand times in a minute is written once, with its user and address', async () => {
  const { written: batches, recorder } = recordUses();
  for (let time = 0; time < 1_000; time += 1) recorder.record(use);
  recorder.record({ username: 'bob', by: 'session', id: 'Session1', address: '10.0.0.2' });
  recorder.record({ username: 'cid', by: 'password', id: null, address: '10.0.0.3' });
  await recorder.stop();
  expect(batches).toEqual([
    {
      usernames: ['ann', 'bob', 'cid'],
      tokens: new Map([['Token1', '10.0.0.1']]),
      sessions: new Map([['Session1', '10.0.0.2']]),
    },
  ]);
});

test('a use in the next minute is written again', async () => {
  const { state, written: batches, recorder } = recordUses();
  recorder.record(use);
  await recorder.stop();
  state.now = 59_999;
  recorder.record(use);
  await recorder.stop();
  expect(batches).toHaveLength(1);
  state.now = 60_000;
  recorder.record(use);
  await recorder.stop();
  expect(batches).toHaveLength(2);
});

test('a failed write is logged, and later writes succeed', async () => {
  const { state, written: batches, recorder } = recordUses();
  state.fails = true;
  recorder.record(use);
  await recorder.stop();
  expect([batches.length, state.warned]).toEqual([0, 1]);
  state.fails = false;
  state.now = 60_000;
  recorder.record(use);
  await recorder.stop();
  expect([batches.length, state.warned]).toEqual([1, 1]);
});

function recordAttempts() {
  const batches: (readonly LoginAttempts[])[] = [];
  const recorder = createAttemptRecorder({
    write: async (attempts) => void batches.push(attempts),
    logger: { warn: () => {} },
    delayMs: 0,
  });
  return { written: batches, recorder };
}

const failed = { action: 'LOGIN_FAILED', username: 'ann', by: 'password', address: '10.0.0.1' } as const;

test('equal attempts are one entry with a count', async () => {
  const { written: batches, recorder } = recordAttempts();
  for (let time = 0; time < 30; time += 1) recorder.record(failed);
  recorder.record({ ...failed, address: '10.0.0.2' });
  await recorder.stop();
  expect(batches).toEqual([
    [
      { ...failed, count: 30 },
      { ...failed, address: '10.0.0.2', count: 1 },
    ],
  ]);
});

test('attempts from many addresses are a thousand entries, and one entry for all others', async () => {
  const { written: batches, recorder } = recordAttempts();
  for (let index = 0; index < 5_000; index += 1) recorder.record({ ...failed, address: `host${index}` });
  await recorder.stop();
  expect(batches[0]).toHaveLength(1_001);
  expect(batches[0]?.at(-1)).toEqual({ ...failed, username: null, address: null, count: 4_000 });
});
