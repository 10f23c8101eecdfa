import {
  clip,
  configurationIds,
  configurationTitle,
  idCandidates,
  NotFound,
  type PublicKind,
  rootFolderId,
  type Variable,
} from '@slipway/domain';
import {
  type ConfigurationView,
  type Connection,
  configurationsTitled,
  type Database,
  type Folder,
  findConfiguration,
  findFolder,
  locate,
  locateFolder,
  type ReleaseView,
  readRelease,
} from '@slipway/persistence';

/** What the first candidate of an id names. Throws NotFound. */
export async function firstNamed<T>(
  kind: PublicKind,
  written: string,
  read: (id: string) => Promise<T | null>,
  what = kind.toLowerCase(),
): Promise<T> {
  for (const id of idCandidates(kind, written)) {
    const found = await read(id);
    if (found !== null) return found;
  }
  throw new NotFound(`there is no ${what} '${clip(written)}'`);
}

/** The folder that an id names, the root included. Throws NotFound. */
export async function folderNamed(database: Database, written: string): Promise<Folder> {
  const folder =
    written === rootFolderId
      ? await findFolder(database, rootFolderId)
      : await locateFolder(database, idCandidates('Folder', written));
  if (folder === null) throw new NotFound(`there is no folder '${clip(written)}'`);
  return folder;
}

/**
 * The configuration that an id names, or a title after `Configuration/Custom/` (decisions.md, Answers): of these folders,
 * the innermost first, else a global one. Throws NotFound, also where several types have the title and none is told.
 */
export async function configurationNamed(
  database: Connection,
  written: string,
  {
    folders = [],
    types = null,
  }: { readonly folders?: readonly string[]; readonly types?: readonly string[] | null } = {},
): Promise<ConfigurationView> {
  const byId = await findConfiguration(database, configurationIds(written));
  if (byId !== null) return byId;
  const title = configurationTitle(written);
  const titled = title === null || title.includes('\0') ? [] : await configurationsTitled(database, title, folders);
  const [first, ...others] = types === null ? titled : titled.filter(({ type }) => types.includes(type));
  if (first === undefined) throw new NotFound(`there is no configuration '${clip(written)}'`);
  if (others.some(({ folderId }) => folderId === first.folderId)) {
    throw new NotFound(`there are several configurations '${clip(written)}': expected the id of one`);
  }
  return first;
}

/** A variable of a live release or template, and the release, without its phases. Throws NotFound. */
export async function variableNamed(
  database: Database,
  written: string,
): Promise<{ readonly variable: Variable; readonly view: ReleaseView }> {
  const found = await locate(database, 'Variable', idCandidates('Variable', written), written.split('/').slice(0, -1));
  const view = found && (await readRelease(database, found.releaseId, { phases: false }));
  const variable = view?.release.variables.find(({ id }) => id === found?.id);
  if (!view || !variable) throw new NotFound(`there is no variable '${clip(written)}'`);
  return { variable, view };
}
