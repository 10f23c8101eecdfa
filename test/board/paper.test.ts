import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addresses } from '../../services/board/src/page/place/addresses.ts';
import { serve } from '../harness/product/serve.ts';
import { idOf, parallel, releaseOf, templateOf } from '../harness/rest/plans.ts';
import type { Release } from '../harness/rest/shapes.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { barriersOf, lookingAt, overhangOf } from './looking.ts';

const { url, rest } = serve();
const look = lookingAt(url);

const lastOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const addressOf = ({ id }: { readonly id: string }) => `/releases/${lastOf(id)}`;

/** A4 upright without its margins. */
const sheet = { width: 718, height: 1000 };
/** What nobody can use on paper. */
const controls = 'header.top, nav, button:not(.frozen, .heading), input, select, textarea, summary, dialog, .grip';

async function printed(page: Page): Promise<void> {
  await page.setViewportSize(sheet);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
}

/** How many pages the browser makes of it. */
const pagesOf = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g)!.length;

const titles = Array.from({ length: 120 }, (_, index) => `step ${String(index + 1).padStart(3, '0')}`);

describe.runIf(hasChromium)('on paper', () => {
  test('a release is its tasks as they flow, all of them, without what paper cannot do', async () => {
    const plan = { Build: titles, Ship: [parallel('both', 'north', 'south')] };
    const release = await releaseOf(rest, plan, { title: 'Payments', description: 'The **big** one' });
    const { page, complaints } = await look.as('admin', addressOf(release));
    await page.getByRole('link', { name: 'step 100' }).waitFor();
    expect(await page.locator(controls).first().isVisible()).toBe(true);
    await printed(page);
    const cards = page.getByRole('article');
    await expect.poll(() => cards.count()).toBe(123);
    for (const title of ['step 001', 'step 120', 'both', 'south']) {
      expect(await page.getByRole('link', { name: title }).isVisible()).toBe(true);
    }
    expect(await page.getByRole('heading', { name: 'Payments' }).isVisible()).toBe(true);
    expect(await page.getByText('The big one').isVisible()).toBe(true);
    expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(22, 32, 42)');
    expect([await overhangOf(page), await barriersOf(page), complaints]).toEqual([0, [], []]);
    expect(await pagesOf(page)).toBeGreaterThan(1);
  });

  test.each(['table', 'timeline'])('its %s has all rows, which are on pages of a hundred on a screen', async (form) => {
    const release = await releaseOf(rest, { Build: titles }, { title: 'Payments' });
    const { page } = await look.as(
      'admin',
      `${addressOf(release)}?form=${form}&task=${lastOf(idOf(release, 'step 001'))}`,
    );
    await page.getByRole('dialog').waitFor();
    const rows = page.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(100);
    await printed(page);
    await expect.poll(() => rows.count()).toBe(form === 'table' ? 120 : 121);
    // a table of columns, as paper is wide enough for it
    expect(await page.evaluate("getComputedStyle(document.querySelector('tbody tr:last-child')).display")).toBe(
      'table-row',
    );
    expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0);
    expect([await page.locator('th').first().isVisible(), await overhangOf(page)]).toEqual([true, 0]);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => rows.count()).toBe(100);
  });

  test('a calendar is its days, with what is on them', async () => {
    await rest.post('/calendar/blackouts', {
      label: 'Freeze',
      startDate: new Date(2031, 2, 10).toISOString(),
      endDate: new Date(2031, 2, 12).toISOString(),
    });
    const { page } = await look.as('admin', '/calendar?day=2031-03-11');
    await page.getByText('Freeze').first().waitFor();
    await printed(page);
    expect(await page.getByText('Freeze').first().isVisible()).toBe(true);
    expect(await page.getByRole('columnheader').count()).toBe(7);
    expect(await page.getByRole('heading', { name: 'March 2031' }).isVisible()).toBe(true);
    expect(await overhangOf(page)).toBe(0);
  });
});

describe.runIf(hasChromium)('at 200 %', () => {
  /** A screen of 1280 by 800, twice as large as it is meant to be. */
  const zoomed = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };
  const long = 'x'.repeat(255);

  /** Looks at views one after the other, at each when something that is said of it is there. */
  const looking = async (...spots: readonly (readonly [path: string, what: string])[]) => {
    const { page, complaints } = await look.as('admin', spots[0]![0], zoomed);
    for (const [path, what] of spots) {
      await page.goto(`${url()}${path}`);
      await page.getByText(what).locator('visible=true').first().waitFor();
      expect([path, await overhangOf(page), await barriersOf(page), complaints]).toEqual([path, 0, [], []]);
    }
  };

  /** Every view that has one address, also one that is added later. */
  const alone = Object.values(addresses).filter((address) => !address.includes(':'));
  test.each(alone)('%s is there for everybody', async (path) => {
    const { page, complaints } = await look.as('admin', path, zoomed);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([await overhangOf(page), await barriersOf(page), complaints]).toEqual([0, [], []]);
  });

  test('a release is, in all its forms, and a task of it', async () => {
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const tasks = [{ title: long, scheduledStartDate: at, dueDate: at }, { title: '\u202eRTL <b>🚀</b>' }, 'done'];
    const variables = [{ key: 'k'.repeat(200), value: long }];
    const release: Release = await releaseOf(
      rest,
      { ['y'.repeat(255)]: tasks, Ship: [parallel('both', long, 'south')] },
      { title: long, variables, description: `| a | b |\n|---|---|\n| ${long} | 1 |` },
    );
    const address = addressOf(release);
    await looking(
      [address, 'Ship'],
      [`${address}?form=table`, 'both'],
      [`${address}?form=timeline`, 'Calendar programs'],
      [`${address}?form=variables`, 'kkk'],
      [`${address}?form=attachments`, 'Attach files'],
      [`${address}?form=activity`, 'Created'],
      [`${address}?task=${lastOf(idOf(release, long))}`, 'History'],
    );
  });

  test('and so are lists, the calendar and a template with what is long in them', async () => {
    const at = new Date(2032, 3, 5).toISOString();
    await releaseOf(rest, {}, { title: long }, { scheduledStartDate: at });
    await rest.post('/calendar/blackouts', { label: long, startDate: at, endDate: new Date(2032, 3, 6).toISOString() });
    const template = await templateOf(rest, { [long]: [long, '\u202eRTL 🚀'] }, { title: long, tags: [long] });
    await looking(
      ['/releases', 'xxx'],
      ['/templates', 'xxx'],
      [`/templates/${lastOf(template.id)}`, 'RTL'],
      ['/calendar?day=2032-04-05', 'xxx'],
      ['/calendar?form=week&day=2032-04-05', 'xxx'],
      ['/calendar?form=list&day=2032-04-05', 'xxx'],
    );
  });
});
