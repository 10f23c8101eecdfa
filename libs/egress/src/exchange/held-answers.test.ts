import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { limits } from '../policy/policy.ts';
import { bytesOf } from './answer-body.ts';
import { createHeldAnswers } from './held-answers.ts';

const givenUp =
  'the request was sent, and its answer given up: too many large answers are being read, this one among them';
const megabyte = 1_048_576;

/** A body of this size whose rest does not arrive. */
function stalled(held: ReturnType<typeof createHeldAnswers>, asker: string, bytes: number) {
  const body = new PassThrough({ highWaterMark: 2 * limits.answerBytes });
  const end = bytesOf(body, '', { held, asker });
  body.write(Buffer.alloc(bytes));
  return { body, end };
}

test('a part keeps nothing of the memory in which it came', async () => {
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  function* parts() {
    for (let count = 0; count < 6_000; count += 1) {
      yield Buffer.allocUnsafeSlow(65_536).subarray(0, 1);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
  }
  const { bytes } = await bytesOf(Readable.from(parts()), '', { held: createHeldAnswers(), asker: 'a' });
  expect(bytes).toHaveLength(6_000);
  expect(most).toBeLessThan(300 * megabyte);
});

test('above the limit, the largest response of the caller with the most bytes is canceled, and not the latest one', async () => {
  const held = createHeldAnswers(8 * megabyte);
  const [small, large] = [stalled(held, 'greedy', megabyte), stalled(held, 'greedy', 4 * megabyte)];
  const other = stalled(held, 'other', 2 * megabyte);
  const last = bytesOf(Readable.from([Buffer.alloc(2 * megabyte)]), '', { held, asker: 'last' });
  await expect(large.end).rejects.toThrow(givenUp);
  expect((await last).bytes).toHaveLength(2 * megabyte);
  for (const { body } of [small, other]) body.end();
  expect((await small.end).bytes).toHaveLength(megabyte);
  expect((await other.end).bytes).toHaveLength(2 * megabyte);
  expect(held.bytes).toBe(0);
});

test('an answer that is larger than all that may be held is given up itself, wrapped or not', async () => {
  const held = createHeldAnswers(megabyte);
  const body = Buffer.alloc(2 * megabyte);
  for (const [coding, bytes] of [
    ['', body],
    ['gzip', gzipSync(body)],
  ] as const) {
    await expect(bytesOf(Readable.from([bytes]), coding, { held, asker: 'a' })).rejects.toThrow(givenUp);
    expect(held.bytes).toBe(0);
  }
});
