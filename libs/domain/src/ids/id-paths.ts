import { isIdOf, type PublicKind, rootFolderId } from './id-kinds.ts';

/** Segments of ids that do not belong to an object. */
const fixedSegments = {
  root: rootFolderId,
  settings: 'Configuration',
  custom: 'Custom',
  calendar: 'Calendar',
  variables: 'variables',
  global: 'global',
} as const;
type FixedSegment = keyof typeof fixedSegments;
type IdPart = PublicKind | FixedSegment;

/** The possible containers of each kind of object (rest-api.md, Identifiers). Ids from before a move stay valid. */
const containers: Readonly<Record<IdPart, readonly IdPart[]>> = {
  root: [],
  settings: [],
  custom: ['settings'],
  calendar: ['settings'],
  variables: ['settings', 'root', 'Folder'],
  global: ['variables'],
  Folder: ['root', 'Folder'],
  Release: ['root', 'Folder'],
  Phase: ['Release'],
  Task: ['Phase', 'Task'],
  GateCondition: ['Task'],
  Dependency: ['Task'],
  Comment: ['Task'],
  Link: ['Task'],
  Variable: ['Release', 'root', 'Folder', 'variables', 'global'],
  Team: ['Release', 'root', 'Folder'],
  Trigger: ['root', 'Folder', 'Release'],
  Blackout: ['calendar'],
  Configuration: ['settings', 'custom', 'root', 'Folder'],
  Delivery: ['Configuration'],
  Attachment: ['Task', 'Release'],
};

const isFixedSegment = (part: IdPart): part is FixedSegment => part in fixedSegments;
const matchesPart = (part: IdPart, text: string): boolean =>
  isFixedSegment(part) ? text === fixedSegments[part] : isIdOf(part, text);

/** The maximum length of a segment after a hyphen. */
const maxSegmentLength = 128;

/**
 * Returns the possible start positions of the last segment of a path: after the last slash, and after each hyphen that
 * follows it.
 */
function segmentStarts(path: string): readonly number[] {
  const first = path.lastIndexOf('/') + 1;
  const result = [first];
  const minStart = Math.max(first, path.length - maxSegmentLength - 2);
  for (let at = path.lastIndexOf('-'); at > minStart; at = path.lastIndexOf('-', at - 1)) result.push(at + 1);
  return result;
}

/**
 * Whether an id of this kind can follow a path, which is given without its final slash or hyphen. The path can begin at
 * any level below the root, and hyphens can join its segments. Segments can contain hyphens too, so that a path can be
 * split in many ways; `cache` stores the result for each prefix.
 */
export function mayPrecede(path: string, kind: IdPart, cache: Map<string, boolean>): boolean {
  if (path === '') return true;
  const key = `${kind} ${path.length}`;
  const result = cache.get(key);
  if (result !== undefined) return result;
  const isAllowed = segmentStarts(path).some((start) => {
    const last = path.slice(start);
    return containers[kind].some(
      (container) =>
        matchesPart(container, last) && mayPrecede(path.slice(0, Math.max(start - 1, 0)), container, cache),
    );
  });
  cache.set(key, isAllowed);
  return isAllowed;
}
