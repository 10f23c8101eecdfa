import type { Attempts } from '@slipway/persistence';
import { expect, test } from 'vitest';
import { createAttemptRecorder } from './login-attempts.ts';

function recording() {
  const written: (readonly Attempts[])[] = [];
  const recorder = createAttemptRecorder({
    write: async (attempts) => void written.push(attempts),
    logger: { warn: () => {} },
    delayMs: 0,
  });
  return { written, recorder };
}

const failed = { action: 'LOGIN_FAILED', username: 'ann', by: 'password', address: '10.0.0.1' } as const;

test('attempts that are alike are one line with their count', async () => {
  const { written, recorder } = recording();
  for (let time = 0; time < 30; time += 1) recorder.note(failed);
  recorder.note({ ...failed, address: '10.0.0.2' });
  await recorder.stop();
  expect(written).toEqual([
    [
      { ...failed, count: 30 },
      { ...failed, address: '10.0.0.2', count: 1 },
    ],
  ]);
});

test('a flood from everywhere makes a thousand lines, and one for all others', async () => {
  const { written, recorder } = recording();
  for (let index = 0; index < 5_000; index += 1) recorder.note({ ...failed, address: `host${index}` });
  await recorder.stop();
  expect(written[0]).toHaveLength(1_001);
  expect(written[0]?.at(-1)).toEqual({ ...failed, username: null, address: null, count: 4_000 });
});
