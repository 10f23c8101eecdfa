import { describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { a11yViolations, horizontalOverflow, pagesAt } from './open-page.ts';

const root = '/tools/slipway';
const { url, rest } = serve({ CONTEXT_ROOT: root });
const pages = pagesAt(url);

describe.runIf(hasChromium)('the sidebar and the help menu in Chromium', () => {
  test('shows the menu of the user at the bottom of the window, also below the line about a lost connection', async () => {
    const { page } = await pages.as('admin', '/releases');
    const userMenu = page.getByRole('button', { name: /^Account of / });
    const bottom = async () => {
      const { y, height } = (await userMenu.boundingBox())!;
      return y + height;
    };
    const height = page.viewportSize()!.height;
    await expect.poll(bottom).toBeLessThanOrEqual(height);
    await page.context().setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('alert').getByText('Can’t reach the server.').waitFor();
    expect(await bottom()).toBeLessThanOrEqual(height);
  });

  test('shows two levels of folders in the sidebar, and keeps the open ones', async () => {
    const add = (parent: string, title: string) =>
      rest.post<{ id: string }>(`/folders/${parent.slice(parent.lastIndexOf('/') + 1)}`, { title });
    const shop = await add('Applications', 'Shop');
    const web = await add(shop.id, 'Web shop');
    await add(web.id, 'Checkout');
    const { page, pageErrors } = await pages.as('admin', '/releases');
    const tree = page.getByRole('complementary', { name: 'Sidebar' }).getByRole('tree', { name: 'Folders' });
    const row = (name: string) => tree.getByRole('treeitem', { name, exact: true });
    let isRefused = true;
    await page.route(/folders\/Folder[^/]+\/list/, (route) =>
      isRefused ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
    );
    await row('Shop').focus();
    await page.keyboard.press('ArrowRight');
    await row('Couldn’t load. Retry').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    isRefused = false;
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await row('Web shop').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Web shop');
    expect([
      await row('Shop').getAttribute('aria-expanded'),
      await row('Web shop').getAttribute('aria-expanded'),
    ]).toEqual(['true', null]);
    await row('Web shop').click();
    await page.getByRole('heading', { name: 'Web shop', level: 1 }).waitFor();
    await page.reload();
    await expect.poll(() => row('Web shop').getAttribute('aria-current')).toBe('page');
    expect(await a11yViolations(page)).toEqual([]);
    await row('Web shop').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await row('Web shop').waitFor({ state: 'detached' });
    await page.keyboard.press('[');
    await tree.waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Folders' }).focus();
    // The label is a tooltip beside the icons, in its full width.
    const { width: railWidth } = (await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())!;
    const label = page.locator('.label', { hasText: 'Folders' });
    await expect.poll(async () => (await label.boundingBox())?.width).toBeGreaterThan(40);
    expect(Math.abs((await label.boundingBox())!.x - railWidth)).toBeLessThanOrEqual(8);
    await page.keyboard.press('[');
    await row('Shop').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('requests each level of folders once, although the view of folders has a tree of its own', async () => {
    await rest.post('/folders/Applications', { title: 'Listed once' });
    const { page, pageErrors } = await pages.as('admin', '/releases');
    const running = new Set<string>();
    const repeated: string[] = [];
    page.on('request', (request) => {
      if (!request.url().includes('/folders/Applications/list?')) return;
      if (running.has(request.url())) repeated.push(request.url());
      running.add(request.url());
    });
    page.on('response', (response) => running.delete(response.url()));
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    await sidebar.getByRole('treeitem', { name: 'Listed once' }).waitFor();
    const isList = (response: { url(): string }) => response.url().includes('/folders/Applications/list?');
    const loaded = page.waitForResponse(isList);
    await sidebar.getByRole('link', { name: 'Folders' }).click();
    await loaded;
    const polled = page.waitForResponse(isList);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await polled;
    expect([repeated, pageErrors]).toEqual([[], []]);
  });

  test('opens the documentation of the current view, which the server contains', async () => {
    const { page, pageErrors, origins } = await pages.as('admin', '/automation/webhooks');
    await page.getByRole('heading', { name: 'Automation', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('menuitem', { name: 'Help for this page' }).click();
    const help = await opened;
    await help.getByRole('heading', { name: 'Create releases from webhooks', level: 1 }).waitFor();
    expect(new URL(help.url()).pathname).toBe(`${root}/help`);
    await expect.poll(() => help.title()).toBe('Create releases from webhooks · Slipway');
    expect([await a11yViolations(help), await horizontalOverflow(help)]).toEqual([[], 0]);
    await help.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Documentation' }).click();
    await help.getByRole('link', { name: 'Troubleshoot', exact: true }).click();
    await help.getByRole('heading', { name: 'Troubleshoot', level: 1 }).waitFor();
    const contents = help.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    const focused = () => help.evaluate('document.activeElement.id');
    const [section = ''] = await contents.allTextContents();
    await contents.first().click();
    await help.waitForURL(/section=/);
    const id = new URL(help.url()).searchParams.get('section');
    await expect.poll(focused).toBe(id);
    await contents.first().click();
    await expect.poll(focused).toBe(id);
    await help.locator('h2:focus').getByText(section, { exact: true }).waitFor();
    await help.setViewportSize({ width: 320, height: 600 });
    expect([await a11yViolations(help), await horizontalOverflow(help)]).toEqual([[], 0]);
    await help.goto(`${url()}/help?page=nothing`);
    await help.getByText('This page of the documentation isn’t available.').waitFor();
    expect([pageErrors, [...origins]]).toEqual([[], [new URL(url()).origin]]);
  });

  test('loads a page of the documentation again after it failed to load', async () => {
    const { page, pageErrors } = await pages.as('admin', '/help');
    await page.getByRole('link', { name: 'Troubleshoot', exact: true }).waitFor();
    let isRefused = true;
    await page.route('**/assets/troubleshoot*', (route) =>
      isRefused ? route.fulfill({ status: 404 }) : route.continue(),
    );
    const reloaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Troubleshoot', exact: true }).click();
    await reloaded;
    const reload = page.getByRole('alert').getByRole('button', { name: 'Reload' });
    await reload.waitFor();
    isRefused = false;
    await reload.click();
    await page.getByRole('heading', { name: 'Troubleshoot', level: 1 }).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
