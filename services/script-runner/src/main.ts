// The entry point of `npm run script-runner`: runs untrusted scripts for clients that send the secret. It has no
// database and no key.
import { type Process, runProcess, StartupError, startManagement } from '@slipway/process';
import { limitsWith } from '@slipway/script-protocol';
import { findConfinement } from './pool/confinement.ts';
import { settingsWith } from './pool/settings.ts';
import { startRunner } from './runner.ts';
import { startServer } from './server.ts';

async function start(process: Process): Promise<void> {
  const { config, logger, lifecycle } = process;
  const { scriptRunnerSecret: secret } = config;
  if (secret === undefined) {
    throw new StartupError('the script runner requires SCRIPT_RUNNER_SECRET: set the same value in its clients');
  }
  const management = await startManagement(process);
  const { health, metrics } = management;
  const confinement = findConfinement();
  const { isolation, capsMemory } = confinement;
  if (!capsMemory) {
    logger.warn('the command prlimit of util-linux is missing: scripts can exceed their memory limit');
  }
  if (isolation === 'ours')
    logger.warn('the command setpriv of util-linux is missing: scripts run with the privileges of the script runner');
  if (isolation === 'noPrivileges') logger.info('scripts run without privileges, as the user of the script runner');
  const runner = await lifecycle.start(
    'pool',
    () =>
      startRunner(
        { ...settingsWith(config.scriptRunnerChildren), limits: limitsWith(config.webhookScriptMs) },
        confinement,
      ),
    (started) => started.stop(),
  );
  health.check('pool', runner.ready);
  metrics.gauge(
    { name: 'slipway_scripts_waiting', help: 'Scripts that wait for a child process' },
    async () => runner.counts().waiting,
  );
  metrics.gauge({ name: 'slipway_scripts_running', help: 'Running scripts' }, async () => runner.counts().running);
  metrics.gauge({ name: 'slipway_script_children', help: 'Warm child processes' }, async () => runner.counts().warm);
  const server = await lifecycle.start(
    'server',
    () => startServer({ runner, config, secret, health, metrics, logger }),
    (started) => started.stop(),
  );
  await management.started(server.drain);
  await runner.ready().catch(() => logger.warn('could not start a child process: no script will run'));
  globalThis.process.send?.({ address: server.address }, () => undefined);
  logger.info({ address: server.address }, 'the script runner is running');
}

await runProcess(start, { PORT: '5518' });
