import { clip, endpointNamed, Invalid, isTransforming, isWithinReach, type Properties } from '@slipway/domain';
import type { Connection, Database } from '@slipway/persistence';
import { configurationNamed } from './find.ts';
import type { KnownTypes } from './known-types.ts';

interface PlacedConfiguration {
  readonly type: string;
  readonly properties: Properties;
  /** ids from the root to its folder; null: global */
  readonly folderPath: readonly string[] | null;
}

/**
 * The id of the endpoint that an event source makes events of; null for what is no event source. Throws Invalid where
 * there is none that it may use, NotFound where there is none at all.
 */
export async function endpointOf(
  database: Database | Connection,
  types: KnownTypes,
  { type, properties, folderPath }: PlacedConfiguration,
): Promise<string | null> {
  if (!isTransforming(types.find, type)) return null;
  const written = endpointNamed(properties);
  const { id, title, path, folderPath: place } = await configurationNamed(database, written);
  if (path === null) throw new Invalid(`eventSource: '${clip(written)}' is no webhook endpoint`);
  if (isWithinReach(folderPath, place)) return id;
  throw new Invalid(
    `eventSource: '${clip(title)}' is in another folder: expected a global one, or one in the folder of the event source or above`,
  );
}
