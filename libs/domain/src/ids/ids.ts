import { message } from '../messages/message.ts';
import { NotFound, notFound } from '../model/errors.ts';
import { isIdOf, objectKindOf, type PublicKind } from './id-kinds.ts';
import { mayPrecede } from './id-paths.ts';

/**
 * Internally, an id is the last segment of the id that clients use: a kind and a suffix (`Task3f…`), unique within its
 * kind. The folder path before it is only added to responses (compatibility.md, Identifiers), so that moving a folder
 * changes no id.
 */

export { isIdOf, kindOf, type PublicKind, rootFolderId } from './id-kinds.ts';

/** One segment of an id. The hyphen form of an id is one long segment. */
const segmentPattern = /^[A-Za-z0-9_-]+$/;
const maxPathLength = 1024;

/**
 * Returns the possible last segments of an id in any of its forms (compatibility.md, Identifiers): with slashes, with
 * or without `Applications/`; the last segment alone; or the hyphen form of the browser. The hyphen form is ambiguous,
 * because suffixes can contain hyphens, so the exact last segment comes first. Throws NotFound for a text that cannot
 * be an id of this kind, including its path.
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

/** Returns the shortest end of the last segment that is an id after a path in hyphen form. */
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

/** Returns the last segment of an id with slashes, without a check. */
export const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const customPath = 'Configuration/Custom/';

/** Returns the title by which a configuration is referred to instead of its id (compatibility.md, Answers), or null. */
export const configurationTitle = (rawId: string): string | null =>
  rawId.startsWith(customPath) && rawId.length > customPath.length && rawId.length <= maxPathLength
    ? rawId.slice(customPath.length)
    : null;

/**
 * Returns the possible ids of a configuration. Clients send `Configuration/Custom/` with a further segment. The result
 * is empty if the text is not an id; it can be a title.
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

/** Returns the last segment of a target id in any form, or null if it is no id of a release, phase or task. */
export function targetId(rawId: string): string | null {
  const kinds = ['Task', 'Phase', 'Release'] as const;
  const last = rawId.slice(rawId.lastIndexOf('/') + 1);
  const exact = kinds.filter((kind) => isIdOf(kind, last));
  // In the hyphen form, the last part identifies the object, and the parts before it are its containers.
  for (const kind of exact.length > 0 ? exact : kinds) {
    try {
      return idCandidates(kind, rawId)[0];
    } catch {
      // not an id of this kind; continue with the next kind
    }
  }
  return null;
}

/** Returns the start of the last segment. Throws NotFound for an invalid path. */
function lastSegmentStart(rawId: string): number {
  if (rawId.length > maxPathLength || !rawId.split('/').every((part) => segmentPattern.test(part))) {
    throw new NotFound(message('id.invalid', { id: rawId }));
  }
  return rawId.lastIndexOf('/') + 1;
}
