import { NotFound } from './errors.ts';

/**
 * Ids. Inside, an id is the last segment of the id that clients see: a kind and a suffix
 * (`Task3f…`), unique in its kind. The folder path before it is only rendered (decisions.md,
 * Identifiers), so moving a folder changes no id.
 */

/** The id of the folder that contains everything. */
export const rootFolderId = 'Applications';

const idKinds = [
  'Release',
  'Phase',
  'Task',
  'Variable',
  'GateCondition',
  'Dependency',
  'Comment',
  'Folder',
  'Team',
  'Link',
  'Blackout',
  'Trigger',
  'Configuration',
  'Delivery',
] as const;
/** The kinds whose ids clients write. */
export type PublicKind = (typeof idKinds)[number];

const segment = /^[A-Za-z0-9_-]{1,128}$/;
/** One segment of a written id; the hyphen form is one long segment. */
const writtenSegment = /^[A-Za-z0-9_-]+$/;
const longestPath = 1024;

/** Whether `id` is a well-formed last segment of this kind. */
export function isIdOf(kind: PublicKind, id: string): boolean {
  return id.startsWith(kind) && id.length > kind.length && segment.test(id);
}

/** The kind of a last segment, or null when it names none. */
export function kindOf(id: string): PublicKind | null {
  return idKinds.find((kind) => isIdOf(kind, id)) ?? null;
}

/**
 * The last segment of an id in any of its written forms (decisions.md, Identifiers): slashes with or
 * without `Applications/`, the last segment alone, or the browser's hyphen form. The hyphen form is
 * only a candidate, since a suffix may hold hyphens itself: the exact last segment is tried first.
 * Throws NotFound for what no id can look like.
 */
export function idCandidates(kind: PublicKind, written: string): readonly [string, ...string[]] {
  const last = lastSegment(written);
  const hyphened = last
    .split('-')
    .flatMap((_, index, parts) => (index === 0 ? [] : [parts.slice(index).join('-')]))
    .findLast((part) => isIdOf(kind, part));
  if (isIdOf(kind, last)) return hyphened === undefined ? [last] : [last, hyphened];
  if (hyphened === undefined) throw new NotFound(`there is no ${kind.toLowerCase()} '${clip(written)}'`);
  return [hyphened];
}

/** The last segment of a target in any written form, or null when it can name nothing. */
export function targetId(written: string): string | null {
  const kinds = ['Task', 'Phase', 'Release'] as const;
  const last = written.slice(written.lastIndexOf('/') + 1);
  const exact = kinds.filter((kind) => isIdOf(kind, last));
  // in the hyphen form the last part says what is named, and every part before it is its owner
  for (const kind of exact.length > 0 ? exact : kinds) {
    try {
      return idCandidates(kind, written)[0];
    } catch {
      // not an id of this kind: the next one is tried
    }
  }
  return null;
}

function lastSegment(written: string): string {
  if (written.length > longestPath || !written.split('/').every((part) => writtenSegment.test(part))) {
    throw new NotFound(`'${clip(written)}' is not an id`);
  }
  return written.slice(written.lastIndexOf('/') + 1);
}

/** A text from outside made safe for a one-line message: control characters out, 100 characters at most. */
export function clip(text: string): string {
  const line = text.replace(/\p{Cc}/gu, '?');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
