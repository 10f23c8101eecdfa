import type { OpenEngine } from '@slipway/engine';
import { readConnectionRoom } from '@slipway/persistence';
import type { Logger } from '@slipway/runtime';

/** Logs whether the server has enough connections for this process. */
export async function tellConnections(
  { database }: Pick<OpenEngine, 'database'>,
  wanted: number,
  logger: Logger,
): Promise<void> {
  const { most, open } = await readConnectionRoom(database);
  const room = { wanted, open, most };
  if (open + wanted <= most) logger.info(room, 'the database has enough connections for this process');
  else
    logger.warn(
      room,
      'the database has too few connections for this process: raise max_connections, or lower DATABASE_CONNECTIONS',
    );
}
