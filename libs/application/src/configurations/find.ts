import { type ConfigurationResponse, showConfiguration } from '@slipway/api-schema/configurations';
import { readType } from '@slipway/api-schema/format';
import { configurationIds, configurationTitle, rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { NotFound, notFound } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import {
  type ConfigurationView,
  findConfiguration,
  findConfigurationsByTitle,
  searchConfigurations,
} from '@slipway/persistence/configurations';
import type { Connection } from '@slipway/persistence/database';
import { getFolder } from '../folders/find.ts';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';
import { type PermissionRequest, requirePermissionAt } from '../model/require-permission.ts';
import { loadTypeCatalog } from './shape-configuration.ts';

interface ConfigurationScope {
  /** folder ids, the innermost last */
  readonly folders?: readonly string[];
  readonly types?: readonly string[] | null;
}

/**
 * Checks the permission on a configuration. Every user may read global ones, and only an administrator may change
 * them. Throws Forbidden, NotFound.
 */
export async function requireConfigurationPermission(
  permissionRequest: PermissionRequest,
  { folderId }: Pick<ConfigurationView, 'folderId'>,
  rawId: string,
): Promise<void> {
  if (folderId !== null) {
    const view = neededToRead.configuration;
    await requirePermissionAt(permissionRequest, { label: 'configuration', rawId, scope: { folderId }, view });
  } else if (!permissionRequest.anyOf.includes(neededToRead.configuration)) {
    const anyOf = [neededToChange.globalConfiguration] as const;
    const scope = { folderId: rootFolderId };
    await requirePermissionAt({ ...permissionRequest, anyOf }, { label: 'configuration', rawId, scope, view: null });
  }
}

/** Returns the configuration with an id, after the check of the permission. Throws NotFound, Forbidden. */
export async function getPermittedConfiguration(
  database: Connection,
  rawId: string,
  permissionRequest: PermissionRequest,
): Promise<ConfigurationView> {
  const match = await getConfiguration(database, rawId);
  await requireConfigurationPermission(permissionRequest, match, rawId);
  return match;
}

/**
 * Returns the configuration with this id, or those with this title: first those of these folders, the innermost first,
 * then global ones.
 */
export async function matchConfigurations(
  database: Connection,
  rawId: string,
  folders: readonly string[],
): Promise<{ readonly byId: ConfigurationView | null; readonly titled: readonly ConfigurationView[] }> {
  const byId = await findConfiguration(database, configurationIds(rawId));
  const title = byId === null ? configurationTitle(rawId) : null;
  const isTitle = title !== null && !title.includes('\0');
  return { byId, titled: isTitle ? await findConfigurationsByTitle(database, title, folders) : [] };
}

/**
 * Returns the configuration with an id, or with a title after `Configuration/Custom/` (compatibility.md, Answers). A
 * configuration of the innermost of these folders takes precedence over outer and global ones. Throws NotFound, also if
 * several types have the title and the type is missing.
 */
export async function getConfiguration(
  database: Connection,
  rawId: string,
  { folders = [], types = null }: ConfigurationScope = {},
): Promise<ConfigurationView> {
  const { byId, titled: withTitle } = await matchConfigurations(database, rawId, folders);
  if (byId !== null) return byId;
  const [first, ...others] = types === null ? withTitle : withTitle.filter(({ type }) => types.includes(type));
  if (first === undefined) throw notFound('configuration', rawId);
  if (others.some(({ folderId }) => folderId === first.folderId)) {
    throw new NotFound(message('configuration.ambiguous', { id: rawId }));
  }
  return first;
}

/** The filter for configurations; null: no restriction. */
interface ConfigurationQuery {
  /** includes the types that extend it */
  readonly type: string | null;
  readonly title: string | null;
  /** includes configurations of parent folders, and global ones */
  readonly folderId: string | null;
  /** only configurations of the folder itself, or only global ones without a folder */
  readonly folderOnly: boolean;
}

/**
 * Returns the matching visible configurations, by title. Global ones are visible to all users. Throws NotFound for an
 * unknown folder.
 */
export async function listConfigurations(
  context: ReadContext & Pick<ResourceContext, 'plugins'>,
  caller: Person,
  { type, title, folderId, folderOnly }: ConfigurationQuery,
): Promise<readonly ConfigurationResponse[]> {
  const { database, typePrefix } = context;
  const folder =
    folderId === null ? null : await getFolder(database, folderId, { caller, anyOf: [neededToRead.folder] });
  const types = type === null ? null : (await loadTypeCatalog(context)).kindsOf(readType(type, typePrefix));
  const visibility = caller.visibility(neededToRead.configurations);
  const filter = { types, title, folderId: folder?.id ?? null, folderOnly };
  const matches = await searchConfigurations(database, filter, visibility);
  return matches.map((view) => showConfiguration(view, contextWithoutReferences(context)));
}
