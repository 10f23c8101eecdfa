import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const addressOf = ({ id }: Pick<Release, 'id'>) => `/releases/${lastSegmentOf(id)}`;
const field = 'Search releases, tasks, templates, folders or commands';
const detached = { state: 'detached' } as const;

describe.runIf(hasChromium)('the palette in Chromium', () => {
  test('finds releases, own tasks, templates, folders and archived releases, and opens them with the keyboard only', async () => {
    await rest.post('/folders/Applications', { title: 'Zebra folder' });
    const over = await startRelease(rest, {}, { title: 'Zebra of old' });
    await product.archive(over);
    const release = await startRelease(
      rest,
      { Build: [{ title: 'Zebra task', owner: 'admin' }] },
      { title: 'Zebra plan' },
    );
    const { page, pageErrors } = await pages.as('admin', '/releases');
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    const find = async (name: string, text = 'zebra') => {
      await page.keyboard.press('Control+k');
      await page.getByLabel(field).fill(text);
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).waitFor();
    };
    const heading = (name: string) => page.getByRole('heading', { name }).first().waitFor();
    await find('Zebra task Task of Zebra plan');
    await find('Zebra of old Archived release');
    await find('Zebra folder Folder');
    await find('Zebra plan Template');
    await expect
      .poll(() => page.getByRole('dialog').getByRole('listitem').allTextContents())
      .toEqual([
        'Zebra plan Release',
        'Zebra of old Archived release',
        'Zebra task Task of Zebra plan',
        'Zebra of old Template',
        'Zebra plan Template',
        'Zebra folder Folder',
        'New release from Zebra of old Action',
        'New release from Zebra plan Action',
      ]);
    const groups = page.getByRole('dialog').getByRole('heading', { level: 3 });
    expect(await groups.allTextContents()).toEqual(['Releases', 'Tasks', 'Templates', 'Folders', 'Actions']);
    await expectAccessible(page);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('dialog', { name: 'Zebra task' }).waitFor();
    expect((await currentUrl(page)).search).toBe(`?task=${lastSegmentOf(idOf(release, 'Zebra task'))}`);
    await find('Zebra plan Template', 'zebra plan');
    // The actions of the release are after the template.
    const template = page.getByRole('button', { name: 'Zebra plan Template', exact: true });
    const focused = template.and(page.locator(':focus'));
    while ((await focused.count()) === 0) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await heading('Zebra plan');
    expect((await currentUrl(page)).pathname).toMatch(/^\/templates\/Release/);
    await find('Releases View', 'releases');
    await page.keyboard.press('Enter');
    await heading('Releases');
    await find('Zebra of old Archived release', 'zebra of old');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading('Zebra of old');
    expect(pageErrors).toEqual([]);
  });

  test('lists the objects that the user opened last, until the user logs out', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Recent folder' });
    const release = await createRelease(rest, { Build: ['compile'] }, { title: 'Recent plan' });
    const { page } = await pages.as('admin', addressOf(release));
    await page.getByRole('heading', { name: 'Recent plan', level: 1 }).waitFor();
    await page.goto(`${url()}/folders/${lastSegmentOf(folder.id)}`);
    await page.getByRole('heading', { name: 'Recent folder', level: 1 }).waitFor();
    const recent = page.getByRole('region', { name: 'Recent' }).getByRole('listitem');
    // `/` also opens the palette, and Enter opens the first result.
    await page.keyboard.press('/');
    await expect.poll(() => recent.allTextContents()).toEqual(['Recent folder Folder', 'Recent plan Release']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Recent plan', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => recent.allTextContents()).toEqual(['Recent plan Release', 'Recent folder Folder']);
    await page.getByRole('dialog').getByRole('button', { name: 'Log out Action' }).click();
    await page.getByLabel('User name').waitFor();
    expect(await page.evaluate('Object.values(localStorage).join()')).not.toContain('Recent');
  });

  test('finds users, if the user may list them', async () => {
    const people = peopleOf(product);
    await people.createUser('gnu');
    const { page } = await pages.as('admin', '/releases');
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByLabel(field).fill('gnu');
    await page.getByRole('region', { name: 'People' }).getByRole('button', { name: /^gnu / }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    expect((await currentUrl(page)).search).toBe('?text=gnu');
  });

  test('opens the first result when Enter is pressed before the response', async () => {
    await startRelease(rest, { Build: ['compile'] }, { title: 'Quagga' });
    const { page } = await pages.as('admin', '/releases');
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByLabel(field).fill('quagga');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Quagga', level: 1 }).waitFor();
    expect((await currentUrl(page)).pathname).toMatch(/^\/releases\/Release/);
  });

  test.runIf(isLong)('repeats its request when the server is available again', async () => {
    await startRelease(rest, { Build: ['compile'] }, { title: 'Okapi' });
    const { page } = await pages.as('admin', '/releases');
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press('Control+k');
    await page.getByLabel(field).fill('okapi');
    const unavailableNotice = page.getByRole('dialog').getByText('Can’t reach the server.', { exact: true });
    await unavailableNotice.waitFor();
    await page.context().setOffline(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Okapi Release', exact: true }).waitFor();
    await unavailableNotice.waitFor(detached);
  });

  test('runs global actions, and actions of the current view', async () => {
    const release = await createRelease(rest, { Build: ['compile'] }, { title: 'Payments' });
    const { page } = await pages.as('admin', addressOf(release));
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    const run = async (text: string, name: string) => {
      await page.keyboard.press('Control+k');
      await page.getByLabel(field).and(page.locator(':focus')).waitFor();
      await page.keyboard.insertText(text);
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    };
    await run('start', 'Start Payments Action');
    await expect.poll(async () => (await rest.get<Release>(`/releases/${release.id}`)).status).toBe('IN_PROGRESS');
    await page.getByRole('link', { name: 'compile' }).last().click();
    // The panel is loaded on demand, and would open above the palette.
    await page.getByRole('dialog', { name: 'compile' }).waitFor();
    await run('fail', 'Fail compile… Action');
    await page.getByRole('dialog', { name: 'Fail compile?' }).getByRole('button', { name: 'Fail task' }).click();
    await page.getByRole('dialog', { name: 'Fail compile?' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'compile' }).getByRole('definition').getByText('Failed').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await run('dark', 'Use dark theme Action');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await run('keyboard', 'Keyboard shortcuts Action');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('button', { name: 'Close' }).click();
    await run('abort', 'Abort Payments Action');
    await page.getByRole('button', { name: 'Abort release', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await run('log out', 'Log out Action');
    await page.getByLabel('User name').waitFor();
  });

  test.runIf(isLong)('ignores responses to an earlier text', async () => {
    const release = await createRelease(rest, { Build: ['compile'] }, { title: 'Quick one' });
    await createRelease(rest, { Build: ['compile'] }, { title: 'Slow one' });
    const { page } = await pages.as('admin', addressOf(release));
    await page.getByRole('heading', { name: 'Quick one', level: 1 }).waitFor();
    const heldResponse = Promise.withResolvers<void>();
    await page.route(/search\/overview/, async (route) => {
      if (route.request().postData()?.includes('Slow')) await heldResponse.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    const slowResponse = page.waitForResponse((answer) => answer.request().postData()?.includes('Slow') === true);
    const requestCount = page.waitForRequest((request) => request.postData()?.includes('Slow') === true);
    await page.getByLabel(field).fill('Slow one');
    await requestCount;
    await page.getByLabel(field).fill('Quick one');
    const offered = page.getByRole('dialog').getByRole('listitem');
    const quick = page.getByRole('button', { name: 'Quick one release' });
    await quick.waitFor();
    heldResponse.resolve();
    await (await slowResponse).finished();
    await page.getByLabel(field).fill('quick ONE');
    await quick.waitFor();
    expect((await offered.allTextContents()).filter((text) => text.includes('Slow'))).toEqual([]);
  });

  test('lists the views that are not in the navigation and that the user can view', async () => {
    const people = peopleOf(product);
    await people.createUser('una');
    const namesFor = async (username: string) => {
      const { page } = await pages.as(username, '/me');
      await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
      await page.keyboard.press('Control+k');
      const items = page.getByRole('dialog').getByRole('listitem');
      return async () =>
        (await items.allTextContents()).filter((text) => text.endsWith(' View') || text.includes('token'));
    };
    const forAll = ['Home', 'Releases', 'Templates', 'Calendar', 'Folders', 'Automation', 'Insights', 'As code'];
    const unnamed = ['Tasks', 'Check access', 'Webhook endpoints', 'Connections', 'Script console'];
    const own = ['Your account', 'Inbox', 'Notification settings'];
    const named = (...names: readonly string[]) =>
      [...forAll, 'Risk', 'People', ...names].map((name) => `${name} View`);
    const views = (...names: readonly string[]) => ['New access token Action', ...named(...names)];
    await expect.poll(await namesFor('una')).toEqual(views(...unnamed, ...own, 'Documentation'));
    const ofAdmin = [
      'System',
      ...unnamed,
      'Audit log',
      ...own,
      'Notifications',
      'Integrations',
      'Documentation',
      'Roles',
    ];
    await expect.poll(await namesFor('admin')).toEqual(views(...ofAdmin));
  });

  test.runIf(isLong)('shows the missing permission of an action that the user lacks', async () => {
    const people = peopleOf(product);
    await people.createUser('vera');
    const release = await startRelease(rest, { Build: ['compile'] }, { title: 'Guarded' });
    await people.createTeam(release, ['release#view'], { users: ['vera'] });
    const { page } = await pages.as('vera', addressOf(release));
    await page.getByRole('heading', { name: 'Guarded', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByLabel(field).fill('abort');
    const offer = page.getByRole('button', { name: 'Abort Guarded You need the permission “Abort releases”.' });
    await offer.waitFor();
    await expect.poll(() => offer.isDisabled()).toBe(true);
  });
});

describe.runIf(hasChromium)('a view whose scripts the server lacks, in Chromium', () => {
  const opened = async (lacks: (requestCount: number) => boolean) => {
    const openPage = await pages.as('admin', '/');
    await openPage.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    let requestCount = 0;
    await openPage.page.route(/assets\/releases-/, (route) => {
      requestCount += 1;
      return lacks(requestCount) ? route.fulfill({ status: 404, body: 'none' }) : route.continue();
    });
    await openPage.page.getByRole('link', { name: 'Releases', exact: true }).click();
    return openPage;
  };
  const heading = { name: 'Releases', level: 1 } as const;

  test('reloads the page once', async () => {
    const { page } = await opened((requestCount) => requestCount === 1);
    await page.getByRole('heading', heading).waitFor();
    expect((await currentUrl(page)).pathname).toBe('/releases');
  });

  test.runIf(isLong)('shows an error if a reload does not help, with a button to try again', async () => {
    let isOver = false;
    const { page } = await opened(() => !isOver);
    await page.getByText('Slipway was updated.').waitFor();
    isOver = true;
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', heading).waitFor();
  });

  test.runIf(isLong)('opens after an outage when the server is available again', async () => {
    await createTemplate(rest, { Build: ['compile'] });
    const { page } = await pages.as('admin', '/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Releases', exact: true }).click();
    await page.getByText('Can’t reach the server.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', heading).waitFor();
  });
});
