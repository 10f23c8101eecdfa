import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, startRelease } from '../../harness/rest/plans.ts';
import type { Folder } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);
const act = createActionRunner(rest);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const chip = (page: Page, name: RegExp) => page.getByRole('button', { name });
/** The rows of a table in a card, without its heading. */
const rowsIn = (page: Page, name: string) =>
  card(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

let folder: Folder;
let subfolder: Folder;
const settingsOf = ({ id }: Folder) => `/folders/${lastSegmentOf(id)}?form=insights`;

/** Runs a release that is a deployment. */
async function deploy(title: string, application: string, { isFailing = false } = {}) {
  const variables = Object.entries({ app: application, environment: 'prod', stage: 'Production' }).map(
    ([key, value]) => ({ key, type: 'rel.StringVariable', value }),
  );
  const release = await startRelease(rest, { Build: ['compile'] }, { title, variables }, { folderId: folder.id });
  if (isFailing) {
    await act(release, 'fail', 'compile', 'no');
    await act(release, 'retry', 'compile', 'again');
  }
  await act(release, 'complete', 'compile');
}

beforeAll(async () => {
  folder = await rest.post<Folder>('/folders/Applications', { title: 'Web shop' });
  subfolder = await rest.post<Folder>(`/folders/${folder.id}`, { title: 'Checkout' });
});

describe.runIf(hasChromium)('deployments in Chromium', () => {
  test('are configured in a folder, and subfolders inherit the settings', async () => {
    const { page, pageErrors } = await pages.as('admin', '/insights/dora');
    await page.getByText(/^Deployments are not configured\./).waitFor();
    await expectAccessible(page, 'main');
    await page.goto(`${url()}${settingsOf(folder)}`);
    const form = card(page, 'Deployments');
    await form.getByRole('checkbox', { name: 'Releases are deployments' }).check();
    await form.getByRole('textbox', { name: 'Variable of the application' }).fill('app');
    await form.getByRole('textbox', { name: 'Production stages' }).fill('Production, Live');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save settings' }).click();
    const stored = {
      releaseIsDeployment: { application: 'app', environment: 'environment', stage: 'stage' },
      productionStages: ['Production', 'Live'],
    };
    const settings = () => rest.get(`/folders/${folder.id}/insight-settings`);
    await expect.poll(settings).toEqual(stored);

    await page.goto(`${url()}${settingsOf(subfolder)}`);
    await form.getByText('Settings are inherited from Web shop').waitFor();
    await form.getByRole('checkbox', { name: 'Releases are deployments' }).uncheck();
    await form.getByRole('button', { name: 'Save settings' }).click();
    await form.getByRole('button', { name: 'Inherit settings' }).click();
    await form.getByText('Settings are inherited from Web shop').waitFor();
    expect(await rest.get(`/folders/${subfolder.id}/insight-settings`)).toEqual({
      ...stored,
      inheritedFrom: folder.id,
    });
    expect(pageErrors).toEqual([]);
  });

  test('have read-only settings without the permission to edit the folder', async () => {
    const guarded = await rest.post<Folder>('/folders/Applications', { title: 'Guarded' });
    await people.createUser('vera');
    await people.createTeam(guarded, ['folder#view'], { users: ['vera'] });
    const { page } = await pages.as('vera', settingsOf(guarded));
    const form = card(page, 'Deployments');
    await form.getByRole('textbox', { name: 'Production stages' }).waitFor();
    expect(await form.getByRole('textbox', { name: 'Production stages' }).isDisabled()).toBe(true);
    expect(await form.getByRole('button', { name: 'Save settings' }).count()).toBe(0);
    await expectAccessible(page, 'main');
  });

  test('have metrics for each application, and a list behind each metric in which a user marks outcomes', async () => {
    for (const title of ['Shop 1', 'Shop 2']) await deploy(title, 'Shop');
    await deploy('Shop 3', 'Shop', { isFailing: true });
    await deploy('Cards 1', 'Cards');
    const period = {
      from: new Date(Date.now() - 86_400_000).toISOString(),
      to: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const count = async () => (await rest.post<{ count: number }>('/insights/deployments', period)).count;
    await expect.poll(count).toBe(4);

    const { page, pageErrors } = await pages.as('admin', '/insights/dora?period=7d');
    await chip(page, /^Application: Shop/).waitFor();
    await chip(page, /^Environment: prod/).waitFor();
    await card(page, 'Deployments per day').getByRole('link', { name: '2 deployments', exact: true }).waitFor();
    await card(page, 'Change fail rate').getByText('33.3%', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await chip(page, /^Application: Shop/).click();
    await page.getByRole('combobox', { name: 'Application' }).selectOption('Cards');
    await card(page, 'Deployments per day').getByRole('link', { name: '1 deployment', exact: true }).waitFor();
    await page.goBack();
    await card(page, 'Change fail rate').getByRole('link', { name: '3 deployments', exact: true }).click();

    await card(page, 'Deployments').getByText('3 deployments', { exact: true }).waitFor();
    expect((await currentUrl(page)).searchParams.getAll('application')).toEqual(['Shop']);
    await chip(page, /^Deployments: All/).click();
    await page.getByRole('combobox', { name: 'Deployments' }).selectOption('Failed attempts');
    await expect.poll(() => rowsIn(page, 'Deployments').count()).toBe(1);
    await page.keyboard.press('Escape');
    const [row] = [rowsIn(page, 'Deployments').first()];
    await row.getByRole('button', { name: 'Actions for Shop 3' }).click();
    await page.getByRole('menuitem', { name: 'Mark as succeeded…' }).click();
    await page.getByRole('textbox', { name: 'Comment (optional)' }).fill('retried by hand');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mark as succeeded', exact: true }).click();
    await row.getByText('Marked by admin').waitFor();
    await row.getByText('retried by hand').waitFor();
    await row.getByText('Succeeded', { exact: true }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('show incidents and open failures', async () => {
    const at = new Date().toISOString();
    await rest.post('/insights/incidents', {
      ...{ id: 'INC-7', type: 'detected', at, application: 'Cards', environment: 'prod' },
    });
    const { page } = await pages.as('admin', '/insights/deployments?period=7d&show=open');
    await expect.poll(() => rowsIn(page, 'Deployments').count()).toBe(1);
    await rowsIn(page, 'Deployments').first().getByText('INC-7 open').waitFor();
    await expectAccessible(page);
  });
});
