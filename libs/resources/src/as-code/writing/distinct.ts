import { Conflict, clip, rootFolderId } from '@slipway/domain';
import type { Members } from '@slipway/formats';

/** How many of a kind one refusal names. */
const mostNamed = 10;

/** Things as documents write them, by the ids of their folders. */
export type ByFolder = ReadonlyMap<string, readonly Members[]>;

/** Things of one kind; `by` is the member that has the title. */
interface Kind {
  readonly what: string;
  readonly by: string;
  readonly things: ByFolder;
}

/**
 * Names the things of which a folder has several with one title, which documents identify them by: `2 templates 'T' in
 * folder 'F'`. `folders` has the titles of folders by id.
 */
export const alikeIn = ({ what, by, things }: Kind, folders: ReadonlyMap<string, string>): readonly string[] =>
  [...things].flatMap(([folderId, all]) => {
    const counted = Map.groupBy(all, (each) => String(each[by]));
    const place = folderId === rootFolderId ? 'at the top' : `in folder '${clip(folders.get(folderId) ?? '')}'`;
    return [...counted]
      .filter(([, { length }]) => length > 1)
      .map(([title, { length }]) => `${length} ${what}s '${clip(title)}' ${place}`);
  });

/** Throws Conflict for several things with one title in a folder. */
export function requireDistinct(kind: Kind, folders: ReadonlyMap<string, string>): void {
  const { what } = kind;
  const same = alikeIn(kind, folders);
  if (same.length === 0) return;
  const named = same.slice(0, mostNamed).join(', ');
  const more = same.length > mostNamed ? ` and ${same.length - mostNamed} more` : '';
  throw new Conflict(`documents know a ${what} by its title and folder, and there are ${named}${more}: rename them`);
}
