import { computed, signal } from '@preact/signals';
import { linkTo, pathBelow } from './base.ts';

const href = signal(window.location.href);

/** Where the viewer is. */
export const place = computed(() => {
  const url = new URL(href.value);
  return { path: pathBelow(url) ?? '/', query: url.searchParams };
});

/** Goes to a path below the root, as if a link had been followed. */
export function go(path: string): void {
  window.history.pushState(null, '', linkTo(path));
  href.value = window.location.href;
  window.scrollTo(0, 0);
}

/** Replaces the address within the same view, without a history entry. */
export function restate(path: string): void {
  window.history.replaceState(null, '', linkTo(path));
  href.value = window.location.href;
}

/** Whether a click is one that a browser follows itself: in a new tab, to a download, or to somewhere else. */
const isOrdinary = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) &&
  link.target === '' &&
  !link.hasAttribute('download');

function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !isOrdinary(event, link) || !link.hasAttribute('data-view')) return;
  const url = new URL(link.href);
  const path = pathBelow(url);
  if (path === null) return;
  event.preventDefault();
  go(path + url.search);
}

/** A browser resolves a relative icon at each address. */
function holdIcon(): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  icon?.setAttribute('href', icon.href);
}

/** Handles links to views without a reload, and the history buttons. */
export function startRouter(): void {
  holdIcon();
  document.addEventListener('click', follow);
  window.addEventListener('popstate', () => {
    href.value = window.location.href;
  });
}

const patterns = new Map<string, URLPattern>();

function patternOf(written: string): URLPattern {
  const pattern = patterns.get(written) ?? new URLPattern({ pathname: written });
  patterns.set(written, pattern);
  return pattern;
}

/** The parts of a path that a pattern names; null: it is not of that pattern. */
export function partsOf(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const found = patternOf(pattern).exec({ pathname: path });
  if (found === null) return null;
  const parts = Object.entries(found.pathname.groups).flatMap(([name, text]) => (text ? [[name, text]] : []));
  return Object.fromEntries(parts);
}
