import { computed, signal } from '@preact/signals';
import { base, linkTo, pathBelow } from './base.ts';

/** The current URL, once the router has started. */
const href = signal(base.href);

/** The path below the root and the query parameters of the current URL. */
export const location = computed(() => {
  const url = new URL(href.value);
  return { path: pathBelow(url) ?? '/', query: url.searchParams };
});

/** The fragment of the current URL, without `#`. */
export const fragment = computed(() => new URL(href.value).hash.slice(1));

/** The parameters that open a panel beside the page. */
const panelParams = ['task', 'delivery'] as const;

/** Returns a URL without the panel beside the page. */
function withoutPanel(address: string): string {
  const url = new URL(address);
  for (const name of panelParams) url.searchParams.delete(name);
  return url.href;
}

/** Opens a path below the root, with a history entry. A panel that opens or closes does not scroll the page. */
export function navigate(path: string): void {
  const previous = withoutPanel(href.peek());
  window.history.pushState(null, '', linkTo(path));
  href.value = window.location.href;
  if (withoutPanel(href.peek()) !== previous) window.scrollTo(0, 0);
}

/** Replaces the URL within the same view, without a history entry. */
export function replaceUrl(path: string): void {
  window.history.replaceState(null, '', linkTo(path));
  href.value = window.location.href;
}

/**
 * Whether the router handles a click. The browser handles clicks with a modifier key, and links that download a file or
 * have a target.
 */
const isPlainClick = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) &&
  link.target === '' &&
  !link.hasAttribute('download');

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !isPlainClick(event, link) || !link.hasAttribute('data-view')) return;
  const url = new URL(link.href);
  const path = pathBelow(url);
  if (path === null) return;
  event.preventDefault();
  navigate(path + url.search);
}

/** Makes the URL of the icon absolute, because browsers resolve a relative URL again after each navigation. */
function fixIconUrl(): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  icon?.setAttribute('href', icon.href);
}

/** Opens links to views without a page load, and handles the back and forward buttons. */
export function startRouter(): void {
  const readAddress = (): void => {
    href.value = window.location.href;
  };
  readAddress();
  fixIconUrl();
  document.addEventListener('click', followLink);
  window.addEventListener('popstate', readAddress);
}

const patterns = new Map<string, URLPattern>();

function compilePattern(pathname: string): URLPattern {
  const pattern = patterns.get(pathname) ?? new URLPattern({ pathname: pathname });
  patterns.set(pathname, pattern);
  return pattern;
}

/** The properties of a view. */
export interface ViewProps {
  /** The path parameters of the view. */
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the parameters of a path that matches the pattern; null if the path does not match. */
export function matchPath(pattern: string, path: string): ViewProps['params'] | null {
  const match = compilePattern(pattern).exec({ pathname: path });
  if (match === null) return null;
  const params = Object.entries(match.pathname.groups).flatMap(([name, text]) => (text ? [[name, text]] : []));
  return Object.fromEntries(params);
}
