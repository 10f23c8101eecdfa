import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { isOffline } from './connection.ts';
import { ApiError, messageOf, OfflineError } from './errors.ts';
import { read } from './rest.ts';
import { clearSession, isLoginRequired, loadSession, logIn, me, sessionRefusal } from './session.ts';
import { asSentence } from './words/field-words.ts';

const ann = { username: 'ann', permissions: [] };
const own = { 'X-Request-Id': 'x' };

/** Mocks the server: returns a new copy of a response for each path below `/`. */
function respond(responses: Readonly<Record<string, Response>>): void {
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('fetch', (url: URL) => {
    const path = Object.keys(responses).find((suffix) => url.pathname.endsWith(suffix));
    if (path === undefined) throw new TypeError('fetch failed');
    return Promise.resolve(responses[path]!.clone());
  });
}

beforeEach(() => {
  clearSession();
  isOffline.value = false;
});
afterAll(() => vi.unstubAllGlobals());

test.each([
  ['a proxy without a server', 502, {}, 'bad gateway', true],
  ['a proxy that timed out', 504, own, 'too slow', true],
  ['a server that is starting', 503, {}, 'the product is starting: try again', true],
  ['a server without its database', 503, { ...own, 'X-Slipway-Code': 'server-not-ready' }, 'any text', true],
  ['the fixed text without its code', 503, own, 'The server is not ready for this now, try again.', false],
  ['a server without a script runner', 503, own, 'the script runner is busy: try again', false],
  ['a fault of the server', 500, { ...own, 'X-Slipway-Code': 'internal-error' }, 'any text', false],
])(
  'for %s, the error code and not the text determines whether the server is offline',
  async (_, status, headers, text, serverIsOffline) => {
    respond({ '/me': new Response(`${text}\n`, { status, headers }) });
    const error = await read('/me').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(serverIsOffline ? OfflineError : ApiError);
    expect(isOffline.value).toBe(serverIsOffline);
    if (error instanceof ApiError) expect([error.status, error.message]).toEqual([status, text]);
  },
);

const problem = { title: 'Conflict', status: 409, detail: "task 'x' is not a gate" };

test.each([
  ['data', { code: 'gate.notAGate', params: { task: 'x' } }],
  ['a code of a fixed text', { code: 'internal-error' }],
])('an error with %s is rendered from the message catalog', async (_, data) => {
  const headers = { ...own, 'Content-Type': 'application/problem+json' };
  respond({ '/me': Response.json({ ...problem, ...data }, { status: 409, headers }) });
  const error = await read('/me').catch((thrown: unknown) => thrown);
  expect(messageOf(error)).toEqual({ params: {}, ...data, sentence: problem.detail, revise: asSentence });
});

test('an error without a code is shown as its text', async () => {
  const headers = { ...own, 'Content-Type': 'application/problem+json' };
  respond({ '/me': Response.json(problem, { status: 409, headers }) });
  expect(messageOf(await read('/me').catch((thrown: unknown) => thrown))).toBe(problem.detail);
});

test('an unreachable server is offline', async () => {
  respond({});
  await expect(read('/me')).rejects.toBeInstanceOf(OfflineError);
  expect(isOffline.value).toBe(true);
});

const refusals = [
  [402, 'the license expired on 2026-01-01'],
  [403, 'not permitted'],
  [429, 'too many requests'],
  [500, 'The server could not process the request.'],
  [503, 'the directory cannot be asked'],
] as const;

test.each(refusals)('a %i does not log a user out', async (status, text) => {
  respond({ '/me': Response.json(ann) });
  await loadSession();
  respond({ '/me': new Response(text, { status, headers: own }) });
  await loadSession();
  expect([me.value, isLoginRequired.value, sessionRefusal.value?.message]).toEqual([ann, false, text]);
  respond({ '/me': Response.json(ann) });
  await loadSession();
  expect(sessionRefusal.value).toBeNull();
});

test.each(refusals)('a %i after a successful login is thrown with its text', async (status, text) => {
  respond({ '/login': new Response(null, { status: 204 }), '/me': new Response(text, { status, headers: own }) });
  await expect(logIn('ann', 'right')).rejects.toMatchObject({ status, message: text });
  expect([me.value, isLoginRequired.value]).toEqual([null, false]);
});

test('a 401 requests a new login, and clears an earlier error', async () => {
  respond({ '/me': Response.json(ann) });
  await loadSession();
  respond({ '/me': new Response('busy', { status: 429, headers: own }) });
  await loadSession();
  respond({ '/me': new Response('wrong', { status: 401, headers: own }) });
  await loadSession();
  expect([me.value, isLoginRequired.value, sessionRefusal.value]).toEqual([ann, true, null]);
});
