import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The inputs of a user that have reached the page. */
export interface InputCounts {
  /** Trusted presses of a mouse button or taps, and choices in lists of the browser. */
  clicks: number;
  /** Trusted presses of keys, without the typed texts. */
  keys: number;
}

/** The ways to use the board. */
export type Form = 'mouse' | 'keyboard' | 'phone';

/** The actions of a user, with one kind of input. Each of them waits for its target. */
export interface Hands {
  readonly page: Page;
  /** Presses a button, link, option or check box. */
  press(target: Locator): Promise<void>;
  /** Moves the focus to a field, and replaces its text. */
  type(target: Locator, text: string): Promise<void>;
  /** Types into a field that the page has focused. */
  continueIn(target: Locator, text: string): Promise<void>;
  /** Moves the focus to a code editor, and replaces its text. */
  typeCode(target: Locator, text: string): Promise<void>;
  /** Selects an option in a list of the browser. */
  choose(target: Locator, option: string): Promise<void>;
  /** Types a date and time, in the order of US English, into a field for them. */
  typeMoment(target: Locator, moment: Moment): Promise<void>;
  /** Presses a key. */
  key(name: string): Promise<void>;
  /** Opens a view of the main navigation from any view. */
  goTo(view: View): Promise<void>;
}

/** A date and time, such as `['12', '24', '2026', '09', '30', 'AM']`. */
export type Moment = readonly [month: string, day: string, year: string, hour: string, minute: string, half: string];

/** The views of the navigation, with their keys. */
const viewKeys = {
  Home: 'h',
  People: 'u',
  Templates: 'e',
  Calendar: 'c',
  Folders: 'f',
  Automation: 'w',
  'As code': 'm',
} as const;
export type View = keyof typeof viewKeys;

/** The maximum number of Tab presses. No tested page has more focusable elements. */
const maxTabs = 150;

/** Counts all inputs that reach the page, from the first script of each document on. */
export async function countInputs(page: Page): Promise<InputCounts> {
  const counts: InputCounts = { clicks: 0, keys: 0 };
  await page.exposeFunction('countInput', (type: 'clicks' | 'keys') => {
    counts[type] += 1;
  });
  await page.addInitScript(`
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && countInput('clicks'), true);
    addEventListener('keydown', ({ isTrusted }) => isTrusted && countInput('keys'), true);
    // The browser shows the options of a list outside of the page. Playwright selects one without a trusted event.
    addEventListener('change', ({ isTrusted, target }) => !isTrusted && target.matches('select') && countInput('clicks'), true);
  `);
  return counts;
}

/** The parts of an element of the page that the tests read. Their types do not include those of the browser. */
interface Placed {
  readonly ownerDocument: { readonly activeElement: unknown };
  readonly isConnected: boolean;
  compareDocumentPosition(other: unknown): number;
  matches(selector: string): boolean;
}

/** `Node.DOCUMENT_POSITION_FOLLOWING` of the browser. */
const following = 4;

/** Whether the focused element is after the target, so that Shift and Tab leads to it. */
const isBehind = (target: Locator): Promise<boolean> =>
  target.evaluate(
    (element: Placed, flag) => (element.compareDocumentPosition(element.ownerDocument.activeElement) & flag) !== 0,
    following,
  );

/** Waits until the target is enabled, and presses Tab or Shift and Tab until it has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect.poll(() => target.isEnabled()).toBe(true);
  const key = (await isBehind(target)) ? 'Shift+Tab' : 'Tab';
  // A locator would search the whole page after each key.
  const focusOf = async () => {
    const element = await target.elementHandle();
    return () => element?.evaluate((found: Placed) => (found.isConnected ? found.matches(':focus') : null));
  };
  let hasFocus = await focusOf();
  for (let pressed = 0; ; pressed += 1) {
    const isFocused = await hasFocus();
    if (isFocused) return;
    if (pressed === maxTabs) throw new Error(`no Tab leads to ${target}`);
    // Null: the page has rendered the target again.
    if (isFocused === null) hasFocus = await focusOf();
    else await page.keyboard.press(key);
  }
}

/** Types the parts of a date and time one after the other, as the browser expects them. */
const typeParts = (page: Page, [month, day, year, ...time]: Moment): Promise<void> =>
  page.keyboard.type(`${month}${day}${year}\t${time.join('')}`);

async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  // One input event, because the typed characters do not count.
  await page.keyboard.insertText(text);
}

type Actions = Pick<Hands, 'press' | 'type' | 'choose' | 'typeMoment' | 'goTo'>;

/** The actions with a mouse or a finger. */
function pointerActions(page: Page, form: 'mouse' | 'phone'): Actions {
  const press = (target: Locator): Promise<void> => (form === 'mouse' ? target.click() : target.tap());
  return {
    press,
    type: async (target, text) => {
      await press(target);
      await replaceText(page, text);
    },
    choose: async (target, option) => {
      await press(target);
      await target.selectOption({ label: option });
    },
    typeMoment: async (target, moment) => {
      // A click selects the part below it, so the first part is clicked.
      const position = { x: 20, y: 16 };
      await (form === 'mouse' ? target.click({ position }) : target.tap({ position }));
      await typeParts(page, moment);
    },
    goTo: async (view) => {
      const name = form === 'mouse' ? /^(Main|Administration|Folders)$/ : 'Main, narrow';
      const link = page.getByRole('navigation', { name }).getByRole('link', { name: view });
      const isInBar = form === 'mouse' || ['Home', 'Calendar', 'Automation'].includes(view);
      if (!isInBar) await press(page.getByRole('button', { name: 'More', exact: true }));
      await press(isInBar ? link : page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: view }));
    },
  };
}

/** The actions with the keyboard only. */
function keyboardActions(page: Page): Actions {
  return {
    press: async (target) => {
      await reach(page, target);
      const type = await target.getAttribute('type');
      await page.keyboard.press(type === 'checkbox' || type === 'radio' ? 'Space' : 'Enter');
    },
    type: async (target, text) => {
      await reach(page, target);
      await replaceText(page, text);
    },
    choose: async (target, option) => {
      await reach(page, target);
      // The browser selects the option whose label begins with the typed characters.
      await page.keyboard.type(option);
      await expect.poll(() => target.locator('option:checked').textContent()).toBe(option);
    },
    typeMoment: async (target, moment) => {
      await reach(page, target);
      await typeParts(page, moment);
    },
    goTo: (view) => page.keyboard.press(viewKeys[view]),
  };
}

/** Returns the actions of a user of a page. */
export function handsOn(page: Page, form: Form): Hands {
  const actions = form === 'keyboard' ? keyboardActions(page) : pointerActions(page, form);
  return {
    page,
    ...actions,
    typeCode: async (target, text) => {
      await (form === 'keyboard' ? reach(page, target) : actions.press(target));
      await replaceText(page, text);
    },
    continueIn: async (target, text) => {
      await target.and(page.locator(':focus')).waitFor();
      await replaceText(page, text);
    },
    key: (name) => page.keyboard.press(name),
  };
}
