import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { gate, idOf, startRelease } from '../harness/rest/plans.ts';
import type { Release, Task } from '../harness/rest/response-types.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { pagesAt } from './open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

describe.runIf(hasChromium)('Home in Chromium', () => {
  test('opens a gate with open conditions and completes it after that, like the page of its release', async () => {
    const release = await startRelease(rest, { Go: [gate('ready', 'approved')] }, { title: 'Gated' });
    const { page, pageErrors } = await pages.as('admin', '/');
    const row = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem');
    await row.getByRole('link', { name: 'Open ready' }).waitFor();
    await page.getByRole('link', { name: 'Active 1 of 1 live release' }).waitFor();
    expect(await row.getByRole('button', { name: 'Complete ready' }).count()).toBe(0);
    const { conditions = [] } = await rest.get<Task>(`/tasks/${idOf(release, 'ready')}`);
    await rest.post(`/tasks/${conditions[0]!.id}`, { checked: true });
    await row.getByRole('button', { name: 'Complete ready' }).waitFor();
    await row.getByRole('link', { name: 'ready', exact: true }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Complete ready' }).click();
    await page.getByText('Completed').first().waitFor();
    await expect.poll(async () => (await rest.get<Release>(`/releases/${release.id}`)).status).toBe('COMPLETED');
    expect(pageErrors).toEqual([]);
  });
});
