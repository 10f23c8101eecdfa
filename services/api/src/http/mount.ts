import { message } from '@slipway/domain/messages';
import { Forbidden, NotFound } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { type NextFunction, type Request, type Response, Router } from 'express';
import type { Deps } from '../dependencies/deps.ts';
import { requireChosenPassword } from './access.ts';
import { answerRoute } from './answer-route.ts';
import { withLargeFile } from './body/large-file.ts';
import { MethodNotAllowed } from './errors/errors.ts';
import { requireBeforeBody, requireDeclaredPermission } from './needs/declared-permission.ts';
import { canCheckBeforeBody, hasLargeBody } from './needs/needs.ts';
import { joinSegments, matchScore, type Shape, shapeOf, splitParameters, withoutTrailingSlash } from './path.ts';
import { bytesFor, type Call, readRequest } from './read-request.ts';
import { emptyReply, send, taggedReply } from './reply.ts';
import { effectOf, type Route } from './route.ts';
import { largeAnswerSlots } from './slots.ts';
import { compressReply } from './writing/compress.ts';
import { StreamedAnswer, sendStreamed } from './writing/streamed-answer.ts';

/** The caller of an authenticated request. */
export type CallerOf = (response: Response) => Person;

interface Candidate {
  readonly route: Route;
  readonly shape: Shape;
}

/** How well the ids of a request match the parameters of a route. */
interface RouteMatch {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly score: number;
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
  const ordered = [...shapes.values()].sort((a, b) => b.shape.literals - a.shape.literals);
  for (const { shape, candidates } of ordered) {
    router.all(shape.pattern, (request, response, next) =>
      serve({ candidates, deps, callerOf, request, response, next }),
    );
  }
  return router;
}

interface MountedRequest {
  readonly candidates: readonly Candidate[];
  readonly deps: Deps;
  readonly callerOf: CallerOf;
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

async function serve({ candidates, deps, callerOf, request, response, next }: MountedRequest): Promise<void> {
  const rawValues = Object.keys(request.params)
    .toSorted()
    .map((name) => withoutTrailingSlash(joinSegments(request.params[name])));
  const matches = matchRoutes(candidates, rawValues);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const [first, ...others] = matches.filter(({ route }) => route.method === method);
  if (matches.length === 0) next();
  else if (first) {
    const bytes = bytesFor(first.route, request);
    const { login, client } = response.locals;
    const call = { caller: callerOf(response), login, address: client.address, bytes, request };
    await answerWithFallback(first, others, { deps, ...call, response });
  } else if (request.method === 'OPTIONS') send(response, emptyReply(204, { Allow: methodsOf(matches).join(', ') }));
  else throw new MethodNotAllowed(message('request.unknownMethod', { method: request.method }), methodsOf(matches));
}

/** The routes that match the ids, the best first: a hyphenated id comes after each exact kind. */
const matchRoutes = (candidates: readonly Candidate[], rawValues: readonly string[]): readonly RouteMatch[] =>
  candidates
    .map((candidate) => matchRoute(candidate, rawValues))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);

function matchRoute({ route, shape: { names, runs } }: Candidate, rawValues: readonly string[]): RouteMatch {
  const texts = [...rawValues];
  const parts = runs.flatMap((run) => splitParameters(run, texts.splice(0, run.length).join('/')) ?? []);
  const path = Object.fromEntries(names.map((name, index) => [name, parts[index] ?? '']));
  return { route, path, score: Math.min(...names.map((name) => matchScore(name, path[name] ?? '')), 3) };
}

/**
 * Runs the best route. `Release1-Variable2` can be the id of a release or of a variable: if the first object does not exist,
 * the next route runs.
 */
async function answerWithFallback(
  { route, path }: RouteMatch,
  others: readonly RouteMatch[],
  call: CallContext,
): Promise<void> {
  try {
    await answer(route, path, call);
  } catch (error) {
    const [next, ...rest] = others;
    if (!next || !(error instanceof NotFound)) throw error;
    await answerWithFallback(next, rest, call).catch((laterError: unknown) => {
      throw laterError instanceof NotFound ? error : laterError;
    });
  }
}

function methodsOf(matches: readonly RouteMatch[]): readonly string[] {
  const methods = matches.map(({ route }): string => route.method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/** A request and its route. */
interface CallContext extends Call {
  readonly deps: Deps;
  readonly response: Response;
}

async function answer(route: Route, path: Readonly<Record<string, string>>, call: CallContext): Promise<void> {
  const { caller, login, response } = call;
  if (route.beforeNewPassword !== true) requireChosenPassword(login);
  const { deps: shared, lagMs } = chooseDatabase(route, call);
  const deps = { ...shared, acquireAnswerSlot: createAnswerSlot(caller.username, response) };
  response.locals.readLag = lagMs;
  response.locals.answeredBy = `/api/v1${route.path}`;
  // Permissions are read from the primary.
  const permissionRequest = { deps: call.deps, caller, needs: route.needs, path, url: call.request.url };
  // for all other routes, the handler reads the object and checks the permission on it
  if (canCheckBeforeBody(route.needs)) await requireDeclaredPermission(permissionRequest);
  else if (route.method !== 'GET' && hasLargeBody(call.request)) await requireBeforeBody(permissionRequest);
  try {
    const isAccepted = route.body?.kind === 'file' && route.body.large;
    const largeFileContext = { isAccepted, deps, request: call.request, username: caller.username };
    const result = await withLargeFile(largeFileContext, async (largeFile) => {
      const routeRequest = await readRequest(route, path, call, largeFile);
      const bytes = largeFile === null ? call.bytes : async () => Buffer.from(largeFile.spool.checksum);
      return await answerRoute({ ...call, bytes, route, deps, routeRequest });
    });
    if (isChange(route)) {
      deps.replicaRouter.recordWrite(caller.username);
      response.locals.writtenAt = deps.replicaRouter.now();
    }
    if (result instanceof StreamedAnswer) await sendStreamed(response, result);
    else {
      const reply = taggedReply(result.status, result.tag, result.body);
      send(response, route.returnsSecret ? reply : await compressReply(reply, call.request));
    }
  } catch (error) {
    if (!(error instanceof Forbidden)) await requireDeclaredPermission(permissionRequest);
    throw error;
  } finally {
    if (isChange(route)) deps.replicaRouter.recordWrite(caller.username);
  }
}

/** Takes one slot for a large response, once, until the response is sent or its client has disconnected. */
function createAnswerSlot(username: string, response: Response): Deps['acquireAnswerSlot'] {
  let pendingSlot: Promise<void> | null = null;
  const acquire = async (): Promise<void> => {
    const release = await largeAnswerSlots.acquire(username);
    if (response.closed) release();
    else response.once('close', release);
  };
  return () => {
    pendingSlot ??= acquire();
    return pendingSlot;
  };
}

const isChange = (route: Route): boolean => effectOf(route) === 'write';

/** The database of a route. A route that accepts lag reads from a replica with a small one. */
function chooseDatabase(route: Route, { deps, caller, request }: CallContext) {
  if (effectOf(route) !== 'replicaRead') return { deps, lagMs: null };
  return deps.replicaRouter.route(deps, caller.username, request.headers);
}

/** Refuses requests that no route has handled. */
export function unknownPath(request: Request): never {
  throw new NotFound(message('notFound.path', { path: request.baseUrl + request.path }));
}
