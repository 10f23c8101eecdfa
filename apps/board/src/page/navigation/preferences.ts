import { signal } from '@preact/signals';

/** A stored preference; null: none, or the browser forbids the page to store data. */
function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a preference in this browser. */
function store(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // it applies until the page is closed
  }
}

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeKey = 'slipway theme';

/** Light, dark, or the setting of the viewer's system. */
export const theme = signal<Theme>(themes.find((name) => name === readStored(themeKey)) ?? 'system');

/** Sets the theme of the page and stores it. */
export function setTheme(newTheme: Theme): void {
  theme.value = newTheme;
  document.documentElement.dataset.theme = newTheme;
  store(themeKey, newTheme);
}

export const startTheme = (): void => {
  document.documentElement.dataset.theme = theme.peek();
};

/** The theme after this one, for the button that changes it. */
export const nextTheme = (current: Theme): Theme => themes[(themes.indexOf(current) + 1) % themes.length] ?? 'system';

const utcKey = 'slipway utc';

/** Whether times are shown in UTC, not in the viewer's zone. */
export const isUtc = signal(readStored(utcKey) === 'yes');

/** Sets the zone of times and stores it. */
export function showUtc(isOn: boolean): void {
  isUtc.value = isOn;
  store(utcKey, isOn ? 'yes' : 'no');
}
