import { Conflict, clip, rootFolderId } from '@slipway/domain';
import type { Members } from '@slipway/formats';

/** How many of a kind one refusal names. */
const mostNamed = 10;

/** Things as documents write them, by the ids of their folders. */
export type ByFolder = ReadonlyMap<string, readonly Members[]>;

/**
 * Throws Conflict where a folder has two of a title: documents know them by that. `by` is the member that has the title,
 * `folders` has their titles by id.
 */
export function requireDistinct(
  { what, by, things }: { readonly what: string; readonly by: string; readonly things: ByFolder },
  folders: ReadonlyMap<string, string>,
): void {
  const same = [...things].flatMap(([folderId, all]) => {
    const counted = Map.groupBy(all, (each) => String(each[by]));
    const place = folderId === rootFolderId ? 'at the top' : `in folder '${clip(folders.get(folderId) ?? '')}'`;
    return [...counted]
      .filter(([, { length }]) => length > 1)
      .map(([title, { length }]) => `${length} ${what}s '${clip(title)}' ${place}`);
  });
  if (same.length === 0) return;
  const named = same.slice(0, mostNamed).join(', ');
  const more = same.length > mostNamed ? ` and ${same.length - mostNamed} more` : '';
  throw new Conflict(`documents know a ${what} by its title and folder, and there are ${named}${more}: rename them`);
}
