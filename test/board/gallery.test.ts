import { globSync, readFileSync } from 'node:fs';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Bundle } from '../../apps/board/src/bundle.ts';
import { bundleScripts } from '../../scripts/bundle-board.ts';
import { galleryHeaders, galleryPage, galleryPath } from '../../scripts/dev/gallery-page.ts';
import { createPageOpener, hasChromium, type OpenPage } from '../harness/servers/chromium.ts';
import { isLong } from '../harness/test-length.ts';
import { elementsWithoutFocusRing, overlappingTexts } from './layout-defects.ts';
import { a11yViolations, horizontalOverflow } from './open-page.ts';

const page = 'apps/board/src/page';
const origin = 'http://127.0.0.1';

/** Components that the gallery does not show, with the reason. */
const notShown: Readonly<Record<string, string>> = {
  'charts/plot.tsx': 'the axes of a chart',
  'rows.tsx': 'the body of the table',
  'drafts/draft-field.tsx': 'a part of the form',
  'markdown/block-view.tsx': 'a part of the Markdown text',
};

test('the gallery shows each component', () => {
  const sources = globSync(`${page}/gallery/**/*.tsx`).map((file) => readFileSync(file, 'utf8'));
  const components = globSync('**/*.tsx', { cwd: `${page}/components` });
  const missing = components.filter((file) => !sources.some((source) => source.includes(`/components/${file}'`)));
  expect(missing.toSorted()).toEqual(Object.keys(notShown).toSorted());
});

/** The files of the gallery by path: its own script and style sheet, and those of the bundle. */
const files = new Map<string, { readonly contentType: string; readonly body: string | Buffer }>();

async function bundleGallery(): Promise<void> {
  const chunks = await bundleScripts({ gallery: `${page}/gallery/main.tsx` });
  for (const { fileName, code } of chunks)
    files.set(`/assets/${fileName}`, { contentType: 'text/javascript', body: code });
  const { style, viewStyle, font, icon }: Bundle = JSON.parse(readFileSync('apps/board/dist/bundle.json', 'utf8'));
  const types = { [style]: 'text/css', [viewStyle]: 'text/css', [font]: 'font/woff2', [icon]: 'image/svg+xml' };
  for (const [name, contentType] of Object.entries(types))
    files.set(`/assets/${name}`, { contentType, body: readFileSync(`apps/board/dist/${name}`) });
  files.set('/assets/gallery.css', { contentType: 'text/css', body: readFileSync(`${page}/gallery/gallery.css`) });
  const entry = chunks.find(({ isEntry }) => isEntry)!;
  const html = galleryPage({
    icon: `/assets/${icon}`,
    sheets: [`/assets/${style}`, `/assets/${viewStyle}`, '/assets/gallery.css'],
    scripts: [`/assets/${entry.fileName}`],
  });
  files.set(galleryPath, { contentType: 'text/html', body: html });
}

interface Appearance {
  readonly name: string;
  /** the parameters of the gallery */
  readonly settings: Readonly<Record<string, string>>;
  /** the widths at which the layout is checked */
  readonly widths: readonly number[];
  readonly rules: 'all' | 'all but colors';
}

/** The appearances of a long run. axe checks the last width. Colors depend only on the theme and the contrast. */
const appearances: readonly Appearance[] = [
  { name: 'in the light theme', settings: { theme: 'light' }, widths: [1280], rules: 'all' },
  { name: 'in the dark theme, 320 pixels wide', settings: { theme: 'dark' }, widths: [320], rules: 'all' },
  { name: 'with high contrast', settings: { contrast: 'more' }, widths: [1280], rules: 'all' },
  { name: 'with text of 200 %', settings: { text: '200' }, widths: [1280], rules: 'all but colors' },
  { name: 'in the pseudo-language', settings: { words: 'pseudo' }, widths: [1280, 320], rules: 'all but colors' },
  { name: 'from right to left', settings: { direction: 'rtl' }, widths: [1280, 320], rules: 'all but colors' },
];

/** The appearances of a short run, which combine the settings. */
const shortAppearances: readonly Appearance[] = [
  ...appearances.slice(0, 1),
  {
    name: 'in the dark theme, from right to left, 320 pixels wide',
    settings: { theme: 'dark', direction: 'rtl' },
    widths: [320],
    rules: 'all',
  },
  {
    name: 'with high contrast and text of 200 %, in the pseudo-language',
    settings: { contrast: 'more', text: '200', words: 'pseudo' },
    widths: [1280],
    rules: 'all but colors',
  },
];

describe.runIf(hasChromium)('the gallery of components in Chromium', () => {
  const open = createPageOpener();
  beforeAll(bundleGallery);

  async function openGallery(settings: Readonly<Record<string, string>> = {}, options: BrowserContextOptions = {}) {
    const opened: OpenPage = await open({ viewport: { width: 1280, height: 800 }, ...options });
    await opened.page.route(`${origin}/**`, async (route) => {
      const path = new URL(route.request().url()).pathname;
      const file = files.get(path);
      if (file === undefined) await route.fulfill({ status: 404 });
      else await route.fulfill({ ...file, ...(path === galleryPath && { headers: galleryHeaders }) });
    });
    await opened.page.goto(`${origin}${galleryPath}?${new URLSearchParams(settings)}`);
    // The code editors are loaded when the browser is idle.
    await expect.poll(() => opened.page.locator('.cm-content').count()).toBe(4);
    return opened;
  }
  const toastsIn = (shown: Page) => shown.locator('.toast > span').allTextContents();

  async function openDialog(shown: Page, name: string): Promise<Locator> {
    await shown.getByRole('button', { name: `Open: ${name}`, exact: true }).click();
    const dialog = shown.getByRole('dialog');
    await dialog.waitFor();
    return dialog;
  }

  test.each(isLong ? appearances : shortAppearances)(
    'passes axe, does not overflow, and no text covers another, $name',
    async (appearance) => {
      const { settings, widths, rules } = appearance;
      const { page: shown, pageErrors } = await openGallery(settings);
      for (const width of widths) {
        await shown.setViewportSize({ width, height: 800 });
        const defects = [width, await horizontalOverflow(shown), await overlappingTexts(shown)];
        expect(defects).toEqual([width, 0, []]);
      }
      expect([await a11yViolations(shown, rules, 'html'), pageErrors]).toEqual([[], []]);
    },
  );

  test('the check of overlapping texts and the check of the focus find a defect', async () => {
    const { page: shown } = await openGallery();
    await shown.evaluate(`(() => {
      document.querySelector('#segments h2').style.marginBlock = '0 -3rem';
      document.querySelector('#segments button').style.outline = 'none';
    })()`);
    expect(await overlappingTexts(shown)).toContainEqual(expect.stringContaining('Segments'));
    expect(await elementsWithoutFocusRing(shown)).toEqual(['BUTTON  Month']);
  });

  test('each element shows that it has the focus', async () => {
    const { page: shown } = await openGallery();
    expect(await elementsWithoutFocusRing(shown)).toEqual([]);
  });

  test('an action runs once until it ends, and a disabled action does nothing and has its reason', async () => {
    const { page: shown } = await openGallery();
    const start = shown.getByRole('button', { name: 'Press to start' });
    await start.dblclick();
    await start.and(shown.locator('[aria-busy="true"]')).waitFor();
    expect([await start.isDisabled(), await toastsIn(shown)]).toEqual([true, ['The action runs']]);
    // A busy button keeps the focus.
    expect(await shown.evaluate('document.activeElement.textContent')).toBe('Press to start');
    const refused = shown.locator('#action-button').getByRole('button', { name: 'Start release' }).nth(1);
    expect([await refused.isDisabled(), await refused.getAttribute('title')]).toEqual([
      true,
      'You need the permission “Start releases”.',
    ]);
    const busyForm = await openDialog(shown, 'form, busy after a press');
    await busyForm.getByRole('button', { name: 'Create template' }).dblclick();
    await busyForm.locator('button.main[aria-disabled="true"]').waitFor();
    await shown.keyboard.press('Escape');
    const refusedForm = await openDialog(shown, 'form, refused by the server');
    await refusedForm.getByRole('button', { name: 'Create folder' }).click();
    expect(await refusedForm.getByRole('alert').textContent()).toBe('the title is used already');
    expect(await a11yViolations(shown, 'all', 'dialog')).toEqual([]);
  });

  test('a segment is pressed alone, and a switch changes unless it is busy or disabled', async () => {
    const { page: shown } = await openGallery();
    const period = shown.getByRole('group', { name: 'Period', exact: true });
    await period.getByRole('button', { name: 'Week' }).press('Enter');
    const pressed = period.getByRole('button', { pressed: true });
    expect(await pressed.allTextContents()).toEqual(['Week']);

    const trigger = shown.getByRole('switch', { name: 'Enable trigger' });
    await trigger.press('Space');
    expect(await trigger.getAttribute('aria-checked')).toBe('true');
    const disabled = shown.getByRole('switch', { name: 'Disabled switch' });
    for (const refused of [disabled, shown.getByRole('switch', { name: 'Busy switch' })]) {
      await refused.focus();
      await shown.keyboard.press('Space');
    }
    expect([await disabled.getAttribute('title'), await toastsIn(shown)]).toEqual([
      'You need the permission “Edit triggers”.',
      [],
    ]);
  });

  test('a toast is announced, can be undone and dismissed, and at most three are shown', async () => {
    const { page: shown } = await openGallery();
    const toasts = shown.locator('output.toasts');
    await shown.getByRole('button', { name: 'Show a toast with Undo' }).click();
    await toasts.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => toastsIn(shown)).toEqual(['Task reopened']);
    for (let count = 0; count < 3; count += 1)
      await shown.getByRole('button', { name: 'Show a toast', exact: true }).click();
    await expect.poll(() => toastsIn(shown)).toEqual(Array.from({ length: 3 }, () => 'Payments 4.12 started'));
    await toasts.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect.poll(() => toastsIn(shown)).toHaveLength(2);
  });

  test('a menu moves the focus with keys, skips a disabled action and shows its reason', async () => {
    const { page: shown } = await openGallery();
    const button = shown.getByRole('button', { name: 'Actions of Payments', exact: true });
    await button.press('Enter');
    const menu = shown.getByRole('menu', { name: 'Actions of Payments', exact: true });
    await menu.getByRole('menuitem', { name: 'Edit' }).and(shown.locator(':focus')).waitFor();
    const copy = menu.getByRole('menuitem', { name: /^Copy/ });
    expect([await copy.isDisabled(), await copy.locator('small').textContent()]).toEqual([
      true,
      ' You need the permission “Create top-level templates”.',
    ]);
    await shown.keyboard.press('End');
    await menu.getByRole('menuitem', { name: 'Delete' }).and(shown.locator(':focus')).waitFor();
    await shown.keyboard.press('Escape');
    await button.and(shown.locator(':focus')).waitFor();
    await shown.getByRole('button', { name: 'Table settings' }).click();
    const choices = shown.getByRole('menu', { name: 'Table settings' });
    await choices.getByRole('menuitemradio', { name: 'Comfortable' }).click();
    expect(await choices.getByRole('menuitemradio', { checked: true }).textContent()).toBe('Comfortable');
    expect(await a11yViolations(shown, 'all', '.menu:popover-open')).toEqual([]);
  });

  test('a chart has one stop of the tab key, arrow keys read its values, and its menu has a table and a CSV file', async () => {
    const { page: shown } = await openGallery();
    const card = shown.getByRole('region', { name: 'Release duration', exact: true });
    const points = card.getByRole('group', { name: /^Release duration\. / }).getByRole('link');
    expect(await points.evaluateAll((links) => links.filter((link) => link.tabIndex === 0).length)).toBe(1);
    const focused = points.and(shown.locator(':focus'));
    await points.last().focus();
    await shown.keyboard.press('Home');
    await expect
      .poll(() => focused.textContent())
      .toMatch(/^2026-05-01: p50 31\smin, p85 1\sh 2\smin, p95 1\sh 35\smin, n 2$/);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await shown.keyboard.press(key);
    await expect.poll(() => focused.textContent()).toMatch(/p95 –, n \d+\. p95 needs at least 20 rows$/);
    await card.getByText('p95 needs at least 20 rows', { exact: true }).waitFor();
    const menu = shown.getByRole('menu', { name: 'Actions for Release duration' });
    await card.getByRole('button', { name: 'Actions for Release duration' }).click();
    await menu.getByRole('menuitem', { name: 'Show as table' }).click();
    await card.getByRole('table', { name: 'Release duration' }).getByRole('columnheader', { name: 'p95' }).waitFor();
    await card.getByRole('button', { name: 'Actions for Release duration' }).click();
    await menu.getByRole('menuitem', { name: 'Export CSV' }).click();
    expect(await card.getByRole('alert').textContent()).toBe('the server is busy');
  });

  test('the days of a heat map are read with arrow keys: up and down by day, left and right by week', async () => {
    const { page: shown } = await openGallery();
    const days = shown.getByRole('group', { name: /^Releases that ended\. / }).getByRole('link');
    const focused = days.and(shown.locator(':focus'));
    await days.last().focus();
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp', 'ArrowDown']) await shown.keyboard.press(key);
    await expect.poll(() => focused.textContent()).toMatch(/^2026-07-29: \d+ ended$/);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await shown.keyboard.press(key);
    await expect.poll(() => focused.textContent()).toMatch(/^2026-08-06: /);
  });

  test('a bulk bar counts the selection, and Escape clears it', async () => {
    const { page: shown } = await openGallery();
    await shown.getByRole('button', { name: 'Select one more' }).click();
    const bar = shown.getByRole('group', { name: '4 selected' });
    expect(await bar.getByRole('button', { name: 'Assign' }).isDisabled()).toBe(true);
    await bar.getByRole('button', { name: 'Complete 2 of 3' }).press('Escape');
    await bar.waitFor({ state: 'detached' });
  });
});
