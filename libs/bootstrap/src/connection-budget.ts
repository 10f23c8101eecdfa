import type { OpenEngine } from '@slipway/engine';
import { readConnectionRoom } from '@slipway/persistence';
import type { Logger } from '@slipway/runtime';

/** Says in one line whether the server has room for all connections that this process may open. */
export async function tellConnections(
  { database }: Pick<OpenEngine, 'database'>,
  wanted: number,
  logger: Logger,
): Promise<void> {
  const { most, open } = await readConnectionRoom(database);
  const room = { wanted, open, most };
  if (open + wanted <= most) logger.info(room, 'the database has room for the connections of this process');
  else
    logger.warn(
      room,
      'the database has not room for all connections of this process: raise max_connections, or lower DATABASE_CONNECTIONS',
    );
}
