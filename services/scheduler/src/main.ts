// What `npm run scheduler` runs: one more process that wakes releases, beside any number of others on the same database.

import type { OpenEngine } from '@slipway/engine';
import { type Management, type Process, runProcess, startProbes } from '@slipway/process';
import { startOnDatabase, withDatabaseErrors } from '@slipway/startup';
import { registerOverdueMetrics } from './flow/overdue-metrics.ts';
import { startScheduler } from './flow/scheduler.ts';
import { startMaintenance } from './maintenance/maintenance.ts';
import { startPausableScheduling } from './pause/pausable-scheduling.ts';
import { startScripting } from './scripting.ts';

async function start(process: Process): Promise<void> {
  const { config, logger } = process;
  const { management, types, opened, scripts, egress, ...started } = await startOnDatabase(process, {
    ...{ processName: 'the scheduler', action: 'wakes' },
    serveProbesEarly: (management) => serveProbes(process, management),
  });
  const { metrics } = management;
  const { engine, queue, database } = opened;
  const plugins = await startScripting(process, opened, types, scripts, egress, metrics);
  await startPausableScheduling(process, { database, queue }, async (queue) => [
    startScheduler({ engine, queue, logger, scripts, plugins }),
    startMaintenance({ engine, database, logger, config, metrics }),
  ]);
  registerHealthChecks(management, opened);
  await management.started();
  globalThis.process.send?.({ address: started.early }, () => undefined);
  logger.info({ address: started.early }, 'the scheduler is running');
}

/** Serves the probes on the port of this process, which has no other clients, if there is no management port. */
async function serveProbes(
  { config, lifecycle }: Process,
  { address, ...healthAndMetrics }: Management,
): Promise<string> {
  if (address !== null) return address;
  const probes = await lifecycle.start(
    'probes',
    () => startProbes({ hostPort: config, ...healthAndMetrics }),
    (started) => started.stop(),
  );
  return probes.address;
}

/** It is ready for as long as it reaches its database. */
function registerHealthChecks({ health, metrics }: Management, { database, queue }: OpenEngine): void {
  health.check('database', () => database.query({ text: 'select 1' }));
  health.softCheck('queue', queue.health);
  registerOverdueMetrics(metrics, database, queue);
}

await runProcess(withDatabaseErrors(start), { PORT: '5517', OTEL_SERVICE_NAME: 'slipway-scheduler' });
