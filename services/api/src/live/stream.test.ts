import { expect, test } from 'vitest';
import { createEventStream } from './stream.ts';

const hour = 3_600_000;
const never = { commentMs: hour, retryMs: 2_000, maxLifetimeMs: hour, onEnd: () => {} };
const at = '2026-11-23T10:00:00.000Z';

/** Starts a stream. `next` returns its next text, or null after its end. */
async function startStream(options: Partial<typeof never>) {
  const stream = createEventStream({ ...never, ...options });
  const bytes = stream.bytes();
  const next = async (): Promise<string | null> => {
    const { value } = await bytes.next();
    return value === undefined ? null : String(value);
  };
  expect(await next()).toBe('retry: 2000\n: open\n\n');
  return { ...stream, next };
}

test('a stream sends a comment after an interval without other messages', async () => {
  const stream = await startStream({ commentMs: 1 });
  expect([await stream.next(), await stream.next()]).toEqual([':\n\n', ':\n\n']);
  stream.end('client_closed', 0);
});

test('a comment contains the position, so that a client that reconnects continues from there', async () => {
  const stream = await startStream({ commentMs: 1 });
  stream.setPosition('era_1_2:2:');
  expect(await stream.next()).toBe(':\nid: era_1_2:2:\n\n');
  stream.end('client_closed', 0);
});

test('an event does not wait for the next comment', async () => {
  const stream = await startStream({});
  const next = stream.next();
  stream.enqueue('release Release1', { release: 'Release1', version: 1, at });
  stream.enqueue('release Release1', { release: 'Release1', version: 2, at });
  stream.setPosition('era_1_2:2:');
  expect(await next).toBe(`id: era_1_2:2:\ndata: {"release":"Release1","version":2,"at":"${at}"}\n\n`);
  stream.end('client_closed', 0);
});

test('the end does not wait for the next comment, is sent once, and contains the reconnection time', async () => {
  const ends: string[] = [];
  const stream = await startStream({ onEnd: (reason?: string) => void ends.push(String(reason)) });
  const next = stream.next();
  stream.end('drained', 700);
  stream.end('client_closed', 0);
  stream.enqueue('inbox', { inbox: true, version: 3, at });
  expect([await next, await stream.next(), ends]).toEqual(['retry: 700\n\n', null, ['drained']]);
});

test('a stream ends at its maximum age', async () => {
  const stream = await startStream({ maxLifetimeMs: 1 });
  expect([await stream.next(), await stream.next()]).toEqual(['retry: 2000\n\n', null]);
});
