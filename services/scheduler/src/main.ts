// The entry of `npm run scheduler`: a process that wakes releases. Any number of them can share a database.

import { type Management, type Process, runProcess, startProbes } from '@slipway/process';
import { startService, withDatabaseErrors } from '@slipway/startup';
import { startDueWatch } from './due/due-watch.ts';
import { registerOverdueMetrics } from './flow/overdue-metrics.ts';
import { startScheduler } from './flow/scheduler.ts';
import { startFactsWorker } from './insights/facts-worker.ts';
import { startPipelines } from './insights/pipeline-metrics.ts';
import { startMails } from './mails/start-mails.ts';
import { startMaintenance } from './maintenance/maintenance.ts';
import { startFanOut } from './notifications/fan-out.ts';
import { startSending } from './notifications/start-sending.ts';
import { startWeeklyMails } from './notifications/weekly-mails.ts';
import { startPausableScheduling } from './pause/pausable-scheduling.ts';
import { startScripting } from './scripting.ts';

async function start(process: Process): Promise<void> {
  const { config, logger, lifecycle } = process;
  const { management, early, types, opened, runner, egress } = await startService(process, {
    processName: 'the scheduler',
    action: 'wakes',
    serveProbesEarly: (management) => serveProbes(process, management),
  });
  const { metrics } = management;
  const { scripts } = runner;
  const { engine, queue, database } = opened;
  const due = await lifecycle.start(
    'due work',
    () => startDueWatch(database, logger),
    (watch) => watch.stop(),
  );
  const plugins = await startScripting(process, opened, types, scripts, egress, metrics, due);
  const recordRuns = await startPipelines(process, database);
  await startPausableScheduling(process, { database, queue }, async (queue) => [
    startScheduler({ engine, queue, logger, scripts, plugins, due }),
    startMaintenance({ engine, database, logger, config, metrics }),
    startFanOut({
      ...{ database, logger, zone: config.reportTimezone, repeat: due.repeatFor('events') },
      onCreated: () => due.found('receivers'),
    }),
    startWeeklyMails({ database, logger }),
    startFactsWorker({ database, logger, metrics, zone: config.reportTimezone, recordRuns }),
    ...startMails(process, { engine, database }),
    startSending({ opened, egress, logger, config, metrics, due }),
  ]);
  registerOverdueMetrics(metrics, database, queue);
  await management.started();
  globalThis.process.send?.({ address: early }, () => undefined);
  logger.info({ address: early }, 'the scheduler is running');
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

await runProcess(withDatabaseErrors(start), { PORT: '5517', OTEL_SERVICE_NAME: 'slipway-scheduler' });
