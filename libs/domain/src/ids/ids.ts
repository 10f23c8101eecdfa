import { clip, NotFound } from '../model/errors.ts';
import { isIdOf, type PublicKind } from './id-kinds.ts';
import { mayPrecede } from './id-paths.ts';

/**
 * Ids. Inside, an id is the last segment of the id that clients see: a kind and a suffix
 * (`Task3f…`), unique in its kind. The folder path before it is only rendered (compatibility.md,
 * Identifiers), so moving a folder changes no id.
 */

export { isIdOf, kindOf, type PublicKind, rootFolderId } from './id-kinds.ts';

/** One segment of a written id; the hyphen form is one long segment. */
const writtenSegment = /^[A-Za-z0-9_-]+$/;
const longestPath = 1024;

/**
 * The last segment of an id in any of its written forms (compatibility.md, Identifiers): slashes with or
 * without `Applications/`, the last segment alone, or the browser's hyphen form. The hyphen form is
 * only a candidate, since a suffix may hold hyphens itself: the exact last segment is tried first.
 * Throws NotFound for what no id can look like, the path before it included.
 */
export function idCandidates(kind: PublicKind, written: string): readonly [string, ...string[]] {
  const start = startOfLast(written);
  const last = written.slice(start);
  const known = new Map<string, boolean>();
  const isAfter = (end: number): boolean => mayPrecede(written.slice(0, Math.max(end, 0)), kind, known);
  const exact = isIdOf(kind, last) && isAfter(start - 1);
  const hyphened = last.includes('-') ? hyphenedIn(kind, written, start, isAfter) : undefined;
  if (exact) return hyphened === undefined ? [last] : [last, hyphened];
  if (hyphened === undefined) throw new NotFound(`there is no ${kind.toLowerCase()} '${clip(written)}'`);
  return [hyphened];
}

/** The shortest end of the last segment that is an id behind a path in hyphens. */
function hyphenedIn(
  kind: PublicKind,
  written: string,
  start: number,
  isAfter: (end: number) => boolean,
): string | undefined {
  for (let at = written.lastIndexOf('-'); at > start; at = written.lastIndexOf('-', at - 1)) {
    const end = written.slice(at + 1);
    if (isIdOf(kind, end) && isAfter(at)) return end;
  }
  return undefined;
}

const customPath = 'Configuration/Custom/';

/** The title that a configuration is called by in place of its id (compatibility.md, Answers), or null. */
export const configurationTitle = (written: string): string | null =>
  written.startsWith(customPath) && written.length > customPath.length && written.length <= longestPath
    ? written.slice(customPath.length)
    : null;

/**
 * The possible ids of a configuration: clients send `Configuration/Custom/` with a further segment. Empty if the text
 * is not an id; it may be a title.
 */
export function configurationIds(written: string): readonly string[] {
  const brought = configurationTitle(written);
  const own = brought !== null && writtenSegment.test(brought) && brought.length <= 128 ? [brought] : [];
  try {
    return [...new Set([...own, ...idCandidates('Configuration', written)])];
  } catch {
    return own;
  }
}

/** The last segment of a target in any written form, or null when it can name nothing. */
export function targetId(written: string): string | null {
  const kinds = ['Task', 'Phase', 'Release'] as const;
  const last = written.slice(written.lastIndexOf('/') + 1);
  const exact = kinds.filter((kind) => isIdOf(kind, last));
  // In the hyphen form, the last part names the object, and the parts before it are its owners.
  for (const kind of exact.length > 0 ? exact : kinds) {
    try {
      return idCandidates(kind, written)[0];
    } catch {
      // not an id of this kind: the next one is tried
    }
  }
  return null;
}

/** Where the last segment begins. Throws NotFound for what no id can look like. */
function startOfLast(written: string): number {
  if (written.length > longestPath || !written.split('/').every((part) => writtenSegment.test(part))) {
    throw new NotFound(`'${clip(written)}' is not an id`);
  }
  return written.lastIndexOf('/') + 1;
}
