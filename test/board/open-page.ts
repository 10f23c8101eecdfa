import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { asSentence } from '../../apps/board/src/page/api/words/field-words.ts';
import { withCurlyQuotes } from '../../scripts/message-catalogs.ts';
import { createPageOpener, type OpenPage } from '../harness/servers/chromium.ts';
import { isLong } from '../harness/test-length.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Colors depend on the color scheme and not on the width of a page. All other rules apply at each width. */
const ruleSets = {
  all: { runOnly: rules },
  'all but colors': { runOnly: rules, rules: { 'color-contrast': { enabled: false } } },
};

/** The parts of a page that a11yViolations checks: in a short run, open dialogs, menus and popovers. */
const checkedParts = isLong ? 'html' : 'dialog[open], :popover-open';

/**
 * Returns the accessibility violations of a page, or of the elements of a selector, each with its rule and element. A
 * short run checks only open dialogs, menus and popovers, and not their colors: `whole/hostile-texts.test.ts` and
 * `gallery.test.ts` check each view and each state of each component with all rules.
 */
export async function a11yViolations(
  page: Page,
  ruleSet: keyof typeof ruleSets = isLong ? 'all' : 'all but colors',
  selector = checkedParts,
): Promise<readonly string[]> {
  if ((await page.locator(selector).count()) === 0) return [];
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const options = { ...ruleSets[ruleSet], resultTypes: ['violations'], preload: false };
  const text: string = await page.evaluate(
    // axe scrolls the page, and then finds elements below the sticky header.
    `window.scrollTo(0, 0);
    axe.run(${JSON.stringify(selector)}, ${JSON.stringify(options)}).then(({ violations }) =>
      JSON.stringify(violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary))))`,
  );
  return JSON.parse(text);
}

/** Returns the address of a page. The address of Playwright can be older than the content of the page. */
export const currentUrl = async (page: Page): Promise<URL> => new URL(String(await page.evaluate('location.href')));

/** Returns the horizontal overflow of a page, in pixels. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Returns the class names and texts of elements that hide a part of their text. */
export const clippedTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('main *, dialog *')]
    // an element of one pixel is for screen readers only
    .filter((element) => element.textContent !== '' && element.clientWidth > 1 && element.checkVisibility())
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
      return (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1);
    })
    .map((element) => element.className + ' ' + element.textContent)`);

/**
 * Expects that a page is accessible in dark mode and at 320 pixels: no violations of contrast or structure, and no
 * overflow. Use it after a user has changed a page. `whole/hostile-texts.test.ts` checks each view when it opens, except
 * pages without a login: a test checks them with the selector `html`.
 */
export async function expectAccessible(page: Page, selector = checkedParts): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 600 });
  const violations = await a11yViolations(page, selector === checkedParts ? undefined : 'all', selector);
  expect([violations, await horizontalOverflow(page)]).toEqual([[], 0]);
}

/** Opens the menu of the logged-in user, which contains account, theme, time zone and logout. */
export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menu', { name: /^Account of / }).waitFor();
}

/** Logs out with the menu of the user. */
export async function logOut(page: Page): Promise<void> {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

/** Replaces the text of a code editor by a paste, because typed brackets would be closed. Waits until it is loaded. */
export async function fillCode(page: Page, label: string, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: label, exact: true }).and(page.locator('.cm-content'));
  await editor.press('Control+a');
  await page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      const content = document.activeElement.shadowRoot.activeElement;
      content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`,
  );
}

/** Returns the unsaved inputs that a page has stored to survive a reload. */
export const storedDrafts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    'Object.entries(sessionStorage).filter(([key]) => /^slipway draft (?!.* full names $)/.test(key)).map(([, text]) => text)',
  );

/** Opens pages of a server in a browser. Each test file has its own browser. */
export function pagesAt(url: () => string) {
  const open = createPageOpener();
  const stranger = async (path: string): Promise<OpenPage> => {
    const openPage = await open();
    await openPage.page.goto(`${url()}${path}`);
    return openPage;
  };
  return {
    /** Opens a page without a login. */
    stranger,
    /** Opens a page as a logged-in user. */
    async as(username: string, path: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
      const openPage = await open(options);
      const data = { username, password: 'admin' };
      const answer = await openPage.page.context().request.post(`${url()}/login`, { data });
      if (!answer.ok()) throw new Error(`${username} was not let in: ${await answer.text()}`);
      await openPage.page.goto(`${url()}${path}`);
      return openPage;
    },
  };
}

/** Opens the menu with the less frequent actions of a release, and returns it. */
export async function openMoreActions(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More actions' }).click();
  return page.getByRole('menu', { name: 'More actions' });
}

/**
 * Returns the text of a refusal of REST in the board: as a sentence with labels of fields and curly quotes, without the
 * status, without ids after titles, and with the title of the open release instead of its id.
 */
export const refusalInBoard = (refusal: string, releaseTitle = ''): string =>
  asSentence([{ kind: 'text', text: withCurlyQuotes(refusal.replace(/^\d+ /, '')) }])
    .map(({ text }) => text)
    .join('')
    .replaceAll(/ \((?:Task|Phase|Folder)\w+\)/g, '')
    .replace(/Release[0-9a-f]{32}/, releaseTitle);
