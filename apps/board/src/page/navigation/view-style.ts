import type { FunctionComponent } from 'preact';

/** The link to the style sheet of all views except Home. A page from the sources has all sheets, and no such link. */
const findLink = (): HTMLLinkElement | null => document.querySelector('link#view-style');

/** Loads the style sheet of the views. Rejects if it cannot be loaded, for example because the server was updated. */
function loadViewStyle(): Promise<void> {
  const link = findLink();
  if (link === null || link.sheet !== null) return Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (): void => reject(new Error('the style sheet of the views cannot be loaded'));
  link.addEventListener('load', () => resolve(), { once: true });
  link.addEventListener('error', fail, { once: true });
  const { later } = link.dataset;
  // On Home, the link has no address yet, so that the browser loads the sheet after everything else.
  if (later !== undefined && link.href === '') link.href = later;
  // It failed before this call, and its event is over.
  else if (document.readyState === 'complete') fail();
  return promise;
}

let loading: Promise<void> | undefined;

/** Applies the style sheet of the views and waits until it is loaded. Rejects if it cannot be loaded. */
function applyViewStyle(): Promise<void> {
  loading ??= loadViewStyle();
  return loading;
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
