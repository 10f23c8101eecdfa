import { tasksOf } from '@slipway/domain/model';
import { allowAll, type OpenEngine, openEngine } from '@slipway/engine';
import { createEgress, type EgressPolicy } from '@slipway/outbound-http';
import { readRelease } from '@slipway/persistence/plans';
import { createLogger } from '@slipway/process';
import { createRunnerClient } from '@slipway/script-protocol';
import { createAutomatedTypes, openActivePlugins } from '@slipway/startup';
import { afterAll, beforeAll } from 'vitest';
import { memoryFlags } from '../../../scripts/memory-flags.mjs';
import { startScriptRuns } from '../../../services/scheduler/src/scripts/runs.ts';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type RunningProcess, run } from '../../harness/product/run-process.ts';
import { startServer } from '../../harness/product/serve.ts';
import { expireScriptLeases, startScriptScheduler } from '../../harness/product/start-script-scheduler.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';
import type { PluginName } from './catalog.ts';
import { packJar } from './pack-jar.ts';
import { connectionBody, type PluginServers } from './plugin-servers.ts';
import { pollUntil } from './plugin-tasks.ts';

const caller = allowAll('ann');
const secret = 'known-to-tests-only';
/** The key that the product derives from its SECRET_KEY. */
const secretKey = Buffer.alloc(32).toString('base64');

const logger = createLogger({ logLevel: 'silent' });
const loopbackPolicy: EgressPolicy = {
  allow: [{ of: { kind: 'network', address: '127.0.0.0', bits: 8 }, port: null }],
  ...{ deny: [], trace: [], own: () => [], timeoutMs: 60_000, allowUnverified: false },
};

/** The state of a task. */
interface TaskState {
  readonly status: string;
  readonly comments: readonly string[];
}

/** Runs tasks of plugins: a process crashes at a named point, and other processes continue the task. */
export interface CrashableTasks {
  /** Starts a planned release with one task. */
  start(releaseId: string): Promise<void>;
  /** Starts a process that runs scripts, and waits until it crashes at this point. */
  dieAt(point: string): Promise<void>;
  /** Ends the lease of the crashed process, and runs scripts in the test process until this task has ended. */
  runToEnd(releaseId: string): Promise<TaskState>;
}

/**
 * Installs plugins, and plans a release with one task for each entry. After that only the processes of the tests run
 * scripts.
 */
export function serveWithCrashes(
  servers: PluginServers,
  names: readonly PluginName[],
  plans: () => Readonly<Record<string, object>>,
) {
  const planned = new Map<string, string>();
  let testDatabase: FreshDatabase;
  let opened: OpenEngine;
  let plugins: ReturnType<typeof openActivePlugins>;
  let runner: RunningProcess;
  let address = '';
  beforeAll(async () => {
    testDatabase = await freshDatabase();
    const command = [process.execPath, ...memoryFlags, 'services/script-runner/src/main.ts'];
    runner = run({ command, env: { SCRIPT_RUNNER_SECRET: secret, LOG_LEVEL: 'info' } });
    address = (await runner.waitForOutput(/"address":"([^"]+)"/))[1] ?? '';
    const env = {
      ...{ DATABASE_URL: testDatabase.url, SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', SAMPLES: 'false' },
      ...{ SCRIPT_RUNNER_URL: address, SCRIPT_RUNNER_SECRET: secret },
    };
    const product = await startServer({ env });
    const rest = createRestClient(() => product.url);
    for (const name of names) {
      await rest.post('/plugins', fileForm(await packJar(name), { name: `${name}.jar` }));
      const { id } = await rest.post<{ id: string }>('/config', connectionBody(name, await servers.start(name)));
      servers.connections.set(name, id);
    }
    for (const [name, task] of Object.entries(plans()))
      planned.set(name, (await createRelease(rest, { Ship: [{ title: 'run', ...task }] })).id.split('/').at(-1) ?? '');
    await product.stop();
    const types = createAutomatedTypes();
    const automatedTypes = types.current;
    opened = await openEngine({ url: testDatabase.url, secretKey, warn: () => {}, automatedTypes });
    plugins = openActivePlugins(opened.database);
    await types.follow(plugins, console as never).stop();
    await plugins.current();
  });
  afterAll(async () => {
    await opened.stop();
    runner.signal('SIGTERM');
    await runner.ended;
    await testDatabase.drop();
    await servers.stop();
  });
  const scheduler = (crashAt: string): RunningProcess =>
    startScriptScheduler({
      ...{ databaseUrl: testDatabase.url, runnerUrl: address, runnerSecret: secret },
      env: { SEALED_BY: secretKey, CRASH_AT: crashAt },
    });
  const readTaskState = async (id: string): Promise<TaskState> => {
    const view = await readRelease(opened.database, id);
    const [task] = view === null ? [] : [...tasksOf(view.release)];
    const comments = [...(view?.details.comments.values() ?? [])].flat().map(({ text }) => text);
    return { status: task?.run.status ?? 'gone', comments };
  };
  const crashableTasks: CrashableTasks = {
    start: async (id) =>
      void (await opened.engine.dispatch(id, { kind: 'command', caller, command: { type: 'startRelease' } })),
    dieAt: async (point) => {
      const process = scheduler(point);
      const code = await process.ended;
      if (code !== null) throw new Error(`ended with ${code}: ${process.output()}`);
    },
    runToEnd: async (id) => {
      await expireScriptLeases(opened, id);
      const scripts = createRunnerClient({ url: address, secret });
      const egress = createEgress(loopbackPolicy);
      const runs = startScriptRuns({
        ...{ engine: opened.engine, database: opened.database, seal: opened.seal, scripts, egress, plugins, logger },
        ...{ typePrefix: 'rel', apiVersion: '24.1.0', templatesAt: '/', intervalMs: 50 },
      });
      const ended = await pollUntil(async () => {
        const state = await readTaskState(id);
        return ['COMPLETED', 'FAILED'].includes(state.status) ? state : null;
      });
      await runs.stop();
      egress.stop();
      await scripts.stop();
      return ended;
    },
  };
  return { ...crashableTasks, planned: (name: string) => planned.get(name) ?? '' };
}
