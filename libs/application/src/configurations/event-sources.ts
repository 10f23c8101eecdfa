import type { Properties } from '@slipway/domain/configurations';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { isAllowedTarget } from '@slipway/domain/triggers';
import { endpointIdIn, isEventSourceType } from '@slipway/domain/webhooks';
import type { Connection, Database } from '@slipway/persistence/database';
import { getConfiguration } from './find.ts';
import type { TypeCatalog } from './shape-configuration.ts';

interface LocatedConfiguration {
  readonly type: string;
  readonly properties: Properties;
  /** ids from the root to the folder; null: global */
  readonly folderPath: readonly string[] | null;
}

/**
 * Returns the id of the webhook endpoint of an event source, or null for other configurations. Throws NotFound for a
 * missing endpoint. Throws Invalid if the configuration is not an endpoint, or belongs to a folder that the event
 * source cannot use.
 */
export async function endpointOf(
  database: Database | Connection,
  types: TypeCatalog,
  { type, properties, folderPath }: LocatedConfiguration,
): Promise<string | null> {
  if (!isEventSourceType(types.find, type)) return null;
  const rawId = endpointIdIn(properties);
  const { id, title, path, folderPath: endpointPath } = await getConfiguration(database, rawId);
  if (path === null) throw new Invalid(message('trigger.notAnEndpoint', { id: rawId }));
  if (isAllowedTarget(folderPath, endpointPath)) return id;
  throw new Invalid(message('trigger.sourceInOtherFolder', { title }));
}
