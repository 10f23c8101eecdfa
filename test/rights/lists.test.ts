import { localPermissions } from '@slipway/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../services/api/src/routes.ts';
import { serve } from '../harness/product/serve.ts';
import type { Rest } from '../harness/rest/rest.ts';
import type { Thing, Things } from './ask.ts';
import { makeAskers } from './askers.ts';
import { relations } from './cells.ts';
import { furnish, newFolder } from './world.ts';

/** A user with a folder of their own, and its contents. */
interface Side {
  readonly client: Rest;
  readonly things: Things;
}

const served = serve();
let sides: readonly Side[];

beforeAll(async () => {
  const places = ['own', 'elsewhere'] as const;
  const [own, elsewhere] = [await newFolder(served.rest, 'alpaca'), await newFolder(served.rest, 'zebra')];
  const empty = await newFolder(served.rest, 'empty');
  const known = relations.map(([, name]) => ({ name }));
  const askers = places.map((at) => ({
    name: `all ${at}`,
    local: { at, permissions: localPermissions, byRole: false },
  }));
  const clients = await makeAskers(served, [...askers, ...known], { own, elsewhere, above: empty, cut: empty });
  const [mine, theirs] = await Promise.all([furnish(served, own, 'alpaca'), furnish(served, elsewhere, 'zebra')]);
  sides = [
    { client: clients.get('all own')!, things: mine },
    { client: clients.get('all elsewhere')!, things: theirs },
  ];
});

/** A list: its request for the objects of both users, and the own ones that it must contain. */
interface List {
  readonly path?: (own: Things, other: Things) => string;
  readonly body?: (own: Things, other: Things) => unknown;
  readonly tells: readonly Thing[];
}

const lists: Readonly<Record<string, List>> = {
  'GET /releases/byTitle': {
    path: ({ titles }) => `/releases/byTitle?releaseTitle=Release ${titles}`,
    tells: ['release'],
  },
  'POST /releases/search': { body: () => ({}), tells: ['release', 'over'] },
  'POST /releases/search/overview': { body: () => ({}), tells: ['release', 'over'] },
  'POST /releases/search/page': { body: () => ({}), tells: ['release', 'over', 'archived'] },
  'POST /releases/outlook': { body: (own, other) => [own.release, other.release], tells: ['release'] },
  'POST /releases/fullSearch': { body: () => ({}), tells: ['release', 'over', 'archived'] },
  'POST /releases/count': { body: () => ({}), tells: [] },
  'GET /releases': { tells: ['release', 'over'] },
  'GET /templates': { tells: ['template'] },
  'POST /tasks/statuses': { body: (own, other) => [own.done, other.done], tells: ['done'] },
  'GET /live': {
    // An invisible object has no version, like an unknown one.
    path: ({ release, done, template }) => `/live?release=${release}&release=${template}&task=${done}`,
    tells: ['release', 'template', 'done'],
  },
  'GET /folders/list': { path: () => '/folders/list?depth=5', tells: ['folder', 'sub'] },
  'GET /phases/byTitle': {
    path: ({ release }) => `/phases/byTitle?releaseId=${release}&phaseTitle=Build`,
    tells: ['release', 'phase'],
  },
  'GET /phases/search': { path: ({ release }) => `/phases/search?releaseId=${release}`, tells: ['phase', 'later'] },
  'GET /tasks/byTitle': {
    path: ({ release }) => `/tasks/byTitle?releaseId=${release}&taskTitle=done`,
    tells: ['done'],
  },
  'GET /config/byTypeAndTitle': { tells: ['configuration'] },
  'GET /triggers': { tells: ['trigger'] },
  'POST /triggers/enable': { body: (own, other) => [own.trigger, other.trigger], tells: ['trigger'] },
  'POST /triggers/disable': { body: (own, other) => [own.trigger, other.trigger], tells: ['trigger'] },
  'POST /triggers/enable/all': { tells: ['trigger'] },
  'POST /triggers/disable/all': { tells: ['trigger'] },
  // The root is public: invisible objects below it are left out in the same way.
  'GET /folders/{folderId}/list': { path: () => '/folders/Applications/list?depth=5', tells: ['folder', 'sub'] },
  'GET /folders/{folderId}': { path: () => '/folders/Applications?depth=5', tells: [] },
  'GET /folders/{folderId}/templates': { path: () => '/folders/Applications/templates', tells: [] },
  'POST /folders/{folderId}/releases': {
    path: () => '/folders/Applications/releases',
    body: () => ({}),
    tells: ['release', 'over'],
  },
};

const segment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

test('every list is tested', () => {
  const listing = routes.filter(({ needs }) => typeof needs === 'object' && 'lists' in needs);
  expect(Object.keys(lists)).toEqual(expect.arrayContaining(listing.map(({ method, path }) => `${method} ${path}`)));
});

describe('two who have nothing in common', () => {
  test.each(Object.entries(lists))('%s', async (route, { path, body, tells }) => {
    const [method, written] = route.split(' ') as ['GET' | 'POST', string];
    for (const [own, other] of [sides, sides.toReversed()] as const) {
      const [mine, theirs] = [own!.things, other!.things];
      const reply = await own!.client.send(method, path?.(mine, theirs) ?? written, body?.(mine, theirs));
      expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
      const missing = tells.filter((thing) => !reply.text.includes(segment(mine[thing])));
      // Global objects are public.
      const { globalConfiguration: _, ...hidden } = theirs;
      const told = Object.entries(hidden).filter(([, id]) => reply.text.includes(segment(id)));
      expect({ missing, told }).toEqual({ missing: [], told: [] });
    }
  });

  test('of each other’s things there is no version', async () => {
    for (const [own, other] of [sides, sides.toReversed()] as const) {
      const { release, template, done } = other!.things;
      const told = await own!.client.get<object[]>(`/live?release=${release}&release=${template}&task=${done}`);
      expect(told.map((one) => 'version' in one)).toEqual([false, false, false]);
    }
  });

  test('counts are of one’s own', async () => {
    for (const { client } of sides) {
      const counts = await client.post<Record<'live' | 'archived', { readonly total: number }>>('/releases/count', {});
      expect([counts.live.total, counts.archived.total]).toEqual([2, 1]);
      const page = await client.get<{ readonly totalElements: number }>('/triggers');
      expect(page.totalElements).toBe(1);
    }
  });
});
