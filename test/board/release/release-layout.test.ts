import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createRelease,
  idOf,
  parallel,
  sequential,
  startRelease,
} from '../../harness/rest/plans.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
/** Returns the card of a task without inner tasks. */
const card = (page: Page, title: string) =>
  page
    .getByRole('article')
    .filter({ hasNot: page.getByRole('article') })
    .filter({ hasText: title });

describe.runIf(hasChromium)('the layout of a release in Chromium', () => {
  test('shows the tasks of a parallel group side by side, and those of a sequential group below each other', async () => {
    const release = await createRelease(rest, {
      Build: [parallel('together', 'left', 'right'), sequential('in turn', 'upper', 'lower')],
    });
    const { page, pageErrors } = await pages.as('admin', `/releases/${lastSegmentOf(release.id)}`);
    await card(page, 'lower').waitFor();
    const [left, right, upper, lower] = await Promise.all(
      ['left', 'right', 'upper', 'lower'].map((title) => boxOf(card(page, title))),
    );
    expect([left!.y === right!.y, left!.x < right!.x]).toEqual([true, true]);
    expect([upper!.x === lower!.x, upper!.y < lower!.y]).toEqual([true, true]);
    expect(pageErrors).toEqual([]);
  });

  test('marks an open task without assignee, and no ended one', async () => {
    const release = await startRelease(rest, { Build: ['compile', 'sign'] });
    await createActionRunner(rest)(release, 'complete', 'compile');
    const { page } = await pages.as('admin', `/releases/${lastSegmentOf(release.id)}`);
    const markOf = (title: string) => card(page, title).getByRole('img', { name: 'Unassigned' });
    await markOf('sign').waitFor();
    await card(page, 'compile').getByText('Completed').waitFor();
    expect(await markOf('compile').count()).toBe(0);
  });

  test('leaves out the missing values of a task in its table on a phone', async () => {
    const release = await createRelease(rest, { Build: ['compile', { title: 'sign', owner: 'admin' }] });
    const viewport = { width: 390, height: 800 };
    const { page } = await pages.as('admin', `/releases/${lastSegmentOf(release.id)}?form=table`, { viewport });
    const assigneeOf = (title: string) =>
      page.getByRole('row').filter({ hasText: title }).locator('[data-name="Assignee"]');
    await assigneeOf('sign').getByText('admin').waitFor();
    expect([await assigneeOf('compile').textContent(), await assigneeOf('compile').isVisible()]).toEqual(['–', false]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await assigneeOf('compile').getByText('–').waitFor();
  });

  test('shows each phase beside the panel of a task, and follows the open task', async () => {
    const release = await startRelease(rest, { One: ['first'], Two: ['second'], Three: ['third'], Four: ['fourth'] });
    const { page, pageErrors } = await pages.as(
      'admin',
      `/releases/${lastSegmentOf(release.id)}?task=${lastSegmentOf(idOf(release, 'fourth'))}`,
    );
    const drawer = (title: string) => page.getByRole('dialog', { name: title });
    await page.setViewportSize({ width: 1000, height: 800 });
    /** Whether the title of a task is between the start of the flow and the panel. */
    const isVisible = async (title: string) => {
      const [flow, panel, heading] = await Promise.all([
        boxOf(page.locator('.release-flow')),
        boxOf(page.getByRole('dialog')),
        boxOf(card(page, title).getByRole('heading')),
      ]);
      return heading.x > flow.x - 1 && heading.x + heading.width < panel.x + 1;
    };
    await drawer('fourth').waitFor();
    await page.keyboard.press('k');
    await drawer('third').waitFor();
    await expect.poll(() => isVisible('third')).toBe(true);
    for (const title of ['second', 'first']) {
      await page.keyboard.press('k');
      await drawer(title).waitFor();
      await expect.poll(() => isVisible(title)).toBe(true);
    }
    expect(await isVisible('fourth')).toBe(false);
    await page.locator('.release-flow').evaluate((flow) => flow.scrollTo({ left: flow.scrollWidth }));
    const [phase, panel] = [page.getByRole('region', { name: 'Four' }), page.getByRole('dialog')];
    await expect
      .poll(async () => (await boxOf(phase)).x + (await boxOf(phase)).width - (await boxOf(panel)).x)
      .toBeLessThanOrEqual(0);
    expect(pageErrors).toEqual([]);
  });
});
