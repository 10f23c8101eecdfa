import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type Caller, clip, missingPermission, NotFound } from '@slipway/domain';
import { type NextFunction, type Request, type Response, Router } from 'express';
import type { Deps } from '../context/deps.ts';
import { inUtf8, notAnObject, parseJson } from './body/json.ts';
import { fileIn, largestForm, requireForm, type UploadedFile } from './body/multipart.ts';
import { charsetOf, hasBody, readBody } from './body/read-body.ts';
import { WrongMethod } from './errors/errors.ts';
import { divided, joined, type Shape, shapeOf, suitability } from './path.ts';
import { perform } from './perform.ts';
import { parseBy, readQuery, refusalOf } from './query.ts';
import { emptyReply, send, taggedReply } from './reply.ts';
import type { Route } from './route.ts';
import { withoutLastSlash } from './slashes.ts';

/** Who may call, found out before any route is looked for. */
export type CallerOf = (response: Response) => Caller;

interface Candidate {
  readonly route: Route;
  readonly shape: Shape;
}

/** A candidate that suits what was written for its parameters. */
interface Suited {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly suits: number;
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
    const body = readOnce(request, first.route.takesFile ? largestForm : undefined);
    await answerBy(first, others, { deps, caller: callerOf(response), body, request, response });
  } else if (request.method === 'OPTIONS') send(response, emptyReply(204, { Allow: methodsOf(suitable).join(', ') }));
  else throw new WrongMethod(`${request.method} is not known here`, methodsOf(suitable));
}

/** Those that suit the ids, the best first: a hyphen form comes after every exact kind. */
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

/** `Release1-Variable2` may be a release of that name, or a variable: when the first reading names nothing, the next is tried. */
async function answerBy({ route, path }: Suited, others: readonly Suited[], call: Call): Promise<void> {
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

interface Call {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly body: () => Promise<Buffer>;
  readonly request: Request;
  readonly response: Response;
}

async function answer(route: Route, path: Readonly<Record<string, string>>, call: Call): Promise<void> {
  const { deps, caller, request, response } = call;
  if (route.permission !== null && !caller.may(route.permission)) {
    throw missingPermission(route.permission, clip(Object.values(path)[0] ?? 'Applications'));
  }
  const query = route.query && parseBy(route.query, readQuery(request.url));
  const file = await fileOf(route, call);
  const body = await bodyOf(route, call);
  const asked = { caller, path, query, body, file };
  const { status, tag, body: written } = await perform(route, { deps, asked, request, bytes: call.body });
  send(response, taggedReply(status, tag, written));
}

/** The file of a form, where the route takes one. */
async function fileOf({ takesFile }: Route, { body, request }: Call): Promise<UploadedFile | null> {
  if (takesFile !== true) return null;
  requireForm(request);
  return await fileIn(request, await body());
}

async function bodyOf({ body: schema, takesFile, method }: Route, { body, request }: Call): Promise<unknown> {
  // Some clients send bodies with everything, and what is read needs none.
  if (takesFile === true || method === 'GET') return undefined;
  const charset = hasBody(request) ? charsetOf(request) : 'utf-8';
  if (!schema) return undefined;
  const bytes = inUtf8(await body(), charset);
  const parsed = bytes.length === 0 ? {} : parseJson(bytes, longestText);
  if (bytes.length > large) await turnOfOthers();
  const result = schema.safeParse(parsed);
  if (bytes.length > large) await turnOfOthers();
  if (result.success) return result.data;
  throw refusalOf(result.error, () => notAnObject(bytes.toString('utf8')));
}

/**
 * Of a text in a request: what it mentions is looked for when it is stored, and filled in whenever it is shown. A
 * delivery is somebody else's, and may hold longer ones.
 */
const longestText = 1_000_000;

/** In bytes: to parse a body, to read it by its schema and to do what it asks take some 10 ms each. */
const large = 128 * 1024;

const none = Buffer.alloc(0);

/** The bytes of a body, which can be read from the request once only. */
function readOnce(request: Request, limit: number | undefined): () => Promise<Buffer> {
  let bytes: Promise<Buffer> | undefined;
  return () => {
    bytes ??= hasBody(request) ? readBody(request, limit) : Promise.resolve(none);
    return bytes;
  };
}

/** What no route has answered. */
export function nothingHere(request: Request): never {
  throw new NotFound(`there is nothing at ${clip(request.baseUrl + request.path)}`);
}
