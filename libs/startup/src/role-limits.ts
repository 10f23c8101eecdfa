import type { OpenEngine } from '@slipway/engine';
import { readLooseTimeouts } from '@slipway/persistence/database';
import type { Logger } from '@slipway/process';

/** Logs whether single statements through a pooler lack limits, which their role must have. */
export async function warnOfWideLimits({ database }: Pick<OpenEngine, 'database'>, logger: Logger): Promise<void> {
  const limits = await readLooseTimeouts(database);
  if (limits.length > 0)
    logger.warn(
      { limits },
      'single statements through the pooler have wider limits than they should: give the role statement_timeout and lock_timeout',
    );
}
