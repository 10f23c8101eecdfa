import { effect, signal } from '@preact/signals';
import { startPseudoText } from './pseudo-text.ts';
import { showContrastStyles } from './shown-states.ts';

/** How the components are shown. The address contains the settings. */
export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
  readonly text: '100' | '200';
  readonly words: 'english' | 'pseudo';
  readonly contrast: 'normal' | 'more';
  readonly width: 'full' | '320';
}

const query = new URLSearchParams(window.location.search);

const oneOf = <Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value =>
  values.find((value) => value === query.get(name)) ?? values[0];

/** The settings of this page. */
export const settings = signal<Settings>({
  theme: oneOf('theme', ['system', 'light', 'dark']),
  direction: oneOf('direction', ['ltr', 'rtl']),
  text: oneOf('text', ['100', '200']),
  words: oneOf('words', ['english', 'pseudo']),
  contrast: oneOf('contrast', ['normal', 'more']),
  width: oneOf('width', ['full', '320']),
});

/** Whether this page is in the narrow frame of another gallery, which has the switches. */
export const isFramed = window.parent !== window;

const addressOf = (shown: Settings): string =>
  `${window.location.pathname}?${new URLSearchParams({ ...shown })}${window.location.hash}`;

/** Returns the address of the narrow frame. */
export const frameAddress = (): string => addressOf({ ...settings.value, width: 'full' });

/** Changes a setting. Words and contrast change only what is shown next, so they load the page again. */
export function changeSetting<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  const next = { ...settings.peek(), [name]: value };
  window.history.replaceState(null, '', addressOf(next));
  if (name === 'words' || name === 'contrast') window.location.reload();
  else settings.value = next;
}

/** Applies the settings to the page. */
export function startSettings(): void {
  const root = document.documentElement;
  effect(() => {
    const { theme, direction, text } = settings.value;
    root.dataset.theme = theme;
    root.dir = direction;
    root.style.fontSize = text === '100' ? '' : `${text}%`;
  });
  const { words, contrast } = settings.peek();
  if (words === 'pseudo') startPseudoText(document.body);
  if (contrast === 'more') showContrastStyles();
}
