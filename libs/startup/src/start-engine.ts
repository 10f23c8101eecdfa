import { type OpenEngine, openEngine } from '@slipway/engine';
import type { Metrics, Process } from '@slipway/process';
import type { AutomatedTypeFollower } from './automated-types.ts';
import { logConnectionBudget } from './connection-budget.ts';
import { addPoolMetrics } from './pool-metrics.ts';
import { refuseDatabase } from './refuse-database.ts';
import { warnOfWideLimits } from './role-limits.ts';

interface EngineOptions {
  readonly url: string;
  /** 32 bytes in base64 */
  readonly secretKey: string;
  /** The maximum number of connections to the database; absent: the default of the engine. */
  readonly connections?: number | undefined;
  readonly metrics: Metrics;
  readonly types: AutomatedTypeFollower;
}

/** Connects what decides with where it is kept, as the process is configured. Throws `StartupError`. */
export async function startEngine(
  { config, logger, lifecycle }: Process,
  { url, secretKey, connections, metrics, types }: EngineOptions,
): Promise<OpenEngine> {
  const { databaseDirectUrl: directUrl, redisUrl, secretKeyPrevious, oidc, ldap } = config;
  const maxConnections = config.databaseConnections ?? connections;
  const engineOptions = {
    ...{
      url,
      directUrl,
      secretKey,
      secretKeyPrevious,
      connections: maxConnections,
      redisUrl,
      observer: metrics,
      automatedTypes: types.current,
    },
    outsideLogin: oidc !== undefined || ldap !== undefined,
    warn: logger.warn.bind(logger),
  };
  const opened = await lifecycle.start(
    'engine',
    () => openEngine(engineOptions).catch(refuseDatabase),
    (engine) => engine.stop(),
  );
  addPoolMetrics(metrics, opened);
  // The connections behind a pooler are not this process's own. The queue connects without the pooler.
  const ownConnections = directUrl === undefined ? opened.database.load().size : 0;
  const neededConnections = ownConnections + (opened.queue.load()?.size ?? 0);
  if (neededConnections > 0) await logConnectionBudget(opened, neededConnections, logger);
  if (directUrl !== undefined) await warnOfWideLimits(opened, logger);
  return opened;
}
