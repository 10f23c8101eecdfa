import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { expectAccessible, pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);
const [tasks, currentPhase] = [1, 2];

describe.runIf(hasChromium)('the columns of the list of releases in Chromium', () => {
  test('show the planned start of a planned release, and the progress in one line', async () => {
    const many = Array.from({ length: 495 }, (_, index) => `step ${index}`);
    await createRelease(rest, { Build: many }, { title: 'Large' });
    await createRelease(
      rest,
      { Build: ['compile'] },
      { title: 'Dated' },
      { scheduledStartDate: '2998-01-01T10:00:00Z' },
    );
    const { page, pageErrors } = await pages.as('admin', '/releases');
    const cell = (title: string, nth: number) =>
      page.getByRole('row').filter({ hasText: title }).getByRole('cell').nth(nth);
    await cell('Dated', currentPhase)
      .getByText(/^Starts .*2998/)
      .waitFor();
    expect(await cell('Large', currentPhase).textContent()).toBe('Not scheduled');
    const count = cell('Large', tasks).getByText('0 of 495');
    const lineHeight = (await count.boundingBox())!.height;
    for (const width of [1280, 1160]) {
      await page.setViewportSize({ width, height: 720 });
      expect([width, (await count.boundingBox())!.height]).toEqual([width, lineHeight]);
    }
    expect(lineHeight).toBeLessThan(24);
    expect(pageErrors).toEqual([]);
  });

  test('group the releases of a page, and the address contains the grouping', async () => {
    const folders = await Promise.all(
      ['Alpha', 'Beta'].map((title) => rest.post<{ id: string }>('/folders/Applications', { title })),
    );
    for (let nth = 0; nth < 6; nth += 1)
      await createRelease(rest, { Build: [] }, { title: `Grouped ${nth}` }, { folderId: folders[nth % 2]!.id });
    const { page, pageErrors } = await pages.as('admin', '/releases?title=Grouped&order=title&dir=asc');
    await page.getByText('Grouped 5', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'No grouping' }).click();
    await page.getByRole('menuitemradio', { name: 'Grouped by folder' }).click();
    const headers = () => page.getByRole('rowheader').allInnerTexts();
    const beginnings = async () => (await headers()).map((text) => text.trim().split('\n')[0]);
    await expect
      .poll(beginnings)
      .toEqual([
        ...['Alpha: 3 releases', 'Grouped 0', 'Grouped 2', 'Grouped 4'],
        ...['Beta: 3 releases', 'Grouped 1', 'Grouped 3', 'Grouped 5'],
      ]);
    await page.getByText('The groups contain the releases of this page only.').waitFor();
    expect(new URL(page.url()).searchParams.get('group')).toBe('folder');
    await page.reload();
    await expect.poll(beginnings).toContain('Beta: 3 releases');
    await page.getByRole('button', { name: 'Grouped by folder' }).click();
    await page.getByRole('menuitemradio', { name: 'Grouped by status' }).click();
    await expect.poll(beginnings).toContain('Planned: 6 releases');
    await page.getByRole('button', { name: 'Grouped by status' }).click();
    await page.getByRole('menuitemradio', { name: 'Grouped by template' }).click();
    await expect.poll(async () => (await beginnings()).length).toBeGreaterThan(6);
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('are chosen by the user, and only the data that they need is loaded', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Shop' });
    const template = await rest.post<Release>(`/templates?folderId=${folder.id}`, {
      title: 'Ship it',
      phases: [{ title: 'Build', tasks: [{ title: 'compile', type: 'xlrelease.Task' }] }],
    });
    const { id } = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Chosen' });
    await rest.put(`/releases/${id}`, { dueDate: '2997-05-01T10:00:00Z' });
    await rest.post(`/releases/${id}/start`, {});
    const { page, pageErrors } = await pages.as('admin', '/releases?title=Chosen');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const row = page.getByRole('row').filter({ hasText: 'Chosen' });
    await row.getByText('0 of 1').waitFor();
    await page.getByRole('button', { name: 'Columns and density' }).click();
    const column = (name: string) => page.getByLabel(name, { exact: true });
    for (const name of ['Progress', 'Current phase', 'Estimated end', 'Risk', 'Owner']) await column(name).uncheck();
    for (const name of ['Folder', 'Template', 'Due date']) await column(name).check();
    await row.getByRole('link', { name: 'Ship it' }).waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Release',
      'Status',
      'Due date',
      'Folder',
      'Template',
      'Actions',
    ]);
    await row.getByText('2997').waitFor();
    expect(await row.getByText('Shop', { exact: true }).count()).toBe(1);
    // The browser keeps the columns. Without a column that needs them, neither plans nor risks are loaded.
    requests.length = 0;
    await page.reload();
    await row.getByRole('link', { name: 'Ship it' }).waitFor();
    await row.getByText('Shop', { exact: true }).waitFor();
    expect(requests.filter((address) => /outlook|risks/.test(address))).toEqual([]);
    expect(requests.filter((address) => /search\/page(?!.*templateTitles=true)/.test(address))).toEqual([]);
    await page.getByRole('button', { name: 'Columns and density' }).click();
    await column('Current task').check();
    await row.getByText('compile').waitFor();
    expect(requests.filter((address) => address.includes('outlook'))).not.toEqual([]);
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });
});
