import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import { createRelease, idOf, parallel } from '../harness/rest/plans.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { a11yViolations, horizontalOverflow, pagesAt } from './open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const boardPages = pagesAt(url);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const addressOf = ({ id }: { readonly id: string }) => `/releases/${lastSegmentOf(id)}`;

/** An A4 page in portrait format without its margins, in pixels. */
const sheet = { width: 718, height: 1000 };
/** Controls, which are not printed. */
const controls = 'header.top, nav, button:not(.frozen, .heading), input, select, textarea, summary, dialog, .grip';

async function printed(page: Page): Promise<void> {
  await page.setViewportSize(sheet);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
}

/** Returns the number of pages in the PDF of the browser. */
const pagesOf = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g)!.length;

const titles = Array.from({ length: 120 }, (_, index) => `step ${String(index + 1).padStart(3, '0')}`);

describe.runIf(hasChromium)('on paper', () => {
  test('a release has all its tasks and no controls', async () => {
    const plan = { Build: titles, Ship: [parallel('both', 'north', 'south')] };
    const release = await createRelease(rest, plan, { title: 'Payments', description: 'The **big** one' });
    const { page, pageErrors } = await boardPages.as('admin', addressOf(release));
    await page.getByRole('link', { name: 'step 100' }).waitFor();
    await expect.poll(() => page.locator(controls).first().isVisible()).toBe(true);
    await printed(page);
    const cards = page.getByRole('article');
    await expect.poll(() => cards.count()).toBe(123);
    for (const title of ['step 001', 'step 120', 'both', 'south']) {
      await expect.poll(() => page.getByRole('link', { name: title }).isVisible()).toBe(true);
    }
    await expect.poll(() => page.getByRole('heading', { name: 'Payments' }).isVisible()).toBe(true);
    await expect.poll(() => page.getByText('The big one').isVisible()).toBe(true);
    await expect.poll(() => page.locator(controls).filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(23, 28, 36)');
    expect([await horizontalOverflow(page), await a11yViolations(page), pageErrors]).toEqual([0, [], []]);
    expect(await pagesOf(page)).toBeGreaterThan(1);
  });

  test('the browser prints the whole release, and then shows the current page of it again', async () => {
    const { page } = await boardPages.as('admin', addressOf(await createRelease(rest, { Build: titles })));
    const cards = page.getByRole('article');
    await expect.poll(() => cards.count()).toBe(100);
    const sheets = await pagesOf(page);
    await expect.poll(() => cards.count()).toBe(100);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => cards.count()).toBe(120);
    expect(await pagesOf(page)).toBe(sheets);
  });

  test.each(['table', 'timeline'])(
    'the %s of a release has all rows, and pages of 100 rows on the screen',
    async (form) => {
      const release = await createRelease(rest, { Build: titles }, { title: 'Payments' });
      const { page } = await boardPages.as(
        'admin',
        `${addressOf(release)}?form=${form}&task=${lastSegmentOf(idOf(release, 'step 001'))}`,
      );
      await page.getByRole('dialog').waitFor();
      const rows = page.locator('tbody tr');
      await expect.poll(() => rows.count()).toBe(100);
      await printed(page);
      await expect.poll(() => rows.count()).toBe(form === 'table' ? 120 : 121);
      // The table keeps its columns, because paper is wide enough.
      expect(await page.evaluate("getComputedStyle(document.querySelector('tbody tr:last-child')).display")).toBe(
        'table-row',
      );
      await expect.poll(() => page.locator(controls).filter({ visible: true }).count()).toBe(0);
      expect([await page.locator('th').first().isVisible(), await horizontalOverflow(page)]).toEqual([true, 0]);
      await page.emulateMedia({ media: 'screen' });
      await expect.poll(() => rows.count()).toBe(100);
    },
  );

  test('the report of a release has its summary, all tasks, approvals and activity', async () => {
    const gate = { title: 'go', type: 'rel.GateTask', approvalRequirements: [{ role: 'QA' }] };
    await people.createRole('QA', [], ['quinn']);
    const quinn = await people.createUser('quinn');
    const release = await createRelease(rest, { Build: [gate, ...titles] }, { title: 'Audited' });
    await people.createTeam(release, ['release#view'], { roles: ['QA'] });
    await rest.post(`/releases/${release.id}/start`);
    await quinn.post(`/tasks/${idOf(release, 'go')}/approve`, { comment: 'tests are green' });
    const { page, pageErrors } = await boardPages.as('admin', addressOf(release));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Print report' }).click();
    await page.getByRole('cell', { name: 'tests are green' }).waitFor();
    await page.getByRole('table', { name: 'Activity' }).getByText('Started release').first().waitFor();
    expect([await a11yViolations(page), await horizontalOverflow(page)]).toEqual([[], 0]);
    await printed(page);
    await expect.poll(() => page.getByRole('table', { name: 'Tasks' }).getByRole('row').count()).toBe(122);
    const headings = ['Summary', 'Tasks', 'Approvals', 'Activity'];
    for (const name of headings)
      await expect.poll(() => page.getByRole('heading', { name, exact: true }).isVisible()).toBe(true);
    await expect.poll(() => page.locator(controls).filter({ visible: true }).count()).toBe(0);
    expect(await page.getByText('Print or save as PDF').isVisible()).toBe(false);
    expect([await horizontalOverflow(page), await a11yViolations(page), pageErrors]).toEqual([0, [], []]);
    expect(await pagesOf(page)).toBeGreaterThan(2);
  });

  test('the calendar has all days of the month, with their blackouts', async () => {
    await rest.post('/calendar/blackouts', {
      label: 'Freeze',
      startDate: new Date(2031, 2, 10).toISOString(),
      endDate: new Date(2031, 2, 12).toISOString(),
    });
    const { page } = await boardPages.as('admin', '/calendar?day=2031-03-11');
    await page.getByText('Freeze').first().waitFor();
    await printed(page);
    await expect.poll(() => page.getByText('Freeze').first().isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('columnheader').count()).toBe(7);
    await expect.poll(() => page.getByRole('heading', { name: 'March 2031' }).isVisible()).toBe(true);
    expect(await horizontalOverflow(page)).toBe(0);
  });
});
