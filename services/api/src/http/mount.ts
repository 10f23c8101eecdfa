import { type Caller, clip, NotFound } from '@slipway/domain';
import { type NextFunction, type Request, type Response, Router } from 'express';
import type { Deps } from '../deps.ts';
import { hasBody, readBody, refuseOtherTypes } from './body.ts';
import { lacking, WrongMethod } from './errors.ts';
import { notAnObject, parseJson } from './json.ts';
import { joined, type Shape, shapeOf, suitability } from './path.ts';
import { parseBy, readQuery, refusalOf } from './query.ts';
import { replyJson, replyNothing } from './reply.ts';
import type { Route } from './route.ts';

/** Who may call, found out before any route is looked for. */
export type CallerOf = (response: Response) => Caller;

interface Candidate {
  readonly route: Route;
  readonly names: Shape['names'];
}

/**
 * All routes in one router. Routes whose paths differ in parameter names only share one pattern and
 * are told apart by method and by the kinds of the ids; longer literals are tried first.
 */
export function mount(routes: readonly Route[], deps: Deps, callerOf: CallerOf): Router {
  const router = Router({ caseSensitive: true });
  const shapes = new Map<string, { readonly shape: Shape; readonly candidates: Candidate[] }>();
  for (const route of routes) {
    const shape = shapeOf(route.path);
    const entry = shapes.get(shape.pattern) ?? { shape, candidates: [] };
    entry.candidates.push({ route, names: shape.names });
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
    .map((name) => joined(request.params[name]));
  const suited = bestSuited(candidates, written);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = suited.find(({ route }) => route.method === method);
  if (suited.length === 0) next();
  else if (found) {
    const path = Object.fromEntries(found.names.map((name, index) => [name, written[index] ?? '']));
    await answer(found.route, { deps, caller: callerOf(response), path, request, response });
  } else if (request.method === 'OPTIONS') replyNothing(response, { Allow: methodsOf(suited).join(', ') });
  else throw new WrongMethod(`${request.method} is not known here`, methodsOf(suited));
}

/** Those that suit the ids best: a hyphen form only counts where no exact kind does. */
function bestSuited(candidates: readonly Candidate[], written: readonly string[]): readonly Candidate[] {
  const suits = candidates.map(({ names }) =>
    names.reduce((worst, name, index) => Math.min(worst, suitability(name, written[index] ?? '')), 3),
  );
  const best = Math.max(...suits);
  return best === 0 ? [] : candidates.filter((_, index) => suits[index] === best);
}

function methodsOf(suited: readonly Candidate[]): readonly string[] {
  const methods = suited.map(({ route }): string => route.method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

interface Call {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly path: Readonly<Record<string, string>>;
  readonly request: Request;
  readonly response: Response;
}

async function answer(route: Route, { deps, caller, path, request, response }: Call): Promise<void> {
  if (route.permission !== null && !caller.may(route.permission)) {
    throw lacking(route.permission, Object.values(path)[0] ?? 'Applications');
  }
  const query = route.query && parseBy(route.query, readQuery(request.url));
  const body = await bodyOf(route, request);
  const value = await route.answer(deps, { caller, path, query, body });
  if (route.reply === null) replyNothing(response);
  else replyJson(response, value);
}

async function bodyOf({ body: schema }: Route, request: Request): Promise<unknown> {
  const sent = hasBody(request);
  if (sent) refuseOtherTypes(request);
  if (!schema) return undefined;
  const bytes = sent ? await readBody(request) : none;
  const result = schema.safeParse(bytes.length === 0 ? {} : parseJson(bytes));
  if (result.success) return result.data;
  throw refusalOf(result.error, () => notAnObject(bytes.toString('utf8')));
}

const none = Buffer.alloc(0);

/** What no route has answered. */
export function nothingHere(request: Request): never {
  throw new NotFound(`there is nothing at ${clip(request.baseUrl + request.path)}`);
}
