import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/document.ts';
import { watch } from '../../harness/rest/events.ts';
import { basic } from '../../harness/rest/rest.ts';

interface Named {
  readonly id: string;
}

/** The state of watched objects, once and as a stream: the same. */
export function walkLive(call: Call, url: () => string): void {
  test('event streams', async () => {
    const { id } = await call<Named>('createTemplate', { body: { title: 'watched' } });
    const told = await call<readonly object[]>('watch', { query: { release: id, list: 'templates', inbox: 'true' } });
    expect(told).toMatchObject([{ release: id }, { list: 'templates' }, { inbox: true }]);
    const events = await watch(url(), `release=${id}`, basic('admin', 'admin'));
    expect(await events.next()).toMatchObject({ about: `release ${id}` });
    events.leave();
    await events.ended;
  });
}
