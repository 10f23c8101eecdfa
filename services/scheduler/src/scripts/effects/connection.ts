import { getConfiguration } from '@slipway/application/configurations';
import { withSecrets } from '@slipway/domain/configurations';
import { openSecrets } from '@slipway/engine';
import { type Connection, type Secret, secretsOf } from '@slipway/outbound-http';
import type { ScriptContext } from '../context/context.ts';
import { isInScope, nullIfNotFound } from '../request/opened-configuration.ts';

/** The configuration of a request, and its secrets. */
interface OpenedConnection {
  readonly connection: Connection;
  readonly secrets: readonly Secret[];
}

/** A client may have chosen the id: it is known as such by the path before it, which a script is not given. */
export const pathOf = (id: string): string => (id.includes('/') ? id : `Configuration/Custom/${id}`);

/** The configuration of a request, if it is a global one or in one of these folders; else null. */
export async function openConnection(
  { database, seal }: Pick<ScriptContext, 'database' | 'seal'>,
  folderPath: readonly string[],
  id: string,
): Promise<OpenedConnection | null> {
  const configuration = await getConfiguration(database, pathOf(id), { folders: folderPath }).catch(nullIfNotFound);
  if (configuration === null || !isInScope({ folderPath }, configuration)) return null;
  const opened = openSecrets(seal, configuration);
  const properties = withSecrets(configuration.properties, opened);
  return { connection: { id: configuration.id, properties }, secrets: secretsOf(properties, [...opened.values()]) };
}
