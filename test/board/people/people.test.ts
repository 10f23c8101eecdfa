import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { currentUrl, expectAccessible, pagesAt, refusalInBoard } from '../open-page.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

interface User {
  readonly username: string;
  readonly fullName?: string;
  readonly loginAllowed: boolean;
}
interface Role {
  readonly permissions: readonly string[];
  readonly principals: readonly { readonly username: string }[];
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Clicks a button of the open dialog, and waits until the dialog is closed. */
async function answer(page: Page, title: string, buttonName: string) {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: buttonName, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}
/** Chooses an item of the menu of a user or role. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
const roleOf = async (name: string) => {
  const { permissions, principals } = await rest.get<Role>(`/roles/${name}`);
  return [permissions, principals.map(({ username }) => username)];
};

describe.runIf(hasChromium)('people in Chromium', () => {
  test('are found, added, changed, disabled and deleted, and errors have the text of REST', async () => {
    await people.createUsersWithoutLogin('Bea <b>bold', 'other');
    const { page, pageErrors } = await pages.as('admin', '/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.keyboard.press('u');
    await row(page, 'other').waitFor();
    await expect.poll(() => page.title()).toBe('Users · Slipway');
    await page.getByLabel('Search by name or email').fill('<B>BOLD');
    await row(page, 'other').waitFor({ state: 'detached' });
    await row(page, 'Bea <b>bold').waitFor();
    expect((await currentUrl(page)).searchParams.get('text')).toBe('<B>BOLD');
    await page.getByLabel('Search by name or email').fill('');
    await button(page, 'Add user').click();
    const dialog = page.getByRole('dialog', { name: 'Add user' });
    await dialog.getByLabel('User name').fill('other');
    await dialog.getByRole('button', { name: 'Create user' }).click();
    const refusal = await rest.sendForError('POST', '/users/other', {});
    await dialog.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await dialog.getByLabel('User name').fill('dora');
    await dialog.getByLabel('Full name').fill('Dora Ray');
    await dialog.getByLabel('Password').fill('correct horse');
    await dialog.getByLabel('Must be changed at the next login').uncheck();
    await answer(page, 'Add user', 'Create user');
    await row(page, 'Dora Ray').getByText('Never logged in').waitFor();
    const dora = createRestClient(url, basicAuth('dora', 'correct horse'));
    expect((await dora.get<User>('/me')).username).toBe('dora');
    await choose(page, 'dora', 'Edit…');
    await page.getByRole('dialog').getByLabel('Full name').fill('Dora Sun');
    await answer(page, 'Edit dora', 'Save');
    await row(page, 'Dora Sun').getByText('Active').waitFor();
    await expect.poll(() => rest.get('/me/full-names')).toMatchObject({ dora: 'Dora Sun' });
    const reload = async () =>
      (await Promise.all([page.waitForResponse(/\/me\/full-names$/), page.reload()]))[0].status();
    expect(await reload()).toBe(200);
    await page.waitForFunction("Object.values(sessionStorage).some((text) => text.includes('Dora Sun'))");
    expect(await reload()).toBe(304);
    await choose(page, 'dora', 'Disable');
    await row(page, 'dora').getByText('Disabled').waitFor();
    expect(await dora.sendForError('GET', '/me')).toMatch(/^401 /);
    await choose(page, 'admin', 'Disable');
    const never = await rest.sendForError('PUT', '/users/admin', { loginAllowed: false });
    await page.getByRole('alert').getByText(refusalInBoard(never), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Status: All' }).click();
    await page.getByLabel('Disabled users').check();
    await page.getByRole('button', { name: 'Status: Disabled' }).waitFor();
    await row(page, 'other').waitFor({ state: 'detached' });
    await choose(page, 'dora', 'Delete…');
    await answer(page, 'Delete dora?', 'Delete user');
    await page.getByText('No users match').waitFor();
    await page.getByRole('button', { name: 'Status: Disabled' }).click();
    await page.getByLabel('Disabled users').uncheck();
    await row(page, 'other').waitFor();
    await rest.post('/users/partner', { external: true });
    await page.getByRole('button', { name: 'Source: All' }).click();
    await page.getByLabel('Source', { exact: true }).selectOption('Single sign-on');
    await row(page, 'partner').getByText('Single sign-on').waitFor();
    await row(page, 'other').waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
  });

  test('have roles, whose permissions and members are saved together, and concurrent changes are shown', async () => {
    const { page, pageErrors } = await pages.as('admin', '/people?form=roles');
    await page.getByText('No roles yet').waitFor();
    await button(page, 'Add role').click();
    const add = page.getByRole('dialog', { name: 'Add role' });
    await add.getByLabel('Name', { exact: true }).fill('Planners');
    await add.getByLabel('User or single sign-on group').fill('cn=planners,dc=acme');
    await page.keyboard.press('Enter');
    // A typed name is saved without a press of the button.
    await add.getByLabel('User or single sign-on group').fill('cn=testers,dc=acme');
    await add.getByText('Templates: 0 of 1').click();
    await add.getByLabel('Create top-level templates', { exact: true }).check();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await answer(page, 'Add role', 'Create role');
    await row(page, 'Planners').waitFor();
    expect(await roleOf('Planners')).toEqual([['template#create'], ['cn=planners,dc=acme', 'cn=testers,dc=acme']]);
    await choose(page, 'Planners', 'Edit…');
    const dialog = page.getByRole('dialog', { name: 'Edit Planners' });
    await dialog.getByText('Audit log: 0 of 1').click();
    await dialog.getByLabel('View the audit log', { exact: true }).check();
    await rest.sendForNoContent('PUT', '/roles/Planners', { principals: [{ username: 'admin' }] });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const conflictText =
      'Another user has changed this role: added member admin; removed member cn=planners,dc=acme; removed member cn=testers,dc=acme.';
    await dialog.getByRole('alert').getByText(conflictText).waitFor();
    expect(await roleOf('Planners')).toEqual([['template#create'], ['admin']]);
    await answer(page, 'Edit Planners', 'Save');
    await expect
      .poll(() => roleOf('Planners'))
      .toEqual([
        ['template#create', 'audit#view'],
        ['cn=planners,dc=acme', 'cn=testers,dc=acme'],
      ]);
    await choose(page, 'Planners', 'Rename…');
    await page.getByRole('dialog').getByLabel('Name').fill('Authors');
    await rest.sendForNoContent('POST', '/roles/Zoners', { permissions: ['template#create'] });
    await answer(page, 'Rename Planners', 'Rename');
    await choose(page, 'Authors', 'Delete…');
    await answer(page, 'Delete Authors?', 'Delete role');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Actions for Zoners');
    await choose(page, 'Zoners', 'Delete…');
    await answer(page, 'Delete Zoners?', 'Delete role');
    await page.getByText('No roles yet').waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('see after a failed login whether it was wrong or is blocked, and for how long', async () => {
    await people.createUser('hal');
    const { page, pageErrors } = await pages.stranger('/people');
    await page.getByLabel('User name').fill('hal');
    await page.getByLabel('Password').fill('wrong');
    await button(page, 'Log in').click();
    await page.getByRole('alert').getByText('wrong user name or password').waitFor();
    expect(await page.evaluate('[document.activeElement.type, document.activeElement.value]')).toEqual([
      'password',
      '',
    ]);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'hal', password: 'wrong' });
    for (let status = 0; status !== 429; ) {
      ({ status } = await fetch(`${url()}/login`, { method: 'POST', headers, body }));
    }
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/^Too many failed logins, try again later\. Try again in \d+ min\.$/)
      .waitFor();
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('see only their own account without the permission, and the reason', async () => {
    await people.createUser('eve');
    await people.createRole('Readers', ['reports#view'], ['eve']);
    const { page, pageErrors } = await pages.as('eve', '/people');
    await page.getByText('You need the permission “Manage users and roles”.').waitFor();
    await page.getByRole('link', { name: 'Your account', exact: true }).click();
    await page.getByRole('heading', { name: 'eve', level: 1 }).waitFor();
    await page.getByText('Readers', { exact: true }).waitFor();
    await page.getByText('View reports', { exact: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goBack();
    await page.getByRole('link', { name: '“Manage users and roles”' }).click();
    await page.getByRole('heading', { name: 'eve does not have the permission “Manage users and roles”' }).waitFor();
    // An object is found by its title, and the address contains it.
    const folder = await rest.post<{ readonly id: string }>('/folders/Applications', { title: 'Vault' });
    const admin = await pages.as('admin', `/why?user=eve&id=${encodeURIComponent(folder.id)}`);
    const object = admin.page.getByLabel('Object', { exact: true });
    await expect.poll(() => object.locator(':checked').allInnerTexts()).toEqual(['Folder: Vault']);
    await admin.page.getByLabel('Permission').selectOption('folder#edit');
    await object.selectOption('None');
    await admin.page.getByLabel('Search folders, templates and releases').fill('nothing of this name');
    await expect.poll(() => object.locator('option').allInnerTexts()).toEqual(['None']);
    await button(admin.page, 'Check').click();
    await admin.page.getByText('Select an object: teams grant this permission in folders, and roles do not.').waitFor();
    await admin.page.getByLabel('User', { exact: true }).fill('none');
    await admin.page.getByLabel('Permission').selectOption('security#edit');
    await button(admin.page, 'Check').click();
    await admin.page.getByRole('heading', { name: 'No such user' }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('create tokens, which are shown once, and revoke them', async () => {
    await people.createUser('fay');
    const { page, pageErrors } = await pages.as('fay', '/me');
    await page.getByText('No access tokens').waitFor();
    await button(page, 'New access token…').click();
    await page.getByRole('dialog').getByLabel('Name').fill('nightly');
    await page.keyboard.press('Enter');
    const created = page.getByRole('dialog', { name: 'Token nightly' });
    const token = await created.getByLabel('Access token').inputValue();
    const program = createRestClient(url, { 'x-release-personal-token': token });
    expect((await program.get<User>('/me')).username).toBe('fay');
    await page.keyboard.press('Escape');
    await created.waitFor({ state: 'detached' });
    await row(page, 'nightly').getByText('Same as yours').waitFor();
    expect(await page.content()).not.toContain(token);
    await button(page, 'Revoke nightly…').click();
    await answer(page, 'Revoke nightly?', 'Revoke token');
    await page.getByText('No access tokens').waitFor();
    expect(await program.sendForError('GET', '/me')).toMatch(/^401 /);
    expect(pageErrors).toEqual([]);
  });

  test('keep their input after a new login, and other users do not see it', async () => {
    await people.createUser('una');
    const { page, pageErrors } = await pages.as('admin', '/people?text=nobody');
    await button(page, 'Add user').click();
    const dialog = page.getByRole('dialog', { name: 'Add user' });
    await dialog.getByLabel('User name').fill('typed before');
    const logIn = async (username: string) => {
      await page.context().clearCookies();
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await button(page, 'Log in').waitFor();
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      const login = page.getByRole('main');
      await login.getByLabel('User name').fill(username);
      await login.getByLabel('Password').fill('admin');
      await page.keyboard.press('Enter');
      await button(page, 'Log in').waitFor({ state: 'detached' });
    };
    await page.clock.install();
    await logIn('admin');
    await expect.poll(() => dialog.getByLabel('User name').inputValue()).toBe('typed before');
    await expect.poll(() => page.title()).toBe('Users · Slipway');
    await page.clock.runFor(2_000);
    await logIn('una');
    await page.getByText('You need the').waitFor();
    await page.getByRole('button', { name: 'Account of una' }).waitFor();
    expect([await dialog.count(), await page.locator('dialog').count(), pageErrors]).toEqual([0, 0, []]);
  });

  test('need the current password to change it, and can log out of all sessions', async () => {
    await people.createUser('gus');
    const tasksPage = await pages.as('gus', '/tasks');
    const { page, pageErrors } = await pages.as('gus', '/me');
    await page.getByText('This device').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'End session' }).count()).toBe(1);
    await button(page, 'Change password…').click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current password').fill('wrong');
    await dialog.getByLabel('New password', { exact: true }).fill('battery staple');
    await dialog.getByLabel('Repeat new password').fill('battery');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByRole('alert').getByText('Passwords don’t match').waitFor();
    await dialog.getByLabel('Repeat new password').fill('battery staple');
    const wrongPasswordRefusal = await createRestClient(url, basicAuth('gus', 'admin')).sendForError(
      'POST',
      '/users/gus/password',
      {
        currentPassword: 'wrong',
        newPassword: 'x',
      },
    );
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByRole('alert').getByText(refusalInBoard(wrongPasswordRefusal), { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Log out everywhere…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByLabel('User name').waitFor();
    await tasksPage.page.reload();
    await tasksPage.page.getByLabel('User name').waitFor();
    expect(pageErrors).toEqual([]);
  });
});
