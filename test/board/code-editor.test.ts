import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Bundle } from '../../apps/board/src/bundle.ts';
import { serve } from '../harness/product/serve.ts';
import { createTemplate, idOf } from '../harness/rest/plans.ts';
import { hasChromium } from '../harness/servers/chromium.ts';
import { isLong } from '../harness/test-length.ts';
import { a11yViolations, currentUrl, expectAccessible, fillCode, pagesAt } from './open-page.ts';
import { lastSegmentOf, save } from './templates/template-page.ts';

const { url, rest } = serve({ SCRIPT_COMPILE_MS: '60000' });
const pages = pagesAt(url);

const scriptOf = (page: Page) => page.getByRole('textbox', { name: 'Script', exact: true });
const editorOf = (page: Page) => page.locator('.code-host .cm-content').first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.runIf(hasChromium)('the code editor in Chromium', () => {
  test('takes the place of the text area, keeps the text and the focus, and violates no policy', async () => {
    // The errors of the page contain the violations of its content security policy.
    const { page, pageErrors } = await pages.as('admin', '/automation/scripts');
    await editorOf(page).waitFor();
    expect(await scriptOf(page).textContent()).toContain('result = payload.ref;');
    await scriptOf(page).press('Control+a');
    await page.keyboard.type('print "one"\nresult = (2');
    expect(await scriptOf(page).innerText()).toBe('print "one"\nresult = (2)');
    await page.keyboard.press('Control+]');
    expect(await scriptOf(page).innerText()).toBe('print "one"\n  result = (2)');
    await page.keyboard.press('Control+[');
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.locator('main').getByText('Finished').waitFor();
    await expect.poll(() => page.locator('pre').first().textContent()).toBe('2');
    // A letter in the editor is no shortcut of the page, and Tab moves the focus.
    await scriptOf(page).press('g');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.ariaLabel')).toBe('Input');
    expect([(await currentUrl(page)).pathname, pageErrors]).toEqual(['/automation/scripts', []]);
  });

  test('marks the line of an error, and has the label and the hint for screen readers', async () => {
    const { page, pageErrors } = await pages.as('admin', '/automation/scripts');
    await editorOf(page).waitFor();
    await fillCode(page, 'Script', 'a = 1\nraise Exception("no")');
    await button(page, 'Test run').click();
    await page.getByRole('alert').getByText('Exception: no (line 2)').waitFor();
    await expect.poll(() => page.locator('.cm-line-failed').textContent()).toBe('raise Exception("no")');
    await page.locator('.cm-lint-marker-error').waitFor();
    const description: string = await page.evaluate(
      "document.querySelector('.code-host').shadowRoot.getElementById('hint').textContent",
    );
    expect(await scriptOf(page).getAttribute('aria-describedby')).toBe('hint');
    expect(description).toBe(
      'Python 2, or JavaScript if its first line is // language: javascript. Ctrl-] and Ctrl-[ indent, Ctrl-Space completes',
    );
    expect([await a11yViolations(page), pageErrors]).toEqual([[], []]);
  });

  test('is a text area in a narrow window, and if the user prefers plain text in this browser', async () => {
    const { page, pageErrors } = await pages.as('admin', '/automation/scripts');
    const area = page.locator('textarea').first();
    await editorOf(page).waitFor();
    await fillCode(page, 'Script', 'result = 1');
    await button(page, 'Plain text').click();
    await expect.poll(() => area.inputValue()).toBe('result = 1');
    await page.reload();
    await area.waitFor();
    expect(await button(page, 'Plain text').getAttribute('aria-pressed')).toBe('true');
    await button(page, 'Plain text').click();
    await editorOf(page).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await area.waitFor();
    expect([await page.locator('.cm-content').count(), await a11yViolations(page), pageErrors]).toEqual([0, [], []]);
  });

  test('completes documents by their schema', async () => {
    const { page, pageErrors } = await pages.as('admin', '/as-code');
    const options = page.locator('.cm-tooltip-autocomplete li');
    const loaded = page.waitForResponse('**/devops-as-code/schema');
    await editorOf(page).waitFor();
    await loaded;
    await editorOf(page).click();
    await page.keyboard.type('ki');
    await options.filter({ hasText: /^kind$/ }).click();
    await page.keyboard.type('Temp');
    await options.filter({ hasText: 'Templates' }).waitFor();
    expect(await a11yViolations(page)).toEqual([]);
    await options.filter({ hasText: 'Templates' }).click();
    await page.keyboard.type('\nspec:\n- template: T\n  ph');
    await options.filter({ hasText: 'phases' }).click();
    const yaml = page.getByRole('textbox', { name: 'YAML' });
    expect(await yaml.innerText()).toBe('kind: Templates\nspec:\n- template: T\n  phases:');
    expect(pageErrors).toEqual([]);
  });

  test.runIf(isLong)('takes the place of the scripts of a task and loses no input while it loads', async () => {
    const template = await createTemplate(rest, { Build: [{ title: 'run', type: 'rel.ScriptTask', script: 'a = 1' }] });
    const task = lastSegmentOf(idOf(template, 'run'));
    const { page, pageErrors } = await pages.as('admin', '/');
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/mount-editor-*.js', async (route) => {
      await isReleased;
      await route.continue();
    });
    const requested = page.waitForRequest('**/mount-editor-*.js');
    await page.goto(`${url()}/templates/${lastSegmentOf(template.id)}?task=${task}`);
    const drawer = page.getByRole('dialog');
    for (const group of ['Precondition', 'Failure handling'])
      await drawer.locator('summary').getByText(group, { exact: true }).click();
    await drawer.getByLabel('Handle failures').check();
    await drawer.getByLabel('Script', { exact: true }).press('Control+End');
    await page.keyboard.type('\nb = 2');
    await drawer.getByLabel('Precondition script').fill('before\nthe module');
    await drawer.getByLabel('Failure handler script').pressSequentially('handler');
    await drawer.getByLabel('Abort script').pressSequentially('first ');
    await requested;
    // The user continues to type while the editors replace the text areas.
    const words = Array.from({ length: 12 }, (_, index) => `word${index}`).join(' ');
    const typing = page.keyboard.type(words);
    release();
    await typing;
    await page.locator('.cm-content').nth(3).waitFor();
    await page.keyboard.type(' last');
    await save(page);
    expect(await rest.get(`/tasks/${task}`)).toMatchObject({
      script: 'a = 1\nb = 2',
      precondition: 'before\nthe module',
      failureHandler: 'handler',
      abortScript: `first ${words} last`,
    });
    expect([await a11yViolations(page), pageErrors]).toEqual([[], []]);
  });

  test('completes names and variables in the script of a task, and marks the line of a syntax error', async () => {
    const tasks = { Build: [{ title: 'run', type: 'rel.ScriptTask', script: 'a = 1' }] };
    const variables = [{ key: 'version', type: 'rel.StringVariable', requiresValue: false }];
    const template = await createTemplate(rest, tasks, { title: 'Completed', variables });
    const task = lastSegmentOf(idOf(template, 'run'));
    const { page, pageErrors } = await pages.as('admin', `/templates/${lastSegmentOf(template.id)}?task=${task}`);
    const script = page.getByRole('textbox', { name: 'Script', exact: true }).and(page.locator('.cm-content'));
    await script.press('Control+End');
    await page.keyboard.type('\nprint "${ver');
    const options = page.locator('.cm-tooltip-autocomplete li');
    await options.filter({ hasText: /^version$/ }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('\ntaskApi.ret');
    await options.filter({ hasText: /^retryTask$/ }).click();
    await page.getByText('Does not compile in line 3', { exact: false }).waitFor();
    await page.locator('.cm-line-failed').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Go to line 3' }).press('Enter');
    await fillCode(page, 'Script', 'print "${version}"');
    await page.getByText('Does not compile', { exact: false }).waitFor({ state: 'detached' });
    expect([await page.locator('.cm-line-failed').count(), pageErrors]).toEqual([0, []]);
  });

  test.runIf(isLong)('saves the script of an event filter', async () => {
    const endpoint = { type: 'events.PostWebhookEndpoint', title: 'Pushes', path: 'p' };
    const authentication = { type: 'events.NoAuthentication' };
    const { id: eventSource } = await rest.post<{ readonly id: string }>('/config', { ...endpoint, authentication });
    const template = await rest.post<{ readonly id: string }>('/templates', { title: 'Filtered' });
    const fields = { type: 'events.EventBasedTrigger', title: 'Filtered', template: template.id, eventSource };
    const { id } = await rest.post<{ readonly id: string }>('/triggers', fields);
    const { page, pageErrors } = await pages.as('admin', `/automation/triggers/${id.slice(id.lastIndexOf('/') + 1)}`);
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('Event filter').selectOption('A script that sets result');
    await editorOf(page).waitFor();
    await editorOf(page).click();
    await page.keyboard.type("event.ref == 'main'");
    await button(page, 'Save').click();
    await expect
      .poll(() => rest.get(`/triggers/${id}`))
      .toMatchObject({ eventFilter: { type: 'events.JythonEventFilter', expr: "event.ref == 'main'" } });
    expect(pageErrors).toEqual([]);
  });
});

test('the script of the code editor has at most 130 KB, and no view loads it at once', () => {
  const bundle: Bundle = JSON.parse(readFileSync('apps/board/dist/bundle.json', 'utf8'));
  const editor = Object.keys(bundle.files).find((name) => name.startsWith('mount-editor-'))!;
  expect(bundle.files[editor]!.compressedSize).toBeLessThanOrEqual(130_000);
  const initial = [bundle.script, ...bundle.imports, ...Object.values(bundle.views).flat()];
  expect(initial).not.toContain(editor);
});
