import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const root = '/tools/slipway';
const product = serve({ CONTEXT_ROOT: root, PASSWORD_MIN_LENGTH: '8' });
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function fillPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat new password').fill(repeated);
  await button(page, 'Create account').click();
}

/** Invites a user by REST. Returns the path of the link below the root. */
const pathFor = async (username: string, fields = {}): Promise<string> =>
  (await rest.post<{ readonly path: string }>('/invitations', { username, ...fields })).path;

describe.runIf(hasChromium)('invitations in Chromium', () => {
  test('are created with a link that is shown once, accepted by the invited person, and then gone', async () => {
    const admin = await pages.as('admin', '/people');
    const { page } = admin;
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByText('No pending invitations').waitFor();
    await button(page, 'Invite user').click();
    const dialog = page.getByRole('dialog', { name: 'Invite user' });
    await dialog.getByLabel('User name').fill('admin');
    await dialog.getByLabel('Email').fill('ira@acme.example');
    await button(page, 'Create link').click();
    await dialog.getByRole('alert').getByText('A user named “admin” already exists', { exact: true }).waitFor();
    await dialog.getByLabel('User name').fill('ira');
    await button(page, 'Create link').click();
    const created = page.getByRole('dialog', { name: 'Invitation for ira' });
    const link = await created.getByLabel('Link').inputValue();
    expect(link).toMatch(new RegExp(`^${new URL(url()).origin}${root}/#invitation=Invitation[0-9a-f]{32}[.]`));
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await created.waitFor({ state: 'detached' });
    await row(page, 'ira').getByText('Pending').waitFor();
    expect((await page.content()).includes(link.split('.').at(-1)!)).toBe(false);
    await expectAccessible(page);

    const invited = await pages.stranger(link.slice(url().length));
    await invited.page.getByRole('heading', { name: 'You’re invited to Slipway', level: 1 }).waitFor();
    await invited.page.getByText('Your user name is ira.').waitFor();
    await expect.poll(() => invited.page.title()).toBe('Invitation · Slipway');
    await fillPassword(invited.page, 'battery staple', 'battery');
    await invited.page.getByRole('alert').getByText('Passwords don’t match').waitFor();
    await fillPassword(invited.page, 'short');
    await invited.page.getByRole('alert').getByText('password: expected 8 to 255 characters').waitFor();
    await expectAccessible(invited.page, 'html');
    await invited.page.setViewportSize({ width: 1280, height: 800 });
    await fillPassword(invited.page, 'battery staple');
    await invited.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await button(invited.page, 'Account of ira').waitFor();
    const { pathname, hash } = await currentUrl(invited.page);
    expect([pathname, hash]).toEqual([`${root}/`, '']);
    const ira = createRestClient(url, basicAuth('ira', 'battery staple'));
    expect(await ira.get('/me')).toMatchObject({ username: 'ira', email: 'ira@acme.example' });
    await page.reload();
    await page.getByText('No pending invitations').waitFor();
    expect([...admin.pageErrors, ...invited.pageErrors]).toEqual([]);
  });

  test('are revoked, and their links then have the error of wrong links', async () => {
    const path = await pathFor('jon');
    const { page, pageErrors } = await pages.as('admin', '/people?form=invitations');
    await button(page, 'Revoke invitation of jon…').click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the invitation of jon?' });
    await dialog.getByRole('button', { name: 'Revoke invitation' }).click();
    await row(page, 'jon').waitFor({ state: 'detached' });
    const refusal = 'The invitation is wrong, expired, revoked or used: ask an administrator for another one';
    for (const link of [path, '/#invitation=admin', `${path}x`]) {
      const stranger = await pages.stranger(link);
      await stranger.page.getByRole('alert').getByText(refusal, { exact: true }).waitFor();
      expect(await button(stranger.page, 'Create account').count()).toBe(0);
      expect(stranger.pageErrors).toEqual([]);
    }
    const lost = await pages.stranger(path);
    await lost.page.getByRole('alert').waitFor();
    await expectAccessible(lost.page, 'html');
    await lost.page.getByRole('link', { name: 'Log in' }).click();
    await lost.page.getByLabel('User name').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('show names as text, also of a person who opens the link while another user is logged in', async () => {
    const username = 'kim <b>bold';
    const path = await pathFor(username);
    await people.createUser('lea');
    const { page, pageErrors } = await pages.as('lea', '/me');
    await page.getByRole('heading', { name: 'lea', level: 1 }).waitFor();
    await page.evaluate(`location.href = ${JSON.stringify(`${root}${path}`)}`);
    await page.getByText(`Your user name is ${username}.`).waitFor();
    expect(await page.locator('b', { hasText: 'bold' }).count()).toBe(0);
    await fillPassword(page, 'battery staple');
    await button(page, `Account of ${username}`).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
