import { type OpenEngine, openEngine } from '@slipway/engine';
import type { Metrics, Process } from '@slipway/runtime';
import type { FollowedTypes } from './automated-types.ts';
import { tellConnections } from './connection-budget.ts';
import { refuseDatabase } from './refuse-database.ts';
import { tellWideLimits } from './role-limits.ts';
import { showPools } from './show-pools.ts';

interface Opening {
  readonly url: string;
  /** 32 bytes in base64 */
  readonly secretKey: string;
  /** The maximum number of connections to the database; absent: the default of the engine. */
  readonly connections?: number | undefined;
  readonly metrics: Metrics;
  readonly types: FollowedTypes;
}

/** Connects what decides with where it is kept, as the process is configured. Throws `CannotStart`. */
export async function startEngine(
  { config, logger, lifecycle }: Process,
  { url, secretKey, connections, metrics, types }: Opening,
): Promise<OpenEngine> {
  const { databaseDirectUrl: directUrl, redisUrl, secretKeyPrevious, oidc, ldap } = config;
  const most = config.databaseConnections ?? connections;
  const opening = {
    ...{
      url,
      directUrl,
      secretKey,
      secretKeyPrevious,
      connections: most,
      redisUrl,
      observer: metrics,
      automatedTypes: types.current,
    },
    outsideLogin: oidc !== undefined || ldap !== undefined,
    warn: logger.warn.bind(logger),
  };
  const opened = await lifecycle.start(
    'engine',
    () => openEngine(opening).catch(refuseDatabase),
    (engine) => engine.stop(),
  );
  showPools(metrics, opened);
  // The connections behind a pooler are not this process's own. The queue connects without the pooler.
  const own = directUrl === undefined ? opened.database.load().size : 0;
  const wanted = own + (opened.queue.load()?.size ?? 0);
  if (wanted > 0) await tellConnections(opened, wanted, logger);
  if (directUrl !== undefined) await tellWideLimits(opened, logger);
  return opened;
}
