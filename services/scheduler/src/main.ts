// What `npm run scheduler` runs: one more process that wakes releases, beside any number of others on the same database.
import { type OpenEngine, openEngine } from '@slipway/engine';
import { hindrance } from '@slipway/persistence';
import {
  CannotStart,
  createHealth,
  createMetrics,
  type Metrics,
  type Process,
  runProcess,
  startProbes,
} from '@slipway/runtime';
import { showTime } from './figures.ts';
import { startScheduler } from './scheduler.ts';
import { startUpkeep } from './upkeep.ts';

function refuseDatabase(error: unknown): never {
  const sentence = hindrance(error);
  throw sentence === null ? error : new CannotStart(sentence);
}

async function start(process: Process): Promise<void> {
  const { config, logger, lifecycle } = process;
  const metrics = createMetrics();
  const { databaseUrl: url, redisUrl, secretKey } = config;
  if (url === undefined)
    throw new CannotStart('the scheduler needs DATABASE_URL: the database whose releases it wakes');
  if (secretKey === undefined)
    throw new CannotStart('the scheduler needs SECRET_KEY: the key of the process that made the database');
  const opened = await lifecycle.start(
    'engine',
    () =>
      openEngine({ url, redisUrl, secretKey, observer: metrics, warn: logger.warn.bind(logger) }).catch(refuseDatabase),
    (opened) => opened.stop(),
  );
  const { engine, queue, database } = opened;
  await lifecycle.start(
    'scheduler',
    () => startScheduler({ engine, queue, logger }),
    (started) => started.stop(),
  );
  await lifecycle.start(
    'upkeep',
    () => startUpkeep({ engine, database, logger, config, metrics }),
    (started) => started.stop(),
  );
  const address = await tell(process, opened, metrics);
  logger.info({ address }, 'the scheduler is running');
}

/** Answers those who watch this process, which is ready for as long as it reaches its database; answers where. */
async function tell(
  { config, lifecycle }: Process,
  { database, queue }: OpenEngine,
  metrics: Metrics,
): Promise<string> {
  const health = createHealth();
  health.check('database', () => database.query({ text: 'select 1' }));
  health.softCheck('queue', queue.health);
  showTime(metrics, database, queue);
  const { address } = await lifecycle.start(
    'probes',
    () => startProbes({ config, health, metrics }),
    (probes) => probes.stop(),
  );
  await lifecycle.start(
    'readiness',
    () => health,
    () => health.drain(),
  );
  return address;
}

await runProcess(start, { PORT: '5517' });
