import { signal } from '@preact/signals';
import { base } from '../navigation/base.ts';
import { consistencyToken, recordResponse, updateConsistencyToken } from './connection.ts';
import { acceptedTypes, OfflineError, readApiError } from './errors.ts';
import { parseExactly } from './exact-json.ts';
import { keyFor, releaseKey } from './idempotency-keys.ts';
import { waitForLanguage } from './language.ts';
import { clearPrefetched, type ReceivedResponse, takePrefetched } from './prefetch.ts';
import { rememberResponse } from './recent-responses.ts';
import { isIdle } from './user-activity.ts';

/** The number of responses that require a login (401). */
export const unauthorizedCount = signal(0);

/** The number of responses that require a new password. */
export const newPasswordCount = signal(0);

/** The number of refused changes (403): the user has lost a permission since the page was loaded. */
export const forbiddenCount = signal(0);

/** The number of logins in this page. A response from before the latest login may belong to another user. */
export const loginCount = signal(0);

interface RequestOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the root, such as `api/v1/me`. */
  readonly path: string;
  /** A form is sent as it is, all other values as JSON. */
  readonly body?: unknown;
  /** The ETag of the loaded value, for `If-None-Match`. */
  readonly etag?: string | undefined;
  /** The ETag that the change requires, for `If-Match`; null for any. */
  readonly match?: string | null;
  /** Whether to send an `Idempotency-Key`, so that the server applies a retried change once. */
  readonly isIdempotent?: boolean;
}

/** A successful response. `value` is undefined if the response has no content, for example after 304. */
export interface ApiResponse<Value> {
  readonly value: Value;
  readonly etag: string | null;
  readonly isNotModified: boolean;
}

/** Statuses of an unavailable server, or of the proxy in front of it. */
const unavailableStatuses: readonly number[] = [502, 503, 504];

function encodeBody(body: unknown): string | FormData | null {
  if (body instanceof FormData) return body;
  return body === undefined ? null : JSON.stringify(body);
}

const requestKey = (path: string, content: string | FormData | null): string => `${path} ${content}`;

/** The error code of a server that cannot reach its database: all requests fail. */
const serverNotReadyCode = 'server-not-ready';

/** The error code of a user who must choose a new password. */
const newPasswordCode = 'login.newPasswordNeeded';

/** Whether the whole server is unavailable. A 503 of Slipway without this code affects only one kind of request. */
function isOfflineResponse({ status, headers }: Response): boolean {
  if (!unavailableStatuses.includes(status)) return false;
  const isFromSlipway = status === 503 && headers.has('X-Request-Id');
  return !isFromSlipway || headers.get('X-Slipway-Code') === serverNotReadyCode;
}

async function send(
  { method, path, body, etag, match = null, isIdempotent = false }: RequestOptions,
  prefetched: Promise<ReceivedResponse> | undefined,
): Promise<ReceivedResponse> {
  const headers = new Headers({ Accept: acceptedTypes });
  const content = encodeBody(body);
  // For a form, the browser sets the content type, with the multipart boundary.
  if (typeof content === 'string') headers.set('Content-Type', 'application/json');
  if (etag !== undefined) headers.set('If-None-Match', etag);
  if (match !== null) headers.set('If-Match', match);
  if (isIdle()) headers.set('Slipway-Unattended', 'true');
  if (consistencyToken() !== '') headers.set('Slipway-Read-After', consistencyToken());
  if (isIdempotent) headers.set('Idempotency-Key', keyFor(requestKey(path, content)));
  try {
    if (prefetched !== undefined) return await prefetched;
    const response = await fetch(new URL(path, base), { method, headers, body: content, cache: 'no-store' });
    return { response, text: await response.text() };
  } catch {
    recordResponse(false);
    throw new OfflineError(method !== 'GET');
  }
}

/**
 * Sends a request. Throws ApiError for an error response, OfflineError if the server is unavailable. Does not validate
 * the type of the response.
 */
export async function request<Value>(options: RequestOptions): Promise<ApiResponse<Value>> {
  const initial = loginCount.peek();
  const { path, body, etag, isIdempotent = false } = options;
  const prefetched = etag === undefined && !isIdempotent ? takePrefetched(path, encodeBody(body)) : undefined;
  // The first view needs few texts, which are loaded before the others.
  const texts = waitForLanguage(prefetched === undefined ? 'complete' : 'first');
  const [received] = await Promise.all([send(options, prefetched), texts]);
  const { response, text } = received;
  updateConsistencyToken(response.headers.get('Slipway-Written-At'));
  const isOnline = !isOfflineResponse(response);
  recordResponse(isOnline);
  if (!isOnline) throw new OfflineError(options.method !== 'GET');
  if (isIdempotent) releaseKey(requestKey(path, encodeBody(body)));
  if (response.status === 401) clearPrefetched();
  if (response.status === 401 && path.startsWith('api/') && initial === loginCount.peek()) unauthorizedCount.value += 1;
  if (response.headers.get('X-Slipway-Code') === newPasswordCode) newPasswordCount.value += 1;
  else if (response.status === 403 && options.method !== 'GET') forbiddenCount.value += 1;
  if (!response.ok && response.status !== 304) {
    const [error] = await Promise.all([readApiError(received), waitForLanguage('complete')]);
    throw error;
  }
  const value = text === '' ? undefined : parseExactly(text);
  if (text !== '') rememberResponse(path, value);
  return { value, etag: response.headers.get('ETag'), isNotModified: response.status === 304 };
}

/** Returns the path of an endpoint of the REST API, such as `api/v1/me` for `/me`. */
export const apiPath = (path: string): string => `api/v1${path}`;

/** Reads data; a request with a body is a POST that changes no data. Throws ApiError, OfflineError. */
export async function read<Value>(path: string, body?: unknown): Promise<Value> {
  try {
    const { value } = await request<Value>({ method: body === undefined ? 'GET' : 'POST', path: apiPath(path), body });
    return value;
  } catch (error) {
    throw error instanceof OfflineError ? new OfflineError(false) : error;
  }
}

/**
 * Sends a change and returns the new value. A POST without a form has an idempotency key. Throws ApiError,
 * OfflineError.
 */
export async function mutate<Value>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Value> {
  const isIdempotent = method === 'POST' && !(body instanceof FormData);
  const { value } = await request<Value>({ method, path: apiPath(path), body, isIdempotent });
  return value;
}
