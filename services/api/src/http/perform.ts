import type { Caller } from '@slipway/domain';
import { Outdated, type Terms } from '@slipway/engine';
import type { Request } from 'express';
import type { Deps } from '../context/deps.ts';
import { answerOnce, keyOf } from './idempotency.ts';
import { jsonInTurns } from './json-in-turns.ts';
import { matchesStrongly, matchesWeakly } from './preconditions.ts';
import type { Asked, Route } from './route.ts';
import { TaggedAnswer } from './tagged-answer.ts';

/** What is sent back. */
export interface Answer {
  readonly status: number;
  readonly tag: string | null;
  /** JSON; null where there is none */
  readonly body: string | Buffer | null;
}

/** A request that a route was found for. */
export interface Performance {
  readonly deps: Deps;
  readonly asked: Asked<string, unknown, unknown> & { readonly caller: Caller };
  readonly request: Request;
  /** the bytes of the body */
  readonly bytes: () => Promise<Buffer>;
}

/** Has a route do what it is asked, on the terms that the headers of the request set. Throws what the route throws, and Outdated. */
export async function perform(route: Route, performance: Performance): Promise<Answer> {
  const { deps, asked, request, bytes } = performance;
  const header = request.headers['idempotency-key'];
  if (typeof header !== 'string' || !takesKey(route)) return await answerUnder(route, performance, null);
  const key = keyOf(header, {
    username: asked.caller.username,
    method: request.method,
    path: request.baseUrl + request.path,
    query: request.url.slice(request.path.length),
    body: await bytes(),
  });
  return await answerOnce(deps, key, async () => {
    const { status, tag, body } = await answerUnder(route, performance, key);
    return { status, tag, body: body === null ? null : body.toString() };
  });
}

/** Whether a key means something to a route: PUT and DELETE may be repeated as they are, and a search makes nothing. */
export const takesKey = ({ method, reads }: Route): boolean => method === 'POST' && reads !== true;

async function answerUnder(route: Route, performance: Performance, key: Terms['key']): Promise<Answer> {
  const { deps, asked, request } = performance;
  const expected = route.method === 'GET' ? null : await expectedBy(route, performance);
  const terms = { expected, key };
  const engine = expected === null && key === null ? deps.engine : deps.engine.under(terms);
  const value = await route.answer({ ...deps, engine }, asked);
  if (value instanceof TaggedAnswer) return await written(value, route, request);
  if (route.reply === null) return { status: 204, tag: null, body: null };
  return { status: 200, tag: null, body: await jsonInTurns(value) };
}

/** The version under which a change is asked for, by the tag of what its path names. Throws Outdated. */
async function expectedBy({ subject }: Route, { deps, asked, request }: Performance): Promise<Terms['expected']> {
  const { 'if-match': wanted, 'if-none-match': unwanted } = request.headers;
  if (subject === undefined || (wanted === undefined && unwanted === undefined)) return null;
  const [written = ''] = Object.values(asked.path);
  const { tag, releaseId, version } = await subject(deps, written, asked.caller);
  requireMatch(tag, request);
  if (unwanted !== undefined && matchesWeakly(unwanted, tag)) {
    throw new Outdated(`what is there has the tag ${tag}, which If-None-Match excludes`);
  }
  return wanted === undefined || wanted.trim() === '*' ? null : { releaseId, version };
}

function requireMatch(tag: string, { headers }: Request): void {
  const wanted = headers['if-match'];
  if (wanted === undefined || matchesStrongly(wanted, tag)) return;
  throw new Outdated(`what is there has the tag ${tag}, which If-Match does not name: read it again`);
}

/** A tagged answer, or that a reader has it already. */
async function written(answer: TaggedAnswer<unknown>, { method }: Route, request: Request): Promise<Answer> {
  if (method === 'GET') {
    requireMatch(answer.tag, request);
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesWeakly(known, answer.tag)) return { status: 304, tag: answer.tag, body: null };
  }
  const { tag, json } = await answer.write();
  return { status: 200, tag, body: json };
}
