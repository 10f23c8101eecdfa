import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, formatRelease, idOf, parallel, sequential } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, currentUrl, logOut, pagesAt, storedDrafts } from '../open-page.ts';
import {
  addressOf,
  button,
  card,
  choose,
  detached,
  drawerOf,
  installDeploy,
  lastSegmentOf,
  menuItem,
  phaseMenu,
  save,
  taskMenu,
} from './template-page.ts';

const product = serve();
const { url, rest } = product;
const pages = pagesAt(url);
const people = peopleOf(product);
const planOf = async ({ id }: Release) =>
  formatRelease(await rest.get<Release>(`/templates/${id}`)).replaceAll('.', '');

beforeAll(() => installDeploy(rest));

describe.runIf(hasChromium)('the editor of a template in Chromium', () => {
  test('creates phases and tasks in an empty template with the keyboard', async () => {
    const template = await createTemplate(rest, {}, { title: 'From nothing' });
    const { page, pageErrors } = await pages.as('admin', addressOf(template));
    const open = async (opener: string) => {
      await page.getByRole('button', { name: opener, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    for (const { id } of template.phases) await rest.sendForNoContent('DELETE', `/phases/${lastSegmentOf(id)}`);
    await page.getByText('No phases yet. Add a phase to start.').waitFor();
    for (const title of ['Build', 'Ship']) {
      await open('Add phase');
      await page.getByRole('dialog').getByLabel('Title').focus();
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: title }).waitFor();
    }
    for (const title of ['compile', 'test']) {
      await open('Add task to Build');
      const picker = page.getByRole('dialog', { name: 'Add task to Build' });
      await picker.getByRole('option', { name: 'Manual' }).waitFor();
      expect(await a11yViolations(page)).toEqual([]);
      await page.keyboard.type('manual');
      await page.keyboard.press('Enter');
      // The title of a new task is edited in its card.
      await picker.waitFor(detached);
      await page.locator('input:focus').and(page.getByLabel('Task title')).waitFor();
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
      await card(page, title).waitFor();
    }
    await card(page, 'test').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Build: test compile | Ship: ');
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('test');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Build: compile test | Ship: ');
    await phaseMenu(page, 'Ship').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Ship:  | Build: compile test');
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('discards unsaved input at logout', async () => {
    const template = await createTemplate(rest, { Build: ['compile', parallel('group')] }, { title: 'Shared tab' });
    const { page } = await pages.as('admin', addressOf(template));
    await page.getByRole('button', { name: 'Add task to group' }).click();
    const picker = page.getByRole('dialog', { name: 'Add task to Build › group' });
    await picker.getByRole('option', { name: 'Manual' }).waitFor();
    await page.keyboard.press('Escape');
    await picker.waitFor(detached);
    const description = drawerOf(page, 'compile').getByLabel('Description');
    await card(page, 'compile').click();
    await description.fill('saved');
    await save(page);
    await page.keyboard.press('Escape');
    await drawerOf(page, 'compile').waitFor(detached);
    await card(page, 'compile').and(page.locator(':focus')).waitFor();
    await card(page, 'compile').click();
    await description.fill('of nobody else');
    await page.keyboard.press('Escape');
    await card(page, 'compile').click();
    await expect.poll(() => description.inputValue()).toBe('of nobody else');
    await page.keyboard.press('Escape');
    await drawerOf(page, 'compile').waitFor(detached);
    await page.getByText('Unsaved: compile').waitFor();
    await page.getByRole('article').getByText('Unsaved', { exact: true }).waitFor();
    // The mark remains after a reload.
    await page.reload();
    await page.getByText('Unsaved: compile').waitFor();
    await logOut(page);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('admin');
    await page.keyboard.press('Enter');
    await card(page, 'compile').click();
    await expect.poll(() => description.inputValue()).toBe('saved');
    expect(await storedDrafts(page)).toEqual([]);
  });

  test('moves tasks and phases by drag and drop, also into groups', async () => {
    const template = await createTemplate(rest, {
      Build: ['one', 'two', sequential('group', 'inner')],
      Ship: ['three'],
    });
    const { page, pageErrors } = await pages.as('admin', addressOf(template));
    const drag = (title: string, to: string, targetPosition: { x: number; y: number }) =>
      card(page, title).dragTo(card(page, to).locator('xpath=ancestor::article[1]'), { targetPosition });
    await drag('one', 'three', { x: 30, y: 12 });
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Build: two group(inner) | Ship: one three');
    // Each drag starts when the page shows the result of the one before.
    const shown = () => page.locator('ol.flow :is(h2, article a)').allTextContents();
    await expect.poll(shown).toEqual(['Build', 'two', 'group', 'inner', 'Ship', 'one', 'three']);
    await drag('two', 'inner', { x: 30, y: 60 });
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Build: group(inner two) | Ship: one three');
    await expect.poll(shown).toEqual(['Build', 'group', 'inner', 'two', 'Ship', 'one', 'three']);
    await drag('three', 'group', { x: 30, y: 40 });
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Build: group(inner two three) | Ship: one');
    await expect.poll(shown).toEqual(['Build', 'group', 'inner', 'two', 'three', 'Ship', 'one']);
    const heading = (title: string) => page.getByRole('heading', { name: title, exact: true, level: 2 });
    await heading('Ship').dragTo(page.getByRole('region', { name: 'Build' }), { targetPosition: { x: 5, y: 10 } });
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Ship: one | Build: group(inner two three)');
    await expect.poll(shown).toEqual(['Ship', 'one', 'Build', 'group', 'inner', 'two', 'three']);
    // A group cannot be moved into itself.
    await drag('group', 'inner', { x: 30, y: 12 });
    expect([await planOf(template), pageErrors]).toEqual(['TEMPLATE Ship: one | Build: group(inner two three)', []]);
  });

  test('copies, moves, locks, changes and deletes tasks in a menu, and errors have the text of REST', async () => {
    const template = await createTemplate(rest, { Build: ['one', parallel('group', 'inner')], Ship: ['last'] });
    const { page, pageErrors } = await pages.as('admin', addressOf(template));
    const dialog = page.getByRole('dialog');
    const undo = (message: string) =>
      page.locator('.toasts > *').filter({ hasText: message }).getByRole('button', { name: 'Undo' }).click();
    await taskMenu(page, 'one').click();
    expect(await a11yViolations(page)).toEqual([]);
    await menuItem(page, 'Duplicate').click();
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Build: one one (copy) group[inner] | Ship: last');
    await card(page, 'one (copy)').waitFor();
    await choose(taskMenu(page, 'one'), 'Move down');
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Build: one (copy) one group[inner] | Ship: last');
    await choose(taskMenu(page, 'one'), 'Move to…');
    await dialog.getByText('Position 2 of 3 in Build').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByLabel('Move to').selectOption({ label: 'Build › group' });
    await dialog.getByLabel('Position (1 to 2)').fill('1');
    await button(page, 'Move').click();
    await dialog.waitFor(detached);
    expect(await planOf(template)).toBe('TEMPLATE Build: one (copy) group[one inner] | Ship: last');
    await choose(taskMenu(page, 'one'), 'Move to…');
    await dialog.getByLabel('Position').fill('9');
    await button(page, 'Move').click();
    await dialog.getByRole('alert').getByText('position: expected a whole number from 0 to 1, got 8').waitFor();
    await button(page, 'Cancel').click();
    await choose(taskMenu(page, 'one'), 'Change type…');
    await dialog.getByRole('option', { name: 'Script' }).first().click();
    await expect
      .poll(async () => (await rest.get<Release>(`/templates/${template.id}`)).phases[0]!.tasks[1]!.tasks![0]!.type)
      .toBe('rel.ScriptTask');
    await dialog.waitFor(detached);
    await choose(taskMenu(page, 'one'), 'Lock');
    await page.getByText('Task locked').first().waitFor({ state: 'attached' });
    await choose(taskMenu(page, 'one'), 'Unlock');
    await page.getByText('Task unlocked').first().waitFor({ state: 'attached' });
    await choose(taskMenu(page, 'one'), 'Delete task…');
    await button(page, 'Delete task').click();
    await dialog.waitFor(detached);
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Build: one (copy) group[inner] | Ship: last');
    await undo('one deleted');
    await expect.poll(() => planOf(template)).toBe('TEMPLATE Build: one (copy) group[one inner] | Ship: last');
    await choose(taskMenu(page, 'one'), 'Delete task…');
    await button(page, 'Delete task').click();
    await dialog.waitFor(detached);
    await choose(taskMenu(page, 'group'), 'Add task');
    await dialog.getByRole('option', { name: 'Deploy it' }).click();
    await page.getByLabel('Task title').fill('later');
    await page.keyboard.press('Enter');
    await card(page, 'later').click();
    await drawerOf(page, 'later').getByLabel('Environment').waitFor();
    await button(page, 'Close').click();
    await page.getByRole('heading', { name: 'Ship' }).getByRole('button').click();
    await dialog.getByLabel('Title').fill('Deliver');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('[title="Blue"]')).backgroundColor`)).toBe(
      'rgb(47, 128, 201)',
    );
    await dialog.getByLabel('Color').last().fill('#123456');
    await save(page);
    await button(page, 'Close').click();
    await choose(phaseMenu(page, 'Deliver'), 'Duplicate');
    await page.getByRole('region', { name: 'Deliver (copy)' }).waitFor();
    await choose(phaseMenu(page, 'Deliver'), 'Move left');
    await expect.poll(() => planOf(template)).toMatch(/^TEMPLATE Deliver: last \| Build: /);
    await choose(phaseMenu(page, 'Build'), 'Delete phase…');
    await button(page, 'Delete phase').click();
    await dialog.waitFor(detached);
    expect(await planOf(template)).toBe('TEMPLATE Deliver: last | Deliver (copy): last');
    await undo('Build deleted');
    await expect.poll(() => planOf(template)).toMatch(/^TEMPLATE Deliver: last \| Build: .*group\[inner/);
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('shows changes of the same task by another user, and keeps the input', async () => {
    const template = await createTemplate(rest, { Build: ['shared', 'other'] });
    const path = `/tasks/${idOf(template, 'shared')}`;
    await people.createUser('first');
    await people.createTeam(template, ['template#view', 'template#edit'], { users: ['first'] });
    const { page } = await pages.as('admin', addressOf(template, idOf(template, 'shared')));
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Title').fill('Mine');
    await drawer.getByLabel('Description').fill('My words');
    const { page: firsts } = await pages.as('first', addressOf(template, idOf(template, 'shared')));
    await firsts.getByLabel('Title').fill('Theirs');
    await firsts.getByLabel('Assignee').fill('first');
    await save(firsts);
    await drawer.getByRole('alert').getByText('first changed this to: “Theirs”').waitFor();
    expect([await drawer.getByLabel('Assignee').inputValue(), await a11yViolations(page)]).toEqual(['first', []]);
    await button(page, 'Save').click();
    await drawer.getByRole('alert').getByText('Someone else changed the same fields').waitFor();
    expect(await rest.get<Task>(path)).toMatchObject({ title: 'Theirs', owner: 'first' });
    await page.keyboard.press('Escape');
    await drawer.waitFor(detached);
    await page.reload();
    await card(page, 'Theirs').click();
    await expect.poll(() => drawer.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Mine');
    await button(page, 'Keep mine for Title').click();
    await save(page);
    expect(await rest.get<Task>(path)).toMatchObject({ title: 'Mine', owner: 'first', description: 'My words' });
    await rest.put(path, { title: 'Renamed' });
    await drawerOf(page, 'Renamed').waitFor();
    await expect.poll(() => drawer.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Renamed');
    await rest.sendForNoContent('DELETE', path);
    await page.getByRole('dialog').getByText('isn’t in this template').waitFor();
    await card(page, 'other').waitFor();
  });

  test('shows the missing permission to viewers', async () => {
    const template = await createTemplate(rest, { Build: ['one'] });
    await people.createUser('onlooker');
    await people.createTeam(template, ['template#view'], { users: ['onlooker'] });
    const { page } = await pages.as('onlooker', addressOf(template));
    const missing = page.getByText('You need the permission “Edit templates”.');
    await missing.waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add phase' }).isDisabled()).toBe(true);
    await card(page, 'one').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await taskMenu(page, 'one').click();
    const menu = page.getByRole('menu', { name: 'More actions for one' });
    await menu.getByText('You need the permission “Lock tasks in templates”.').waitFor();
    const disabled = menu.locator('[aria-disabled=true]');
    await expect
      .poll(async () => (await disabled.allTextContents()).map((text) => text.replace(/ You need .*$/, '')))
      .toEqual(['Rename', 'Duplicate', 'Change type…', 'Lock', 'Move up', 'Move down', 'Move to…', 'Delete task…']);
    await page.keyboard.press('Escape');
    await card(page, 'one').click();
    await page.getByRole('dialog').getByLabel('Title').waitFor();
    await expect.poll(() => page.getByRole('dialog').getByLabel('Title').isDisabled()).toBe(true);
  });

  test.runIf(isLong)('can be used with 2,000 tasks, with any title', async () => {
    const hostile = ['<img src=x onerror=alert(1)>', '\u202e right', 'w'.repeat(255), '🚂'.repeat(60)];
    const many = (from: number) => Array.from({ length: 1000 }, (_, at) => `task ${from + at}`);
    const plan = {
      First: [...hostile, ...many(0)],
      Second: [parallel('group', ...many(1000))],
      ['W'.repeat(200)]: ['z'],
    };
    const template = await createTemplate(rest, plan);
    const { page, pageErrors } = await pages.as('admin', addressOf(template));
    await card(page, 'task 94').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(99);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Go to phase').selectOption({ label: 'Second' });
    await card(page, 'task 1000').waitFor();
    expect((await currentUrl(page)).searchParams.get('from')).toBe('1005');
    await page.getByRole('button', { name: 'Next' }).click();
    await card(page, 'task 1197').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(101);
    await choose(taskMenu(page, 'task 1100'), 'Move to…');
    await page.getByRole('dialog').getByText('Position 101 of 1000 in Second › group').waitFor();
    await page.getByLabel('Move to').selectOption({ label: 'First' });
    await page.getByLabel('Position (1 to 1005)').fill('1');
    await button(page, 'Move').click();
    await page.getByRole('dialog').waitFor(detached);
    const moved = await rest.get<Release>(`/templates/${template.id}`);
    expect([moved.phases[0]!.tasks[0]!.title, moved.phases[0]!.tasks.length]).toEqual(['task 1100', 1005]);
    expect(pageErrors).toEqual([]);
  });
});
