import { message } from '../messages/message.ts';
import { NotFound, notFound } from '../model/errors.ts';
import { isIdOf, objectKindOf, type PublicKind } from './id-kinds.ts';
import { mayPrecede } from './id-paths.ts';

/**
 * Ids. Inside, an id is the last segment of the id that clients see: a kind and a suffix
 * (`Task3f…`), unique in its kind. The folder path before it is only rendered (compatibility.md,
 * Identifiers), so moving a folder changes no id.
 */

export { isIdOf, kindOf, type PublicKind, rootFolderId } from './id-kinds.ts';

/** One segment of a written id; the hyphen form is one long segment. */
const segmentPattern = /^[A-Za-z0-9_-]+$/;
const maxPathLength = 1024;

/**
 * The last segment of an id in any of its written forms (compatibility.md, Identifiers): slashes with or
 * without `Applications/`, the last segment alone, or the browser's hyphen form. The hyphen form is
 * only a candidate, since a suffix may hold hyphens itself: the exact last segment is tried first.
 * Throws NotFound for what no id can look like, the path before it included.
 */
export function idCandidates(kind: PublicKind, rawId: string): readonly [string, ...string[]] {
  const start = lastSegmentStart(rawId);
  const last = rawId.slice(start);
  const cache = new Map<string, boolean>();
  const mayFollow = (end: number): boolean => mayPrecede(rawId.slice(0, Math.max(end, 0)), kind, cache);
  const exact = isIdOf(kind, last) && mayFollow(start - 1);
  const hyphenatedId = last.includes('-') ? hyphenatedIdIn(kind, rawId, start, mayFollow) : undefined;
  if (exact) return hyphenatedId === undefined ? [last] : [last, hyphenatedId];
  if (hyphenatedId === undefined) throw notFound(objectKindOf(kind), rawId);
  return [hyphenatedId];
}

/** The shortest end of the last segment that is an id behind a path in hyphens. */
function hyphenatedIdIn(
  kind: PublicKind,
  rawId: string,
  start: number,
  mayFollow: (end: number) => boolean,
): string | undefined {
  for (let at = rawId.lastIndexOf('-'); at > start; at = rawId.lastIndexOf('-', at - 1)) {
    const end = rawId.slice(at + 1);
    if (isIdOf(kind, end) && mayFollow(at)) return end;
  }
  return undefined;
}

const customPath = 'Configuration/Custom/';

/** The title that a configuration is called by in place of its id (compatibility.md, Answers), or null. */
export const configurationTitle = (rawId: string): string | null =>
  rawId.startsWith(customPath) && rawId.length > customPath.length && rawId.length <= maxPathLength
    ? rawId.slice(customPath.length)
    : null;

/**
 * The possible ids of a configuration: clients send `Configuration/Custom/` with a further segment. Empty if the text
 * is not an id; it may be a title.
 */
export function configurationIds(rawId: string): readonly string[] {
  const title = configurationTitle(rawId);
  const own = title !== null && segmentPattern.test(title) && title.length <= 128 ? [title] : [];
  try {
    return [...new Set([...own, ...idCandidates('Configuration', rawId)])];
  } catch {
    return own;
  }
}

/** The last segment of a target in any written form, or null when it can name nothing. */
export function targetId(rawId: string): string | null {
  const kinds = ['Task', 'Phase', 'Release'] as const;
  const last = rawId.slice(rawId.lastIndexOf('/') + 1);
  const exact = kinds.filter((kind) => isIdOf(kind, last));
  // In the hyphen form, the last part names the object, and the parts before it are its owners.
  for (const kind of exact.length > 0 ? exact : kinds) {
    try {
      return idCandidates(kind, rawId)[0];
    } catch {
      // not an id of this kind: the next one is tried
    }
  }
  return null;
}

/** Where the last segment begins. Throws NotFound for what no id can look like. */
function lastSegmentStart(rawId: string): number {
  if (rawId.length > maxPathLength || !rawId.split('/').every((part) => segmentPattern.test(part))) {
    throw new NotFound(message('id.invalid', { id: rawId }));
  }
  return rawId.lastIndexOf('/') + 1;
}
