// What `npm run scheduler` runs: one more process that wakes releases, beside any number of others on the same database.
import { openEngine } from '@slipway/engine';
import { CannotStart, type Process, runProcess } from '@slipway/runtime';
import { startScheduler } from './scheduler.ts';

async function start({ config, logger, lifecycle }: Process): Promise<void> {
  const { databaseUrl: url, secretKey } = config;
  if (url === undefined)
    throw new CannotStart('the scheduler needs DATABASE_URL: the database whose releases it wakes');
  if (secretKey === undefined)
    throw new CannotStart('the scheduler needs SECRET_KEY: the key of the process that made the database');
  const { engine } = await lifecycle.start(
    'engine',
    () => openEngine({ url, secretKey, warn: logger.warn.bind(logger) }),
    (opened) => opened.stop(),
  );
  await lifecycle.start(
    'scheduler',
    () => startScheduler({ engine, logger }),
    (started) => started.stop(),
  );
  logger.info('the scheduler is running');
}

await runProcess(start);
