import { isIdOf } from '@slipway/domain/ids';
import type { Person } from '@slipway/engine';
import { findByTitlePaths, readTitlePaths } from '@slipway/persistence/folders';
import type { ReadContext } from '../model/context.ts';
import { findVisibleIds } from '../model/render-context.ts';

type Context = Pick<ReadContext, 'database'>;

/**
 * The titles on the paths of folders and templates, joined by slashes, by last segments of ids. Invisible objects,
 * their contents, and ambiguous paths are left out.
 */
export async function readVisiblePaths(
  context: Context,
  ids: readonly string[],
  person: Person,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const titlePaths = await readTitlePaths(context.database, ids);
  const visible = await findVisibleIds(
    context,
    [...new Set(titlePaths.flatMap(({ id, folders }) => [id, ...folders]))],
    person,
  );
  const usablePaths = titlePaths
    .filter(({ id, folders }) => [id, ...folders].every((candidate) => visible.has(candidate)))
    .filter(({ titles }) => titles.length > 0 && titles.every((title) => title !== '' && !title.includes('/')))
    .map(({ id, titles }) => ({ id, path: titles.join('/') }));
  const idsOfPaths = await idsByPath(
    context,
    usablePaths.map(({ path }) => path),
  );
  return new Map(
    usablePaths.filter(({ id, path }) => isOnly(idsOfPaths.get(path) ?? [], id)).map(({ id, path }) => [id, path]),
  );
}

const kindOf = (id: string): 'Release' | 'Folder' => (isIdOf('Folder', id) ? 'Folder' : 'Release');
const isOnly = (matchingIds: readonly string[], id: string): boolean =>
  matchingIds.filter((candidate) => kindOf(candidate) === kindOf(id)).length === 1;

async function idsByPath(
  { database }: Context,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const matches = await findByTitlePaths(database, [...new Set(paths)]);
  return new Map(
    [...Map.groupBy(matches, ({ path }) => path)].map(([path, matchingIds]) => [path, matchingIds.map(({ id }) => id)]),
  );
}

/** The visible objects at paths of titles, each unique for its kind. */
export interface PathMatches {
  readonly templates: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, string>;
}

/** The folders and templates at these paths of titles. */
export async function idsAtPaths(context: Context, paths: readonly string[], person: Person): Promise<PathMatches> {
  const idsOfPaths = paths.length === 0 ? new Map<string, readonly string[]>() : await idsByPath(context, paths);
  const visible = await findVisibleIds(context, [...idsOfPaths.values()].flat(), person);
  const idsOfKind = (kind: 'Release' | 'Folder') =>
    new Map(
      [...idsOfPaths].flatMap(([path, ids]): [string, string][] => {
        const [id, ...others] = ids.filter((candidate) => kindOf(candidate) === kind && visible.has(candidate));
        return id !== undefined && others.length === 0 ? [[path, id]] : [];
      }),
    );
  return { templates: idsOfKind('Release'), folders: idsOfKind('Folder') };
}
