import { localPermissions } from '@slipway/domain/model';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../services/api/src/routes.ts';
import { serve } from '../harness/product/serve.ts';
import type { RestClient } from '../harness/rest/rest-client.ts';
import { createCallers } from './callers.ts';
import { relations } from './matrix-cells.ts';
import type { ObjectIds, ObjectName } from './matrix-request.ts';
import { newFolder, seedObjects } from './seed-objects.ts';

/** A user with a folder of their own, and its contents. */
interface Side {
  readonly client: RestClient;
  readonly ids: ObjectIds;
}

const product = serve();
let sides: readonly Side[];

beforeAll(async () => {
  const locations = ['own', 'elsewhere'] as const;
  const [own, elsewhere] = [await newFolder(product.rest, 'alpaca'), await newFolder(product.rest, 'zebra')];
  const empty = await newFolder(product.rest, 'empty');
  const relatedCallers = relations.map(([, name]) => ({ name }));
  const callers = locations.map((at) => ({
    name: `all ${at}`,
    local: { at, permissions: localPermissions, byRole: false },
  }));
  const clients = await createCallers(product, [...callers, ...relatedCallers], {
    own,
    elsewhere,
    above: empty,
    cut: empty,
  });
  const [ownIds, foreignIds] = await Promise.all([
    seedObjects(product, own, 'alpaca'),
    seedObjects(product, elsewhere, 'zebra'),
  ]);
  sides = [
    { client: clients.get('all own')!, ids: ownIds },
    { client: clients.get('all elsewhere')!, ids: foreignIds },
  ];
});

/** A list: its requests for the objects of both users, and the caller's own objects that it must contain. */
interface List {
  readonly path?: (own: ObjectIds, foreign: ObjectIds) => string;
  readonly body?: (own: ObjectIds, foreign: ObjectIds) => unknown;
  readonly contains: readonly ObjectName[];
}

const lists: Readonly<Record<string, List>> = {
  'GET /releases/byTitle': {
    path: ({ titles }) => `/releases/byTitle?releaseTitle=Release ${titles}`,
    contains: ['release'],
  },
  'POST /releases/search': { body: () => ({}), contains: ['release', 'over'] },
  'POST /releases/search/overview': { body: () => ({}), contains: ['release', 'over'] },
  'POST /releases/search/page': { body: () => ({}), contains: ['release', 'over', 'archived'] },
  'POST /releases/search/export': { body: () => ({}), contains: ['release', 'over', 'archived'] },
  'POST /releases/outlook': { body: (own, foreign) => [own.release, foreign.release], contains: ['release'] },
  'POST /releases/fullSearch': { body: () => ({}), contains: ['release', 'over', 'archived'] },
  'POST /releases/count': { body: () => ({}), contains: [] },
  'GET /releases': { contains: ['release', 'over'] },
  'GET /templates': { contains: ['template'] },
  'POST /tasks/statuses': { body: (own, foreign) => [own.done, foreign.done], contains: ['done'] },
  'GET /live': {
    // An invisible object has no version, like an unknown one.
    path: ({ release, done, template }) => `/live?release=${release}&release=${template}&task=${done}`,
    contains: ['release', 'template', 'done'],
  },
  'GET /folders/list': { path: () => '/folders/list?depth=5', contains: ['folder', 'sub'] },
  'GET /phases/byTitle': {
    path: ({ release }) => `/phases/byTitle?releaseId=${release}&phaseTitle=Build`,
    contains: ['release', 'phase'],
  },
  'GET /phases/search': { path: ({ release }) => `/phases/search?releaseId=${release}`, contains: ['phase', 'later'] },
  'GET /tasks/byTitle': {
    path: ({ release }) => `/tasks/byTitle?releaseId=${release}&taskTitle=done`,
    contains: ['done'],
  },
  'GET /config/byTypeAndTitle': { contains: ['configuration'] },
  'GET /triggers': { contains: ['trigger'] },
  'POST /triggers/enable': { body: (own, foreign) => [own.trigger, foreign.trigger], contains: ['trigger'] },
  'POST /triggers/disable': { body: (own, foreign) => [own.trigger, foreign.trigger], contains: ['trigger'] },
  'POST /triggers/enable/all': { contains: ['trigger'] },
  'POST /triggers/disable/all': { contains: ['trigger'] },
  // The root is public: invisible objects below it are left out in the same way.
  'GET /folders/{folderId}/list': { path: () => '/folders/Applications/list?depth=5', contains: ['folder', 'sub'] },
  'GET /folders/{folderId}': { path: () => '/folders/Applications?depth=5', contains: [] },
  'GET /folders/{folderId}/templates': { path: () => '/folders/Applications/templates', contains: [] },
  'POST /folders/{folderId}/releases': {
    path: () => '/folders/Applications/releases',
    body: () => ({}),
    contains: ['release', 'over'],
  },
};

const segment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

test('every list is tested', () => {
  const listRoutes = routes.filter(({ needs }) => typeof needs === 'object' && 'lists' in needs);
  expect(Object.keys(lists)).toEqual(expect.arrayContaining(listRoutes.map(({ method, path }) => `${method} ${path}`)));
});

describe('two users without common objects', () => {
  test.each(Object.entries(lists))('%s', async (route, { path, body, contains }) => {
    const [method, defaultPath] = route.split(' ') as ['GET' | 'POST', string];
    for (const [own, foreign] of [sides, sides.toReversed()] as const) {
      const [ownIds, foreignIds] = [own!.ids, foreign!.ids];
      const reply = await own!.client.send(
        method,
        path?.(ownIds, foreignIds) ?? defaultPath,
        body?.(ownIds, foreignIds),
      );
      expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
      const missing = contains.filter((objectName) => !reply.text.includes(segment(ownIds[objectName])));
      // Global objects are public.
      const { globalConfiguration: _, ...hidden } = foreignIds;
      const visible = Object.entries(hidden).filter(([, id]) => reply.text.includes(segment(id)));
      expect({ missing, told: visible }).toEqual({ missing: [], told: [] });
    }
  });

  test("get no version of the other user's objects", async () => {
    for (const [own, foreign] of [sides, sides.toReversed()] as const) {
      const { release, template, done } = foreign!.ids;
      const visible = await own!.client.get<object[]>(`/live?release=${release}&release=${template}&task=${done}`);
      expect(visible.map((state) => 'version' in state)).toEqual([false, false, false]);
    }
  });

  test("get a blackout of the other user's folder without the title of the folder", async () => {
    const [own, elsewhere] = sides;
    const dates = { startDate: '2030-01-01T00:00:00Z', endDate: '2030-01-02T00:00:00Z' };
    const body = { label: 'Freeze', ...dates, folderId: elsewhere!.ids.folder };
    const { id } = await product.rest.post<{ readonly id: string }>('/calendar/blackouts', body);
    const { title } = await elsewhere!.client.get<{ readonly title: string }>(`/folders/${elsewhere!.ids.folder}`);
    for (const list of ['/calendar/blackouts', '/blackouts'])
      for (const path of [list, `${list}/${segment(id)}`]) {
        const { status, text } = await own!.client.send('GET', path);
        expect([path, status, text.includes('Freeze'), text.includes(title)]).toEqual([path, 200, true, false]);
      }
    await product.rest.sendForNoContent('DELETE', `/calendar/blackouts/${segment(id)}`);
  });

  test('get counts of only their own objects', async () => {
    for (const { client } of sides) {
      const counts = await client.post<Record<'live' | 'archived', { readonly total: number }>>('/releases/count', {});
      expect([counts.live.total, counts.archived.total]).toEqual([2, 1]);
      const page = await client.get<{ readonly totalElements: number }>('/triggers');
      expect(page.totalElements).toBe(1);
    }
  });
});
