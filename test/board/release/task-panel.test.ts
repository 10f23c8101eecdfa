import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, gate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { a11yViolations, clippedTexts, currentUrl, expectAccessible, pagesAt } from '../open-page.ts';

const { url, rest } = serve();
const pages = pagesAt(url);

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const addressOf = (release: Release, title: string) =>
  `/releases/${lastSegmentOf(release.id)}?task=${lastSegmentOf(idOf(release, title))}`;
const drawerOf = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

describe.runIf(hasChromium)('the panel of a task in Chromium', () => {
  test('shows the next and the previous task by keys and buttons, and keeps the focus in its head', async () => {
    const release = await startRelease(rest, { Build: ['one', 'two', 'three'] });
    const { page, pageErrors } = await pages.as('admin', addressOf(release, 'one'));
    await drawerOf(page, 'one').getByText('Build').waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await drawerOf(page, 'two').waitFor();
    await drawerOf(page, 'two').getByRole('heading', { name: 'two' }).and(page.locator(':focus')).waitFor();
    await button(page, 'Next task').press('Enter');
    await drawerOf(page, 'three').waitFor();
    await button(page, 'Next task').and(page.locator(':focus')).waitFor();
    expect(await button(page, 'Next task').getAttribute('aria-disabled')).toBe('true');
    await drawerOf(page, 'three').getByLabel('Comment', { exact: true }).fill('j k');
    expect((await currentUrl(page)).searchParams.get('task')).toBe(lastSegmentOf(idOf(release, 'three')));
    await page.keyboard.press('Escape');
    await drawerOf(page, 'three').waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
  });

  test('offers no completion of a closed gate, reverts a rejected change, and shows changes by other users', async () => {
    const release = await startRelease(rest, { Ship: [gate('ready', 'approved', 'booked'), 'deploy'] });
    const { page } = await pages.as('admin', addressOf(release, 'ready'));
    const drawer = page.getByRole('dialog', { name: 'ready' });
    const complete = drawer.getByRole('button', { name: 'Complete' });
    await expect.poll(() => complete.getAttribute('title')).toBe('The gate has open requirements');
    expect(await complete.getAttribute('aria-disabled')).toBe('true');
    await drawer.getByLabel('approved').check();
    const conditions = async () => (await rest.get<Task>(`/tasks/${idOf(release, 'ready')}`)).conditions!;
    await expect.poll(async () => (await conditions()).map(({ checked }) => checked)).toEqual([true, false]);
    await rest.post(`/tasks/${(await conditions())[1]!.id}`, { checked: true });
    await drawer.getByRole('checkbox', { name: 'booked', checked: true }).waitFor();
    await expect.poll(() => complete.getAttribute('aria-disabled')).toBeNull();
    // REST refuses the completion of a gate that has just closed again.
    const refusal = "Gate 'ready' is closed";
    await page.route(
      /\/complete$/,
      (request) => request.fulfill({ status: 409, contentType: 'text/plain', body: refusal }),
      { times: 1 },
    );
    await complete.click();
    await drawer.getByRole('alert').getByText(refusal, { exact: true }).waitFor();
    await drawer.getByRole('definition').getByText('In progress').waitFor();
    await complete.click();
    await drawer.getByRole('definition').getByText('Completed').waitFor();
  });

  test('leaves the page usable: a card shows its task in the panel, and Escape returns the focus to it', async () => {
    const release = await startRelease(rest, { Build: ['one', 'two', 'three'] });
    await rest.sendForNoContent('PUT', `/tasks/${idOf(release, 'three')}/lock`, {});
    const { page, pageErrors } = await pages.as('admin', addressOf(release, 'one'));
    await drawerOf(page, 'one').getByRole('heading', { name: 'one' }).and(page.locator(':focus')).waitFor();
    const card = (title: string) => page.locator('article').getByRole('link', { name: title, exact: true });
    await page.locator('article').filter({ hasText: 'three' }).getByText('Locked').waitFor();
    await card('two').click();
    await drawerOf(page, 'two').getByRole('heading', { name: 'two' }).and(page.locator(':focus')).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await a11yViolations(page)).toEqual([]);
    await drawerOf(page, 'two').getByLabel('Comment', { exact: true }).fill('kept');
    // On a narrow page, the panel is modal, and keeps its focus and its inputs.
    const modal = () => page.locator('dialog:modal').count();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(modal).toBe(1);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(modal).toBe(0);
    const comment = drawerOf(page, 'two').getByLabel('Comment', { exact: true }).and(page.locator(':focus'));
    expect(await comment.inputValue()).toBe('kept');
    // Letters select an item of a menu, and are no shortcuts of the page. Escape closes the menu first.
    await button(page, 'Task actions').press('Enter');
    await page.keyboard.press('r');
    await page.getByRole('menu').press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card('two').and(page.locator(':focus')).waitFor();
    // A task that opens or closes does not scroll the page.
    await page.setViewportSize({ width: 1280, height: 400 });
    await card('three').focus();
    const scrollTop = async () => Number(await page.evaluate('window.scrollY'));
    const top = await scrollTop();
    expect(top).toBeGreaterThan(0);
    await card('three').press('Enter');
    await drawerOf(page, 'three').getByRole('heading', { name: 'three' }).and(page.locator(':focus')).waitFor();
    expect(await scrollTop()).toBe(top);
    await card('one').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await drawerOf(page, 'two').waitFor();
    await card('one').focus();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card('one').and(page.locator(':focus')).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('has one main action, and a dialog with a comment for actions that end a task without its result', async () => {
    const release = await startRelease(rest, { Build: ['compile', 'test'] });
    const { page, pageErrors } = await pages.as('admin', addressOf(release, 'compile'));
    const drawer = drawerOf(page, 'compile');
    await button(page, 'Complete').waitFor();
    expect(await drawer.locator('button.main').allTextContents()).toEqual(['Complete']);
    const comment = drawer.getByLabel('Comment', { exact: true });
    for (const text of ['the first', 'the *second*']) {
      await comment.fill(text);
      await comment.press('Control+Enter');
      await expect.poll(() => comment.inputValue()).toBe('');
    }
    await expect.poll(() => drawer.locator('.thread .markdown').allTextContents()).toEqual(['the second', 'the first']);
    await comment.fill('not');
    await button(page, 'Task actions').press('Enter');
    await page.getByRole('menuitem', { name: 'Skip…' }).press('Enter');
    const question = drawerOf(page, 'Skip compile?');
    const box = await question.boundingBox();
    expect([box?.x, box?.y].every((distance) => distance !== undefined && distance > 50)).toBe(true);
    // The dialog begins with the unsent comment, and sends it.
    await expect.poll(() => question.getByLabel('Comment (optional)').inputValue()).toBe('not');
    await question.getByLabel('Comment (optional)').fill('not needed');
    expect(await a11yViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Skip task' }).press('Enter');
    await drawer.getByRole('definition').getByText('Skipped').waitFor();
    await drawer.locator('.thread').getByText('not needed').waitFor();
    await expect.poll(() => comment.inputValue()).toBe('');
    // The server rejects changes of an ended task, except comments.
    await drawer.getByText('Supports Markdown and @mentions.', { exact: true }).waitFor();
    expect(await button(page, 'Reassign…').or(button(page, 'Planned dates…')).count()).toBe(0);
    const { comments } = await rest.get<Task>(`/tasks/${idOf(release, 'compile')}`);
    expect([comments.map(({ text }) => text), pageErrors]).toEqual([['the first', 'the *second*', 'not needed'], []]);
  });

  test('shows the content of a task: its message, its script with colors, and the same output once', async () => {
    const script = 'print "asked"; raise Exception("no ${x} <b>host</b>") # why';
    const notify = { title: 'tell', type: 'rel.NotificationTask', addresses: ['a@example.org'], body: 'It is *ready*' };
    const release = await startRelease(rest, {
      Build: [{ title: 'break', type: 'rel.ScriptTask', script, tags: ['x'.repeat(200)] }, notify],
    });
    const { page, pageErrors } = await pages.as('admin', addressOf(release, 'break'));
    const drawer = drawerOf(page, 'break');
    const output = drawer.locator('.output');
    await output.getByText(/no .* <b>host<\/b>/).waitFor();
    await button(page, 'Retry').click();
    await output.getByText(/from 2 runs$/).waitFor();
    await expect.poll(() => output.locator('.terminal time').first().textContent()).toMatch(/^\d+:\d\d:\d\d/);
    await drawer.getByText('History', { exact: true }).click();
    await drawer.getByText(/^Failed 2 times, first /).click();
    await expect.poll(() => drawer.locator('.log .log').getByText('Failed task “break”').count()).toBe(2);
    await drawer.getByText('Show script (1 line)').click();
    const code = drawer.getByRole('region', { name: 'Script' });
    expect(await code.textContent()).toBe(script);
    expect(await code.locator('span').allTextContents()).toEqual([
      'print',
      '"asked"',
      'raise',
      '"no ${x} <b>host</b>"',
      '# why',
    ]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect([await clippedTexts(page), (await drawer.boundingBox())?.width]).toEqual([[], 390]);
    await expectAccessible(page);
    await button(page, 'Next task').click();
    const message = drawerOf(page, 'tell');
    await message.getByRole('definition').getByText('a@example.org').waitFor();
    await message.getByText('ready', { exact: true }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('requests a confirmation before a release starts earlier than planned', async () => {
    const plannedStart = Date.now() + 86_400_000;
    const release = await createRelease(rest, { Build: ['one'] }, { title: 'Later', scheduledStartDate: plannedStart });
    const { page, pageErrors } = await pages.as('admin', `/releases/${lastSegmentOf(release.id)}`);
    await page.getByRole('button', { name: 'Start release' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start Later now?' });
    await dialog.getByText('The planned start is').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await rest.get<Release>(`/releases/${lastSegmentOf(release.id)}`)).status).toBe('PLANNED');
    await page.getByRole('button', { name: 'Start release' }).click();
    await dialog.getByRole('button', { name: 'Start now' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await rest.get<Release>(`/releases/${lastSegmentOf(release.id)}`)).status).toBe('IN_PROGRESS');
    expect(pageErrors).toEqual([]);
  });
});
