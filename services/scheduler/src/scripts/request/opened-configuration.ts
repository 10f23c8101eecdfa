import { getConfiguration } from '@slipway/application/configurations';
import { withSecrets } from '@slipway/domain/configurations';
import { type ConfigurationReference, customPath } from '@slipway/domain/files';
import { clip, type Json, NotFound } from '@slipway/domain/model';
import { openSecrets } from '@slipway/engine';
import { type Secret, secretsOf } from '@slipway/outbound-http';
import type { Seal } from '@slipway/persistence/secrets';
import { type PropertyDefinition, referencedTypes } from '@slipway/plugins';
import { CannotRun, type ScriptContext } from '../context/context.ts';

/** The location of an object with a reference to a configuration. */
export interface ConfigurationScope {
  /** the folder ids from the root to its folder */
  readonly folderPath: readonly string[];
  readonly ownerKind: 'release' | 'trigger';
}

/**
 * Returns the configuration that a property of a task or a trigger refers to, with its secrets in clear text. It must
 * be global, or in a folder on the path of the release or trigger, as in searches. It is found by its id, or by its
 * title and the referenced type of the property. Throws CannotRun for any other.
 */
export async function openedConfiguration(
  { database, seal, plugins }: Pick<ScriptContext, 'database' | 'seal' | 'plugins'>,
  { folderPath, ownerKind }: ConfigurationScope,
  { name: property, referencedType }: Pick<PropertyDefinition, 'name' | 'referencedType'>,
  reference: ConfigurationReference,
): Promise<{ readonly value: Json; readonly secrets: readonly Secret[] }> {
  const { id: rawId, title: ownTitle, type: ownType } = reference;
  const types = referencedTypes(await plugins.current(), referencedType);
  const byId = await getConfiguration(database, rawId, { folders: folderPath, types }).catch(nullIfNotFound);
  const options = { folders: folderPath, types: ownType === null ? types : [ownType] };
  // Templates in Groovy name a configuration by its title alone.
  const title = ownTitle ?? (rawId.startsWith(customPath) ? null : rawId);
  const configuration =
    byId === null && title !== null
      ? await getConfiguration(database, `${customPath}${title}`, options).catch(nullIfNotFound)
      : byId;
  if (configuration === null || !isInScope({ folderPath }, configuration)) {
    throw new CannotRun(
      `Property '${clip(property)}' names the configuration '${clip(ownTitle ?? rawId)}', which is not there for this ${ownerKind}.`,
    );
  }
  const opened = openSecrets(seal, configuration);
  const { id, type } = configuration;
  const properties = withSecrets(configuration.properties, opened);
  return {
    value: { ...properties, id, type, title: configuration.title },
    secrets: secretsOf(properties, [...opened.values()]),
  };
}

/** Whether a configuration is global, or in one of these folders. */
export const isInScope = (
  { folderPath }: Pick<ConfigurationScope, 'folderPath'>,
  { folderId }: { readonly folderId: string | null },
): boolean => folderId === null || folderPath.includes(folderId);

/** Returns null for a reference to a missing object; throws any other error. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

interface OpenedProperty {
  readonly value: Json;
  readonly isSecret: boolean;
}

/** An encrypted value is recognized by its form, independent of the current definition of its type. */
const sealedForm = /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/;

/** Returns the value of a property in clear text. Throws CannotRun for a value that another key has encrypted. */
export function openedProperty(seal: Seal, name: string, value: Json): OpenedProperty {
  if (typeof value !== 'string' || !sealedForm.test(value)) return { value, isSecret: false };
  try {
    return { value: seal.open('property', value), isSecret: true };
  } catch {
    throw new CannotRun(`Property '${clip(name)}' holds a secret that was not sealed here: write it again.`);
  }
}
