import type { FunctionComponent } from 'preact';

/** The link to the style sheet of all views except Home. A page from the sources has all sheets, and no such link. */
const findLink = (): HTMLLinkElement | null => document.querySelector('link#view-style');

/**
 * Applies the style sheet of the views and waits until it is loaded. Home does not apply it at once, so the browser
 * loads it after everything else. Rejects if it cannot be loaded, for example because the server was updated.
 */
function applyViewStyle(): Promise<void> {
  const link = findLink();
  if (link === null) return Promise.resolve();
  link.media = 'all';
  if (link.sheet !== null) return Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (): void => reject(new Error('the style sheet of the views cannot be loaded'));
  link.addEventListener('load', () => resolve(), { once: true });
  link.addEventListener('error', fail, { once: true });
  // It failed before this call, and its event is over.
  if (document.readyState === 'complete') fail();
  return promise;
}

/** Applies the style sheet of the views when the page is loaded: Home can open their dialogs. */
export function startViewStyle(): void {
  const apply = (): void => {
    applyViewStyle().catch(() => {});
  };
  if (document.readyState === 'complete') apply();
  else window.addEventListener('load', apply, { once: true });
}

/** Returns a function that loads a view with the style sheet of the views. */
export const withViewStyle =
  <Props extends object>(load: () => Promise<FunctionComponent<Props>>) =>
  async (): Promise<FunctionComponent<Props>> => {
    const [View] = await Promise.all([load(), applyViewStyle()]);
    return View;
  };
