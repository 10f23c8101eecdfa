import type { ForecastResponse } from '@slipway/api-schema/forecast';
import type { MyTasksResponse, ReleasePageResponse } from '@slipway/api-schema/search';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serveInOwnProcess } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  idOf,
  parallel,
  sequential,
  startRelease,
  tasksOf,
} from '../../harness/rest/plans.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { freePort } from '../../harness/servers/free-port.ts';
import { isLong } from '../../harness/test-length.ts';
import { pagesAt, refusalInBoard } from '../open-page.ts';

// A fixed port, so that clients can reconnect after the server was killed and restarted.
const product = serveInOwnProcess({ PORT: String(await freePort()) });
const { url, rest } = product;
const boardPages = pagesAt(url);
const act = createActionRunner(rest);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const addressOf = ({ id }: Pick<Release, 'id'>) => `/releases/${lastSegmentOf(id)}`;

/** Creates a random number generator with a seed (mulberry32). The numbers are below `sides`. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const buttonTexts: Readonly<Record<string, string>> = {
  PLANNED: 'Planned',
  IN_PROGRESS: 'In progress',
  COMPLETED: 'Completed',
  COMPLETED_IN_ADVANCE: 'Completed early',
  SKIPPED: 'Skipped',
  SKIPPED_IN_ADVANCE: 'Skipped early',
  FAILING: 'Failing',
  FAILED: 'Failed',
  PAUSED: 'Paused',
};
const steps = ['complete', 'complete', 'fail', 'retry', 'skip', 'reopen', 'comment', 'assign', 'title'] as const;

/** Sends a random change to one of the releases. Ignores rejected changes and lost responses. */
function changeRandomly(roll: (sides: number) => number, releases: readonly Release[], nth: number): Promise<unknown> {
  const release = releases[roll(releases.length)]!;
  const tasks = tasksOf(release);
  const task = tasks[roll(tasks.length)]!;
  const step = steps[roll(steps.length)]!;
  const send = (path: string, body: object = {}) => rest.send('POST', path, body).catch(() => null);
  if (nth % 25 === 24) return send(`/releases/${release.id}/restart?fromPhaseId=${release.phases[0]!.id}&resume=true`);
  if (step === 'comment') return send(`/tasks/${task.id}/comment`, { comment: `said ${nth}` });
  if (step === 'assign') return send(`/tasks/${task.id}/assign/admin`);
  if (step === 'title') return rest.send('PUT', `/releases/${release.id}`, { title: `Torn ${nth}` }).catch(() => null);
  return send(`/tasks/${task.id}/${step}`, { comment: `did ${nth}` });
}

/** Returns the tasks on the page of a release, each with its status. */
const flowOf = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('article')
    .evaluateAll((cards) =>
      cards.map(
        (card) =>
          `${card.querySelector('h3')?.textContent}: ${card.querySelector(':scope > p .status')?.lastChild?.textContent} ${card.querySelector(':scope > p .assignee [role=img]:not(.unassigned)')?.ariaLabel ?? ''}`,
      ),
    );
const rowsOf = (page: Page): Promise<readonly string[]> =>
  page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.children]
        .slice(0, 3)
        .map((cell) => {
          // The bar names the skipped tasks.
          const [, skipped] = /(\d+) skipped/.exec(cell.querySelector('[role=img]')?.ariaLabel ?? '') ?? [];
          return `${cell.textContent?.trim()}${skipped === undefined ? '' : `, ${skipped} skipped`}`;
        })
        .join(' | '),
    ),
  );
const linksOf = (page: Page) => page.getByRole('rowheader').getByRole('link').allTextContents();

async function fetchFlow({ id }: Release): Promise<readonly string[]> {
  const tasks = tasksOf(await rest.get<Release>(`/releases/${id}`));
  return tasks.map(({ title, status, owner }) => `${title}: ${buttonTexts[status]} ${owner ?? ''}`);
}

async function fetchList(): Promise<readonly string[]> {
  const body = { title: 'Torn', orderBy: 'title', orderDirection: 'ASC' };
  const { releases } = await rest.post<ReleasePageResponse>('/releases/search/page', body);
  const forecasts = await rest.post<readonly ForecastResponse[]>(
    '/releases/outlook',
    releases.map(({ id }) => id),
  );
  const tasks = new Map(forecasts.map((entry) => [entry.id, entry.tasks]));
  return releases.map(({ id, title, status }) => {
    const { done, skipped, aborted, all } = tasks.get(id)!;
    return `${title} | ${buttonTexts[status]} | ${done + skipped + aborted} of ${all}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  });
}

const fetchMyTasks = async () =>
  (await rest.get<MyTasksResponse>('/me/tasks?resultsPerPage=100')).tasks.map(({ title }) => title);

const openStreams = async () =>
  /^slipway_event_streams (\d+)$/m.exec((await sendRaw(url(), { path: '/metrics', login: null })).text)?.[1];

const changes = isLong ? 200 : 24;
const scale = Number(process.env.TEST_TIME_SCALE ?? '1');
const timeout = (isLong ? 300_000 : 60_000) * scale;
const walkTitle = `leaves all pages with the state of the server, after ${changes} changes and a crash in each 40 of them`;

describe.runIf(hasChromium)('a lost connection in Chromium', () => {
  test(walkTitle, { timeout }, async () => {
    const roll = createDice(20_261_123);
    const plan = {
      Build: ['compile', parallel('checks', 'unit', sequential('load', 'prepare', 'run'))],
      Ship: [{ title: 'deploy', owner: 'admin' }, 'announce'],
    };
    const releases: Release[] = [];
    for (const nth of [1, 2, 3]) releases.push(await startRelease(rest, plan, { title: `Torn ${nth}` }));
    const first = await boardPages.as('admin', addressOf(releases[0]!));
    const list = await first.openTab();
    const secondTab = await first.openTab();
    const pages = [first.page, list.page, secondTab.page] as const;
    await list.page.goto(`${url()}/releases?title=Torn&order=title&dir=asc`);
    await secondTab.page.goto(`${url()}/tasks`);
    await first.page.getByRole('article').first().waitFor();
    await list.page.locator('tbody tr').nth(2).waitFor();
    for (const page of pages) await page.evaluate('window.isNeverLoadedAgain = true');
    for (let nth = 0; nth < changes; nth += 1) {
      const changing = changeRandomly(roll, releases, nth);
      // The process may be killed before or after the commit of the change.
      if (nth % 40 === 20) process.kill(product.pid(), 'SIGKILL');
      await changing;
      if (nth % 40 === 20) await product.restart();
    }
    const created = await createRelease(rest, { Build: ['compile'] }, { title: 'Torn after all' });
    await rest.post(`/tasks/${idOf(created, 'compile')}/assign/admin`);
    await rest.post(`/releases/${created.id}/start`);
    const [flow, rows, mines] = [await fetchFlow(releases[0]!), await fetchList(), await fetchMyTasks()];
    expect(mines).toContain('compile');
    await expect.poll(() => flowOf(first.page)).toEqual(flow);
    await expect.poll(() => rowsOf(list.page)).toEqual(rows);
    await expect.poll(() => linksOf(secondTab.page)).toEqual(mines);
    for (const page of pages) {
      expect(await page.evaluate('window.isNeverLoadedAgain')).toBe(true);
      await page.getByText('Can’t reach the server.').waitFor({ state: 'detached' });
    }
    await expect.poll(openStreams).toBe('1');
    expect(
      [first, list, secondTab].flatMap(({ pageErrors }) => pageErrors.filter((entry) => !/net::ERR/.test(entry))),
    ).toEqual([]);
  });

  test('does not hide changes by another user, even without an event stream', async () => {
    const people = peopleOf(product);
    await people.createUser('ann');
    const release = await startRelease(rest, { Build: ['compile', 'test'] });
    await people.createTeam(release, ['release#view', 'release#task_transition'], { users: ['ann'] });
    const { page } = await boardPages.as(
      'ann',
      `${addressOf(release)}?task=${lastSegmentOf(idOf(release, 'compile'))}`,
    );
    const drawer = page.getByRole('dialog', { name: 'compile' });
    await drawer.getByRole('definition').getByText('In progress').waitFor();
    await page.context().setOffline(true);
    await act(release, 'complete', 'compile', 'the first');
    const refusal = await rest.sendForError('POST', `/tasks/${idOf(release, 'compile')}/complete`, {});
    await page.context().setOffline(false);
    await drawer.getByRole('definition').getByText('Completed').waitFor();
    await drawer.getByText('compile: Completed. admin: Completed task “compile”').waitFor();
    await drawer.getByText('the first').waitFor();
    await expect.poll(() => page.getByRole('status').last().textContent()).toContain('compile: Completed');
    expect(refusal).toMatch(/^409 /);
    // The page must detect the change without the stream, which sends no event here.
    const second = await boardPages.as('ann', `${addressOf(release)}?task=${lastSegmentOf(idOf(release, 'test'))}`);
    await second.page.getByRole('dialog', { name: 'test' }).getByText('In progress').first().waitFor();
    let isBlocked = true;
    await second.page.route(/api\/v1\/releases\/Release[^/]*$/, async (route) => {
      if (isBlocked) return route.fulfill({ status: 304 });
      return route.continue();
    });
    await act(release, 'complete', 'test', 'again the first');
    const refusalText = await rest.sendForError('POST', `/tasks/${idOf(release, 'test')}/complete`, {});
    const secondDrawer = second.page.getByRole('dialog', { name: 'test' });
    await secondDrawer.getByRole('button', { name: 'Complete', exact: true }).click();
    await secondDrawer
      .getByRole('alert')
      .getByText(refusalInBoard(refusalText, release.title), { exact: true })
      .waitFor();
    isBlocked = false;
    expect((await rest.get<Task>(`/tasks/${idOf(release, 'test')}`)).status).toBe('COMPLETED');
  });
});
