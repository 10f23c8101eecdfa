import { clip, Forbidden, NotFound } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { type NextFunction, type Request, type Response, Router } from 'express';
import type { Deps } from '../context/deps.ts';
import { answerRoute } from './answer-route.ts';
import { withLargeFile } from './body/large-file.ts';
import { MethodNotAllowed } from './errors/errors.ts';
import { requireAheadOfBody, requireDeclared } from './needs/declared-right.ts';
import { hasLargeBody, isKnownAhead } from './needs/needs.ts';
import { divided, joined, type Shape, shapeOf, suitability } from './path.ts';
import { bytesFor, type Call, readRequest } from './read-request.ts';
import { emptyReply, send, taggedReply } from './reply.ts';
import type { Route } from './route.ts';
import { withoutLastSlash } from './slashes.ts';
import { largeAnswers } from './transfer-places.ts';
import { packed } from './writing/packed.ts';
import { StreamedAnswer, sendStreamed } from './writing/streamed-answer.ts';

/** The caller of an authenticated request. */
export type CallerOf = (response: Response) => Person;

interface Candidate {
  readonly route: Route;
  readonly shape: Shape;
}

/** How well a candidate suits what was written for its parameters. */
interface Suited {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly suits: number;
}

/**
 * All routes in one router. Routes whose paths differ only in parameter names share one pattern and are distinguished
 * by method and by the kinds of the ids; longer literals are tried first.
 */
export function mount(routes: readonly Route[], deps: Deps, callerOf: CallerOf): Router {
  const router = Router({ caseSensitive: true });
  const shapes = new Map<string, { readonly shape: Shape; readonly candidates: Candidate[] }>();
  for (const route of routes) {
    const shape = shapeOf(route.path);
    const entry = shapes.get(shape.pattern) ?? { shape, candidates: [] };
    entry.candidates.push({ route, shape });
    shapes.set(shape.pattern, entry);
  }
  const ordered = [...shapes.values()].sort((one, other) => other.shape.literals - one.shape.literals);
  for (const { shape, candidates } of ordered) {
    router.all(shape.pattern, (request, response, next) =>
      serve({ candidates, deps, callerOf, request, response, next }),
    );
  }
  return router;
}

interface Visit {
  readonly candidates: readonly Candidate[];
  readonly deps: Deps;
  readonly callerOf: CallerOf;
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

async function serve({ candidates, deps, callerOf, request, response, next }: Visit): Promise<void> {
  const written = Object.keys(request.params)
    .toSorted()
    .map((name) => withoutLastSlash(joined(request.params[name])));
  const suitable = bySuitability(candidates, written);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const [first, ...others] = suitable.filter(({ route }) => route.method === method);
  if (suitable.length === 0) next();
  else if (first) {
    const bytes = bytesFor(first.route, request);
    const { login, client } = response.locals;
    const call = { caller: callerOf(response), login, address: client.address, bytes, request };
    await answerBy(first, others, { deps, ...call, response });
  } else if (request.method === 'OPTIONS') send(response, emptyReply(204, { Allow: methodsOf(suitable).join(', ') }));
  else throw new MethodNotAllowed(`${request.method} is not known here`, methodsOf(suitable));
}

/** The candidates that suit the ids, the best first: a hyphen form comes after every exact kind. */
const bySuitability = (candidates: readonly Candidate[], written: readonly string[]): readonly Suited[] =>
  candidates
    .map((candidate) => suited(candidate, written))
    .filter(({ suits }) => suits > 0)
    .sort((one, other) => other.suits - one.suits);

function suited({ route, shape: { names, runs } }: Candidate, written: readonly string[]): Suited {
  const texts = [...written];
  const parts = runs.flatMap((run) => divided(run, texts.splice(0, run.length).join('/')) ?? []);
  const path = Object.fromEntries(names.map((name, index) => [name, parts[index] ?? '']));
  return { route, path, suits: Math.min(...names.map((name) => suitability(name, path[name] ?? '')), 3) };
}

/**
 * Answers by the best candidate. `Release1-Variable2` may name a release, or a variable: where the first reading names
 * nothing, the next is tried.
 */
async function answerBy({ route, path }: Suited, others: readonly Suited[], call: AnsweredCall): Promise<void> {
  try {
    await answer(route, path, call);
  } catch (error) {
    const [next, ...rest] = others;
    if (!next || !(error instanceof NotFound)) throw error;
    await answerBy(next, rest, call).catch((later: unknown) => {
      throw later instanceof NotFound ? error : later;
    });
  }
}

function methodsOf(suitable: readonly Suited[]): readonly string[] {
  const methods = suitable.map(({ route }): string => route.method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/** A call and where it is answered. */
interface AnsweredCall extends Call {
  readonly deps: Deps;
  readonly response: Response;
}

async function answer(route: Route, path: Readonly<Record<string, string>>, call: AnsweredCall): Promise<void> {
  const { caller, response } = call;
  const { deps: shared, lagMs } = placeOf(route, call);
  const deps = { ...shared, takeAnswerPlace: onePlaceFor(caller.username, response) };
  response.locals.readLag = lagMs;
  response.locals.answeredBy = `/api/v1${route.path}`;
  // Permissions are read from the primary.
  const asked = { deps: call.deps, caller, needs: route.needs, path, url: call.request.url };
  // of all others the handler finds the thing, and holds the caller on it
  if (isKnownAhead(route.needs)) await requireDeclared(asked);
  else if (route.method !== 'GET' && hasLargeBody(call.request)) await requireAheadOfBody(asked);
  try {
    const large = { route, deps, request: call.request, username: caller.username };
    const answered = await withLargeFile(large, async (largeFile) => {
      const routeRequest = await readRequest(route, path, call, largeFile);
      const bytes = largeFile === null ? call.bytes : async () => Buffer.from(largeFile.spool.checksum);
      return await answerRoute({ ...call, bytes, route, deps, routeRequest });
    });
    if (changes(route)) {
      deps.reading.changed(caller.username);
      response.locals.writtenAt = deps.reading.now();
    }
    if (answered instanceof StreamedAnswer) await sendStreamed(response, answered);
    else {
      const reply = taggedReply(answered.status, answered.tag, answered.body);
      send(response, route.answersSecret ? reply : await packed(reply, call.request));
    }
  } catch (error) {
    if (!(error instanceof Forbidden)) await requireDeclared(asked);
    throw error;
  } finally {
    if (changes(route)) deps.reading.changed(caller.username);
  }
}

/** Takes one place for a large answer, once, until the response is sent or its client has left. */
function onePlaceFor(username: string, response: Response): Deps['takeAnswerPlace'] {
  let taking: Promise<void> | null = null;
  const take = async (): Promise<void> => {
    const leave = await largeAnswers.enter(username);
    if (response.closed) leave();
    else response.once('close', leave);
  };
  return () => {
    taking ??= take();
    return taking;
  };
}

const changes = ({ method, reads }: Route): boolean => method !== 'GET' && reads !== true;

/** The database of a route: one that tolerates lag reads from a replica with a small one. */
function placeOf(route: Route, { deps, caller, request }: AnsweredCall) {
  if (route.mayLag !== true) return { deps, lagMs: null };
  return deps.reading.choose(deps, caller.username, request.headers);
}

/** Refuses what no route has answered. */
export function unknownPath(request: Request): never {
  throw new NotFound(`there is nothing at ${clip(request.baseUrl + request.path)}`);
}
