import { type OpenEngine, openEngine } from '@slipway/engine';
import { type PoolLoad, readConnectionLimits, readLooseTimeouts } from '@slipway/persistence/database';
import type { Logger, Metrics, Process } from '@slipway/process';
import type { AutomatedTypeFollower } from './automated-types.ts';
import { type PreparedDatabase, refuseDatabase } from './prepare-database.ts';

interface EngineOptions extends PreparedDatabase {
  readonly metrics: Metrics;
  readonly types: AutomatedTypeFollower;
}

/** Opens the engine on a database with a current schema. Throws `StartupError`. */
export async function startEngine(
  { config, logger, lifecycle }: Process,
  { url, secretKey, connections, metrics, types }: EngineOptions,
): Promise<OpenEngine> {
  const { databaseDirectUrl, redisUrl, secretKeyPrevious, oidc, ldap } = config;
  const engineOptions = {
    url,
    directUrl: databaseDirectUrl,
    secretKey,
    secretKeyPrevious,
    connections: config.databaseConnections ?? connections,
    redisUrl,
    observer: metrics,
    automatedTypes: types.current,
    outsideLogin: oidc !== undefined || ldap !== undefined,
    warn: logger.warn.bind(logger),
  };
  const opened = await lifecycle.start(
    'engine',
    () => openEngine(engineOptions).catch(refuseDatabase),
    (engine) => engine.stop(),
  );
  addPoolMetrics(metrics, opened);
  // Connections to a pooler are not connections to PostgreSQL, so they are not counted. The queue connects without the
  // pooler.
  const ownConnections = databaseDirectUrl === undefined ? opened.database.load().size : 0;
  const neededConnections = ownConnections + (opened.queue.load()?.size ?? 0);
  if (neededConnections > 0) await logConnectionBudget(opened, neededConnections, logger);
  if (databaseDirectUrl !== undefined) await warnOfWideLimits(opened, logger);
  return opened;
}

/** Adds metrics that show whether the pools of this process are large enough. */
function addPoolMetrics(metrics: Metrics, { database, queue }: OpenEngine): void {
  addPoolMetric(metrics, 'slipway_database_pool', 'to the database', database.load);
  if (queue.load() !== null) addPoolMetric(metrics, 'slipway_queue_pool', 'of the queue to PostgreSQL', queue.load);
}

function addPoolMetric(metrics: Metrics, name: string, subject: string, load: () => PoolLoad | null): void {
  const addGauge = (figure: keyof PoolLoad, suffix: string, help: string) =>
    metrics.gauge({ name: `${name}_${suffix}`, help }, async () => load()?.[figure] ?? Number.NaN);
  addGauge('size', 'size', `Maximum number of connections ${subject}`);
  addGauge('inUse', 'in_use', `Used connections ${subject}`);
  addGauge('waiting', 'waiting', `Queries that wait for a connection ${subject}`);
}

/** Logs whether the server has enough connections for this process. */
async function logConnectionBudget({ database }: OpenEngine, required: number, logger: Logger): Promise<void> {
  const { max, open } = await readConnectionLimits(database);
  const budget = { required, open, max };
  if (open + required <= max) logger.info(budget, 'the database has enough connections for this process');
  else
    logger.warn(
      budget,
      'the database has too few connections for this process: raise max_connections, or lower DATABASE_CONNECTIONS',
    );
}

/** Logs the limits that single statements through a pooler lack. The operator must set them for the database role. */
async function warnOfWideLimits({ database }: OpenEngine, logger: Logger): Promise<void> {
  const limits = await readLooseTimeouts(database);
  if (limits.length > 0)
    logger.warn(
      { limits },
      'single statements through the pooler have timeouts that are too long: set statement_timeout and lock_timeout for the database role',
    );
}
