import type { OpenEngine } from '@slipway/engine';
import { readWideLimits } from '@slipway/persistence';
import type { Logger } from '@slipway/runtime';

/** Says in one line where single statements through a pooler have no limits: their role has to have them. */
export async function tellWideLimits({ database }: Pick<OpenEngine, 'database'>, logger: Logger): Promise<void> {
  const limits = await readWideLimits(database);
  if (limits.length > 0)
    logger.warn(
      { limits },
      'single statements through the pooler have wider limits than they should: give the role statement_timeout and lock_timeout',
    );
}
