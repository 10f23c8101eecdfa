import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import { createActionRunner, gate, idOf, parallel, startRelease } from '../harness/rest/plans.ts';
import type { Task } from '../harness/rest/response-types.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { isLong } from '../harness/test-length.ts';
import { a11yViolations, clippedTexts, currentUrl, horizontalOverflow, pagesAt, refusalInBoard } from './open-page.ts';
import { pseudoText, type ServerMessage, usePseudoLanguage } from './pseudo-language.ts';

const product = serve();
const { url, rest } = product;
const people = peopleOf(product);
const boardPages = pagesAt(url);
const act = createActionRunner(rest);

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const taskOf = (id: string) => rest.get<Task>(`/tasks/${id}`);
const titles = (page: Page) => page.getByRole('rowheader').getByRole('link').allTextContents();

describe.runIf(hasChromium)('my tasks in Chromium', () => {
  test('are listed in order of their due dates, with reasons and a count that updates automatically', async () => {
    const tasks = [
      { title: 'deploy', owner: 'admin', dueDate: '2999-01-01T00:00:00Z' },
      { title: 'compile', owner: 'admin', dueDate: '2020-01-01T00:00:00Z' },
      { title: 'announce' },
    ];
    const release = await startRelease(rest, { Build: [parallel('all', ...tasks)] }, { title: 'Payments' });
    const { page, pageErrors } = await boardPages.as('admin', '/tasks?text=Payments');
    await row(page, 'deploy').waitFor();
    // A task without an owner and a team belongs to the owner of its release.
    expect(await titles(page)).toEqual(['compile', 'deploy', 'announce']);
    await expect.poll(() => page.title()).toBe('(3) Tasks · Slipway');
    await row(page, 'compile').getByText('overdue', { exact: true }).waitFor();
    await row(page, 'deploy').getByText('Task “deploy” is in progress: admin has to complete it.').waitFor();
    await rest.post(`/tasks/${idOf(release, 'announce')}/assign/admin`);
    await row(page, 'announce').waitFor();
    await expect.poll(() => page.title()).toBe('(3) Tasks · Slipway');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await a11yViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 600 });
    expect([await a11yViolations(page), await horizontalOverflow(page), pageErrors]).toEqual([[], 0, []]);
    await page.getByRole('link', { name: 'deploy', exact: true }).click();
    await page.getByRole('dialog', { name: 'deploy' }).waitFor();
  });

  test('keep the input after an error, and reject a comment of spaces', async () => {
    const release = await startRelease(
      rest,
      { Build: [{ ...gate('sign', 'read'), owner: 'admin' }, { title: 'next' }] },
      { title: 'Unheard' },
    );
    const { page } = await boardPages.as('admin', '/tasks?text=Unheard');
    const dialog = page.getByRole('dialog');
    const textbox = dialog.getByRole('textbox');
    await box(page, 'sign').check();
    await page.getByRole('button', { name: 'Add comment…', exact: true }).click();
    await textbox.fill('   ');
    await textbox.press('Tab');
    await dialog.getByRole('button', { name: 'Add comment', exact: true }).click();
    await expect.poll(() => textbox.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reassign…', exact: true }).click();
    await dialog.getByRole('combobox').fill('ghost');
    await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
    const refusal = await rest.sendForError('POST', `/tasks/${idOf(release, 'sign')}/assign/ghost`);
    await row(page, 'sign').getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reassign…', exact: true }).click();
    await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('ghost');
    await dialog.getByRole('combobox').fill('admin');
    await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
    await row(page, 'sign').getByRole('alert').waitFor({ state: 'detached' });
    await box(page, 'sign').check();
    await page.getByRole('button', { name: 'Reassign…', exact: true }).click();
    await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('');
  });

  test('are completed in bulk, and each error is beside its task', async () => {
    const release = await startRelease(
      rest,
      { Build: [parallel('all', { title: 'compile', owner: 'admin' }, { ...gate('sign', 'read'), owner: 'admin' })] },
      { title: 'Many' },
    );
    const { page, pageErrors } = await boardPages.as('admin', '/tasks?text=Many');
    await box(page, 'compile').check();
    await box(page, 'sign').check();
    await page.getByText('2 selected', { exact: true }).waitFor();
    const refusal = await rest.sendForError('POST', `/tasks/${idOf(release, 'sign')}/complete`, {});
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await row(page, 'sign').getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await row(page, 'compile').waitFor({ state: 'detached' });
    expect((await taskOf(idOf(release, 'compile'))).status).toBe('COMPLETED');
    await page.getByText('1 selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Skip…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Skip 1 task?' });
    await dialog.getByLabel('Comment').waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await dialog.getByLabel('Comment').fill('not needed');
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('No tasks match these filters.').waitFor();
    const { status, comments } = await taskOf(idOf(release, 'sign'));
    expect([status, comments.at(-1)?.text, pageErrors]).toEqual(['SKIPPED', 'not needed', []]);
  });

  test('keep a selection that changes while an action is running', async () => {
    const own = (title: string) => ({ title, owner: 'admin' });
    await startRelease(rest, { Build: [parallel('all', own('first'), own('second'))] }, { title: 'Chosen' });
    const { page } = await boardPages.as('admin', '/tasks?text=Chosen');
    await box(page, 'first').check();
    await page.route('**/complete', async (route) => {
      await box(page, 'second').check();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await row(page, 'first').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: 'Complete', exact: true }).isEnabled()).toBe(true);
    expect(await box(page, 'second').isChecked()).toBe(true);
  });

  test.runIf(isLong)('show an error for a task that another user has completed meanwhile', async () => {
    const own = (title: string) => ({ title, owner: 'admin' });
    const release = await startRelease(
      rest,
      { Build: [parallel('all', own('mine'), own('theirs'))] },
      { title: 'Raced' },
    );
    const { page } = await boardPages.as('admin', '/tasks?text=Raced');
    await box(page, 'theirs').check();
    const id = idOf(release, 'theirs');
    await page.route('**/complete', async (route) => {
      await act(release, 'complete', 'theirs');
      await route.continue();
    });
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await row(page, 'theirs').waitFor({ state: 'detached' });
    const refusal = await rest.sendForError('POST', `/tasks/${id}/complete`, {});
    await page.getByRole('alert').getByText(refusalInBoard(refusal), { exact: true }).waitFor();
    await page.getByRole('listitem').getByRole('link', { name: 'theirs', exact: true }).click();
    await page.getByRole('dialog', { name: 'theirs' }).waitFor();
  });

  test.runIf(isLong)('can be completed with the keyboard', async () => {
    const release = await startRelease(rest, { Build: [{ title: 'by keys', owner: 'admin' }] }, { title: 'Keys' });
    const { page } = await boardPages.as('admin', '/tasks?text=Keys');
    await box(page, 'by keys').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Complete', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No tasks match these filters.').waitFor();
    expect((await taskOf(idOf(release, 'by keys'))).status).toBe('COMPLETED');
    await page.getByRole('link', { name: 'Clear filters' }).press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await row(page, 'deploy').waitFor();
  });

  test('are assigned to users and teams, one or several at a time, with suggested names', async () => {
    await people.createUsersWithoutLogin('walter');
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Teamed' });
    await people.createTeam(folder, [], { users: [] }, 'Crew');
    const own = (title: string) => ({ title, owner: 'admin' });
    const plan = { Build: [parallel('all', own('one'), own('two'), own('three'))] };
    const release = await startRelease(rest, plan, { title: 'Given' }, { folderId: folder.id });
    const { page, pageErrors } = await boardPages.as('admin', '/tasks?text=Given');
    await box(page, 'three').check();
    await page.getByRole('button', { name: 'Assign to team…', exact: true }).click();
    await page.locator('option[value="Crew"]').waitFor({ state: 'attached' });
    await page.getByRole('dialog').getByLabel('Team').fill('Crew');
    expect(await a11yViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await row(page, 'three').getByText('admin, Crew').waitFor();
    // The row may change before the response, which clears the selection.
    await page.getByText('1 selected', { exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByText('3 selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reassign…', exact: true }).press('Enter');
    await page.getByLabel('Assignee').fill('walt');
    await page.locator('option[value="walter"]').waitFor({ state: 'attached' });
    await page.getByLabel('Assignee').fill('walter');
    await page.keyboard.press('Enter');
    await page.getByText('No tasks match these filters.').waitFor();
    const owners = ['one', 'two', 'three'].map(async (title) => (await taskOf(idOf(release, title))).owner);
    expect([await Promise.all(owners), pageErrors]).toEqual([['walter', 'walter', 'walter'], []]);
  });

  test.runIf(isLong)('have an address for each page, which the back button of the browser uses', async () => {
    const many = Array.from({ length: 101 }, (_, nth) => ({ title: `paged ${nth}`, owner: 'admin' }));
    await startRelease(rest, { Build: [parallel('all', ...many)] }, { title: 'Paged' });
    const { page } = await boardPages.as('admin', '/tasks?text=paged');
    const pages = page.getByRole('navigation', { name: 'Pagination' });
    await pages.getByRole('button', { name: 'Next' }).press('Enter');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    const address = (await currentUrl(page)).href;
    expect(new URL(address).searchParams.get('after')).not.toBe(null);
    await page.goBack();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(100);
    await page.goForward();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    await pages.getByRole('button', { name: 'Previous' }).click();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(100);
    await page.goto(address);
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(100);
    expect((await currentUrl(page)).search).toBe('?text=paged');
  });

  test('show the missing permission for each disabled action', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Shop' });
    await people.createUser('ann');
    await people.createTeam(folder, [], { users: [] });
    const plan = { Build: [{ title: 'hers', owner: 'ann' }] };
    const release = await startRelease(rest, plan, { title: 'Lacking' }, { folderId: folder.id });
    const { page } = await boardPages.as('ann', '/tasks');
    await box(page, 'hers').check();
    await page.getByText('Reassign: You need the permission “Reassign tasks”.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Reassign…', exact: true }).isDisabled()).toBe(true);
    await act(release, 'fail', 'hers', 'broken');
    await row(page, 'hers').getByText('Task “hers” has failed: ann has to retry or skip it.').waitFor();
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await row(page, 'hers').getByText('Task “hers” is in progress: ann has to complete it.').waitFor();
  });

  test('have messages in the language of the user, without overflow', async () => {
    const tasks = [
      { title: 'deploy', owner: 'admin' },
      { ...gate('sign', 'read'), owner: 'admin' },
      { title: 'later' },
    ];
    const release = await startRelease(rest, { Build: [parallel('all', ...tasks)] }, { title: 'Pseudo' });
    const address = `/releases/${release.id.slice(release.id.lastIndexOf('/') + 1)}`;
    const { page, pageErrors } = await boardPages.as('admin', '/people');
    const { catalogFiles } = await usePseudoLanguage(page);
    const expectShown = async (root: Locator, messages: readonly ServerMessage[]) => {
      for (const message of messages) await root.getByText(pseudoText(message), { exact: true }).first().waitFor();
    };
    const expectNoOverflow = async () => {
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect([width, await horizontalOverflow(page), await clippedTexts(page)]).toEqual([width, 0, []]);
      }
    };
    const catalogRequested = Promise.withResolvers<void>();
    const catalogSent = Promise.withResolvers<void>();
    await page.route(catalogFiles, async (route) => {
      catalogRequested.resolve();
      await catalogSent.promise;
      await route.fallback();
    });
    const listed = page.waitForResponse('**/me/tasks?*');
    await page.goto(`${url()}/tasks?text=Pseudo`, { waitUntil: 'commit' });
    await Promise.all([listed, catalogRequested.promise]);
    // Until the catalog is loaded, no message is displayed in another language.
    expect(await page.getByRole('row').count()).toBe(0);
    catalogSent.resolve();
    const waiting = await rest.get<{ tasks: ServerMessage[] }>('/me/tasks?text=Pseudo');
    expect(waiting.tasks.map(pseudoText).join()).toContain('Ťáášk “deploy” ííš');
    await expectShown(page.getByRole('table'), waiting.tasks);
    await box(page, 'sign').check();
    const response = page.waitForResponse('**/complete');
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    const { detail, ...data } = await (await response).json();
    expect(pseudoText({ ...data, sentence: detail })).not.toBe(detail);
    const refusalText = refusalInBoard(pseudoText({ ...data, sentence: detail }));
    await row(page, 'sign').getByRole('alert').getByText(refusalText, { exact: true }).waitFor();
    await expectNoOverflow();
    await page.goto(`${url()}${address}`);
    const { reasons } = await rest.get<{ reasons: ServerMessage[] }>(`${address}/explain`);
    await expectShown(page.locator('.reason'), reasons);
    await expectNoOverflow();
    await page.getByRole('link', { name: 'Activity' }).click();
    const log = await rest.get<{ message: string; code?: string }[]>(`/activities/${release.id}`);
    await expectShown(
      page.locator('.activity'),
      log.map(({ message, ...entry }) => ({ ...entry, sentence: message })),
    );
    await expectNoOverflow();
    expect(pageErrors).toEqual([]);
    await page.route(catalogFiles, (route) => route.abort());
    await page.goto(`${url()}/tasks?text=Pseudo`);
    for (const { sentence } of waiting.tasks) await page.getByText(sentence, { exact: true }).first().waitFor();
  });

  test('load like lists and releases: the page uses prefetched responses, and does not repeat these requests', async () => {
    const release = await startRelease(rest, { Build: ['compile'] });
    const { page } = await boardPages.as('admin', '/');
    for (const path of ['/', '/tasks', '/releases', `/releases/${release.id.slice(release.id.lastIndexOf('/') + 1)}`]) {
      await page.goto(`${url()}${path}`);
      await page.locator('main h1').first().waitFor();
      await expect.poll(() => page.evaluate('window.slipwayPrefetched.size')).toBe(0);
    }
  });
});
