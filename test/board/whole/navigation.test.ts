import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { a11yViolations, horizontalOverflow, pagesAt } from '../open-page.ts';

const { url } = serve();
const boardPages = pagesAt(url);

const themeOf = (page: Page) => page.evaluate('document.documentElement.dataset.theme');

describe.runIf(hasChromium)('the navigation in Chromium', () => {
  test('has a menu of the user that can be used with the keyboard', async () => {
    const { page, pageErrors } = await boardPages.as('admin', '/releases');
    const button = page.getByRole('button', { name: /^Account of / });
    const focused = page.locator(':focus');
    await button.press('Enter');
    const menu = page.getByRole('menu', { name: /^Account of / });
    await menu.waitFor();
    const expectFocus = async (name: string) => expect.poll(() => focused.textContent()).toContain(name);
    await expectFocus('Your account');
    await page.keyboard.press('ArrowDown');
    await expectFocus('System theme');
    for (const [key, name] of [
      ['ArrowUp', 'Your account'],
      ['ArrowUp', 'Log out'],
      ['ArrowDown', 'Your account'],
      ['End', 'Log out'],
      ['Home', 'Your account'],
      ['l', 'Light theme'],
      ['l', 'Log out'],
      ['u', 'UTC'],
    ] as const) {
      await page.keyboard.press(key);
      await expectFocus(name);
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('menuitemradio', { name: 'UTC' }).getAttribute('aria-checked')).toBe('true');
    expect(await page.getByRole('menuitemradio', { name: 'My time zone' }).getAttribute('aria-checked')).toBe('false');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => button.and(focused).count()).toBe(1);
    await button.press('Enter');
    await menu.waitFor();
    await page.keyboard.press('Tab');
    await menu.waitFor({ state: 'hidden' });
    await button.press('Enter');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('button', { name: 'Close' }).click();
    await button.press('Enter');
    await page.keyboard.press('y');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('has a sidebar that folds to icons and keeps this in the browser', async () => {
    const { page } = await boardPages.as('admin', '/releases');
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    const side = () => page.evaluate('document.documentElement.dataset.side');
    const widthOf = async () => (await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())!.width;
    const link = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Templates' });
    const wide = await widthOf();
    expect(await side()).toBe('wide');
    await page.getByRole('button', { name: 'Hide sidebar labels' }).click();
    await expect.poll(widthOf).toBeLessThan(wide / 3);
    // the name of a link remains for screen readers, and is the tooltip of its icon
    // The label is a tooltip beside the icon.
    await link.hover();
    await expect.poll(async () => (await link.getByText('Templates').boundingBox())!.width).toBeGreaterThan(40);
    expect(await a11yViolations(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Show sidebar labels' }).waitFor();
    expect([await side(), await horizontalOverflow(page)]).toEqual(['narrow', 0]);
    await page.locator('main').focus();
    await page.keyboard.press('[');
    await page.getByRole('button', { name: 'Hide sidebar labels' }).waitFor();
    expect([await side(), await widthOf()]).toEqual(['wide', wide]);
    await page.getByLabel('Search releases').press('[');
    expect(await side()).toBe('wide');
    await link.click();
    await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
    expect(await link.getAttribute('aria-current')).toBe('page');
  });

  test('has the main views at the bottom of a narrow window, and all others in a dialog', async () => {
    const { page, pageErrors } = await boardPages.as('admin', '/releases', { viewport: { width: 390, height: 800 } });
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    expect(await page.getByRole('complementary', { name: 'Sidebar' }).count()).toBe(0);
    const bar = page.getByRole('navigation', { name: 'Main, narrow' });
    expect(await bar.getByRole('link').allTextContents()).toEqual(['Home', 'Releases', 'Calendar', 'Automation']);
    expect(await bar.getByRole('link', { name: 'Releases' }).getAttribute('aria-current')).toBe('page');
    await bar.getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    await bar.getByRole('button', { name: 'More' }).click();
    const more = page.getByRole('dialog', { name: 'More' });
    for (const name of ['Templates', 'Folders', 'People', 'As code', 'System', 'Your account'])
      await more.getByRole('link', { name, exact: true }).waitFor();
    expect([await a11yViolations(page), await horizontalOverflow(page)]).toEqual([[], 0]);
    await more.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(() => themeOf(page)).toBe('dark');
    await more.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await more.waitFor({ state: 'detached' });
    await bar.getByRole('button', { name: 'More' }).click();
    await more.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('User name').waitFor();
    expect(pageErrors).toEqual([]);
  });
});
