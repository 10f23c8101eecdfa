import { rootFolderId } from '@slipway/domain/ids';
import { Conflict, clip } from '@slipway/domain/model';
import type { Members } from '@slipway/formats';

/** How many of a kind one refusal names. */
const maxNamed = 10;

/** Things as documents write them, by the ids of their folders. */
export type ByFolder = ReadonlyMap<string, readonly Members[]>;

/** Things of one kind; `by` is the member that has the title. */
interface ObjectKind {
  readonly noun: string;
  readonly titleMember: string;
  readonly objects: ByFolder;
}

/**
 * Names the things of which a folder has several with one title, which documents identify them by: `2 templates 'T' in
 * folder 'F'`. `folders` has the titles of folders by id.
 */
export const duplicatesIn = (
  { noun, titleMember, objects }: ObjectKind,
  folders: ReadonlyMap<string, string>,
): readonly string[] =>
  [...objects].flatMap(([folderId, folderObjects]) => {
    const byTitle = Map.groupBy(folderObjects, (member) => String(member[titleMember]));
    const location = folderId === rootFolderId ? 'at the top' : `in folder '${clip(folders.get(folderId) ?? '')}'`;
    return [...byTitle]
      .filter(([, { length }]) => length > 1)
      .map(([title, { length }]) => `${length} ${noun}s '${clip(title)}' ${location}`);
  });

/** Throws Conflict for several things with one title in a folder. */
export function requireDistinct(kind: ObjectKind, folders: ReadonlyMap<string, string>): void {
  const { noun } = kind;
  const duplicates = duplicatesIn(kind, folders);
  if (duplicates.length === 0) return;
  const listed = duplicates.slice(0, maxNamed).join(', ');
  const more = duplicates.length > maxNamed ? ` and ${duplicates.length - maxNamed} more` : '';
  throw new Conflict(`documents know a ${noun} by its title and folder, and there are ${listed}${more}: rename them`);
}
