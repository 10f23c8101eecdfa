import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

/** Dashboards (insights.md), over REST. */
const product = serve();
const { rest } = product;
const people = peopleOf(product);

interface Dashboard {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly mayEdit: boolean;
  readonly tiles: readonly { readonly filter?: { readonly folderId?: string } }[];
}

const create = (body: object, client: RestClient = rest) => client.post<Dashboard>('/dashboards', body);
const titles = async (client: RestClient, query = '') =>
  (await client.get<readonly Dashboard[]>(`/dashboards${query}`)).map(({ title }) => title);
const throughput = { metric: 'release.throughput' };

let shop: { readonly id: string };
let web: { readonly id: string };
let secret: { readonly id: string };
let reader: RestClient;
let editor: RestClient;

beforeAll(async () => {
  shop = await rest.post('/folders/Applications', { title: 'Shop' });
  web = await rest.post(`/folders/${shop.id}`, { title: 'Web' });
  secret = await rest.post('/folders/Applications', { title: 'Secret' });
  reader = await people.createUser('Reader');
  editor = await people.createUser('Editor');
  await people.createRole('Reports', ['reports#view'], ['Reader', 'Editor']);
  await people.createRole('Creators', ['dashboard#create'], ['Editor']);
  await people.createTeam(shop, ['folder#view', 'dashboard#view'], { users: ['Reader', 'Editor'] });
  await people.createTeam(shop, ['dashboard#edit'], { users: ['Editor'] });
});

describe('a dashboard', () => {
  test('is created with defaults, changed and deleted, and the audit log has each change', async () => {
    const tile = { ...throughput, groupBy: 'tag', interval: 'week', filter: { folderId: web.id, tags: ['a'] } };
    const created = await create({ title: 'Numbers', folderId: shop.id, tiles: [throughput, tile] });
    expect(created).toEqual({
      ...{ id: created.id, title: 'Numbers', folderId: shop.id, folderTitle: 'Shop', version: 1, mayEdit: true },
      ...{ changed: expect.any(String), changedBy: 'admin' },
      tiles: [
        { ...throughput, days: 90, chart: 'line', size: 'medium' },
        { ...tile, days: 90, chart: 'line', size: 'medium' },
      ],
    });
    expect(await rest.get(`/dashboards/${created.id}`)).toEqual(created);
    const tiles = [{ ...tile, title: 'Web', days: 30, chart: 'bar', size: 'large' }];
    const changed = await rest.put<Dashboard>(`/dashboards/${created.id}`, { title: 'Web', folderId: web.id, tiles });
    expect(changed).toMatchObject({ title: 'Web', folderId: web.id, version: 2, tiles });
    await rest.sendForNoContent('DELETE', `/dashboards/${created.id}`);
    expect((await rest.send('GET', `/dashboards/${created.id}`)).status).toBe(404);
    const entries = await rest.get<{ items: { action: string }[] }>(`/audit?subject=${created.id}`);
    expect(
      JSON.stringify(entries)
        .match(/DASHBOARD_\w+/g)
        ?.toSorted(),
    ).toEqual([...['DASHBOARD_CREATED', 'DASHBOARD_DELETED', 'DASHBOARD_UPDATED']]);
  });

  test('is not changed from an earlier version', async () => {
    const { id } = await create({ title: 'Versions' });
    const { headers } = await rest.send('GET', `/dashboards/${id}`);
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    expect((await rest.send('PUT', `/dashboards/${id}`, { title: 'V2', version: 1 }, ifMatch)).status).toBe(200);
    expect((await rest.send('PUT', `/dashboards/${id}`, { title: 'V3' }, ifMatch)).status).toBe(412);
    expect(await rest.sendForError('PUT', `/dashboards/${id}`, { title: 'V3', version: 1 })).toMatch(/^409 .*admin/);
    expect((await rest.send('DELETE', `/dashboards/${id}?version=1`)).status).toBe(409);
    expect((await rest.send('DELETE', `/dashboards/${id}?version=2`)).status).toBe(204);
  });

  test('is rejected with an unknown metric, group, chart or folder, and with too many tiles', async () => {
    const refusal = async (tile: object, count = 1) => {
      const tiles = Array.from({ length: count }, () => ({ ...throughput, ...tile }));
      return (await rest.send('POST', '/dashboards', { title: 'Wrong', tiles })).status;
    };
    expect(await refusal({}, 24)).toBe(200);
    const wrong = [
      ...[{ metric: 'release.luck' }, { metric: null }, { groupBy: 'application' }, { groupBy: 'x' }, { chart: 'pie' }],
      ...[{ days: 0 }, { days: 731 }, { size: 'huge' }, { interval: 'year' }, { title: 'x'.repeat(256) }],
    ];
    expect(await Promise.all(wrong.map((tile) => refusal(tile)))).toEqual(wrong.map(() => 400));
    expect(await refusal({}, 25)).toBe(400);
    expect(await refusal({ filter: { folderId: `Applications/Folder${'0'.repeat(32)}` } })).toBe(404);
    expect((await rest.send('POST', '/dashboards', { title: ' ' })).status).toBe(400);
  });
});

describe('permissions', () => {
  test('a user sees the dashboards of the installation, and of folders with dashboard#view', async () => {
    await create({ title: 'A of all' });
    await create({ title: 'B of shop', folderId: shop.id });
    await create({ title: 'C of web', folderId: web.id });
    const hidden = await create({ title: 'D of secret', folderId: secret.id });
    const own = (all: readonly string[]) => all.filter((title) => /^[A-D] of /.test(title));
    expect(own(await titles(rest))).toEqual(['A of all', 'B of shop', 'C of web', 'D of secret']);
    expect(own(await titles(reader))).toEqual(['A of all', 'B of shop', 'C of web']);
    expect(own(await titles(reader, `?folderId=${web.id}`))).toEqual(['A of all', 'B of shop', 'C of web']);
    expect(own(await titles(reader, `?folderId=${shop.id}`))).toEqual(['A of all', 'B of shop']);
    expect(own(await titles(reader, '?folderId=Applications'))).toEqual(['A of all']);
    expect((await reader.send('GET', `/dashboards?folderId=${secret.id}`)).status).toBe(404);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(
        (await editor.send(method, `/dashboards/${hidden.id}`, method === 'PUT' ? { title: 'x' } : undefined)).status,
      ).toBe(404);
  });

  test('a change needs dashboard#edit in the folder, and a new dashboard also dashboard#create', async () => {
    const { id } = await create({ title: 'Edited', folderId: shop.id }, editor);
    expect((await reader.get<Dashboard>(`/dashboards/${id}`)).mayEdit).toBe(false);
    expect((await reader.send('PUT', `/dashboards/${id}`, { title: 'x' })).status).toBe(403);
    expect((await reader.send('POST', '/dashboards', { title: 'x', folderId: shop.id })).status).toBe(403);
    expect((await editor.send('POST', '/dashboards', { title: 'x', folderId: secret.id })).status).toBe(404);
    expect(await editor.put(`/dashboards/${id}`, { title: 'Moved' })).toMatchObject({ title: 'Moved', mayEdit: true });
    expect((await reader.send('DELETE', `/dashboards/${id}`)).status).toBe(403);
    await editor.sendForNoContent('DELETE', `/dashboards/${id}`);
  });

  test('a tile can have only a visible folder, unless another user has chosen it', async () => {
    const tiles = [{ ...throughput, filter: { folderId: secret.id } }];
    expect((await editor.send('POST', '/dashboards', { title: 'x', tiles })).status).toBe(404);
    const { id } = await create({ title: 'Chosen', folderId: shop.id, tiles });
    const read = await editor.get<Dashboard>(`/dashboards/${id}`);
    expect(await editor.put(`/dashboards/${id}`, { ...read, title: 'Kept' })).toMatchObject({ title: 'Kept', tiles });
  });
});

test('the deletion of a folder deletes its dashboards, and a tile of another dashboard keeps the unknown folder', async () => {
  const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Old' });
  const { id } = await create({ title: 'Of old', folderId: folder.id });
  const other = await create({ title: 'Other', tiles: [{ ...throughput, filter: { folderId: folder.id } }] });
  await rest.sendForNoContent('DELETE', `/folders/${folder.id}`);
  expect((await rest.send('GET', `/dashboards/${id}`)).status).toBe(404);
  const read = await rest.get<Dashboard>(`/dashboards/${other.id}`);
  expect(folder.id).toContain(read.tiles[0]?.filter?.folderId ?? 'none');
  expect(await rest.put(`/dashboards/${other.id}`, { ...read, title: 'Renamed' })).toMatchObject({ title: 'Renamed' });
});
