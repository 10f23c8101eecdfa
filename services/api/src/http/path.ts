import { configurationTitle, idCandidates, type PublicKind, rootFolderId } from '@slipway/domain/ids';
import { NotFound } from '@slipway/domain/model';
import type { RequestHandler } from 'express';
import { type Parameter, parameters } from './parameters.ts';

/** A path whose parameters have numbers instead of names: routes whose paths differ only in names share it. */
export interface Shape {
  /** in the notation of express: `/tasks/*p0/assign/:p1` */
  readonly pattern: string;
  /** in the order of the path */
  readonly names: readonly Parameter[];
  /** The same, as groups of parameters without a fixed segment between them. */
  readonly runs: readonly (readonly Parameter[])[];
  /** the number of fixed segments; paths with more of them are tried first */
  readonly literals: number;
}

const isParameter = (name: string): name is Parameter => name in parameters;

/** Parses a path such as `/tasks/{taskId}/assign/{username}`. Throws Error for an unknown parameter. */
export function shapeOf(path: string): Shape {
  const names: Parameter[] = [];
  const runs: Parameter[][] = [[]];
  const segments = path.split('/').slice(1);
  const written = segments.map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      runs.push([]);
      return segment;
    }
    if (!isParameter(name)) throw new Error(`no parameter is called ${name}`);
    names.push(name);
    runs.at(-1)?.push(name);
    return `${parameters[name] === 'text' ? ':' : '*'}p${names.length - 1}`;
  });
  return {
    pattern: `/${written.join('/')}`,
    names,
    runs: runs.filter(({ length }) => length > 0),
    literals: segments.length - names.length,
  };
}

/** The text of an express parameter. A wildcard has an array of decoded segments. */
export const joinSegments = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join('/');

/**
 * How well an id matches the parameter: 3 if its last segment is of the kind, 2 if the last part of a hyphenated id is
 * (`Folder1-Release2`), 1 if only a longer part is, 0 if none is.
 */
export function matchScore(name: Parameter, written: string): 0 | 1 | 2 | 3 {
  const kinds: readonly PublicKind[] | 'anything' | 'text' = parameters[name];
  // a NUL cannot be stored, so no name contains one
  if (kinds === 'anything' || kinds === 'text') return written.includes('\0') ? 0 : 3;
  if (kinds.includes('Folder') && written === rootFolderId) return 3;
  const candidates = kinds.flatMap((kind) => candidatesOf(kind, written));
  const last = written.slice(written.lastIndexOf('/') + 1);
  if (candidates.includes(last)) return 3;
  if (kinds.includes('Configuration') && configurationTitle(written) !== null) return written.includes('\0') ? 0 : 1;
  if (candidates.length === 0) return 0;
  return candidates.includes(last.slice(last.lastIndexOf('-') + 1)) ? 2 : 1;
}

/** The possible ids of this kind for a text; empty for an invalid text. */
function candidatesOf(kind: PublicKind, written: string): readonly string[] {
  try {
    return idCandidates(kind, written);
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
}

/**
 * The text of each parameter of a group of one or two, of which express returns only the whole. The grammar of ids
 * determines where one ends and the next begins (`/folders/{folderId}/{variableId}`); the first is as long as
 * possible. A text before an id is one segment. Null if no division is valid.
 */
export function splitParameters(
  [firstParameter, secondParameter]: readonly Parameter[],
  written: string,
): readonly string[] | null {
  if (firstParameter === undefined || secondParameter === undefined) return [written];
  for (let at = written.lastIndexOf('/'); at > 0; at = written.lastIndexOf('/', at - 1)) {
    const [first, rest] = [written.slice(0, at), written.slice(at + 1)];
    if (parameters[firstParameter] === 'text' && first.includes('/')) continue;
    if (matchScore(firstParameter, first) > 0 && matchScore(secondParameter, rest) > 0) return [first, rest];
  }
  return null;
}

/**
 * Replaces consecutive slashes by one: a client whose base address ends with a slash sends `//api/v1/…`. Ids never contain
 * empty segments (compatibility.md, Identifiers).
 */
export const singleSlashes: RequestHandler = (request, _response, next) => {
  const { url } = request;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  // an absolute address has two slashes after its scheme
  if (path.startsWith('/') && path.includes('//')) {
    const segments = path.split('/').filter((segment, index, all) => segment !== '' || index + 1 === all.length);
    request.url = `/${segments.join('/')}${url.slice(path.length)}`;
  }
  next();
};

/** The text of a path parameter without the slash that clients may append. */
export const withoutTrailingSlash = (rawId: string): string => (rawId.endsWith('/') ? rawId.slice(0, -1) : rawId);
