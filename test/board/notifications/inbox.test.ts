import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, openMoreActions, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

interface Inbox {
  readonly unread: number;
  readonly items: readonly { readonly saved: boolean; readonly done: boolean }[];
}
const inboxOf = (client: RestClient, state = 'open') => client.get<Inbox>(`/me/notifications?state=${state}`);
const waitForUnread = (client: RestClient, count: number) =>
  expect.poll(async () => (await inboxOf(client)).unread).toBe(count);

/** Starts a release whose first task belongs to a user, who can view the release. */
async function startFor(owner: string, title: string): Promise<Release> {
  const release = await startRelease(rest, { Build: [{ title: `compile ${title}`, owner }] }, { title });
  await people.createTeam(release, ['release#view'], { users: [owner] });
  return release;
}
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).last();
// A list of the inbox has the same name as the bell without a number.
const bell = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).and(page.locator('.bell'));

describe.runIf(hasChromium)('the inbox in Chromium', () => {
  let anna: RestClient;
  beforeAll(async () => {
    anna = await people.createUser('anna');
  });

  test('lists notifications by release, updates itself, and works with keys', async () => {
    await startFor('anna', 'Webshop');
    await waitForUnread(anna, 1);
    const { page, pageErrors } = await pages.as('anna', '/');
    await bell(page, 'Inbox, 1 unread').click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await row(page, 'Task started: compile Webshop').getByText('You or your team is the assignee').waitFor();
    await startFor('anna', 'Payments');
    await page.getByRole('link', { name: 'Payments', exact: true }).waitFor();
    await bell(page, 'Inbox, 2 unread').waitFor();
    await expect.poll(() => page.title()).toBe('(2) Inbox · Slipway');
    const focused = (text: string) => row(page, text).getByRole('link').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('j');
    await focused('compile Payments');
    await page.keyboard.press('j');
    await focused('compile Webshop');
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Remove compile Webshop from saved' }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('e');
    await page.getByText('Marked as done').waitFor();
    await page.getByRole('link', { name: 'Payments', exact: true }).waitFor({ state: 'detached' });
    await bell(page, 'Inbox, 1 unread').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Payments', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mark compile Payments as done' }).click();
    await page.getByRole('link', { name: 'Payments', exact: true }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await inboxOf(anna, 'done')).items.length).toBe(1);
    await page.getByRole('link', { name: 'Saved', exact: true }).click();
    await row(page, 'compile Webshop').waitFor();
    await expectAccessible(page);
    await row(page, 'compile Webshop').getByRole('link').press('Enter');
    await page.getByRole('dialog', { name: 'compile Webshop' }).waitFor();
    await waitForUnread(anna, 0);
    await bell(page, 'Inbox').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('marks all notifications as read, and shows an empty list and a refused change', async () => {
    const berta = await people.createUser('berta');
    const { page } = await pages.as('berta', '/inbox');
    await page.getByText('You’re all caught up').waitFor();
    await startFor('berta', 'Ledger');
    await startFor('berta', 'Cards');
    await bell(page, 'Inbox, 2 unread').waitFor();
    // The page marks the entries that it shows, and the list can be loaded after the number.
    for (const name of ['compile Ledger', 'compile Cards']) await row(page, name).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('All notifications are read').waitFor();
    await bell(page, 'Inbox').waitFor();
    await expect.poll(async () => (await inboxOf(berta)).unread).toBe(0);
    await page.route('**/me/notifications/*/done', (route) => route.fulfill({ status: 409, body: 'not now' }));
    await page.getByRole('button', { name: 'Mark compile Cards as done' }).click();
    await page.getByRole('alert').getByText('not now').waitFor();
    await row(page, 'compile Cards').waitFor();
  });

  test('explains a notification, and why there is none', async () => {
    const clara = await people.createUser('clara');
    const release = await startFor('clara', 'Explained');
    await waitForUnread(clara, 1);
    const { page } = await pages.as('clara', '/inbox');
    await page.getByRole('button', { name: 'More actions for compile Explained' }).click();
    await page.getByRole('menuitem', { name: 'Why did I get this?' }).click();
    await page.getByRole('heading', { name: 'Task started' }).waitFor();
    await page.getByText('Sent at once. Decided by: Rules of the installation').first().waitFor();
    await expectAccessible(page);
    await page.goto(`${url()}/me/notifications?form=why&release=${lastSegmentOf(release.id)}`);
    await page.getByRole('link', { name: /^Release started/ }).click();
    await page.getByText('No rule names this user, and the user does not follow it.').waitFor();
  });

  test('gets the notifications of a followed release, and a browser notification only while no tab is visible', async () => {
    const dora = await people.createUser('dora');
    const release = await startFor('dora', 'Followed');
    const { page, pageErrors } = await pages.as('dora', `/releases/${lastSegmentOf(release.id)}`, {
      permissions: ['notifications'],
    });
    await (await openMoreActions(page)).getByRole('menuitem', { name: 'Notifications…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Notifications of Followed' });
    await dialog.getByRole('radio', { name: /^Follow/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await dora.get(`/me/followed/${lastSegmentOf(release.id)}`)).toMatchObject({ mode: 'follow' });
    await page.goto(`${url()}/me/notifications?form=followed`);
    await page.getByRole('link', { name: 'Followed', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Unfollow Followed' }).click();
    await page.getByText('You follow no objects and have muted none').waitFor();
    await page.evaluate(`
      window.shown = [];
      window.Notification = class extends EventTarget {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title, { body }) { super(); window.shown.push(title + ' | ' + body); }
      }`);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('switch', { name: 'Notifications of this browser' }).click();
    const showPage = (state: string) =>
      page.evaluate(`
        Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    const shown = () => page.evaluate('window.shown');
    await startFor('dora', 'Visible');
    await bell(page, 'Inbox, 2 unread').waitFor();
    await showPage('hidden');
    await startFor('dora', 'Hidden');
    await expect.poll(shown).toEqual(['Task started: compile Hidden | Hidden · You or your team is the assignee']);
    await showPage('visible');
    expect([(await currentUrl(page)).pathname, pageErrors]).toEqual(['/me/notifications', []]);
  });
});
