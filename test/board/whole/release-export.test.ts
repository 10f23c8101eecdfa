import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
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

describe.runIf(hasChromium)('audit reports in Chromium', () => {
  test('are downloaded for one release from its menus, and for selected releases as a zip', async () => {
    const one = await createRelease(rest, { Build: ['compile'] }, { title: 'Audit 1' });
    await createRelease(rest, { Build: ['compile'] }, { title: 'Audit 2' });
    const { page, pageErrors } = await boardPages.as('admin', `/releases/${lastSegmentOf(one.id)}`);
    const downloadBy = async (click: () => Promise<void>) => {
      const download = page.waitForEvent('download');
      await click();
      const file = await download;
      const bytes = await readFile((await file.path())!);
      return [file.suggestedFilename(), bytes.subarray(0, 2).toString()];
    };
    const reportItem = page.getByRole('menuitem', { name: 'Audit report (Excel)' });
    await page.getByRole('button', { name: 'More actions' }).click();
    expect(await downloadBy(() => reportItem.click())).toEqual(['Audit 1.xlsx', 'PK']);
    await page.goto(`${url()}/releases?title=Audit`);
    await page.getByRole('button', { name: 'Actions for Audit 2' }).click();
    expect(await downloadBy(() => reportItem.click())).toEqual(['Audit 2.xlsx', 'PK']);
    for (const title of ['Audit 1', 'Audit 2']) await page.getByLabel(`Select ${title}`, { exact: true }).check();
    const reports = page.getByRole('button', { name: 'Audit reports', exact: true });
    const zip = await downloadBy(() => reports.click());
    expect(zip).toEqual([expect.stringMatching(/^audit-reports-\d{4}-\d\d-\d\d\.zip$/), 'PK']);
    await expectAccessible(page);
    await page.route('**/reports/download/audit', (route) => route.fulfill({ status: 503, body: 'too many reports' }));
    await reports.click();
    await page.getByText('too many reports').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('are disabled with the missing permission', async () => {
    const viewer = await people.createUserWith(
      await createRelease(rest, { Build: ['compile'] }, { title: 'Hidden' }),
      'release#view',
    );
    const { username } = await viewer.get<{ readonly username: string }>('/me');
    const { page } = await boardPages.as(username, '/releases?title=Hidden');
    await page.getByLabel('Select Hidden', { exact: true }).check();
    const reports = page.getByRole('button', { name: 'Audit reports', exact: true });
    await expect.poll(() => reports.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => reports.getAttribute('title')).toBe('You need the permission “View reports”.');
  });
});
