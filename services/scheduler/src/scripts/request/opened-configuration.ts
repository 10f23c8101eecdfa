import { clip, customPath, type Json, type NamedConfiguration, NotFound, withSecrets } from '@slipway/domain';
import { type Secret, secretsOf } from '@slipway/egress';
import { openSecrets } from '@slipway/engine';
import { type PropertyDefinition, referencedTypes } from '@slipway/plugins';
import { configurationNamed } from '@slipway/resources';
import { CannotRun } from '../context/cannot-run.ts';
import type { ScriptContext } from '../context/context.ts';

/** The location of an object with a reference to a configuration. */
export interface Place {
  /** ids from the root to its folder */
  readonly folderPath: readonly string[];
  readonly whose: 'release' | 'trigger';
}

/**
 * Returns the configuration that a property of a task or a trigger names, its secrets in clear: a global one, or one of
 * the folders that the release or the trigger is in, as search offers them. It is found by its id, or by its title and the
 * referenced type of the property. Throws CannotRun for any other.
 */
export async function openedConfiguration(
  { database, seal, plugins }: Pick<ScriptContext, 'database' | 'seal' | 'plugins'>,
  { folderPath, whose }: Place,
  { name: property, referencedType }: Pick<PropertyDefinition, 'name' | 'referencedType'>,
  named: NamedConfiguration,
): Promise<{ readonly value: Json; readonly secrets: readonly Secret[] }> {
  const { id: written, title: ownTitle, type: ownType } = named;
  const types = referencedTypes(await plugins.current(), referencedType);
  const byId = await configurationNamed(database, written, { folders: folderPath, types }).catch(nothingThere);
  const among = { folders: folderPath, types: ownType === null ? types : [ownType] };
  const found =
    byId === null && ownTitle !== null
      ? await configurationNamed(database, `${customPath}${ownTitle}`, among).catch(nothingThere)
      : byId;
  if (found === null || !isInReach({ folderPath }, found)) {
    throw new CannotRun(
      `Property '${clip(property)}' names the configuration '${clip(ownTitle ?? written)}', which is not there for this ${whose}.`,
    );
  }
  const opened = openSecrets(seal, found);
  const { id, type, title } = found;
  const properties = withSecrets(found.properties, opened);
  return { value: { ...properties, id, type, title }, secrets: secretsOf(properties, [...opened.values()]) };
}

/** Whether a configuration is a global one, or one of these folders. */
export const isInReach = (
  { folderPath }: Pick<Place, 'folderPath'>,
  { folderId }: { readonly folderId: string | null },
): boolean => folderId === null || folderPath.includes(folderId);

/** What names nothing is null; throws any other error. */
export function nothingThere(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
