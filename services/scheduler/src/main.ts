// What `npm run scheduler` runs: one more process that wakes releases, beside any number of others on the same database.
import { openEngine } from '@slipway/engine';
import { hindrance } from '@slipway/persistence';
import { CannotStart, type Process, runProcess } from '@slipway/runtime';
import { startScheduler } from './scheduler.ts';
import { startUpkeep } from './upkeep.ts';

function refuseDatabase(error: unknown): never {
  const sentence = hindrance(error);
  throw sentence === null ? error : new CannotStart(sentence);
}

async function start({ config, logger, lifecycle }: Process): Promise<void> {
  const { databaseUrl: url, secretKey } = config;
  if (url === undefined)
    throw new CannotStart('the scheduler needs DATABASE_URL: the database whose releases it wakes');
  if (secretKey === undefined)
    throw new CannotStart('the scheduler needs SECRET_KEY: the key of the process that made the database');
  const { engine, database } = await lifecycle.start(
    'engine',
    () => openEngine({ url, secretKey, warn: logger.warn.bind(logger) }).catch(refuseDatabase),
    (opened) => opened.stop(),
  );
  await lifecycle.start(
    'scheduler',
    () => startScheduler({ engine, logger }),
    (started) => started.stop(),
  );
  await lifecycle.start(
    'upkeep',
    () => startUpkeep({ engine, database, logger, config }),
    (started) => started.stop(),
  );
  logger.info('the scheduler is running');
}

await runProcess(start);
