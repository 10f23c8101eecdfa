import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { startRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { sampleCorpus } from '../../harness/test-length.ts';
import { createEndpoint } from '../../harness/webhooks/endpoints.ts';
import { a11yViolations, expectAccessible, pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);
const lastSegmentOf = ({ id }: { readonly id: string }) => id.slice(id.lastIndexOf('/') + 1);

const errorText = 'The database is full.';
const retryButton = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** Answers the requests of a pattern with an error, until the returned function is called. */
async function failRequests(page: Page, pattern: string, status: number): Promise<() => Promise<void>> {
  const body = JSON.stringify({ detail: errorText });
  await page.route(pattern, (route) => route.fulfill({ status, contentType: 'application/problem+json', body }));
  return () => page.unroute(pattern);
}

/** Opens a view whose request fails, retries it, and waits for a text of the loaded view. */
async function expectRetry(page: Page, path: string, pattern: string, text: string): Promise<void> {
  const requests = `**/api/v1/${pattern}`;
  const succeed = await failRequests(page, requests, 500);
  await page.goto(`${url()}${path}`);
  await page.getByRole('alert').getByText(errorText).first().waitFor();
  const repeated = page.waitForRequest(requests);
  await retryButton(page).first().click();
  await repeated;
  const button = await retryButton(page).first().elementHandle();
  await succeed();
  // A live refresh can load the view, and remove the button, before this click.
  await button!.dispatchEvent('click');
  await page.locator('main').getByText(text, { exact: true }).first().waitFor();
  await expect.poll(() => page.getByText(errorText).count()).toBe(0);
}

describe.runIf(hasChromium)('a failed load in Chromium', () => {
  test('of a list is repeated by a button', async () => {
    const plan = { Build: [{ title: 'Loaded task', owner: 'admin' }] };
    await startRelease(rest, plan, { title: 'Loaded release' });
    const { page } = await pages.as('admin', '/help');
    for (const [path, pattern, text] of sampleCorpus([
      ['/templates', 'templates?*', 'Loaded release'],
      ['/releases', 'releases/search/page*', 'Loaded release'],
      ['/tasks', 'me/tasks*', 'Loaded task'],
      ['/automation', 'triggers?*', 'No triggers yet'],
      ['/automation/webhooks', 'config/byTypeAndTitle*', 'No webhook endpoints yet'],
      ['/automation/connections', 'config/byTypeAndTitle*', 'No connections yet'],
      ['/people', 'users?*', 'admin'],
      ['/people?form=roles', 'roles?*', 'No roles yet'],
      ['/audit', 'audit?*', 'Logged in'],
    ] as const))
      await expectRetry(page, path, pattern, text);
  });

  test('of a folder, an access check, an account or the system is repeated by a button', async () => {
    const folder = lastSegmentOf(await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Shop' }));
    const { page } = await pages.as('admin', '/help');
    for (const [path, pattern, text] of sampleCorpus([
      [`/folders/${folder}`, `folders/${folder}?depth=0&action=*`, 'Contents'],
      [`/folders/${folder}`, `folders/${folder}/templates*`, 'No templates in this folder'],
      [`/folders/${folder}?form=variables`, `folders/${folder}/variables`, 'No variables yet'],
      [`/folders/${folder}?form=teams`, `folders/${folder}/teams`, 'Folder Owner'],
      ['/why?permission=admin', 'explain/permission*', 'admin has the permission “Administrator”'],
      ['/me', 'sessions', 'This device'],
      ['/me', 'personal-access-tokens', 'No access tokens'],
      ['/system', 'system/status', 'Database'],
      ['/system', 'system/consistency', 'No problems found'],
      ['/system', 'plugins', 'No plugins installed'],
    ] as const))
      await expectRetry(page, path, pattern, text);
  });

  test('of deliveries is repeated by a button, which is accessible in each width and color scheme', async () => {
    const endpoint = await createEndpoint(rest, { type: 'events.NoAuthentication' });
    const { page, pageErrors } = await pages.as('admin', '/help');
    const succeed = await failRequests(page, '**/api/v1/webhooks/*/deliveries*', 500);
    await page.goto(`${url()}/automation/webhooks/${lastSegmentOf(endpoint)}`);
    await retryButton(page).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await expectAccessible(page);
    await succeed();
    await retryButton(page).press('Enter');
    await page.getByText('No deliveries yet').waitFor();
    // The browser reports each failed request.
    expect(pageErrors.filter((text) => !text.includes('500'))).toEqual([]);
  });

  test('of a missing permission has no button, because it would fail again', async () => {
    const { page } = await pages.as('admin', '/help');
    for (const [path, pattern] of [
      ['/people', 'users?*'],
      ['/system', 'system/status'],
      ['/me', 'sessions'],
    ] as const) {
      const succeed = await failRequests(page, `**/api/v1/${pattern}`, 403);
      await page.goto(`${url()}${path}`);
      await page.getByRole('alert').getByText(errorText).waitFor();
      expect(await retryButton(page).count()).toBe(0);
      await succeed();
    }
  });
});
