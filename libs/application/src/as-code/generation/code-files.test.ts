import { expect, test } from 'vitest';
import { SizeBudget } from './code-files.ts';

test('rejects documents above the limit of apply', async () => {
  const room = new SizeBudget(undefined);
  const text = 'x'.repeat(2_000_000);
  await room.consume({ text }, { text });
  await expect(room.consume({ text })).rejects.toThrow(
    'path: the documents have more than 5000000 characters: specify a subfolder',
  );
});

test('stops when the client disconnects', async () => {
  const client = new AbortController();
  const room = new SizeBudget(client.signal);
  await room.consume({});
  client.abort(new Error('the client has disconnected'));
  await expect(room.consume({})).rejects.toThrow('the client has disconnected');
});
