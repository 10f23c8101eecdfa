import { isIdOf } from '@slipway/domain/ids';
import type { Person } from '@slipway/engine';
import { readTitlePaths } from '@slipway/persistence/folders';
import type { ReadContext } from '../model/context.ts';
import { findVisibleIds } from '../model/render-context.ts';

/** Separates the titles on the path of a folder. */
const separator = ' › ';

/**
 * Returns the titles of folders and templates, by the last segments of their ids. The title of a folder contains the
 * titles of the folders above it. Omits objects and folders that the caller cannot view.
 */
export async function readVisibleTitles(
  context: Pick<ReadContext, 'database'>,
  person: Person,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const paths = await readTitlePaths(context.database, [...new Set(ids)]);
  const allIds = new Set(paths.flatMap(({ id, folders }) => [id, ...folders]));
  const visible = await findVisibleIds(context, [...allIds], person);
  return new Map(
    paths
      .filter(({ id }) => visible.has(id))
      .map(({ id, folders, titles }) => {
        if (!isIdOf('Folder', id)) return [id, titles.at(-1) ?? ''];
        return [id, titles.filter((_, index) => visible.has(folders[index] ?? '')).join(separator)];
      }),
  );
}
