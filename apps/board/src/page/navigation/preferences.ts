import { signal } from '@preact/signals';

/** Returns a stored preference; null if there is none or the browser blocks storage. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a preference in this browser, if the browser allows storage. */
export function store(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Without storage, the preference applies until the page is closed.
  }
}

export const themes = ['system', 'light', 'dark'] as const;
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

/** Applies the stored theme, width of the sidebar and height of rows to the page. */
export const startPreferences = (): void => {
  document.documentElement.dataset.theme = theme.peek();
  document.documentElement.dataset.side = isSidebarNarrow.peek() ? 'narrow' : 'wide';
  document.documentElement.dataset.density = density.peek();
};

const utcKey = 'slipway utc';

/** Whether times are shown in UTC instead of the time zone of the user. */
export const isUtc = signal(readStored(utcKey) === 'yes');

/** Switches between UTC and the time zone of the user, and stores the choice. */
export function showUtc(isOn: boolean): void {
  isUtc.value = isOn;
  store(utcKey, isOn ? 'yes' : 'no');
}

const sidebarKey = 'slipway sidebar';

/** Whether the sidebar shows only icons. */
export const isSidebarNarrow = signal(readStored(sidebarKey) === 'narrow');

/** Shows or hides the labels of the sidebar, and stores the choice. */
export function setSidebarNarrow(isNarrow: boolean): void {
  isSidebarNarrow.value = isNarrow;
  document.documentElement.dataset.side = isNarrow ? 'narrow' : 'wide';
  store(sidebarKey, isNarrow ? 'narrow' : 'wide');
}

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

const densityKey = 'slipway density';

/** The height of the rows of tables. */
export const density = signal<Density>(densities.find((name) => name === readStored(densityKey)) ?? 'comfortable');

/** Sets the height of the rows of tables, and stores it. */
export function setDensity(newDensity: Density): void {
  density.value = newDensity;
  document.documentElement.dataset.density = newDensity;
  store(densityKey, newDensity);
}

const shortcutsKey = 'slipway single-key shortcuts';

/** Whether shortcuts of a single character work, such as `r` or `?`. WCAG 2.1.4 requires that the user can turn them off. */
export const hasCharacterShortcuts = signal(readStored(shortcutsKey) !== 'no');

/** Turns shortcuts of a single character on or off, and stores the choice. */
export function setCharacterShortcuts(isOn: boolean): void {
  hasCharacterShortcuts.value = isOn;
  store(shortcutsKey, isOn ? 'yes' : 'no');
}

const plainCodeKey = 'slipway plain code';

/** Whether code fields are plain text areas instead of editors. */
export const isCodePlain = signal(readStored(plainCodeKey) === 'yes');

/** Switches between plain text areas and editors, and stores the choice. */
export function setCodePlain(isOn: boolean): void {
  isCodePlain.value = isOn;
  store(plainCodeKey, isOn ? 'yes' : 'no');
}

const openFoldersKey = 'slipway open folders';
/** The maximum number of stored folders. The folders that were opened last are stored. */
const maxStoredFolders = 50;

/** The open folders of the sidebar: the last segments of their ids. */
export const sidebarFolders = signal<ReadonlySet<string>>(
  new Set((readStored(openFoldersKey) ?? '').split(' ').filter((key) => key !== '')),
);

/** Opens or closes a folder of the sidebar, and stores the open folders. */
export function setSidebarFolder(key: string, isOpen: boolean): void {
  const others = [...sidebarFolders.peek()].filter((openKey) => openKey !== key);
  sidebarFolders.value = new Set(isOpen ? [...others, key] : others);
  store(openFoldersKey, [...sidebarFolders.value].slice(-maxStoredFolders).join(' '));
}
