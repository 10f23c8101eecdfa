import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fullNames } from './full-names.ts';
import { loadFullNames } from './load-full-names.ts';
import { clearSession, me } from './session.ts';

const account = { external: false, roles: [], permissions: [], lacking: {}, teams: [] };
const stored = new Map<string, string>();

/** Mocks the server. Returns the `If-None-Match` of each request. */
function respond(answer: () => Response): readonly (string | null)[] {
  const tags: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: URL, { headers }: { readonly headers: Headers }) => {
    tags.push(headers.get('if-none-match'));
    return answer();
  });
  return tags;
}

const doraIs = (name: string, tag: string) => () => Response.json({ dora: name }, { headers: { etag: tag } });

beforeEach(() => {
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage, slipwayLanguage: undefined });
  vi.stubGlobal('document', { readyState: 'complete' });
  clearSession();
  stored.clear();
  me.value = { ...account, username: 'ann' };
});
afterAll(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test('full names are stored for the user with their ETag, and requested again only if they have changed', async () => {
  const first = respond(doraIs('Dora Ray', '"1"'));
  await loadFullNames();
  expect([fullNames.value, first]).toEqual([{ dora: 'Dora Ray' }, [null]]);
  expect([...stored]).toEqual([['slipway draft ann full names ', '"1"\n{"dora":"Dora Ray"}']]);
  const second = respond(() => new Response(null, { status: 304, headers: { etag: '"1"' } }));
  await loadFullNames();
  expect([fullNames.value, second]).toEqual([{ dora: 'Dora Ray' }, ['"1"']]);
  respond(doraIs('Dora Sun', '"2"'));
  await loadFullNames();
  expect(fullNames.value).toEqual({ dora: 'Dora Sun' });
});

test('the next page of the tab has the stored names before its request', () => {
  stored.set('slipway draft bob full names ', '"1"\n{"dora":"Dora Ray"}');
  me.value = { ...account, username: 'bob' };
  expect(fullNames.value).toEqual({ dora: 'Dora Ray' });
});

test('a response after the logout is discarded', async () => {
  respond(doraIs('Dora Ray', '"1"'));
  const loading = loadFullNames();
  clearSession();
  me.value = { ...account, username: 'bob' };
  await loading;
  expect([fullNames.value, [...stored]]).toEqual([{}, []]);
});

test.each([
  ['a refusal', () => new Response('choose a new password\n', { status: 403 })],
  [
    'an unavailable server',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('after %s, the page shows user names', async (_, answer) => {
  respond(answer);
  await loadFullNames();
  expect(fullNames.value).toEqual({});
});
