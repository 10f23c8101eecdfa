import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

type ObjectWithId = { readonly id: string };
const ids = { folder: '', configuration: '', trigger: '', variable: '' };
let viewer: RestClient;
let stranger: RestClient;
let outsideClient: RestClient;

beforeAll(async () => {
  const folder = await rest.post<ObjectWithId>('/folders/Applications', { title: 'ours' });
  const otherFolder = await rest.post<ObjectWithId>('/folders/Applications', { title: 'theirs' });
  const folderId = folder.id.slice(folder.id.lastIndexOf('/') + 1);
  const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Plan' });
  await rest.sendForNoContent('POST', `/folders/${folderId}/templates/${template.id}`);
  const configuration = await rest.post<ObjectWithId>('/config', {
    type: 'events.PostWebhookEndpoint',
    title: 'hook',
    authentication: { type: 'events.NoAuthentication' },
    folderId: folder.id,
    path: 'hook',
    enabled: true,
  });
  const trigger = await rest.post<ObjectWithId>('/triggers', {
    title: 'nightly',
    type: 'time.Schedule',
    folderId: folder.id,
    template: template.id,
    periodicity: '86400',
    enabled: false,
  });
  const variable = await rest.post<ObjectWithId>(`/folders/${folderId}/variables`, {
    key: 'folder.x',
    type: 'StringVariable',
    value: 'a',
  });
  Object.assign(ids, { folder: folderId, configuration: configuration.id, trigger: trigger.id, variable: variable.id });
  viewer = await people.createUserWith(folder, 'folder#view', 'trigger#view_trigger', 'template#view');
  stranger = await people.createUserWithoutPermissions();
  outsideClient = await people.createUserWith(
    otherFolder,
    'folder#view',
    'folder#edit',
    'folder#edit_variables',
    'trigger#edit_trigger',
  );
});

/**
 * The permissions of each change. The bodies and queries are invalid, so a permitted request gets 400 and changes
 * nothing.
 */
const changes = [
  ['folder#edit', 'POST', () => `/folders/${ids.folder}`, { title: '' }],
  ['folder#edit', 'POST', () => `/folders/${ids.folder}/rename?newName=`, undefined],
  ['folder#edit_variables', 'POST', () => `/folders/${ids.folder}/variables`, { key: 1 }],
  ['folder#edit_variables', 'PUT', () => `/folders/${ids.folder}/${ids.variable}`, { value: 'a' }],
  ['folder#edit_configuration', 'PUT', () => `/config/${ids.configuration}`, { title: 1 }],
  ['folder#edit_configuration', 'GET', () => `/webhooks/${ids.configuration}/deliveries`, undefined],
  ['trigger#edit_trigger', 'PUT', () => `/triggers/${ids.trigger}`, { title: 1 }],
  ['trigger#edit_trigger', 'PUT', () => `/triggers/${ids.trigger}/disable`, undefined],
] as const;

test('a folder with a subfolder that the caller may not edit is not deleted, and the subfolder is not revealed', async () => {
  const folder = await rest.post<ObjectWithId>('/folders/Applications', { title: 'holds more' });
  const inner = await rest.post<ObjectWithId>(`/folders/${folder.id}`, { title: 'secret' });
  await rest.post(`/folders/${inner.id}/teams`, [{ teamName: 'Inner', members: [], permissions: [] }]);
  const editor = await people.createUserWith(folder, 'folder#view', 'folder#edit');
  expect(await editor.sendForError('DELETE', `/folders/${folder.id}`)).toBe(
    '409 the folder contains objects that you have no permission to delete',
  );
});

describe('contents of a folder', () => {
  test.each(changes)('%s %s', async (permission, method, path, body) => {
    const granted = await people.createUserWith({ id: ids.folder }, permission);
    expect([400, 200, 204]).toContain((await granted.send(method, path(), body)).status);
    expect(await viewer.sendForError(method, path(), body)).toContain(
      `403 Permission ${permission} on APPLICATIONS on `,
    );
    for (const client of [stranger, outsideClient]) {
      expect(await client.sendForError(method, path(), body)).toMatch(/^404 there is no /);
    }
  });

  test("is visible with the view permission, and in no other user's lists", async () => {
    const lists: readonly (readonly [string, (body: unknown) => number])[] = [
      ['/folders/list', (body) => (body as readonly unknown[]).length],
      ['/config/byTypeAndTitle?title=hook', (body) => (body as readonly unknown[]).length],
      ['/triggers', (body) => (body as { readonly totalElements: number }).totalElements],
    ];
    for (const [path, count] of lists) {
      expect([path, count(await viewer.get(path)), count(await stranger.get(path))]).toEqual([path, 1, 0]);
    }
    for (const path of [`/folders/${ids.folder}`, `/config/${ids.configuration}`, `/triggers/${ids.trigger}`]) {
      await viewer.get(path);
      expect(await stranger.sendForError('GET', path)).toMatch(/^404 there is no /);
    }
    expect(await stranger.sendForError('GET', '/folders/find?byPath=ours')).toBe("404 there is no folder at 'ours'");
  });

  test('is enabled in bulk with the edit permission: other items are not changed and not revealed', async () => {
    expect(await stranger.post('/triggers/enable', [ids.trigger])).toEqual({ updatedIds: [] });
    expect(await viewer.post('/triggers/enable/all')).toEqual({ updatedIds: [] });
  });
});
