import { isIdOf, type PublicKind, rootFolderId } from './id-kinds.ts';

/** Segments of ids that name no thing of a kind. */
const words = {
  root: rootFolderId,
  settings: 'Configuration',
  custom: 'Custom',
  calendar: 'Calendar',
  variables: 'variables',
  global: 'global',
} as const;
type Word = keyof typeof words;
type IdPart = PublicKind | Word;

/** The possible containers of each kind of object (rest-api.md, Identifiers), also before it was moved. */
const holders: Readonly<Record<IdPart, readonly IdPart[]>> = {
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

const isWord = (place: IdPart): place is Word => place in words;
const isAt = (place: IdPart, text: string): boolean => (isWord(place) ? text === words[place] : isIdOf(place, text));

/** As long as a segment may be that is not in hyphens. */
const longest = 128;

/** Where the last segment of a path may begin: after a slash, or after a hyphen behind that. */
function starts(path: string): readonly number[] {
  const first = path.lastIndexOf('/') + 1;
  const found = [first];
  const least = Math.max(first, path.length - longest - 2);
  for (let at = path.lastIndexOf('-'); at > least; at = path.lastIndexOf('-', at - 1)) found.push(at + 1);
  return found;
}

/**
 * Whether a path, without the slash or hyphen at its end, may stand before an id of this kind. It may begin anywhere
 * below the root, and its segments may be joined with hyphens. Suffixes may hold hyphens themselves, so that one path
 * reads in many ways: `known` has what was found out of its beginnings.
 */
export function mayPrecede(path: string, kind: IdPart, known: Map<string, boolean>): boolean {
  if (path === '') return true;
  const key = `${kind} ${path.length}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const may = starts(path).some((start) => {
    const last = path.slice(start);
    return holders[kind].some(
      (holder) => isAt(holder, last) && mayPrecede(path.slice(0, Math.max(start - 1, 0)), holder, known),
    );
  });
  known.set(key, may);
  return may;
}
