import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { basic, restAt } from '../../harness/rest/rest.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { expectForAll, lookingAt } from '../looking.ts';

const served = serve();
const { url, rest } = served;
const people = peopleOf(served);
const look = lookingAt(url);

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
/** Fills in a dialog, submits it, and waits until it is gone. */
async function answer(page: Page, title: string, word: string) {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: word, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}
const roleOf = async (name: string) => {
  const { permissions, principals } = await rest.get<Role>(`/roles/${name}`);
  return [permissions, principals.map(({ username }) => username)];
};

describe.runIf(hasChromium)('people in Chromium', () => {
  test('are found, added, changed, disabled and deleted, and refusals have the text of REST', async () => {
    await people.named('Bea <b>bold', 'other');
    const { page, complaints } = await look.as('admin', '/');
    await page.getByRole('heading', { name: 'My tasks', level: 1 }).waitFor();
    await page.keyboard.press('u');
    await row(page, 'other').waitFor();
    await expect.poll(() => page.title()).toBe('Users · Slipway');
    await page.getByLabel('Name or mail address').fill('<B>BOLD');
    await row(page, 'other').waitFor({ state: 'detached' });
    await row(page, 'Bea <b>bold').waitFor();
    expect(new URL(page.url()).searchParams.get('text')).toBe('<B>BOLD');
    await page.getByLabel('Name or mail address').fill('');
    await button(page, 'Create a user…').click();
    const dialog = page.getByRole('dialog', { name: 'Create a user' });
    await dialog.getByLabel('User name').fill('other');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const taken = await rest.refused('POST', '/users/other', {});
    await dialog.getByRole('alert').getByText(taken.slice(4), { exact: true }).waitFor();
    await dialog.getByLabel('User name').fill('dora');
    await dialog.getByLabel('Full name').fill('Dora Ray');
    await dialog.getByLabel('Password').fill('correct horse');
    await answer(page, 'Create a user', 'Create');
    await row(page, 'Dora Ray').getByText('May log in').waitFor();
    const dora = restAt(url, basic('dora', 'correct horse'));
    expect((await dora.get<User>('/me')).username).toBe('dora');
    await button(page, 'Change dora…').click();
    await page.getByRole('dialog').getByLabel('Full name').fill('Dora Sun');
    await answer(page, 'Change dora', 'Save');
    await row(page, 'Dora Sun').waitFor();
    await button(page, 'Lock dora').click();
    await row(page, 'dora').getByText('Locked').waitFor();
    expect(await dora.refused('GET', '/me')).toMatch(/^401 /);
    await button(page, 'Lock admin').click();
    const never = await rest.refused('PUT', '/users/admin', { loginAllowed: false });
    await page.getByRole('alert').getByText(never.slice(4), { exact: true }).waitFor();
    await page.getByLabel('Disabled users').check();
    await row(page, 'other').waitFor({ state: 'detached' });
    await button(page, 'Delete dora…').click();
    await answer(page, 'Delete dora', 'Delete for good');
    await page.getByText('No user matches.').waitFor();
    await page.getByLabel('Disabled users').uncheck();
    await row(page, 'other').waitFor();
    expect(complaints).toEqual([]);
  });

  test('have roles, whose permissions and members are saved together, and changes by others in the meantime are shown', async () => {
    const { page, complaints } = await look.as('admin', '/people?form=roles');
    await page.getByText('There is no role.').waitFor();
    await button(page, 'Create a role…').click();
    const add = page.getByRole('dialog', { name: 'Create a role' });
    await add.getByLabel('Name', { exact: true }).fill('Planners');
    await add.getByLabel('Name of a user').fill('cn=planners,dc=acme');
    await page.keyboard.press('Enter');
    await add.getByText('template: 0 of 1').click();
    await add.getByLabel('template#create', { exact: true }).check();
    await expectForAll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await answer(page, 'Create a role', 'Create');
    await row(page, 'Planners').waitFor();
    expect(await roleOf('Planners')).toEqual([['template#create'], ['cn=planners,dc=acme']]);
    await button(page, 'Change Planners…').click();
    const dialog = page.getByRole('dialog', { name: 'Change Planners' });
    await dialog.getByText('reports: 0 of 1').click();
    await dialog.getByLabel('reports#view', { exact: true }).check();
    await rest.done('PUT', '/roles/Planners', { principals: [{ username: 'admin' }] });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const told = 'Another user has changed this role: admin has it; cn=planners,dc=acme has it no longer.';
    await dialog.getByRole('alert').getByText(told).waitFor();
    expect(await roleOf('Planners')).toEqual([['template#create'], ['admin']]);
    await answer(page, 'Change Planners', 'Save');
    await expect.poll(() => roleOf('Planners')).toEqual([['template#create', 'reports#view'], ['cn=planners,dc=acme']]);
    await button(page, 'Rename Planners…').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Authors');
    await rest.done('POST', '/roles/Zoners', { permissions: ['template#create'] });
    await answer(page, 'Rename Planners', 'Rename');
    await button(page, 'Delete Authors…').click();
    await answer(page, 'Delete Authors', 'Delete for good');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Change Zoners…');
    await button(page, 'Delete Zoners…').click();
    await answer(page, 'Delete Zoners', 'Delete for good');
    await page.getByText('There is no role.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('see at the login that it is wrong, that it is locked for a time, and for how long', async () => {
    await people.user('hal');
    const { page, complaints } = await look.stranger('/people');
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
      .getByText(/^too many failed logins, try again later: in \d+ minutes?$/)
      .waitFor();
    await expectForAll(page);
    expect(complaints).toEqual([]);
  });

  test('see only themselves without the right to more, and why', async () => {
    await people.user('eve');
    await people.role('Readers', ['reports#view'], ['eve']);
    const { page, complaints } = await look.as('eve', '/people');
    await page.getByText('You have no permission security#edit here.').waitFor();
    await page.getByRole('link', { name: 'your account page' }).click();
    await page.getByRole('heading', { name: 'eve', level: 1 }).waitFor();
    await page.getByText('Readers', { exact: true }).waitFor();
    await page.getByText('reports#view', { exact: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goBack();
    await page.getByRole('link', { name: 'security#edit' }).click();
    await page.getByRole('heading', { name: 'eve has not security#edit' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('make tokens that are shown once, and end them', async () => {
    await people.user('fay');
    const { page, complaints } = await look.as('fay', '/me');
    await page.getByText('You have no token.').waitFor();
    await button(page, 'Create a token…').click();
    await page.getByLabel('Purpose').fill('nightly');
    await page.keyboard.press('Enter');
    const made = page.getByRole('dialog', { name: 'Token nightly' });
    const token = await made.getByLabel('Text of the token').inputValue();
    const program = restAt(url, { 'x-release-personal-token': token });
    expect((await program.get<User>('/me')).username).toBe('fay');
    await page.keyboard.press('Escape');
    await made.waitFor({ state: 'detached' });
    await row(page, 'nightly').getByText('All that you may do').waitFor();
    expect(await page.content()).not.toContain(token);
    await button(page, 'End nightly…').click();
    await answer(page, 'End nightly', 'End it');
    await page.getByText('You have no token.').waitFor();
    expect(await program.refused('GET', '/me')).toMatch(/^401 /);
    expect(complaints).toEqual([]);
  });

  test('find their typed text after a new login, and other users do not', async () => {
    await people.user('una');
    const { page, complaints } = await look.as('admin', '/people?text=nobody');
    await button(page, 'Create a user…').click();
    const dialog = page.getByRole('dialog', { name: 'Create a user' });
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
    await page.getByText('You have no permission').waitFor();
    await page.getByRole('link', { name: 'una, your account' }).waitFor();
    expect([await dialog.count(), await page.locator('dialog').count(), complaints]).toEqual([0, 0, []]);
  });

  test('change their password with the one before, and log out everywhere', async () => {
    await people.user('gus');
    const elsewhere = await look.as('gus', '/tasks');
    const { page, complaints } = await look.as('gus', '/me');
    await page.getByText('This one:').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'End this session' }).count()).toBe(1);
    await button(page, 'Change password…').click();
    const dialog = page.getByRole('dialog', { name: 'Change your password' });
    await dialog.getByLabel('Current password').fill('wrong');
    await dialog.getByLabel('New password', { exact: true }).fill('battery staple');
    await dialog.getByLabel('New password, again').fill('battery');
    await dialog.getByRole('button', { name: 'Change it' }).click();
    await dialog.getByRole('alert').getByText('The new password was typed in two ways: type it again.').waitFor();
    await dialog.getByLabel('New password, again').fill('battery staple');
    const wrong = await restAt(url, basic('gus', 'admin')).refused('POST', '/users/gus/password', {
      currentPassword: 'wrong',
      newPassword: 'x',
    });
    await dialog.getByRole('button', { name: 'Change it' }).click();
    await dialog.getByRole('alert').getByText(wrong.slice(4), { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Log out everywhere…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByLabel('User name').waitFor();
    await elsewhere.page.reload();
    await elsewhere.page.getByLabel('User name').waitFor();
    expect(complaints).toEqual([]);
  });
});
