import type { Receive } from '@slipway/application/attachments';
import { message } from '@slipway/domain/messages';
import { PreconditionFailed, type Preconditions } from '@slipway/engine';
import type { IdempotencyKey, StoredResponse } from '@slipway/persistence/plans';
import type { Request } from 'express';
import type { Deps } from '../dependencies/deps.ts';
import { answerForm, answerOnce, createKey, keyIdOf } from './idempotency.ts';
import { requireDeclaredPermission } from './needs/declared-permission.ts';
import { contentTag, gzipTag, matchesWeakly, requireMatch } from './preconditions.ts';
import type { Call } from './read-request.ts';
import { effectOf, type Route, type RouteRequest } from './route.ts';
import { TaggedAnswer } from './tagged-answer.ts';
import { StreamedAnswer } from './writing/streamed-answer.ts';
import { writeJson } from './writing/write-json.ts';

/** The response of a route. */
export interface SerializedAnswer {
  readonly status: number;
  readonly tag: string | null;
  /** JSON; null without a body */
  readonly body: string | Buffer | null;
}

/** A parsed request for a route. */
export interface RoutedCall extends Call {
  readonly route: Route;
  readonly deps: Deps;
  readonly routeRequest: RouteRequest<string, unknown, unknown>;
}

/** Runs a route under the conditions of the request headers. Throws the errors of the route, and PreconditionFailed. */
export async function answerRoute(call: RoutedCall): Promise<SerializedAnswer | StreamedAnswer> {
  const { route, deps, request, caller, login, bytes, routeRequest } = call;
  const header = request.headers['idempotency-key'];
  if (typeof header !== 'string' || !acceptsIdempotencyKey(route)) return await answerWithPreconditions(null, call);
  const { needs } = route;
  const recheckPermissions = () =>
    requireDeclaredPermission({ deps, caller, needs, path: routeRequest.path, url: request.url });
  const keyScope = {
    username: caller.username,
    account: login.account,
    method: request.method,
    path: request.baseUrl + request.path,
  };
  const query = request.url.slice(request.path.length);
  if (route.body?.kind === 'files') {
    const form = { id: keyIdOf(header, keyScope), query, files: routeRequest.files };
    const work = (key: IdempotencyKey, files: Receive) =>
      toStoredAnswer(answerWithPreconditions(key, { ...call, routeRequest: { ...routeRequest, files } }));
    return await answerForm(deps, form, work, recheckPermissions);
  }
  const key = createKey(header, { ...keyScope, query, body: await bytes() });
  return await answerOnce(deps, key, () => toStoredAnswer(answerWithPreconditions(key, call)), recheckPermissions);
}

/** A response as it is stored for an idempotency key. */
async function toStoredAnswer(answering: Promise<SerializedAnswer | StreamedAnswer>): Promise<StoredResponse> {
  const answer = await answering;
  if (answer instanceof StreamedAnswer) throw new Error('an answer that is streamed is kept under no key');
  const { status, tag, body } = answer;
  return { status, tag, body: body === null ? null : body.toString() };
}

/** Whether a route accepts an `Idempotency-Key`. A PUT or DELETE is repeatable without it, and a search changes nothing. */
export const acceptsIdempotencyKey = (route: Route): boolean => {
  const hasPassword = route.body?.kind === 'json' && route.body.hasPassword;
  return route.method === 'POST' && effectOf(route) === 'write' && route.returnsSecret !== true && !hasPassword;
};

async function answerWithPreconditions(
  key: Preconditions['key'],
  call: RoutedCall,
): Promise<SerializedAnswer | StreamedAnswer> {
  const { route, deps, request, routeRequest } = call;
  const expected = route.method === 'GET' ? null : await expectedVersion(call);
  const preconditions = { expected, key };
  const engine = expected === null && key === null ? deps.engine : deps.engine.withPreconditions(preconditions);
  const value = await route.answer({ ...deps, engine }, routeRequest);
  if (value instanceof StreamedAnswer) return value;
  if (value instanceof TaggedAnswer) return await written(value, route, request);
  if (route.reply === null) return { status: 204, tag: null, body: null };
  const body = await writeJson(value);
  if (route.etag !== 'content') return { status: 200, tag: null, body };
  const tag = contentTag(body);
  return (route.method === 'GET' ? notModifiedAnswer(tag, request) : null) ?? { status: 200, tag, body };
}

/** The version that a change expects, by the ETag of the object in its path. Throws PreconditionFailed. */
async function expectedVersion({ route, deps, request, routeRequest }: RoutedCall): Promise<Preconditions['expected']> {
  const { etag } = route;
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
  if (typeof etag !== 'function' || (ifMatch === undefined && ifNoneMatch === undefined)) return null;
  const [written = ''] = Object.values(routeRequest.path);
  const { tag, releaseId, version } = await etag(deps, written, routeRequest.caller);
  requireMatch(tag, ifMatch);
  if (ifNoneMatch !== undefined && findMatchingTag(ifNoneMatch, tag) !== null) {
    throw new PreconditionFailed(message('precondition.ifNoneMatch', { tag }));
  }
  return ifMatch === undefined || ifMatch.trim() === '*' ? null : { releaseId, version };
}

/** The tag in `If-None-Match` that matches the response, compressed or not; null if none matches. */
const findMatchingTag = (header: string | undefined, tag: string): string | null =>
  (header !== undefined && [tag, gzipTag(tag)].find((candidate) => matchesWeakly(header, candidate))) || null;

/** The response to a client that has the current version; null if it does not. Throws PreconditionFailed. */
function notModifiedAnswer(tag: string, { headers }: Request): SerializedAnswer | null {
  requireMatch(tag, headers['if-match']);
  const match = findMatchingTag(headers['if-none-match'], tag);
  return match === null ? null : { status: 304, tag: match, body: null };
}

/** Writes a response with a tag, or 304 if the client has it. */
async function written(answer: TaggedAnswer<unknown>, { method }: Route, request: Request): Promise<SerializedAnswer> {
  const match = method === 'GET' ? notModifiedAnswer(answer.tag, request) : null;
  if (match !== null) return match;
  const { tag, json } = await answer.write();
  return { status: 200, tag, body: json };
}
