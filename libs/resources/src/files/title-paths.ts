import { isIdOf } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { findAtPaths, readTitlePaths } from '@slipway/persistence';
import type { ReadContext } from '../model/context.ts';
import { seenOf } from '../model/show-for.ts';

type Context = Pick<ReadContext, 'database'>;

/**
 * The titles on the paths of folders and templates, joined by slashes, by last segments of ids. Invisible objects,
 * their contents, and ambiguous paths are left out.
 */
export async function titlePathsOf(
  context: Context,
  ids: readonly string[],
  person: Person,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const read = await readTitlePaths(context.database, ids);
  const seen = await seenOf(context, [...new Set(read.flatMap(({ id, folders }) => [id, ...folders]))], person);
  const written = read
    .filter(({ id, folders }) => [id, ...folders].every((each) => seen.has(each)))
    .filter(({ titles }) => titles.length > 0 && titles.every((title) => title !== '' && !title.includes('/')))
    .map(({ id, titles }) => ({ id, path: titles.join('/') }));
  const named = await namedBy(
    context,
    written.map(({ path }) => path),
  );
  return new Map(written.filter(({ id, path }) => alone(named.get(path) ?? [], id)).map(({ id, path }) => [id, path]));
}

const kindOf = (id: string): 'Release' | 'Folder' => (isIdOf('Folder', id) ? 'Folder' : 'Release');
const alone = (all: readonly string[], id: string): boolean =>
  all.filter((each) => kindOf(each) === kindOf(id)).length === 1;

async function namedBy(
  { database }: Context,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await findAtPaths(database, [...new Set(paths)]);
  return new Map([...Map.groupBy(found, ({ path }) => path)].map(([path, all]) => [path, all.map(({ id }) => id)]));
}

/** The visible objects at paths of titles, each unique for its kind. */
export interface AtPaths {
  readonly templates: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, string>;
}

/** The folders and templates at these paths of titles. */
export async function idsAtPaths(context: Context, paths: readonly string[], person: Person): Promise<AtPaths> {
  const named = paths.length === 0 ? new Map<string, readonly string[]>() : await namedBy(context, paths);
  const seen = await seenOf(context, [...named.values()].flat(), person);
  const of = (kind: 'Release' | 'Folder') =>
    new Map(
      [...named].flatMap(([path, ids]): [string, string][] => {
        const [id, ...others] = ids.filter((each) => kindOf(each) === kind && seen.has(each));
        return id !== undefined && others.length === 0 ? [[path, id]] : [];
      }),
    );
  return { templates: of('Release'), folders: of('Folder') };
}
