import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { createRelease } from '../harness/rest/plans.ts';
import { sendRaw } from '../harness/rest/raw-request.ts';
import { client, startCertifiedProvider } from '../harness/servers/certified-provider.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { freePort } from '../harness/servers/free-port.ts';
import { isLong, pickLength, sampleCorpus } from '../harness/test-length.ts';
import { a11yViolations, currentUrl, horizontalOverflow, logOut, openUserMenu, pagesAt } from './open-page.ts';

const root = '/tools/slipway';
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const provider = await startCertifiedProvider(`${origin}${root}/oidc-login`);
afterAll(provider.stop);
const { url, rest } = serve({
  ...{ CONTEXT_ROOT: root, PORT: String(port), PUBLIC_URL: `${origin}${root}` },
  ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
});
const pages = pagesAt(url);

let count = 0;
/** Creates a planned release with a unique title. */
async function titled(prefix = 'Train') {
  count += 1;
  const title = `${prefix} ${count}`;
  return { ...(await createRelease(rest, { Build: ['compile'] }, { title })), title };
}

const themeOf = (page: Page) => page.evaluate('document.documentElement.dataset.theme');

const openStreams = async () =>
  /^slipway_event_streams (\d+)$/m.exec((await sendRaw(url(), { path: '/metrics', login: null })).text)?.[1];

describe.runIf(hasChromium)('the page in Chromium', () => {
  test('shows a link and the error of REST for a missing view, and an indicator while a view loads', async () => {
    const { page } = await pages.as('admin', '/nothing/here');
    await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
    expect([await a11yViolations(page, 'all', 'html'), await page.title()]).toEqual([[], 'Page not found · Slipway']);
    for (const [viewName, list, path] of sampleCorpus([
      ['release', 'releases', '/releases/Release0'],
      ['template', 'templates', '/templates/Release0'],
      ['trigger', 'triggers', '/automation/triggers/Trigger0'],
      ['webhook endpoint', 'webhook endpoints', '/automation/webhooks/Configuration0'],
      ['folder', 'folders', '/folders/Folder0'],
    ] as const)) {
      await page.goto(`${url()}${path}`);
      await page.getByRole('heading', { name: `${viewName} not found`, level: 1 }).waitFor();
      expect(await page.getByRole('alert').textContent()).toContain(path.slice(path.lastIndexOf('/') + 1));
      await page.getByRole('link', { name: `All ${list}` }).waitFor();
    }
    const { id, title } = await titled();
    const address = `${root}/releases/${id.slice(id.lastIndexOf('/') + 1)}`;
    await page.goto(`${origin}${address}?task=Task0`);
    await page.getByRole('dialog', { name: 'Task not found' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect((await currentUrl(page)).href).toBe(`${origin}${address}`);
    const requested = Promise.withResolvers<void>();
    await page.route('**/assets/calendar-*', async (route) => {
      await requested.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.getByText('Loading…').waitFor();
    requested.resolve();
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  });

  test('requires a login, shows the reason of a failed login, and then shows the requested view', async () => {
    const { title } = await titled();
    const { page, pageErrors, origins } = await pages.stranger('/releases');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('wrong user name or password').waitFor();
    expect(await a11yViolations(page, 'all', 'html')).toEqual([]);
    await page.getByLabel('Password').fill('admin');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: title }).waitFor();
    expect((await currentUrl(page)).pathname).toBe(`${root}/releases`);
    await logOut(page);
    await page.getByLabel('User name').waitFor();
    expect([pageErrors, [...origins]]).toEqual([[], [new URL(url()).origin]]);
  });

  test('shows a list with the filters in its address, and updates it automatically', async () => {
    const train = await titled();
    const secondRelease = await titled('Ship');
    const { page, pageErrors } = await pages.as('admin', '/releases');
    await page.getByRole('row', { name: secondRelease.title }).waitFor();
    await page.getByLabel('Search releases').fill(train.title);
    await page.getByRole('row', { name: secondRelease.title }).waitFor({ state: 'detached' });
    expect((await currentUrl(page)).searchParams.get('title')).toBe(train.title);
    const row = page.getByRole('row', { name: train.title });
    await row.getByText('Planned').waitFor();
    await rest.post(`/releases/${train.id}/start`);
    await row.getByText('In progress').waitFor();
    await page.getByRole('button', { name: 'Status: Any' }).click();
    await page.getByLabel('Failed').check();
    await page.getByText('No releases match these filters').waitFor();
    await page.goBack();
    await row.waitFor();
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('accepts tags separated by commas', async () => {
    const title = 'Tagged in two colours';
    await createRelease(rest, { Build: ['compile'] }, { title, tags: ['blue', 'green'] });
    const secondRelease = await titled();
    const { page } = await pages.as('admin', '/releases');
    await page.getByRole('row', { name: secondRelease.title }).waitFor();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'Tags', exact: true }).click();
    const tags = page.getByRole('textbox', { name: 'Tags', exact: true });
    await tags.pressSequentially('blue, green');
    await expect.poll(() => tags.inputValue()).toBe('blue, green');
    await page.getByRole('row', { name: secondRelease.title }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: title }).waitFor();
  });

  test('renders HTML in titles as text', async () => {
    const hostile = `<img src=x onerror=alert(1)> <script>alert(2)</script> "'\`\${x} \u202e${'w'.repeat(150)}`;
    const { title } = await titled(hostile);
    const { page, pageErrors } = await pages.as('admin', `/releases?title=${encodeURIComponent('<img')}`);
    const shown = page.getByRole('rowheader');
    await shown.waitFor();
    await expect.poll(() => shown.textContent()).toBe(title);
    await page.setViewportSize({ width: 320, height: 600 });
    expect([await horizontalOverflow(page), pageErrors]).toEqual([0, []]);
  });

  test.runIf(isLong)('can be used with the keyboard', async () => {
    const { id, title } = await titled();
    const { page } = await pages.as('admin', '/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Search and run commands').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(title);
    await page.getByRole('button', { name: `${title} Release`, exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await currentUrl(page)).pathname).toBe(`${root}/releases/${id.slice(id.lastIndexOf('/') + 1)}`);
  });

  test('is accessible in light mode, in dark mode and in a narrow window', async () => {
    const { title } = await titled();
    const { page } = await pages.as('admin', '/releases');
    await page.getByRole('row', { name: title }).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    // the header has one line at each width
    const expectLowHeader = async () =>
      expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThanOrEqual(60);
    await expectLowHeader();
    await openUserMenu(page);
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByRole('menuitemradio', { name: 'Dark theme' }).click();
    await expect.poll(() => themeOf(page)).toBe('dark');
    expect(await page.getByRole('menuitemradio', { name: 'Dark theme' }).getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await a11yViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 600 });
    expect([await a11yViolations(page), await horizontalOverflow(page)]).toEqual([[], 0]);
    await expectLowHeader();
    await page.reload();
    await page.getByRole('row', { name: title }).waitFor();
    expect(await themeOf(page)).toBe('dark');
  });

  test('shows that the server is unavailable, and updates when it is available again', async () => {
    const train = await titled();
    const { page } = await pages.as('admin', '/releases');
    const row = page.getByRole('row', { name: train.title });
    await row.waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'Owner: Me' }).click();
    const unavailableNotice = page.getByText('Can’t reach the server.');
    await unavailableNotice.waitFor();
    await rest.post(`/releases/${train.id}/start`);
    await page.context().setOffline(false);
    await unavailableNotice.waitFor({ state: 'detached' });
    await row.getByText('In progress').waitFor();
  });

  test('shares one event stream among all its tabs', async () => {
    await expect.poll(openStreams).toBe('0');
    const train = await titled();
    const first = await pages.as('admin', '/releases');
    const tabs = [first];
    while (tabs.length < pickLength({ short: 3, long: 8 })) tabs.push(await first.openTab());
    for (const { page } of tabs.slice(1)) await page.goto(`${url()}/releases`);
    const rows = tabs.map(({ page }) => page.getByRole('row', { name: train.title }));
    for (const row of rows) await row.getByText('Planned').waitFor();
    await expect.poll(openStreams).toBe('1');
    await rest.post(`/releases/${train.id}/start`);
    for (const row of rows) await row.getByText('In progress').waitFor();
    await first.page.close();
    await rest.post(`/releases/${train.id}/abort`, { abortComment: 'over' });
    for (const row of rows.slice(1)) await row.getByText('Aborted').waitFor();
    await expect.poll(openStreams).toBe('1');
  });
});

describe.runIf(hasChromium)('single sign-on in Chromium', () => {
  const offer = { name: 'Continue with single sign-on' } as const;

  test('redirects to the identity provider, and back to the requested address', async () => {
    const { title } = await titled();
    const query = `?title=${encodeURIComponent(title)}`;
    provider.setAccount({ sub: '1', preferred_username: 'olga', name: 'Olga', groups: [] });
    const { page, pageErrors, origins } = await pages.stranger(`/releases${query}`);
    await page.locator('input:focus').waitFor();
    await page.getByRole('link', offer).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No releases match these filters').waitFor();
    expect([(await currentUrl(page)).href, pageErrors]).toEqual([`${url()}/releases${query}`, []]);
    expect([...origins]).toEqual([origin, provider.issuer]);
    await logOut(page);
    await page.getByRole('link', offer).waitFor();
  });

  test.runIf(isLong)('shows the reason of a refused login once, and allows another attempt', async () => {
    const { page, pageErrors } = await pages.stranger('/releases');
    const refused = async (sentence: string) => {
      await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor();
      expect((await currentUrl(page)).pathname).toBe(`${root}/releases`);
    };
    provider.setAccount({ sub: '2', preferred_username: 'admin', groups: [] });
    await page.getByRole('link', offer).click();
    await refused('The login was refused: a local user named admin exists, who can log in with a password.');
    expect(await a11yViolations(page, 'all', 'html')).toEqual([]);
    await page.reload();
    await page.getByLabel('User name').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const leave = async () => {
      const left = await page.context().request.get(`${url()}/oidc-login?to=${root}/releases`, { maxRedirects: 0 });
      return new URL(left.headers().location ?? '').searchParams.get('state') ?? '';
    };
    const back = (query: Readonly<Record<string, string>>) =>
      page.goto(`${url()}/oidc-login?${new URLSearchParams({ code: 'x', iss: provider.issuer, ...query })}`);
    await leave();
    await back({ state: 'of another' });
    await refused('The login was refused: the response belongs to another login: log in again.');
    const state = await leave();
    await provider.setOffline(true);
    await back({ state });
    await refused('The identity provider is unavailable: local users can log in with a password.');
    await provider.setOffline(false);
    // Without cookies, the browser starts a new login, which is for another user.
    await page.context().clearCookies();
    provider.setAccount({ sub: '3', preferred_username: 'otto', groups: [] });
    await page.getByRole('link', offer).click();
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
