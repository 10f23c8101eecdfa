import type { OpenEngine } from '@slipway/engine';
import { readConnectionLimits } from '@slipway/persistence/database';
import type { Logger } from '@slipway/process';

/** Logs whether the server has enough connections for this process. */
export async function logConnectionBudget(
  { database }: Pick<OpenEngine, 'database'>,
  wanted: number,
  logger: Logger,
): Promise<void> {
  const { most, open } = await readConnectionLimits(database);
  const budget = { wanted, open, most };
  if (open + wanted <= most) logger.info(budget, 'the database has enough connections for this process');
  else
    logger.warn(
      budget,
      'the database has too few connections for this process: raise max_connections, or lower DATABASE_CONNECTIONS',
    );
}
