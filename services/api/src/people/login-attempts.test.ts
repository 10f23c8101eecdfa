import type { LoginAttempts } from '@slipway/persistence/audit';
import { expect, test } from 'vitest';
import { createAttemptRecorder } from './login-attempts.ts';

function createRecording() {
  const batches: (readonly LoginAttempts[])[] = [];
  const recorder = createAttemptRecorder({
    write: async (attempts) => void batches.push(attempts),
    logger: { warn: () => {} },
    delayMs: 0,
  });
  return { written: batches, recorder };
}

const failed = { action: 'LOGIN_FAILED', username: 'ann', by: 'password', address: '10.0.0.1' } as const;

test('attempts that are alike are one line with their count', async () => {
  const { written: batches, recorder } = createRecording();
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

test('a flood from everywhere makes a thousand lines, and one for all others', async () => {
  const { written: batches, recorder } = createRecording();
  for (let index = 0; index < 5_000; index += 1) recorder.record({ ...failed, address: `host${index}` });
  await recorder.stop();
  expect(batches[0]).toHaveLength(1_001);
  expect(batches[0]?.at(-1)).toEqual({ ...failed, username: null, address: null, count: 4_000 });
});
