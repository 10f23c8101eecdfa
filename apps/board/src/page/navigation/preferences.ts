import { signal } from '@preact/signals';

/** Returns a stored preference; null if there is none or the browser blocks storage. */
function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a preference in this browser, if the browser allows storage. */
function store(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Without storage, the preference applies until the page is closed.
  }
}

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeKey = 'slipway theme';

/** The theme: light, dark, or the setting of the operating system. */
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

/** Returns the theme that the theme button selects next. */
export const nextTheme = (current: Theme): Theme => themes[(themes.indexOf(current) + 1) % themes.length] ?? 'system';

const utcKey = 'slipway utc';

/** Whether times are shown in UTC instead of the time zone of the user. */
export const isUtc = signal(readStored(utcKey) === 'yes');

/** Switches between UTC and the time zone of the user, and stores the choice. */
export function showUtc(isOn: boolean): void {
  isUtc.value = isOn;
  store(utcKey, isOn ? 'yes' : 'no');
}
