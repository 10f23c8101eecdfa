import { idCandidates, kindOf, NotFound, type PublicKind, rootFolderId } from '@slipway/domain';
import { type Parameter, parameters } from './route.ts';

/** A path with its parameters numbered instead of named, so that routes that differ in names only share one. */
export interface Shape {
  /** in the notation of express: `/tasks/*p0/assign/:p1` */
  readonly pattern: string;
  /** in the order of the path */
  readonly names: readonly Parameter[];
  /** how many segments are fixed: more are more special, and tried first */
  readonly literals: number;
}

const isParameter = (name: string): name is Parameter => name in parameters;

/** Reads `/tasks/{taskId}/assign/{username}`. Throws where a parameter is unknown: a mistake of ours. */
export function shapeOf(path: string): Shape {
  const names: Parameter[] = [];
  const segments = path.split('/').slice(1);
  const written = segments.map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return segment;
    if (!isParameter(name)) throw new Error(`no parameter is called ${name}`);
    names.push(name);
    return `${parameters[name] === 'text' ? ':' : '*'}p${names.length - 1}`;
  });
  return { pattern: `/${written.join('/')}`, names, literals: segments.length - names.length };
}

/** What an express parameter holds, as one text: wildcards arrive as decoded segments. */
export const joined = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join('/');

/**
 * How well a written id suits the parameter: 2 when its last segment is of the kind, 1 when only its
 * hyphen form is (`Folder1-Release2`), 0 when it cannot be one.
 */
export function suitability(name: Parameter, written: string): 0 | 1 | 2 {
  const kinds: readonly PublicKind[] | 'anything' | 'text' = parameters[name];
  if (kinds === 'anything' || kinds === 'text') return 2;
  const last = written.slice(written.lastIndexOf('/') + 1);
  const kind = kindOf(last);
  if (kind !== null && kinds.includes(kind)) return 2;
  if (kinds.includes('Folder') && last === rootFolderId) return 2;
  return kinds.some((each) => isWritten(each, written)) ? 1 : 0;
}

/** Whether an id of this kind may have been written so. */
function isWritten(kind: PublicKind, written: string): boolean {
  try {
    return idCandidates(kind, written).length > 0;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}
