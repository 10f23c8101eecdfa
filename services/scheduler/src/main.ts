// What `npm run scheduler` runs: one more process that wakes releases, beside any number of others on the same database.
import { orRefuse, startOnDatabase } from '@slipway/bootstrap';
import type { OpenEngine } from '@slipway/engine';
import { type Management, type Process, runProcess, startProbes } from '@slipway/runtime';
import { showTime } from './flow/overdue-metrics.ts';
import { startScheduler } from './flow/scheduler.ts';
import { startScripting } from './scripting.ts';
import { whenReleased } from './timing/when-released.ts';
import { startUpkeep } from './upkeep/upkeep.ts';

async function start(process: Process): Promise<void> {
  const { config, logger } = process;
  const { management, types, opened, scripts, egress, ...begun } = await startOnDatabase(process, {
    ...{ who: 'the scheduler', does: 'wakes' },
    answerEarly: (management) => serveProbes(process, management),
  });
  const { metrics } = management;
  const { engine, queue, database } = opened;
  const plugins = await startScripting(process, opened, types, scripts, egress, metrics);
  await whenReleased(process, { database, queue }, async (queue) => [
    startScheduler({ engine, queue, logger, scripts, plugins }),
    startUpkeep({ engine, database, logger, config, metrics }),
  ]);
  showHealth(management, opened);
  await management.started();
  globalThis.process.send?.({ address: begun.early }, () => undefined);
  logger.info({ address: begun.early }, 'the scheduler is running');
}

/** Serves the probes on the port of this process, which has no other clients, if there is no management port. */
async function serveProbes({ config, lifecycle }: Process, { address, ...told }: Management): Promise<string> {
  if (address !== null) return address;
  const probes = await lifecycle.start(
    'probes',
    () => startProbes({ place: config, ...told }),
    (started) => started.stop(),
  );
  return probes.address;
}

/** It is ready for as long as it reaches its database. */
function showHealth({ health, metrics }: Management, { database, queue }: OpenEngine): void {
  health.check('database', () => database.query({ text: 'select 1' }));
  health.softCheck('queue', queue.health);
  showTime(metrics, database, queue);
}

await runProcess(orRefuse(start), { PORT: '5517', OTEL_SERVICE_NAME: 'slipway-scheduler' });
