import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { formOf } from '../../harness/rest/form.ts';
import type { Release } from '../../harness/rest/shapes.ts';
import { chatJar } from '../../harness/webhooks/chat-source.ts';
import { eventsAt, nobody } from '../../harness/webhooks/events.ts';
import { type Configuration, endpointOf } from '../../harness/webhooks/hooks.ts';

interface Folder {
  readonly id: string;
}

const { rest, url } = serve();
const { listener, runs, post, outcomes } = eventsAt(rest, url);
let above: Folder;
let home: Folder;
let beside: Folder;
let template: Release;
beforeAll(async () => {
  await rest.post('/plugins', formOf(await chatJar()));
  const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
  above = await folder('above');
  home = await folder('home', above.id);
  beside = await folder('beside', above.id);
  const phases = [{ title: 'Build', tasks: [{ title: 'compile' }] }];
  template = await rest.post<Release>(`/templates?folderId=${home.id}`, { title: 'Plan', phases });
});

const body = (source: Configuration) => ({
  type: 'events.EventBasedTrigger',
  title: 'Push',
  template: template.id,
  eventSource: source.id,
});
const far = (source: string) =>
  `eventSource: '${source}' is in another folder: expected a global one, or one in the folder of the template or above`;
const bare = (id: string) => id.split('/').at(-1) ?? '';
const sourceIn = (folder: Folder | null, endpoint: Configuration, title: string) =>
  rest.post<Configuration>('/config', {
    type: 'chat.Source',
    title,
    eventSource: endpoint.id,
    ...(folder && { folderId: folder.id }),
  });

describe('an event trigger', () => {
  test('listens to what is global, or in the folder of its template or above it', async () => {
    for (const where of [{}, { folderId: home.id }, { folderId: above.id }, { folderId: 'Applications' }]) {
      const endpoint = await endpointOf(rest, nobody, where);
      await listener(endpoint, template);
      await post(endpoint, {});
      expect(await outcomes(endpoint)).toEqual([['created', undefined]]);
    }
  });

  test('is refused if that is in another folder, also on a change', async () => {
    const endpoint = await endpointOf(rest, nobody, { folderId: beside.id });
    const refusal = `400 ${far(endpoint.title)}`;
    expect(await rest.refused('POST', '/triggers', body(endpoint))).toBe(refusal);
    expect(await rest.refused('POST', '/triggers', { ...body(endpoint), folderId: beside.id })).toBe(refusal);
    expect(await rest.refused('POST', '/triggers', { ...body(endpoint), template: null, folderId: home.id })).toBe(
      refusal,
    );
    const { id } = await listener(await endpointOf(rest, nobody), template);
    expect(await rest.refused('PUT', `/triggers/${id}`, { eventSource: endpoint.id })).toBe(refusal);
  });

  test('without a template of its own listens from its own folder', async () => {
    const endpoint = await endpointOf(rest, nobody, { folderId: beside.id });
    const own = { ...body(endpoint), template: null, folderId: beside.id };
    const made = await rest.post('/triggers', own);
    expect(made).toMatchObject({ eventSource: endpoint.id });
    expect(made).not.toHaveProperty('template');
  });

  test('does not fire for an endpoint that has moved to another folder, and its ledger shows this', async () => {
    const endpoint = await endpointOf(rest, nobody, { folderId: home.id });
    const { id } = await listener(endpoint, template);
    const moved = await rest.put<Configuration>(`/config/${endpoint.id}`, { folderId: beside.id });
    await post(moved, {});
    const reason = far(bare(moved.id));
    expect(await outcomes(moved)).toEqual([['failed', reason]]);
    expect((await runs(id)).map((run) => [run.outcome, run.reason, run.releaseId])).toEqual([
      ['failed', reason, undefined],
    ]);
  });

  test('does not fire for an event source that has moved to another folder, or whose endpoint has', async () => {
    const endpoint = await endpointOf(rest, nobody, { folderId: above.id });
    const source = await sourceIn(home, endpoint, 'Moving');
    await listener(source, template);
    const moved = await rest.put<Configuration>(`/config/${source.id}`, { folderId: beside.id });
    await post(endpoint, { user: 'ann' });
    expect(await outcomes(endpoint)).toEqual([['failed', far('Moving')]]);
    await rest.put(`/config/${moved.id}`, { folderId: above.id });
    await post(endpoint, { user: 'ann' });
    expect(await outcomes(endpoint)).toEqual([['created', undefined]]);
    const gone = await rest.put<Configuration>(`/config/${endpoint.id}`, { folderId: beside.id });
    await post(gone, { user: 'ann' });
    expect(await outcomes(gone)).toEqual([['failed', "event source 'Moving' is on an endpoint of another folder"]]);
  });
});

test('an event source is refused on an endpoint of another folder', async () => {
  const endpoint = await endpointOf(rest, nobody, { folderId: beside.id });
  const refused = (folderId?: string) =>
    rest.refused('POST', '/config', { type: 'chat.Source', title: 'Far', eventSource: endpoint.id, folderId });
  const refusal = `400 eventSource: '${endpoint.title}' is in another folder: expected a global one, or one in the folder of the event source or above`;
  expect(await refused(home.id)).toBe(refusal);
  expect(await refused(above.id)).toBe(refusal);
  expect(await refused()).toBe(refusal);
  expect(await sourceIn(beside, endpoint, 'Near')).toMatchObject({ eventSource: endpoint.id });
});
