import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import { openEventStream } from '../../harness/rest/event-stream.ts';
import { basicAuth } from '../../harness/rest/rest-client.ts';

interface ObjectWithId {
  readonly id: string;
}

/** Expects that the versions of watched objects are equal in a single response and in a stream. */
export function walkLive(call: Call, url: () => string): void {
  test('event streams', async () => {
    const { id } = await call<ObjectWithId>('createTemplate', { body: { title: 'watched' } });
    const states = await call<readonly object[]>('watch', { query: { release: id, list: 'templates', inbox: 'true' } });
    expect(states).toMatchObject([{ release: id }, { list: 'templates' }, { inbox: true }]);
    const events = await openEventStream(url(), `release=${id}`, basicAuth('admin', 'admin'));
    expect(await events.next()).toMatchObject({ about: `release ${id}` });
    events.close();
    await events.ended;
  });
}
