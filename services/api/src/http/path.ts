import { idCandidates, isIdOf, NotFound, type PublicKind, rootFolderId } from '@slipway/domain';
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
 * How well a written id suits the parameter: 3 when its last segment is of the kind, 2 when the last part
 * of its hyphen form is (`Folder1-Release2`), 1 when only a longer part is, 0 when it cannot be one.
 */
export function suitability(name: Parameter, written: string): 0 | 1 | 2 | 3 {
  const kinds: readonly PublicKind[] | 'anything' | 'text' = parameters[name];
  // No name of anything holds the one character that the database cannot store.
  if (kinds === 'anything' || kinds === 'text') return written.includes('\0') ? 0 : 3;
  const last = written.slice(written.lastIndexOf('/') + 1);
  if (kinds.includes('Folder') && last === rootFolderId) return 3;
  const isOneOf = (id: string) => kinds.some((kind) => isIdOf(kind, id));
  if (isOneOf(last)) return 3;
  if (!kinds.some((kind) => isWritten(kind, written))) return 0;
  return isOneOf(last.slice(last.lastIndexOf('-') + 1)) ? 2 : 1;
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
