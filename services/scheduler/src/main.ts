// What `npm run scheduler` runs: one more process that wakes releases, beside any number of others on the same database.
import { type OpenEngine, openEngine } from '@slipway/engine';
import { databaseProblem, Overloaded } from '@slipway/persistence';
import {
  CannotStart,
  createHealth,
  createMetrics,
  type Metrics,
  type Process,
  runProcess,
  startProbes,
} from '@slipway/runtime';
import { createRunnerClient, limitsWith, observedRunner, type RunnerClient } from '@slipway/scripts';
import { showTime } from './flow/overdue-metrics.ts';
import { startScheduler } from './flow/scheduler.ts';
import { createAutomatedTypes } from './plugins/automated-types.ts';
import { startScripting } from './scripting.ts';
import { startEgress } from './scripts/start-egress.ts';
import { startUpkeep } from './upkeep/upkeep.ts';

function refuseDatabase(error: unknown): never {
  const sentence = databaseProblem(error);
  throw sentence === null ? error : new CannotStart(sentence);
}

async function start(process: Process): Promise<void> {
  const { config, logger, lifecycle } = process;
  const metrics = createMetrics();
  const { databaseUrl: url, redisUrl, secretKey, oidc, ldap } = config;
  const outsideLogin = oidc !== undefined || ldap !== undefined;
  if (url === undefined)
    throw new CannotStart('the scheduler needs DATABASE_URL: the database whose releases it wakes');
  if (secretKey === undefined)
    throw new CannotStart('the scheduler needs SECRET_KEY: the key of the process that made the database');
  const types = createAutomatedTypes();
  const opening = { url, redisUrl, secretKey, observer: metrics, automatedTypes: types.current, outsideLogin };
  const opened = await lifecycle.start(
    'engine',
    () => openEngine({ ...opening, warn: logger.warn.bind(logger) }).catch(refuseDatabase),
    (opened) => opened.stop(),
  );
  const { engine, queue, database } = opened;
  const scripts = await runnerOf(process, metrics);
  const egress = await startEgress(process, metrics, () => [url, redisUrl, config.scriptRunnerUrl]);
  const plugins = await startScripting(process, opened, types, scripts, egress, metrics);
  await lifecycle.start(
    'scheduler',
    () => startScheduler({ engine, queue, logger, scripts, plugins }),
    (started) => started.stop(),
  );
  await lifecycle.start(
    'upkeep',
    () => startUpkeep({ engine, database, logger, config, metrics }),
    (started) => started.stop(),
  );
  const address = await serveProbes(process, opened, metrics);
  logger.info({ address }, 'the scheduler is running');
}

/** The runner at SCRIPT_RUNNER_URL; without one, scripts wait for a process that knows one. */
async function runnerOf({ config, lifecycle }: Process, metrics: Metrics): Promise<RunnerClient | undefined> {
  const { scriptRunnerUrl: url, scriptRunnerSecret: secret } = config;
  if (url === undefined || secret === undefined) return undefined;
  return await lifecycle.start(
    'script runner client',
    () => observedRunner(createRunnerClient({ url, secret, limits: limitsWith(config.webhookScriptMs) }), metrics),
    (client) => client.stop(),
  );
}

/** Answers those who watch this process, which is ready for as long as it reaches its database; answers where. */
async function serveProbes(
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

/** A database that goes away in the middle of a start is told in one sentence, as one that was never there. */
const startOrRefuse = (process: Process): Promise<void> =>
  start(process).catch((error: unknown) => {
    if (error instanceof Overloaded) refuseDatabase(error);
    throw error;
  });

await runProcess(startOrRefuse, { PORT: '5517' });
