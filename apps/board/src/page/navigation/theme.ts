import { signal } from '@preact/signals';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'slipway theme';

/** A browser may forbid a page to keep anything. */
function readStored(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

const initial = (): Theme => themes.find((name) => name === readStored()) ?? 'system';

/** Light or dark, or as the viewer's system is. */
export const theme = signal<Theme>(initial());

/** Shows the page so, now and whenever this browser comes back. */
export function setTheme(newTheme: Theme): void {
  theme.value = newTheme;
  document.documentElement.dataset.theme = newTheme;
  try {
    window.localStorage.setItem(storageKey, newTheme);
  } catch {
    // it holds for this visit
  }
}

export const startTheme = (): void => {
  document.documentElement.dataset.theme = theme.peek();
};

/** What comes after a theme when the button for it is used. */
export const nextTheme = (current: Theme): Theme => themes[(themes.indexOf(current) + 1) % themes.length] ?? 'system';
