import { clip, Invalid, kindsOf, NotFound, rootFolderId } from '@slipway/domain';
import {
  type Folder,
  findFolderByTitles,
  foldersBelow,
  foldersIn,
  folderVariables,
  globalVariables,
  searchConfigurations,
} from '@slipway/persistence';
import { productTypes } from '@slipway/plugins';
import type { ScriptQuestion } from '@slipway/scripts';
import {
  type ConfigurationAnswer,
  configurationNamed,
  type FolderAnswer,
  folderNamed,
  readType,
  showConfiguration,
  showFolder,
  showVariable,
  type VariableAnswer,
} from '@slipway/wire';
import type { Scripting } from '../context/context.ts';

type Reads = Pick<Scripting, 'database' | 'typePrefix'>;
type Asks<A extends ScriptQuestion['asks']> = Extract<ScriptQuestion, { asks: A }>;

const showBy = (typePrefix: string) => ({ prefix: typePrefix, elsewhere: new Map<string, string>() });

async function shownFolder({ database, typePrefix }: Reads, folder: Folder): Promise<FolderAnswer> {
  return showFolder(folder, await foldersBelow(database, folder.id, 1), showBy(typePrefix));
}

/** A folder with those in it, as REST answers it. Throws NotFound. */
export const folderFor = async (reads: Reads, written: string): Promise<FolderAnswer> =>
  shownFolder(reads, await folderNamed(reads.database, written));

/** The folder at a path of titles, as REST answers it. Throws NotFound, Invalid. */
export async function folderAt(reads: Reads, path: string): Promise<FolderAnswer> {
  const titles = path.split('/').filter((title) => title !== '');
  if (titles.length > 100) throw new Invalid('byPath: expected at most 100 titles');
  const folder = await findFolderByTitles(reads.database, titles);
  if (folder === null) throw new NotFound(`there is no folder at '${clip(path)}'`);
  return shownFolder(reads, folder);
}

/** One page of the folders in a folder, as REST answers them. Throws NotFound. */
export async function foldersFor(
  { database, typePrefix }: Reads,
  { folderId, page, resultsPerPage: limit }: Asks<'folders'>,
): Promise<readonly FolderAnswer[]> {
  const parent = await folderNamed(database, folderId ?? rootFolderId);
  const found = await foldersIn(database, parent.id, 'everything', { limit, offset: page * limit });
  return found.map((folder) => showFolder(folder, [], showBy(typePrefix)));
}

/** The variables that a folder sees, as REST answers them: passwords masked. Throws NotFound. */
export async function folderVariablesFor(
  { database, typePrefix }: Reads,
  { folderId, folderOnly }: Asks<'folderVariables'>,
): Promise<readonly VariableAnswer[]> {
  const folder = await folderNamed(database, folderId);
  const found = await folderVariables(database, folder.id, folderOnly);
  return found.map(({ variable, folderPath }) =>
    showVariable(variable, folderPath?.join('/') ?? '', showBy(typePrefix)),
  );
}

/** The global variables as REST answers them: passwords masked. */
export async function globalVariablesFor({ database, typePrefix }: Reads): Promise<readonly VariableAnswer[]> {
  const found = await globalVariables(database);
  return found.map(({ variable }) => showVariable(variable, 'Configuration/variables/global', showBy(typePrefix)));
}

/** A configuration as REST answers it: its secrets are masks. Throws NotFound. */
export async function configurationFor({ database, typePrefix }: Reads, written: string): Promise<ConfigurationAnswer> {
  return showConfiguration(await configurationNamed(database, written), showBy(typePrefix));
}

/** Configurations of a type and of those that extend it, as REST answers them. Throws NotFound (no such folder). */
export async function configurationsFor(
  { database, typePrefix, plugins }: Reads & Pick<Scripting, 'plugins'>,
  { type, title, folderId, folderOnly }: Asks<'configurations'>,
): Promise<readonly ConfigurationAnswer[]> {
  const folder = folderId === null ? null : await folderNamed(database, folderId);
  const theirs = await plugins.current();
  const find = (name: string) => productTypes.get(name) ?? theirs.get(name);
  const known = [...productTypes.keys(), ...theirs.keys()];
  const types = type === null ? null : kindsOf(find, known, readType(type, typePrefix));
  const found = await searchConfigurations(database, {
    types,
    title,
    folderId: folder?.id ?? null,
    folderOnly,
  });
  return found.map((view) => showConfiguration(view, showBy(typePrefix)));
}
