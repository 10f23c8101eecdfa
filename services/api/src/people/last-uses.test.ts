import type { LastUses } from '@slipway/persistence';
import { expect, test } from 'vitest';
import { createUseRecorder } from './last-uses.ts';

/** A recorder with its clock, and what it has written; writing fails while `fails`. */
function recording() {
  const state = { now: 0, fails: false, warned: 0 };
  const written: LastUses[] = [];
  const recorder = createUseRecorder({
    write: async (uses) => {
      if (state.fails) throw new Error('away');
      written.push(uses);
    },
    logger: {
      warn: () => {
        state.warned += 1;
      },
    },
    now: () => state.now,
    delayMs: 0,
  });
  return { state, written, recorder };
}

const use = { username: 'ann', by: 'token', id: 'Token1', address: '10.0.0.1' } as const;

test('a login that is used a thousand times in a minute is written once, with its user and address', async () => {
  const { written, recorder } = recording();
  for (let time = 0; time < 1_000; time += 1) recorder.note(use);
  recorder.note({ username: 'bob', by: 'session', id: 'Session1', address: '10.0.0.2' });
  recorder.note({ username: 'cid', by: 'password', id: null, address: '10.0.0.3' });
  await recorder.stop();
  expect(written).toEqual([
    {
      usernames: ['ann', 'bob', 'cid'],
      tokens: new Map([['Token1', '10.0.0.1']]),
      sessions: new Map([['Session1', '10.0.0.2']]),
    },
  ]);
});

test('the next minute is another one', async () => {
  const { state, written, recorder } = recording();
  recorder.note(use);
  await recorder.stop();
  state.now = 59_999;
  recorder.note(use);
  await recorder.stop();
  expect(written).toHaveLength(1);
  state.now = 60_000;
  recorder.note(use);
  await recorder.stop();
  expect(written).toHaveLength(2);
});

test('a failed write is logged, and affects nothing else', async () => {
  const { state, written, recorder } = recording();
  state.fails = true;
  recorder.note(use);
  await recorder.stop();
  expect([written.length, state.warned]).toEqual([0, 1]);
  state.fails = false;
  state.now = 60_000;
  recorder.note(use);
  await recorder.stop();
  expect([written.length, state.warned]).toEqual([1, 1]);
});
