import { Outdated, type Terms } from '@slipway/engine';
import type { IdempotencyKey, StoredAnswer } from '@slipway/persistence';
import type { Receive } from '@slipway/resources';
import type { Request } from 'express';
import type { Deps } from '../context/deps.ts';
import { answerFormOnce } from './form-once.ts';
import { answerOnce, idOfKey, keyOf } from './idempotency.ts';
import { requireDeclared } from './needs/declared-right.ts';
import { contentTag, requireMatch } from './preconditions/content-tag.ts';
import { matchesWeakly, packedTag } from './preconditions/preconditions.ts';
import type { Call } from './read-request.ts';
import type { Route, RouteRequest } from './route.ts';
import { TaggedAnswer } from './tagged-answer.ts';
import { StreamedAnswer } from './writing/streamed-answer.ts';
import { writeJson } from './writing/write-json.ts';

/** An answer as it is sent. */
export interface WrittenAnswer {
  readonly status: number;
  readonly tag: string | null;
  /** JSON; null where there is none */
  readonly body: string | Buffer | null;
}

/** A call that was read for its route. */
export interface RoutedCall extends Call {
  readonly route: Route;
  readonly deps: Deps;
  readonly routeRequest: RouteRequest<string, unknown, unknown>;
}

/** Has a route answer, on the terms that the headers of the request set. Throws what the route throws, and Outdated. */
export async function answerRoute(call: RoutedCall): Promise<WrittenAnswer | StreamedAnswer> {
  const { route, deps, request, caller, login, bytes, routeRequest } = call;
  const header = request.headers['idempotency-key'];
  if (typeof header !== 'string' || !takesKey(route)) return await answerUnder(null, call);
  const { needs } = route;
  const mayStill = () => requireDeclared({ deps, caller, needs, path: routeRequest.path, url: request.url });
  const sent = {
    username: caller.username,
    account: login.account,
    method: request.method,
    path: request.baseUrl + request.path,
  };
  const query = request.url.slice(request.path.length);
  if (route.takesFiles === true) {
    const form = { id: idOfKey(header, sent), query, files: routeRequest.files };
    const work = (key: IdempotencyKey, files: Receive) =>
      kept(answerUnder(key, { ...call, routeRequest: { ...routeRequest, files } }));
    return await answerFormOnce(deps, form, work, mayStill);
  }
  const key = keyOf(header, { ...sent, query, body: await bytes() });
  return await answerOnce(deps, key, () => kept(answerUnder(key, call)), mayStill);
}

/** An answer as it is kept under a key. */
async function kept(answering: Promise<WrittenAnswer | StreamedAnswer>): Promise<StoredAnswer> {
  const answer = await answering;
  if (answer instanceof StreamedAnswer) throw new Error('an answer that is streamed is kept under no key');
  const { status, tag, body } = answer;
  return { status, tag, body: body === null ? null : body.toString() };
}

/** Whether a route takes an `Idempotency-Key`: a PUT or DELETE may be repeated without one, and a search changes nothing. */
export const takesKey = ({ method, reads, answersSecret, takesPassword }: Route): boolean =>
  method === 'POST' && reads !== true && answersSecret !== true && takesPassword !== true;

async function answerUnder(key: Terms['key'], call: RoutedCall): Promise<WrittenAnswer | StreamedAnswer> {
  const { route, deps, request, routeRequest } = call;
  const expected = route.method === 'GET' ? null : await expectedVersion(call);
  const terms = { expected, key };
  const engine = expected === null && key === null ? deps.engine : deps.engine.under(terms);
  const value = await route.answer({ ...deps, engine }, routeRequest);
  if (value instanceof StreamedAnswer) return value;
  if (value instanceof TaggedAnswer) return await written(value, route, request);
  if (route.reply === null) return { status: 204, tag: null, body: null };
  const body = await writeJson(value);
  if (route.tagged !== true) return { status: 200, tag: null, body };
  const tag = contentTag(body);
  return (route.method === 'GET' ? whereKnown(tag, request) : null) ?? { status: 200, tag, body };
}

/** The version that a change expects, by the ETag of the object in its path. Throws Outdated. */
async function expectedVersion({ route, deps, request, routeRequest }: RoutedCall): Promise<Terms['expected']> {
  const { subject } = route;
  const { 'if-match': wanted, 'if-none-match': unwanted } = request.headers;
  if (subject === undefined || (wanted === undefined && unwanted === undefined)) return null;
  const [written = ''] = Object.values(routeRequest.path);
  const { tag, releaseId, version } = await subject(deps, written, routeRequest.caller);
  requireMatch(tag, wanted);
  if (unwanted !== undefined && knownTag(unwanted, tag) !== null) {
    throw new Outdated(`the present version has the ETag ${tag}, which If-None-Match excludes`);
  }
  return wanted === undefined || wanted.trim() === '*' ? null : { releaseId, version };
}

/** The tag by which `If-None-Match` names what has a tag, as it is or packed: that of what its client has; null: neither. */
const knownTag = (header: string | undefined, tag: string): string | null =>
  (header !== undefined && [tag, packedTag(tag)].find((each) => matchesWeakly(header, each))) || null;

/** What is answered to who reads what they know already; null: they do not. Throws Outdated. */
function whereKnown(tag: string, { headers }: Request): WrittenAnswer | null {
  requireMatch(tag, headers['if-match']);
  const known = knownTag(headers['if-none-match'], tag);
  return known === null ? null : { status: 304, tag: known, body: null };
}

/** Writes a tagged answer, unless a reader has it already. */
async function written(answer: TaggedAnswer<unknown>, { method }: Route, request: Request): Promise<WrittenAnswer> {
  const known = method === 'GET' ? whereKnown(answer.tag, request) : null;
  if (known !== null) return known;
  const { tag, json } = await answer.write();
  return { status: 200, tag, body: json };
}
