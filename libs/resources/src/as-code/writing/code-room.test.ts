import { expect, test } from 'vitest';
import { CodeRoom } from './code-room.ts';

test('documents end at the characters that apply reads', async () => {
  const room = new CodeRoom(undefined);
  const text = 'x'.repeat(2_000_000);
  await room.take({ text }, { text });
  await expect(room.take({ text })).rejects.toThrow(
    'path: the documents have more than 5000000 characters: name a folder below',
  );
});

test('documents end when their client disconnects', async () => {
  const client = new AbortController();
  const room = new CodeRoom(client.signal);
  await room.take({});
  client.abort(new Error('the client has disconnected'));
  await expect(room.take({})).rejects.toThrow('the client has disconnected');
});
