import { signal } from '@preact/signals';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const kept = 'slipway theme';

/** A browser may forbid a page to keep anything. */
function readKept(): string | null {
  try {
    return window.localStorage.getItem(kept);
  } catch {
    return null;
  }
}

const initial = (): Theme => themes.find((each) => each === readKept()) ?? 'system';

/** Light or dark, or as the viewer's system is. */
export const theme = signal<Theme>(initial());

/** Shows the page so, now and whenever this browser comes back. */
export function choose(chosen: Theme): void {
  theme.value = chosen;
  document.documentElement.dataset.theme = chosen;
  try {
    window.localStorage.setItem(kept, chosen);
  } catch {
    // it holds for this visit
  }
}

export const startTheme = (): void => {
  document.documentElement.dataset.theme = theme.peek();
};

/** What comes after a theme when the button for it is used. */
export const nextTheme = (shown: Theme): Theme => themes[(themes.indexOf(shown) + 1) % themes.length] ?? 'system';
