import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, idOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { currentUrl, pagesAt } from '../open-page.ts';
import { addressOf, detached, lastSegmentOf } from '../templates/template-page.ts';

const { url, rest } = serve();
const boardPages = pagesAt(url);

/** The maximum number of Tab presses. No tested page has more focusable elements. */
const maxTabs = 120;

/** Keyboard actions of a user without a mouse. Only Tab or the page itself moves the focus. */
function keysOf(page: Page) {
  const hasFocus = async (target: Locator) => (await target.and(page.locator(':focus')).count()) > 0;
  const reach = async (target: Locator) => {
    await target.waitFor();
    for (let pressed = 0; !(await hasFocus(target)); pressed += 1) {
      if (pressed === maxTabs) throw new Error(`no Tab leads to ${target}`);
      await page.keyboard.press('Tab');
    }
  };
  return {
    press: async (target: Locator) => {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    type: async (target: Locator, text: string) => {
      await reach(target);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    /** Selects an option with the arrow keys. */
    choose: async (target: Locator, option: string) => {
      await reach(target);
      const chosen = target.locator('option:checked').getByText(option, { exact: true });
      const optionCount = await target.locator('option').count();
      for (let pressed = 0; pressed < optionCount && (await chosen.count()) === 0; pressed += 1)
        await page.keyboard.press('ArrowDown');
    },
  };
}

test.runIf(hasChromium && isLong)('the audit log can be filtered and read with the keyboard only', async () => {
  await rest.sendForNoContent('POST', '/roles/Writers', { permissions: ['template#create'] });
  const { page, pageErrors } = await boardPages.as('admin', '/people');
  const { press, type, choose } = keysOf(page);
  await press(page.getByRole('link', { name: 'Audit log' }));
  await type(page.getByLabel('Search by actor', { exact: true }), 'admin');
  await press(page.getByRole('button', { name: 'Event: All events' }));
  await choose(page.getByLabel('Event', { exact: true }), 'Role created');
  const row = page.getByRole('row').filter({ hasText: 'Role created' });
  await page.getByRole('row').filter({ hasText: 'Logged in' }).first().waitFor(detached);
  await press(row.getByText('Show'));
  await row.getByText('Create top-level templates').waitFor();
  expect([(await currentUrl(page)).searchParams.get('username'), pageErrors]).toEqual(['admin', []]);
});

test.runIf(hasChromium)('a task of a template can be found, edited and saved with the keyboard only', async () => {
  const template = await createTemplate(rest, { Build: ['compile', 'test'] }, { title: 'Plan' });
  const { page, pageErrors } = await boardPages.as('admin', addressOf(template));
  const { press, type } = keysOf(page);
  await press(page.getByRole('link', { name: 'test', exact: true }));
  const drawer = page.getByRole('dialog', { name: 'test', exact: true });
  await type(drawer.getByLabel('Title'), 'test it');
  await type(drawer.getByLabel('Assignee'), 'admin');
  await press(drawer.locator('summary').getByText('Tags and watchers', { exact: true }));
  await type(drawer.getByLabel('Tags'), 'slow');
  await press(drawer.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('button', { name: 'Discard changes' }).waitFor(detached);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor(detached);
  const task = await rest.get<Task>(`/tasks/${lastSegmentOf(idOf(template, 'test'))}`);
  expect(task).toMatchObject({ title: 'test it', owner: 'admin', tags: ['slow'] });
  expect(pageErrors).toEqual([]);
});

test.runIf(hasChromium && isLong)(
  'a release can be started and aborted with the keyboard only, on all tabs',
  async () => {
    const release = await createRelease(rest, { Build: ['compile', 'test'] }, { title: 'Payments' });
    const { page, pageErrors } = await boardPages.as('admin', `/releases/${lastSegmentOf(release.id)}`);
    const { press, type } = keysOf(page);
    await press(page.getByRole('button', { name: 'Start release' }));
    await press(page.getByRole('link', { name: 'Table', exact: true }));
    await press(page.getByRole('row').getByRole('link', { name: 'compile', exact: true }));
    const drawer = page.getByRole('dialog', { name: 'compile' });
    await type(drawer.getByLabel('Comment', { exact: true }), 'by keys');
    await press(drawer.getByRole('button', { name: 'Complete', exact: true }));
    await drawer.getByRole('definition').getByText('Completed').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor(detached);
    for (const form of ['Timeline', 'Variables', 'Files', 'Activity']) {
      await press(page.getByRole('link', { name: form, exact: true }));
      const attachmentLabel = form === 'Files' ? 'attachments' : form.toLowerCase();
      await expect.poll(() => new URL(page.url()).searchParams.get('form')).toBe(attachmentLabel);
    }
    await press(page.getByRole('button', { name: 'More actions' }));
    const menu = page.getByRole('menu', { name: 'More actions' });
    await menu.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await menu.getByRole('menuitem', { name: 'Abort release…' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await type(dialog.getByRole('textbox'), 'enough');
    await press(dialog.getByRole('button', { name: 'Abort release', exact: true }));
    await dialog.waitFor(detached);
    const { status, phases } = await rest.get<Release>(`/releases/${release.id}`);
    expect([status, phases[0]!.tasks[0]!.status, pageErrors]).toEqual(['ABORTED', 'COMPLETED', []]);
  },
);

test.runIf(hasChromium)(
  'keystrokes before a dialog opens are typed into the dialog, and open no other view',
  async () => {
    const { page } = await boardPages.as('admin', '/releases');
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('fuer');
    const field = page.getByLabel('Search releases, tasks, templates, folders or commands');
    await expect.poll(() => field.inputValue()).toBe('fuer');
    expect((await currentUrl(page)).pathname).toBe('/releases');
  },
);

test.runIf(hasChromium)('a key before the first item of a menu has the focus chooses this item', async () => {
  const { page } = await boardPages.as('admin', '/templates');
  await page.getByRole('button', { name: 'More actions', exact: true }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'More actions' });
  await menu.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Import templates' }).waitFor();
});
