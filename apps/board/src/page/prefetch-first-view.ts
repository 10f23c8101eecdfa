// Runs before the other scripts are loaded, and imports none of them. `api/rest.ts` uses the responses, and
// `api/language.ts` the message catalog. `prefetch-first-view.test.ts` checks that the views send the same requests.
import type { PrefetchedResponses } from './api/prefetch.ts';
import { catalogs } from './catalogs.ts';
import { loadLanguage } from './load-language.ts';

// A copy of the code in `navigation/base.ts`. An import would make this script larger.
const base = new URL(/^(.*\/)assets\//.exec(import.meta.url)?.[1] ?? '..', import.meta.url);
const { pathname, search } = window.location;
const path = pathname.slice(base.pathname.length);

const prefetched: PrefetchedResponses = new Map();

function prefetch(request: string, body = ''): void {
  const contentType: Readonly<Record<string, string>> = body === '' ? {} : { 'Content-Type': 'application/json' };
  const init = body === '' ? {} : { method: 'POST', body };
  const headers = { Accept: 'application/json, application/problem+json', ...contentType };
  const received = fetch(new URL(request, base), { ...init, headers, cache: 'no-store' }).then(async (response) => ({
    response,
    text: await response.text(),
  }));
  // `api/rest.ts` handles the error when it uses the response. An unused response needs no error handling.
  received.catch(() => {});
  prefetched.set(`${request}${body}`, received);
}

/** The releases that have not ended, by risk (`pages/home/requests.ts`). */
const liveByRisk =
  '{"statuses":["PLANNED","IN_PROGRESS","PAUSED","FAILING","FAILED"],"orderBy":"risk","orderDirection":"DESC"}';

/** Sends the first requests of a view, if its URL determines them. */
function prefetchView(): void {
  const release = /^releases\/(\w+)$/.exec(path)?.[1];
  if (release !== undefined && !search.includes('archive')) {
    prefetch(`api/v1/releases/${release}?comments=false`);
    prefetch(`api/v1/releases/${release}/explain`);
  }
  if (search !== '') return;
  if (path === 'releases') {
    prefetch(
      'api/v1/releases/search/page?resultsPerPage=100&teams=false',
      '{"orderBy":"start_date","orderDirection":"DESC"}',
    );
  }
  if (path === '') {
    prefetch('api/v1/me/tasks?resultsPerPage=50');
    prefetch('api/v1/releases/search/page?where=live&resultsPerPage=20&teams=false', liveByRisk);
    prefetch('api/v1/risks/config');
  }
  if (path === 'tasks') prefetch('api/v1/me/tasks?resultsPerPage=100');
}

prefetch('api/v1/me?teams=false');
prefetchView();
window.slipwayPrefetched = prefetched;
window.slipwayLanguage = loadLanguage(catalogs, navigator.languages);

// The first formatted date loads the data of languages and time zones, which takes about as long as rendering a page.
// Formatting a date early makes the later calls fast.
new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format();
