import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { packChatPlugin } from '../../harness/webhooks/chat-plugin.ts';
import { type Configuration, createEndpoint } from '../../harness/webhooks/endpoints.ts';
import { createWebhookEvents, noAuthentication } from '../../harness/webhooks/webhook-events.ts';

interface Folder {
  readonly id: string;
}

const { rest, url } = serve();
const { createTrigger, runs, post, outcomes } = createWebhookEvents(rest, url);
let above: Folder;
let home: Folder;
let siblingFolder: Folder;
let template: Release;
beforeAll(async () => {
  await rest.post('/plugins', fileForm(await packChatPlugin()));
  const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
  above = await folder('above');
  home = await folder('home', above.id);
  siblingFolder = await folder('beside', above.id);
  const phases = [{ title: 'Build', tasks: [{ title: 'compile' }] }];
  template = await rest.post<Release>(`/templates?folderId=${home.id}`, { title: 'Plan', phases });
});

const body = (source: Configuration) => ({
  type: 'events.EventBasedTrigger',
  title: 'Push',
  template: template.id,
  eventSource: source.id,
});
const foreignTrigger = (source: string) =>
  `eventSource: '${source}' is in another folder: expected a global one, or one in the folder of the template or above`;
const lastSegmentOf = (id: string) => id.split('/').at(-1) ?? '';
const sourceIn = (folder: Folder | null, endpoint: Configuration, title: string) =>
  rest.post<Configuration>('/config', {
    type: 'chat.Source',
    title,
    eventSource: endpoint.id,
    ...(folder && { folderId: folder.id }),
  });

describe('an event trigger', () => {
  test('accepts global endpoints, and endpoints in the folder of its template or above it', async () => {
    for (const where of [{}, { folderId: home.id }, { folderId: above.id }, { folderId: 'Applications' }]) {
      const endpoint = await createEndpoint(rest, noAuthentication, where);
      await createTrigger(endpoint, template);
      await post(endpoint, {});
      expect(await outcomes(endpoint)).toEqual([['created', undefined]]);
    }
  });

  test('is refused for an endpoint in another folder, also on a change', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { folderId: siblingFolder.id });
    const refusal = `400 ${foreignTrigger(endpoint.title)}`;
    expect(await rest.sendForError('POST', '/triggers', body(endpoint))).toBe(refusal);
    expect(await rest.sendForError('POST', '/triggers', { ...body(endpoint), folderId: siblingFolder.id })).toBe(
      refusal,
    );
    expect(await rest.sendForError('POST', '/triggers', { ...body(endpoint), template: null, folderId: home.id })).toBe(
      refusal,
    );
    const { id } = await createTrigger(await createEndpoint(rest, noAuthentication), template);
    expect(await rest.sendForError('PUT', `/triggers/${id}`, { eventSource: endpoint.id })).toBe(refusal);
  });

  test('without a template uses its own folder for this check', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { folderId: siblingFolder.id });
    const own = { ...body(endpoint), template: null, folderId: siblingFolder.id };
    const created = await rest.post('/triggers', own);
    expect(created).toMatchObject({ eventSource: endpoint.id });
    expect(created).not.toHaveProperty('template');
  });

  test('does not fire for an endpoint that was moved to another folder, and its ledger shows this', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { folderId: home.id });
    const { id } = await createTrigger(endpoint, template);
    const moved = await rest.put<Configuration>(`/config/${endpoint.id}`, { folderId: siblingFolder.id });
    await post(moved, {});
    const reason = foreignTrigger(lastSegmentOf(moved.id));
    expect(await outcomes(moved)).toEqual([['failed', reason]]);
    expect((await runs(id)).map((run) => [run.outcome, run.reason, run.releaseId])).toEqual([
      ['failed', reason, undefined],
    ]);
  });

  test('does not fire if its event source or the endpoint of the event source was moved to another folder', async () => {
    const endpoint = await createEndpoint(rest, noAuthentication, { folderId: above.id });
    const source = await sourceIn(home, endpoint, 'Moving');
    await createTrigger(source, template);
    const moved = await rest.put<Configuration>(`/config/${source.id}`, { folderId: siblingFolder.id });
    await post(endpoint, { user: 'ann' });
    expect(await outcomes(endpoint)).toEqual([['failed', foreignTrigger('Moving')]]);
    await rest.put(`/config/${moved.id}`, { folderId: above.id });
    await post(endpoint, { user: 'ann' });
    expect(await outcomes(endpoint)).toEqual([['created', undefined]]);
    const movedEndpoint = await rest.put<Configuration>(`/config/${endpoint.id}`, { folderId: siblingFolder.id });
    await post(movedEndpoint, { user: 'ann' });
    expect(await outcomes(movedEndpoint)).toEqual([
      ['failed', "event source 'Moving' is on an endpoint of another folder"],
    ]);
  });
});

test('an event source is refused on an endpoint of another folder', async () => {
  const endpoint = await createEndpoint(rest, noAuthentication, { folderId: siblingFolder.id });
  const refused = (folderId?: string) =>
    rest.sendForError('POST', '/config', { type: 'chat.Source', title: 'Far', eventSource: endpoint.id, folderId });
  const refusal = `400 eventSource: '${endpoint.title}' is in another folder: expected a global one, or one in the folder of the event source or above`;
  expect(await refused(home.id)).toBe(refusal);
  expect(await refused(above.id)).toBe(refusal);
  expect(await refused()).toBe(refusal);
  expect(await sourceIn(siblingFolder, endpoint, 'Near')).toMatchObject({ eventSource: endpoint.id });
});
