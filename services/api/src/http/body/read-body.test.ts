import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { Invalid } from '@slipway/domain/model';
import { Overloaded } from '@slipway/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TooLarge } from '../errors/errors.ts';
import { createMemoryBudget, readBody } from './read-body.ts';

const server = createServer();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Sends a body with an announced length, and reads it with a limit of 10 bytes. Returns its text or the error. */
async function reading(sent: string, length: number | null) {
  const { port } = server.address() as { port: number };
  const read = once(server, 'request').then(async ([message, response]) => {
    const result = await readBody(message, 10).then(String, (error: unknown) => error);
    response.setHeader('Connection', 'close').end();
    return result;
  });
  const headers = length === null ? {} : { 'Content-Length': length };
  const call = request({ port, method: 'POST', headers }).on('error', () => {});
  call.write(sent, () => length !== null && sent.length < length && call.destroy());
  if (length === null || length === sent.length) call.end();
  return await read;
}

test('a body is read, with or without an announced length', async () => {
  expect([await reading('ten bytes!', 10), await reading('some', null)]).toEqual(['ten bytes!', 'some']);
});

test.each([
  ['announced', 11],
  ['sent', null],
])('a body with more %s bytes than the limit is rejected', async (_, length) => {
  expect(await reading('eleven byte', length)).toEqual(new TooLarge('the body is larger than 10 bytes'));
});

test('a sender that disconnects results in Invalid', async () => {
  expect(await reading('half', 8)).toEqual(new Invalid('the body ended too early'));
});

test('if all bodies together exceed the limit, the oldest one is aborted', () => {
  const budget = createMemoryBudget(10);
  const [first, second, third] = [budget.open(), budget.open(), budget.open()];
  first.grow(4);
  second.grow(4);
  third.grow(2);
  expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
  third.grow(1);
  expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  expect(first.signal.reason).toBeInstanceOf(Overloaded);
  first.release();
  third.grow(3);
  expect(second.signal.aborted).toBe(false);
});

test('a complete body is never aborted, and its release frees its bytes', () => {
  const budget = createMemoryBudget(10);
  const whole = budget.open();
  whole.grow(8);
  whole.complete();
  const late = budget.open();
  late.grow(3);
  expect([whole.signal.aborted, late.signal.aborted]).toEqual([false, true]);
  whole.release();
  const next = budget.open();
  next.grow(10);
  expect(next.signal.aborted).toBe(false);
});
