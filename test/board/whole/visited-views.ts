import type { Page } from 'playwright-core';
import { addresses } from '../../../apps/board/src/page/navigation/addresses.ts';
import { isLong } from '../../harness/test-length.ts';

/** Parameters that select a tab of a view, or a part of this tab. */
const tabParams = ['form', 'part'];

/** Parameters that select other data of the same view or another section of a page. A short run ignores them. */
const filters = [
  ...['status', 'order', 'where', 'mine', 'subject', 'section'],
  ...['application', 'environment', 'metric', 'start', 'end'],
];

/**
 * Returns a key of the view and tab of a URL, so that the test visits each combination once; null for duplicates. The
 * view of tasks has two URLs, and the drawer of a task is the same on each tab of its release except the editor.
 */
export function kindOf(address: string): string | null {
  const { pathname, searchParams } = new URL(address);
  if (searchParams.has('task') && searchParams.size > 1 && searchParams.get('form') !== 'edit') return null;
  const pattern = Object.values(addresses).find((candidate) =>
    new URLPattern({ pathname: candidate }).test({ pathname }),
  );
  // Each page of insights is a view of its own.
  const page = pattern === addresses.insight ? pathname : '';
  const ignored = isLong ? tabParams : [...tabParams, ...filters];
  const names = [...searchParams.keys()].filter((name) => !ignored.includes(name)).toSorted();
  return pattern === undefined
    ? null
    : [pattern, page, ...tabParams.map((name) => searchParams.get(name) ?? ''), ...new Set(names)].join(' ');
}

/** Returns the addresses of the views to which a page links. */
export const linksOf = (page: Page): Promise<readonly string[]> =>
  page
    .locator('a[data-view]')
    .evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href') ?? '', link.baseURI).href));
