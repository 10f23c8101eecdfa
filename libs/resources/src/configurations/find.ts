import { clip, configurationIds, configurationTitle, NotFound } from '@slipway/domain';
import { type ConfigurationView, type Connection, configurationsTitled, findConfiguration } from '@slipway/persistence';
import { nothingNamed } from '../model/find.ts';

interface Among {
  /** ids of folders, the innermost last */
  readonly folders?: readonly string[];
  readonly types?: readonly string[] | null;
}

/**
 * The configuration that an id names, or a title after `Configuration/Custom/` (decisions.md, Answers): of these folders,
 * the innermost first, else a global one. Throws NotFound, also where several types have the title and none is told.
 */
export async function configurationNamed(
  database: Connection,
  written: string,
  { folders = [], types = null }: Among = {},
): Promise<ConfigurationView> {
  const byId = await findConfiguration(database, configurationIds(written));
  if (byId !== null) return byId;
  const title = configurationTitle(written);
  const titled = title === null || title.includes('\0') ? [] : await configurationsTitled(database, title, folders);
  const [first, ...others] = types === null ? titled : titled.filter(({ type }) => types.includes(type));
  if (first === undefined) throw nothingNamed('configuration', written);
  if (others.some(({ folderId }) => folderId === first.folderId)) {
    throw new NotFound(`there are several configurations '${clip(written)}': expected the id of one`);
  }
  return first;
}
