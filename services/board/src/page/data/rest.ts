import { signal } from '@preact/signals';
import { base } from '../place/base.ts';
import { isUnattended } from './attended.ts';
import { forgetBegun, takeBegun } from './begun.ts';
import { heard } from './connection.ts';
import { parseExactly } from './exact-json.ts';
import { answered, keyOf } from './once.ts';
import { noteSeen, readAfter } from './read-after.ts';
import { Away, Refused } from './refused.ts';

/** Increases when the server requires a login. */
export const strangers = signal(0);

/** The number of logins in this page: an earlier response does not identify the present user. */
export const logins = signal(0);

interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** below the root, such as `api/v1/me` */
  readonly path: string;
  /** a form is sent as it is, all else as JSON */
  readonly body?: unknown;
  /** the tag of what is known already */
  readonly known?: string | undefined;
  /** The change requires this ETag; null: any */
  readonly match?: string | null;
  /** it is done once, however often it is sent before it is answered */
  readonly isOnce?: boolean;
}

/** A successful response. `value` is undefined without content; `isKnown`: the known value is current. */
export interface Answer<Value> {
  readonly value: Value;
  readonly tag: string | null;
  readonly isKnown: boolean;
}

/** Statuses of an unavailable server, or of a proxy before it. */
const awayStatuses: readonly number[] = [502, 503, 504];

function contentOf(body: unknown): string | FormData | null {
  if (body instanceof FormData) return body;
  return body === undefined ? null : JSON.stringify(body);
}

const sentAs = (path: string, content: string | FormData | null): string => `${path} ${content}`;

/** The code of a response of Slipway whose database cannot be reached: no request can succeed now. */
const notReadyCode = 'server-not-ready';

/** Whether the whole server is offline. A Slipway process that cannot answer one kind of request sends a 503 without this code. */
function isOfflineBy({ status, headers }: Response): boolean {
  if (!awayStatuses.includes(status)) return false;
  const isFromSlipway = status === 503 && headers.has('X-Request-Id');
  return !isFromSlipway || headers.get('X-Slipway-Code') === notReadyCode;
}

async function fetched({ method, path, body, known, match = null, isOnce = false }: Asked): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  const content = contentOf(body);
  // The browser sets the boundary of a form.
  if (typeof content === 'string') headers.set('Content-Type', 'application/json');
  if (known !== undefined) headers.set('If-None-Match', known);
  if (match !== null) headers.set('If-Match', match);
  if (isUnattended()) headers.set('Slipway-Unattended', 'true');
  if (readAfter() !== '') headers.set('Slipway-Read-After', readAfter());
  if (isOnce) headers.set('Idempotency-Key', keyOf(sentAs(path, content)));
  const begun = known === undefined && !isOnce ? takeBegun(path, content) : undefined;
  try {
    return await (begun ?? fetch(new URL(path, base), { method, headers, body: content, cache: 'no-store' }));
  } catch {
    heard(false);
    throw new Away(method !== 'GET');
  }
}

async function refusalOf(response: Response): Promise<Refused> {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Refused(response.status, (await response.text()).trim(), Number.isNaN(seconds) ? null : seconds);
}

/**
 * Sends a request. Throws Refused with the message of the server, Away without a response. Responses are trusted to
 * have the types of REST: the server validates them.
 */
export async function ask<Value>(asked: Asked): Promise<Answer<Value>> {
  const begun = logins.peek();
  const response = await fetched(asked);
  noteSeen(response.headers.get('Slipway-Written-At'));
  const isThere = !isOfflineBy(response);
  heard(isThere);
  if (!isThere) throw new Away(asked.method !== 'GET');
  if (asked.isOnce) answered(sentAs(asked.path, contentOf(asked.body)));
  if (response.status === 401) forgetBegun();
  if (response.status === 401 && asked.path.startsWith('api/') && begun === logins.peek()) strangers.value += 1;
  if (!response.ok && response.status !== 304) throw await refusalOf(response);
  const text = await response.text();
  const value = text === '' ? undefined : parseExactly(text);
  return { value, tag: response.headers.get('ETag'), isKnown: response.status === 304 };
}

/** The path of a call of the REST API, such as `/me`. */
export const api = (path: string): string => `api/v1${path}`;

/** Reads without a change. */
export async function read<Value>(path: string, body?: unknown): Promise<Value> {
  try {
    const { value } = await ask<Value>({ method: body === undefined ? 'GET' : 'POST', path: api(path), body });
    return value;
  } catch (error) {
    throw error instanceof Away ? new Away(false) : error;
  }
}

/** Has something changed, once, and answers what it is then. */
export async function change<Value>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Value> {
  const isOnce = method === 'POST' && !(body instanceof FormData);
  const { value } = await ask<Value>({ method, path: api(path), body, isOnce });
  return value;
}
