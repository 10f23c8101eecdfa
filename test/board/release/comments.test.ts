import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, expectAccessible, pagesAt } from '../open-page.ts';

const product = serve();
const { url, rest, archive } = product;
const people = peopleOf(product);
const pages = pagesAt(url);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const addressOf = (release: Release) =>
  `/releases/${lastSegmentOf(release.id)}?task=${lastSegmentOf(idOf(release, 'a'))}`;
const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'a', exact: true });
const item = (page: Page, text: string) => drawerOf(page).locator('.thread > li').filter({ hasText: text });
const menuOf = (page: Page, text: string) => item(page, text).getByRole('button', { name: /^Actions for / });
const action = (page: Page, name: string) => page.getByRole('menuitem', { name });

/** Starts a release whose task has a comment of admin. */
async function commented(text: string): Promise<Release> {
  const release = await startRelease(rest, { Build: ['a'] });
  await rest.post(`/tasks/${idOf(release, 'a')}/comment`, { comment: text });
  return release;
}

describe.runIf(hasChromium)('comments of an open task in Chromium', () => {
  test('are edited and deleted by their author with keys, and show the time of the edit', async () => {
    const { page, pageErrors } = await pages.as('admin', addressOf(await commented('no disk')));
    await menuOf(page, 'no disk').press('Enter');
    await action(page, 'Edit comment').press('Enter');
    const field = drawerOf(page).getByLabel('Edit comment');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await menuOf(page, 'no disk').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await action(page, 'Edit comment').press('Enter');
    await field.fill('no **space**');
    await field.press('Control+Enter');
    await item(page, 'no space').locator('strong').waitFor();
    await item(page, 'no space').getByText('· edited').waitFor();
    await menuOf(page, 'no space').and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await menuOf(page, 'no space').press('Enter');
    await action(page, 'Delete comment').press('Enter');
    await page.getByRole('dialog', { name: 'Delete comment?' }).getByRole('button', { name: 'Delete comment' }).click();
    await item(page, 'no space').waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)(
    'keep the text of a second tab, which replaces the first edit only after a confirmation',
    async () => {
      const release = await commented('one');
      const first = await pages.as('admin', addressOf(release));
      const second = await pages.as('admin', addressOf(release));
      for (const { page } of [first, second]) {
        await menuOf(page, 'one').click();
        await action(page, 'Edit comment').click();
      }
      await drawerOf(second.page).getByLabel('Edit comment').fill('three');
      await drawerOf(first.page).getByLabel('Edit comment').fill('two');
      await drawerOf(first.page).getByRole('button', { name: 'Save comment' }).click();
      await item(first.page, 'two').getByText('· edited').waitFor();
      const { page } = second;
      // The unsaved text survives a reload.
      await page.reload();
      await drawerOf(page).getByRole('button', { name: 'Save comment' }).click();
      await drawerOf(page).getByRole('alert').getByText('admin changed this comment').waitFor();
      await drawerOf(page).getByRole('alert').getByText('Its text is now: two').waitFor();
      await drawerOf(page).getByRole('button', { name: 'Replace with my text' }).click();
      await item(page, 'three').getByText('· edited').waitFor();
      await item(first.page, 'three').waitFor();
      expect([...first.pageErrors, ...second.pageErrors]).toEqual([]);
    },
  );

  test.runIf(isLong)('keep the text of an edit whose comment was deleted', async () => {
    const release = await commented('one');
    const { page, pageErrors } = await pages.as('admin', addressOf(release));
    await menuOf(page, 'one').click();
    await action(page, 'Edit comment').click();
    await drawerOf(page).getByLabel('Edit comment').fill('my text');
    const taskPath = `/tasks/${idOf(release, 'a')}`;
    const [comment] = await rest.get<readonly { readonly id: string }[]>(`${taskPath}/comments`);
    await rest.send('DELETE', `${taskPath}/comments/${comment!.id}`);
    await drawerOf(page).getByText('The comment that you edit was deleted.').waitFor();
    await drawerOf(page).locator('pre').getByText('my text').waitFor();
    await drawerOf(page).getByRole('button', { name: 'Discard' }).click();
    await drawerOf(page).getByText('The comment that you edit was deleted.').waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
  });

  test('of other users and of actions have disabled actions with their reasons', async () => {
    const release = await commented('of admin');
    await people.createUser('ann');
    await people.createTeam(release, ['release#view', 'release#task_transition'], { users: ['ann'] });
    const { page, pageErrors } = await pages.as('ann', addressOf(release));
    await menuOf(page, 'of admin').click();
    await action(page, 'Only admin can edit this comment').waitFor();
    await action(page, 'Only admin and administrators can delete this comment').waitFor();
    await page.keyboard.press('Escape');
    await rest.post(`/tasks/${idOf(release, 'a')}/fail`, { comment: 'broken' });
    await menuOf(page, 'broken').click();
    await action(page, 'Edit comment A comment of an action or a script can’t change').waitFor();
    expect(await action(page, 'Edit comment').getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('offer users after an @ for keys and pointer, and mark the mentions of existing users', async () => {
    const release = await commented('first');
    await people.createUser('berta');
    await people.createTeam(release, ['release#view', 'release#task_transition'], { users: ['berta', 'Bernd'] });
    const { page, pageErrors } = await pages.as('berta', addressOf(release));
    const field = drawerOf(page).getByLabel('Comment', { exact: true });
    const option = (name: string) => page.getByRole('option', { name, exact: true });
    await field.pressSequentially('@be');
    await option('Bernd').waitFor();
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option('Bernd').getAttribute('id'));
    expect(await page.getByRole('option').count()).toBe(2);
    expect(await a11yViolations(page)).toEqual([]);
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('@berta ');
    // Escape closes the list, and neither the field nor the drawer.
    await field.pressSequentially('and @be');
    await option('Bernd').waitFor();
    await field.press('Escape');
    await option('Bernd').waitFor({ state: 'detached' });
    await field.fill('');
    await field.pressSequentially('@berta and @b');
    await option('Bernd').click();
    expect(await field.inputValue()).toBe('@berta and @Bernd ');
    await field.pressSequentially('and `@berta`');
    await field.press('Control+Enter');
    // Bernd is a member of the team, but no user.
    await item(page, 'and @Bernd and @berta').locator('.tag').getByText('@berta').waitFor();
    expect(await item(page, 'and @Bernd').locator('.tag').count()).toBe(1);
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('of an archived release have no actions', async () => {
    const release = await commented('old');
    await rest.post(`/tasks/${idOf(release, 'a')}/complete`, {});
    await archive(release);
    const { page, pageErrors } = await pages.as('admin', `${addressOf(release)}&archive=yes`);
    await item(page, 'old').waitFor();
    expect(await menuOf(page, 'old').count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });
});
