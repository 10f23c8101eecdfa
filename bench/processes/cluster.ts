import { type ServiceProcess, spawnService, startService } from '../../test/harness/product/service-process.ts';
import { execute, withDatabaseName } from '../../test/harness/servers/statements.ts';
import { processorTime, usageOf, usageOfChildren } from '../measure/processor.ts';
import type { Product } from '../measure/product.ts';
import { numbers } from '../measure/workload.ts';

/** Processor time used so far, or between two readings, in microseconds, by part. */
export interface PartUsage {
  readonly api: number;
  readonly scheduler: number;
  /** includes the children that run the scripts */
  readonly runner: number;
  readonly postgres: number;
  readonly pooler: number;
  readonly clients: number;
}

/** Processes of each service with one database, as in a cluster, all on this machine. */
export interface Cluster {
  /** the addresses of the API processes */
  readonly origins: readonly string[];
  readonly databaseUrl: string;
  /** the address of the script runner */
  readonly runnerUrl: string;
  used(): PartUsage;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** the name of its database, on the PostgreSQL server of the shared product */
  readonly database: string;
  readonly apis: number;
  /** returns the address at which its processes connect to the database, if they do not connect directly */
  readonly address?: (databaseUrl: string) => string;
  /** further settings of the API and the scheduler, by environment variable */
  readonly settings?: Readonly<Record<string, string>>;
}

const secret = { SCRIPT_RUNNER_SECRET: 's'.repeat(16) };

/** Returns the processor time between two readings. */
export const usageBetween = (before: PartUsage, after: PartUsage): PartUsage => ({
  api: after.api - before.api,
  scheduler: after.scheduler - before.scheduler,
  runner: after.runner - before.runner,
  postgres: after.postgres - before.postgres,
  pooler: after.pooler - before.pooler,
  clients: after.clients - before.clients,
});

/** Starts a cluster with a new database on the PostgreSQL server of an idle product. */
export async function startCluster(product: Product, options: ClusterOptions): Promise<Cluster> {
  const { database, apis: count, address = (url) => url, settings } = options;
  await execute(product.databaseUrl, `create database ${database}`);
  const databaseUrl = withDatabaseName(product.databaseUrl, database);
  const env = { ADMIN_PASSWORD: 'admin', SAMPLES: 'false', LOG_LEVEL: 'info' };
  const code = await spawnService('migrate', { ...env, DATABASE_URL: databaseUrl }).ended;
  if (code !== 0) throw new Error(`migrate has ended with ${code}`);
  const runner = await startService('script-runner', secret);
  const sharedEnv = {
    ...env,
    ...settings,
    ...secret,
    DATABASE_URL: address(databaseUrl),
    DATABASE_DIRECT_URL: databaseUrl,
    SCRIPT_RUNNER_URL: runner.address,
  };
  const [scheduler, ...apis] = await Promise.all([
    startService('scheduler', sharedEnv),
    ...numbers(count).map(() => startService('api', sharedEnv)),
  ]);
  return {
    origins: apis.map((api) => api.address),
    databaseUrl,
    runnerUrl: runner.address,
    used: () => usageOfPart(product, apis, scheduler, runner),
    stop: async () => {
      await Promise.all([...apis, scheduler].map((processName) => processName.stop()));
      await runner.stop();
    },
  };
}

function usageOfPart(
  product: Product,
  apis: readonly ServiceProcess[],
  scheduler: ServiceProcess,
  runner: ServiceProcess,
): PartUsage {
  const { postgres, clients } = processorTime(product.pid);
  return {
    api: apis.reduce((sum, { pid }) => sum + usageOf(pid), 0),
    scheduler: usageOf(scheduler.pid),
    runner: usageOf(runner.pid),
    postgres,
    pooler: usageOfChildren('pgbouncer'),
    clients,
  };
}
