import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from '@slipway/domain/commands';
import { type TemplateDraft, tasksOf } from '@slipway/domain/model';
import { allowAll, type Engine, type OpenEngine, openEngine } from '@slipway/engine';
import { createEgress } from '@slipway/outbound-http';
import { type ReleaseView, readRelease } from '@slipway/persistence/plans';
import { createLogger } from '@slipway/process';
import { createRunnerClient } from '@slipway/script-protocol';
import { openActivePlugins } from '@slipway/startup';
import { memoryFlags } from '../../../../scripts/memory-flags.mjs';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type RunningProcess, run } from '../../../../test/harness/product/run-process.ts';
import { expireScriptLeases, startScriptScheduler } from '../../../../test/harness/product/start-script-scheduler.ts';
import { type ScriptRuns, type ScriptRunsOptions, startScriptRuns } from './runs.ts';

const caller = allowAll('ann');
const secret = 'a-secret-for-tests';
const logger = createLogger({ logLevel: 'silent' });

/** Runs waiting scripts in this process, like a scheduler. */
export interface TestRuns extends ScriptRuns {
  stop(): Promise<void>;
}

/** The id of a started release from a new template of this draft. */
export async function startDraft(engine: Engine, draft: TemplateDraft): Promise<string> {
  const { release } = await engine.createTemplate(draft, 'Applications', caller);
  const order = {
    releaseTitle: 'Plan',
    folderId: null,
    variables: {},
    scheduledStartDate: null,
    autoStart: false,
    startedFromTaskId: null,
    releaseOwner: null,
    startsNow: true,
  };
  return (await engine.createRelease(release.id, order, caller)).release.id;
}

/** A database with an engine, a script runner, and schedulers in this process and in others. */
export async function startTestScripting(given?: FreshDatabase) {
  const fresh = given ?? (await freshDatabase());
  const open = (): Promise<OpenEngine> => openEngine({ url: fresh.url, secretKey: '0'.repeat(64), warn: () => {} });
  const env = { SCRIPT_RUNNER_SECRET: secret, LOG_LEVEL: 'info' };
  const runner = run({ command: [process.execPath, ...memoryFlags, 'services/script-runner/src/main.ts'], env });
  const [, address = ''] = await runner.waitForOutput(/"address":"([^"]+)"/);
  const opened = await open();
  const { engine, database, seal } = opened;
  const viewOf = async (id: string): Promise<ReleaseView> => {
    const view = await readRelease(database, id);
    if (view === null) throw new Error(`there is no release ${id}`);
    return view;
  };
  const startOtherProcess = (env: Readonly<Record<string, string>> = {}): RunningProcess =>
    startScriptScheduler({ databaseUrl: fresh.url, runnerUrl: address, runnerSecret: secret, env });
  const policy = {
    allow: [{ of: { kind: 'network', address: '127.0.0.0', bits: 8 }, port: null }],
    deny: [],
    trace: [],
    own: () => [],
    timeoutMs: 60_000,
    allowUnverified: false,
  } as const;
  return {
    database,
    engine,
    /** A started release with a task that runs this script, or with several such tasks. */
    async startRelease(
      script: string,
      { parallel = 1, ...fields }: { parallel?: number; [field: string]: unknown } = {},
    ): Promise<string> {
      const task = { title: 'run', type: 'ScriptTask', properties: { script } };
      const all = { title: 'all', type: 'ParallelGroup', tasks: Array(parallel).fill(task) };
      const tasks = parallel === 1 ? [task] : [all];
      const draft = { title: 'Plan', phases: [{ title: 'Ship', tasks }], ...fields };
      return await startDraft(engine, draft);
    },
    command: (id: string, command: Command) => engine.dispatch(id, { kind: 'command', caller, command }),
    viewOf,
    taskOf: async (id: string) => [...tasksOf((await viewOf(id)).release)][0],
    tasksOf: async (id: string) => [...tasksOf((await viewOf(id)).release)],
    commentsOf: async (id: string): Promise<readonly string[]> =>
      [...(await viewOf(id)).details.comments.values()].flatMap((comments) => comments.map(({ text }) => text)),
    /** The log entries of requests. */
    requestsOf: async (id: string): Promise<readonly string[]> =>
      (
        await database.query<{ message: string }>({
          text: `select message from live_activities where release_id = '${id}' and activity_type = 'TASK_HTTP_REQUEST' order by event_time`,
        })
      ).map(({ message }) => message.replace(/ after \d+ ms/, '')),
    /** the number of journal rows of a release */
    rows: async (id: string): Promise<number> =>
      (await database.query({ text: `select 1 from script_journal where release_id = '${id}'` })).length,
    /** Starts running scripts in this process. */
    startRuns(overrides: Partial<ScriptRunsOptions> = {}): TestRuns {
      const scripts = createRunnerClient({ url: address, secret });
      const egress = createEgress(policy);
      const plugins = openActivePlugins(database);
      const given = {
        engine,
        database,
        seal,
        scripts,
        egress,
        plugins,
        typePrefix: 'rel',
        apiVersion: '24.1.0',
        templatesAt: '/',
      };
      const runs = startScriptRuns({ ...given, logger, intervalMs: 20, ...overrides });
      return {
        get suspended() {
          return runs.suspended;
        },
        stop: async () => {
          await runs.stop();
          egress.stop();
          await scripts.stop();
        },
      };
    },
    /** Starts a separate process that runs scripts. */
    startOtherProcess,
    /** Runs scripts in a separate process that crashes at a point, and ends the leases that it had for a release. */
    async crashAt(point: string, id: string): Promise<void> {
      await startOtherProcess({ CRASH_AT: point }).ended;
      await expireScriptLeases(opened, id);
    },
    /** Ends the leases of the running scripts of a release. */
    expireLeases: (id: string) => expireScriptLeases(opened, id),
    async stop(): Promise<void> {
      await opened.stop();
      runner.signal('SIGTERM');
      await runner.ended;
      await fresh.drop();
    },
  };
}
export type TestScripting = Awaited<ReturnType<typeof startTestScripting>>;

/** A server that responds with the number of requests for the path. */
export async function startCountingServer(
  answer = (requestCounts: number, _request: IncomingMessage, response: ServerResponse): unknown =>
    response.end(String(requestCounts)),
) {
  const requestCounts = new Map<string, number>();
  const server = createServer((request, response) => {
    const requestLine = `${request.method} ${request.url}`;
    const count = (requestCounts.get(requestLine) ?? 0) + 1;
    requestCounts.set(requestLine, count);
    answer(count, request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    /** The number of requests for each path. */
    seen: (): Readonly<Record<string, number>> => Object.fromEntries(requestCounts),
    reset: () => requestCounts.clear(),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
