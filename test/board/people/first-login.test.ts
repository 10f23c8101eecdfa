import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chooseHeading = (page: Page) => page.getByRole('heading', { name: 'Choose a new password', level: 1 });

/** Fills the page for a new password, and submits it. */
async function choosePassword(page: Page, current: string, next: string, repeated = next): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Repeat new password').fill(repeated);
  await button(page, 'Change password').click();
}

const requireNewPassword = (username: string) =>
  rest.sendForNoContent('PUT', `/users/${username}`, { mustChangePassword: true });

describe.runIf(hasChromium)('the first login in Chromium', () => {
  test('requires a new password before the requested view, which it then shows', async () => {
    await rest.post('/users/nia', { password: 'handed over', mustChangePassword: true });
    const { page, pageErrors } = await pages.stranger('/templates?title=sample');
    await page.getByLabel('User name').fill('nia');
    await page.getByLabel('Password').fill('handed over');
    await button(page, 'Log in').click();
    await chooseHeading(page).waitFor();
    await expect.poll(() => page.title()).toBe('Choose a new password · Slipway');
    await expect.poll(() => page.evaluate('document.activeElement.autocomplete')).toBe('current-password');
    expect(await page.getByRole('navigation').count()).toBe(0);
    await choosePassword(page, 'handed over', 'battery staple', 'battery');
    await page.getByRole('alert').getByText('Passwords don’t match').waitFor();
    await choosePassword(page, 'wrong', 'battery staple');
    await page.getByRole('alert').getByText('Current password: expected the current password').waitFor();
    await choosePassword(page, 'handed over', 'handed over');
    const same = 'New password: expected a password other than the current one';
    await page.getByRole('alert').getByText(same, { exact: true }).waitFor();
    await expectAccessible(page, 'html');
    await page.setViewportSize({ width: 1280, height: 800 });
    await choosePassword(page, 'handed over', 'battery staple');
    await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
    const { pathname, search } = await currentUrl(page);
    expect([pathname, search]).toEqual(['/templates', '?title=sample']);
    await expect.poll(() => page.title()).toMatch(/^Templates/);
    expect(await rest.get('/users/nia')).not.toHaveProperty('mustChangePassword');
    expect(pageErrors).toEqual([]);
  });

  test('can be left with a logout, and is required again after a reload', async () => {
    await people.createUser('oda');
    await requireNewPassword('oda');
    const { page, pageErrors } = await pages.as('oda', '/releases');
    await chooseHeading(page).waitFor();
    await page.reload();
    await chooseHeading(page).waitFor();
    await button(page, 'Log out').click();
    await page.getByLabel('User name').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('is required of a user who is working, and the view then has its data', async () => {
    await people.createUser('pia');
    const { page, pageErrors } = await pages.as('pia', '/me');
    await page.getByText('No access tokens').waitFor();
    await requireNewPassword('pia');
    await page.keyboard.press('t');
    await chooseHeading(page).waitFor();
    await choosePassword(page, 'admin', 'battery staple');
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
    await page.getByText('You’re all caught up').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  test('is set with a new user, and shown in the list of users', async () => {
    const { page, pageErrors } = await pages.as('admin', '/people');
    await button(page, 'Add user').click();
    const dialog = page.getByRole('dialog', { name: 'Add user' });
    await dialog.getByLabel('User name').fill('quin');
    await dialog.getByLabel('Password').fill('handed over');
    await expect.poll(() => dialog.getByLabel('Must be changed at the next login').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    const row = page.getByRole('row').filter({ hasText: 'quin' });
    await row.getByText('Must change password').waitFor();
    const quin = createRestClient(url, basicAuth('quin', 'handed over'));
    expect(await quin.sendForError('GET', '/templates')).toMatch(/^403 /);
    await button(page, 'Actions for quin').click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit quin' });
    await edit.getByLabel('Must be changed at the next login').uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    // The refused request may count as activity of the user, so the new status is not certain.
    await row.getByText('Must change password').waitFor({ state: 'detached' });
    expect((await quin.send('GET', '/templates')).status).toBe(200);
    expect(pageErrors).toEqual([]);
  });

  test('administrators see the default password of admin on Home, with the way to change it', async () => {
    await people.createUser('root');
    await people.createRole('Roots', ['admin'], ['root']);
    await people.createUser('plain');
    const text = 'The user admin still has the default password.';
    const plain = await pages.as('plain', '/');
    await plain.page.getByText('Waiting for you').first().waitFor();
    expect(await plain.page.getByText(text).count()).toBe(0);
    const root = await pages.as('root', '/');
    await root.page.getByText(text).waitFor();
    expect(await root.page.getByRole('link', { name: 'Change it' }).getAttribute('href')).toContain(
      'people?text=admin',
    );
    const { page, pageErrors } = await pages.as('admin', '/');
    await page.getByText(text).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: 'Change it' }).click();
    await button(page, 'Change password…').click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password').fill('admin');
    await dialog.getByLabel('New password', { exact: true }).fill('battery staple');
    await dialog.getByLabel('Repeat new password').fill('battery staple');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('battery staple');
    await button(page, 'Log in').click();
    await page.getByRole('heading', { name: 'admin', level: 1 }).waitFor();
    await page.keyboard.press('h');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(await page.getByText(text).count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });
});
