// Runs before the other scripts arrive, and imports none of them. data/rest.ts uses the responses. early.test.ts checks that the
// calls are those of the views.
import type { Begun } from './data/begun.ts';

// As in place/base.ts, which this script does not load: it is to be small.
const base = new URL(/^(.*\/)assets\//.exec(import.meta.url)?.[1] ?? '..', import.meta.url);
const { pathname, search } = window.location;
const path = pathname.slice(base.pathname.length);

const begun: Begun = new Map();

function begin(call: string, body = ''): void {
  const type: Readonly<Record<string, string>> = body === '' ? {} : { 'Content-Type': 'application/json' };
  const sent = body === '' ? {} : { method: 'POST', body };
  const headers = { Accept: 'application/json', ...type };
  const answer = fetch(new URL(call, base), { ...sent, headers, cache: 'no-store' });
  // The caller handles the error; without one, nothing is lost.
  answer.catch(() => {});
  begun.set(`${call}${body}`, answer);
}

/** Sends the first requests of a view where its address determines them. */
function beginView(): void {
  const release = /^releases\/(\w+)$/.exec(path)?.[1];
  if (release !== undefined && !search.includes('archive')) {
    begin(`api/v1/releases/${release}?comments=false`);
    begin(`api/v1/releases/${release}/explain`);
  }
  if (search !== '') return;
  if (path === 'releases') {
    begin('api/v1/releases/search/page?resultsPerPage=100', '{"orderBy":"start_date","orderDirection":"DESC"}');
  }
  if (path === '' || path === 'tasks') begin('api/v1/me/tasks?resultsPerPage=100');
}

begin('api/v1/me');
beginView();
window.slipwayBegun = begun;

// The first format of a browser reads all that is known of languages and zones, which takes as long as a page needs to be
// drawn; those that the page makes after it take none.
new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format();
