import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, parallel, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, expectAccessible, pagesAt } from '../open-page.ts';
import {
  button,
  card,
  choose,
  detached,
  drawerOf,
  lastSegmentOf,
  menuItem,
  phaseMenu,
  save,
  taskMenu,
} from '../templates/template-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const people = peopleOf(product);

const editorOf = ({ id }: Release) => `/releases/${lastSegmentOf(id)}?form=edit`;
/** Returns the titles of the phases and tasks, in order. */
const titlesOf = async ({ id }: Release) => {
  const { phases } = await rest.get<Release>(`/releases/${lastSegmentOf(id)}`);
  return phases.map(({ title, tasks }) => `${title}: ${tasks.map((task) => task.title).join(' ')}`);
};

describe.runIf(hasChromium)('the editor of a release in Chromium', () => {
  test('changes the parts of a running release that have not ended', async () => {
    const release = await startRelease(rest, { Build: ['one', 'two'], Ship: ['three', 'four'] });
    await rest.post(`/tasks/${lastSegmentOf(idOf(release, 'one'))}/complete`, {});
    const { page, pageErrors } = await pages.as('admin', editorOf(release));

    await page.getByRole('button', { name: 'Add task before three' }).press('Enter');
    const picker = page.getByRole('dialog', { name: 'Add task to Ship' });
    await picker.getByRole('option', { name: 'Manual' }).waitFor();
    await page.keyboard.type('manual');
    await page.keyboard.press('Enter');
    await picker.waitFor(detached);
    await page.locator('input:focus').and(page.getByLabel('Task title')).waitFor();
    await page.keyboard.type('hotfix');
    await page.keyboard.press('Enter');
    await card(page, 'hotfix').waitFor();
    await expect.poll(() => titlesOf(release)).toEqual(['Build: one two', 'Ship: hotfix three four']);

    await card(page, 'hotfix').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => titlesOf(release)).toEqual(['Build: one two', 'Ship: three hotfix four']);
    await choose(taskMenu(page, 'three'), 'Delete task…');
    await button(page, 'Delete task').click();
    const toast = page.locator('.toast').filter({ hasText: 'three deleted' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesOf(release)).toEqual(['Build: one two', 'Ship: three hotfix four']);
    await choose(phaseMenu(page, 'Ship'), 'Duplicate');
    await page.getByRole('region', { name: 'Ship (copy)' }).waitFor();

    await page.locator('article').getByRole('link', { name: 'two', exact: true }).click();
    await drawerOf(page, 'two').getByLabel('Description').fill('with care');
    await save(page);
    const task = await rest.get<Task>(`/tasks/${lastSegmentOf(idOf(release, 'two'))}`);
    expect([task.description, task.status]).toEqual(['with care', 'IN_PROGRESS']);
    expect(await a11yViolations(page)).toEqual([]);
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('shows why a part cannot be edited, also after it ends on another page', async () => {
    const release = await startRelease(rest, { Build: ['one', parallel('group', 'inner')], Ship: ['three'] });
    const { page, pageErrors } = await pages.as('admin', editorOf(release));
    const reasonOf = async (title: string, item: string) => {
      await taskMenu(page, title).click();
      const found = menuItem(page, item);
      const texts = [await found.getAttribute('aria-disabled'), await found.textContent()];
      await page.keyboard.press('Escape');
      return texts;
    };
    expect(await reasonOf('one', 'Delete task…')).toEqual(['true', 'Delete task… Already started']);
    expect(await reasonOf('one', 'Rename')).toEqual([null, 'Rename']);
    expect(await reasonOf('group', 'Change type…')).toEqual(['true', 'Change type… The type of a group can’t change']);
    expect(await page.getByRole('button', { name: 'Add task before one' }).count()).toBe(0);
    // A planned task cannot move before a started one.
    expect(await reasonOf('group', 'Move up')).toEqual([
      'true',
      expect.stringContaining('The tasks before it have started'),
    ]);

    await rest.post(`/tasks/${lastSegmentOf(idOf(release, 'one'))}/complete`, {});
    await page.locator('article').filter({ hasText: 'one' }).getByText('Completed').waitFor();
    await expect.poll(() => reasonOf('one', 'Rename')).toEqual(['true', 'Rename The task has ended']);
    await card(page, 'one').click();
    await drawerOf(page, 'one').getByText('The task has ended').waitFor();
    expect(await drawerOf(page, 'one').getByLabel('Title').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');

    await rest.post(`/releases/${lastSegmentOf(release.id)}/abort`, { abortComment: 'stop' });
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor(detached);
    await expect.poll(() => reasonOf('three', 'Rename')).toEqual(['true', 'Rename The release has ended']);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('names the missing permissions, and enables the fields that the user can change', async () => {
    const release = await startRelease(rest, { Build: ['one', 'two'] });
    await people.createUser('viv');
    await people.createTeam(release, ['release#view', 'release#edit_task_description'], { users: ['viv'] });
    const { page, pageErrors } = await pages.as('viv', editorOf(release));
    await page.getByText('You need the permissions “Edit releases”, “Edit tasks”.').waitFor();
    expect(await page.getByRole('button', { name: 'Add task to Build' }).isDisabled()).toBe(true);
    await card(page, 'two').click();
    const drawer = drawerOf(page, 'two');
    expect(await drawer.getByLabel('Title').isDisabled()).toBe(true);
    await drawer.getByLabel('Description').fill('described');
    await save(page);
    const task = await rest.get<Task>(`/tasks/${lastSegmentOf(idOf(release, 'two'))}`);
    expect(task.description).toBe('described');
    await expectAccessible(page);
    expect(pageErrors).toEqual([]);
  });

  test('opens from the panel of a task', async () => {
    const release = await startRelease(rest, { Build: ['one'] });
    const { page, pageErrors } = await pages.as(
      'admin',
      `/releases/${lastSegmentOf(release.id)}?task=${lastSegmentOf(idOf(release, 'one'))}`,
    );
    await drawerOf(page, 'one').getByRole('link', { name: 'Edit task' }).click();
    await drawerOf(page, 'one').getByLabel('Title').fill('first');
    await save(page);
    // the reasons above the plan can name the task, too
    await card(page, 'first')
      .and(page.getByRole('region', { name: 'Build' }).getByRole('link'))
      .waitFor();
    expect(pageErrors).toEqual([]);
  });
});
