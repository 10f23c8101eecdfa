import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { expectAccessible, pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const boardPages = pagesAt(url);

describe.runIf(hasChromium)('the export of the list of releases in Chromium', () => {
  test('contains all matches with the visible columns', async () => {
    for (let nth = 0; nth < 103; nth += 1)
      await createRelease(rest, { Build: [] }, { title: `=Many ${String(nth).padStart(3, '0')}`, tags: ['many'] });
    await createRelease(rest, { Build: [] }, { title: 'Other' });
    const { page, pageErrors } = await boardPages.as('admin', '/releases?title=Many&order=title&dir=asc');
    await page.getByText('=Many 000', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Columns and density' }).click();
    for (const name of ['Progress', 'Current phase', 'Estimated end'])
      await page.getByLabel(name, { exact: true }).uncheck();
    await page.getByLabel('Tags', { exact: true }).check();
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^releases-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile((await file.path())!, 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\uFEFFID,Title,Status,Archived,Folder,Risk,Owner,Tags');
    expect(lines).toHaveLength(105);
    expect(lines[1]).toMatch(/^Release\w+,'=Many 000,PLANNED,false,,0,admin,many$/);
    await page.getByText('Exported', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('shows the refusal of the server', async () => {
    const { page } = await boardPages.as('admin', '/releases');
    await page.getByText('Other', { exact: true }).waitFor();
    await page.route('**/releases/search/export*', (route) =>
      route.fulfill({ status: 503, body: 'too many downloads' }),
    );
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('too many downloads').waitFor();
  });
});
