import { afterEach, expect, test, vi } from 'vitest';
import { api } from './data/rest.ts';
import { rowsOfPage } from './parts/table.tsx';
import { explanationPathOf, pathOf } from './views/release/target.ts';
import * as releases from './views/releases/query.ts';
import * as tasks from './views/tasks/query.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const base = new URL('..', import.meta.url).pathname;

/** The calls that `early.ts` sends at an address below the root, each with its body. */
async function callsAt(address: string): Promise<readonly string[]> {
  const { pathname, search } = new URL(`http://host${base}${address}`);
  const page: { readonly location: object; readonly slipwayBegun?: ReadonlyMap<string, unknown> } = {
    location: { pathname, search },
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  await import('./early.ts');
  return [...(page.slipwayBegun?.keys() ?? [])];
}

const none = new URLSearchParams();
const me = api('/me');
const ownTasks = api(tasks.callFor(tasks.queryIn(none), rowsOfPage));
const allReleases = `${api(releases.callFor(releases.queryIn(none), rowsOfPage))}${JSON.stringify(releases.filterOf(releases.queryIn(none)))}`;
const ofRelease = [api(pathOf({ releaseId: 'Release1', isArchived: false })), api(explanationPathOf('Release1'))];

test.each([
  ['', [me, ownTasks]],
  ['tasks', [me, ownTasks]],
  ['tasks?whose=me', [me]],
  ['releases', [me, allReleases]],
  ['releases?title=x', [me]],
  ['releases/Release1', [me, ...ofRelease]],
  ['releases/Release1?task=Task1', [me, ...ofRelease]],
  ['releases/Release1?archive=yes', [me]],
  ['templates', [me]],
])('the first calls at /%s are those of its view', async (address, calls) => {
  expect(await callsAt(address)).toEqual(calls);
});
