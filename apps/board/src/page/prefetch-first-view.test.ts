import { afterEach, expect, test, vi } from 'vitest';
import { apiPath } from './api/rest.ts';
import { sessionPath } from './api/session.ts';
import { pageSize } from './components/table.tsx';
import { risksBody, risksPath, tasksPath } from './pages/home/requests.ts';
import { explanationPath, releasePath } from './pages/release/target.ts';
import * as releases from './pages/releases/query.ts';
import * as tasks from './pages/tasks/tasks.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const base = new URL('..', import.meta.url).pathname;

/** Returns the requests that `prefetch-first-view.ts` sends at a path below the root, each with its body. */
async function callsAt(address: string): Promise<readonly string[]> {
  const { pathname, search } = new URL(`http://host${base}${address}`);
  const page: { readonly location: object; readonly slipwayPrefetched?: ReadonlyMap<string, unknown> } = {
    location: { pathname, search },
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  await import('./prefetch-first-view.ts');
  return [...(page.slipwayPrefetched?.keys() ?? [])];
}

const noParams = new URLSearchParams();
const me = apiPath(sessionPath);
const ownTasks = apiPath(tasks.requestPath(tasks.tasksUrl.parse(noParams), pageSize));
const allReleases = `${apiPath(releases.requestPath(releases.releasesUrl.parse(noParams), pageSize))}${JSON.stringify(releases.filterOf(releases.releasesUrl.parse(noParams)))}`;
const releaseCalls = [
  apiPath(releasePath({ releaseId: 'Release1', isArchived: false })),
  apiPath(explanationPath('Release1')),
];

test.each([
  ['', [me, apiPath(tasksPath('all')), `${apiPath(risksPath)}${JSON.stringify(risksBody)}`, apiPath('/risks/config')]],
  ['tasks', [me, ownTasks]],
  ['tasks?whose=me', [me]],
  ['releases', [me, allReleases]],
  ['releases?title=x', [me]],
  ['releases/Release1', [me, ...releaseCalls]],
  ['releases/Release1?task=Task1', [me, ...releaseCalls]],
  ['releases/Release1?archive=yes', [me]],
  ['templates', [me]],
])('the prefetched requests at /%s equal the first requests of the view', async (address, calls) => {
  expect(await callsAt(address)).toEqual(calls);
});
