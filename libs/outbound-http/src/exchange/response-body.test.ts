import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { limits } from '../policy/policy.ts';
import { createResponseMemory, readResponseBody } from './response-body.ts';

const givenUp = 'the request was sent, but its response was discarded: too many large responses are being read';
const megabyte = 1_048_576;

/** A body of this size whose rest does not arrive. */
function startStalledRead(memory: ReturnType<typeof createResponseMemory>, requester: string, bytes: number) {
  const body = new PassThrough({ highWaterMark: 2 * limits.maxResponseBytes });
  const end = readResponseBody(body, '', { memory, requester });
  body.write(Buffer.alloc(bytes));
  return { body, end };
}

test('a chunk does not retain the memory in which it arrived', async () => {
  const before = process.memoryUsage().arrayBuffers;
  let peakBytes = 0;
  function* parts() {
    for (let count = 0; count < 6_000; count += 1) {
      yield Buffer.allocUnsafeSlow(65_536).subarray(0, 1);
      peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - before);
    }
  }
  const { bytes } = await readResponseBody(Readable.from(parts()), '', {
    memory: createResponseMemory(),
    requester: 'a',
  });
  expect(bytes).toHaveLength(6_000);
  expect(peakBytes).toBeLessThan(300 * megabyte);
});

test('above the limit, the largest response of the caller with the most bytes is canceled, and not the latest one', async () => {
  const memory = createResponseMemory(8 * megabyte);
  const [small, large] = [
    startStalledRead(memory, 'greedy', megabyte),
    startStalledRead(memory, 'greedy', 4 * megabyte),
  ];
  const otherRead = startStalledRead(memory, 'other', 2 * megabyte);
  const last = readResponseBody(Readable.from([Buffer.alloc(2 * megabyte)]), '', { memory, requester: 'last' });
  await expect(large.end).rejects.toThrow(givenUp);
  expect((await last).bytes).toHaveLength(2 * megabyte);
  for (const { body } of [small, otherRead]) body.end();
  expect((await small.end).bytes).toHaveLength(megabyte);
  expect((await otherRead.end).bytes).toHaveLength(2 * megabyte);
  expect(memory.bytes).toBe(0);
});

test('a response that is larger than the whole budget is canceled, with or without an encoding', async () => {
  const memory = createResponseMemory(megabyte);
  const body = Buffer.alloc(2 * megabyte);
  for (const [coding, bytes] of [
    ['', body],
    ['gzip', gzipSync(body)],
  ] as const) {
    await expect(readResponseBody(Readable.from([bytes]), coding, { memory, requester: 'a' })).rejects.toThrow(givenUp);
    expect(memory.bytes).toBe(0);
  }
});
