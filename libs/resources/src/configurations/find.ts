import {
  clip,
  configurationIds,
  configurationTitle,
  NotFound,
  neededToChange,
  neededToRead,
  rootFolderId,
} from '@slipway/domain';
import { type ConfigurationView, type Connection, configurationsTitled, findConfiguration } from '@slipway/persistence';
import { nothingNamed } from '../model/find.ts';
import { type Asking, requireRight } from '../model/right.ts';

interface Among {
  /** ids of folders, the innermost last */
  readonly folders?: readonly string[];
  readonly types?: readonly string[] | null;
}

/**
 * Checks the permission on a configuration. Every user may read global ones, and only an administrator may change
 * them. Throws Forbidden, NotFound.
 */
export async function requireOnConfiguration(
  asking: Asking,
  { folderId }: Pick<ConfigurationView, 'folderId'>,
  written: string,
): Promise<void> {
  if (folderId !== null) {
    const view = neededToRead.configuration;
    await requireRight(asking, { what: 'configuration', written, place: { folderId }, view });
  } else if (!asking.anyOf.includes(neededToRead.configuration)) {
    const anyOf = [neededToChange.globalConfiguration] as const;
    const place = { folderId: rootFolderId };
    await requireRight({ ...asking, anyOf }, { what: 'configuration', written, place, view: null });
  }
}

/** The configuration with an id, after the check of the permission. Throws NotFound, Forbidden. */
export async function configurationFor(
  database: Connection,
  written: string,
  asking: Asking,
): Promise<ConfigurationView> {
  const found = await configurationNamed(database, written);
  await requireOnConfiguration(asking, found, written);
  return found;
}

/** The configuration with this id, or those with this title: of these folders, the innermost first, then global ones. */
export async function configurationsMeant(
  database: Connection,
  written: string,
  folders: readonly string[],
): Promise<{ readonly byId: ConfigurationView | null; readonly titled: readonly ConfigurationView[] }> {
  const byId = await findConfiguration(database, configurationIds(written));
  const title = byId === null ? configurationTitle(written) : null;
  const isTitle = title !== null && !title.includes('\0');
  return { byId, titled: isTitle ? await configurationsTitled(database, title, folders) : [] };
}

/**
 * The configuration with an id, or with a title after `Configuration/Custom/` (compatibility.md, Answers): of these
 * folders, the innermost first, else a global one. Throws NotFound, also if several types have the title and the type
 * is missing.
 */
export async function configurationNamed(
  database: Connection,
  written: string,
  { folders = [], types = null }: Among = {},
): Promise<ConfigurationView> {
  const { byId, titled } = await configurationsMeant(database, written, folders);
  if (byId !== null) return byId;
  const [first, ...others] = types === null ? titled : titled.filter(({ type }) => types.includes(type));
  if (first === undefined) throw nothingNamed('configuration', written);
  if (others.some(({ folderId }) => folderId === first.folderId)) {
    throw new NotFound(`there are several configurations '${clip(written)}': expected the id of one`);
  }
  return first;
}
