import { tasksOf } from '@slipway/domain/model';
import { allowAll, type OpenEngine, openEngine } from '@slipway/engine';
import { readRelease } from '@slipway/persistence/plans';
import { createLogger } from '@slipway/process';
import { createRunnerClient, observeRunner, type RunnerClient } from '@slipway/script-protocol';
import { openActivePlugins } from '@slipway/startup';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryFlags } from '../../../../scripts/memory-flags.mjs';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type RunningProcess, run } from '../../../../test/harness/product/run-process.ts';
import { expireScriptLeases, startScriptScheduler } from '../../../../test/harness/product/start-script-scheduler.ts';
import { isLong } from '../../../../test/harness/test-length.ts';
import { startScriptRuns } from './runs.ts';
import { startDraft } from './testing.ts';

/** A manual task instead of a script. */
const manualTitle = 'by hand';
/** Takes some seconds, because the clock of a script is constant. */
const busyScript = '// language: javascript\nfor (let i = 0; i < 6e7; i += 1);';
const caller = allowAll('ann');
const secret = 'a-secret-for-tests';
const logger = createLogger({ logLevel: 'silent' });
let freshDb: FreshDatabase;
let runner: RunningProcess;
let address: string;
let engines: readonly OpenEngine[];
const open = (): Promise<OpenEngine> => openEngine({ url: freshDb.url, secretKey: '0'.repeat(64), warn: () => {} });
beforeAll(async () => {
  freshDb = await freshDatabase();
  const env = { SCRIPT_RUNNER_SECRET: secret, LOG_LEVEL: 'info' };
  runner = run({ command: [process.execPath, ...memoryFlags, 'services/script-runner/src/main.ts'], env });
  [, address = ''] = await runner.waitForOutput(/"address":"([^"]+)"/);
  engines = [await open(), await open()];
});
afterAll(async () => {
  for (const openedEngine of engines) await openedEngine.stop();
  runner.signal('SIGTERM');
  await runner.ended;
  await freshDb.drop();
});

/** Runs scripts like a scheduler. */
function startRuns({ engine, database, seal }: OpenEngine, scripts: RunnerClient) {
  const plugins = openActivePlugins(database);
  return startScriptRuns({
    engine,
    database,
    seal,
    scripts,
    egress: { send: async () => Promise.reject(new Error('no script of these tests sends anything')) },
    plugins,
    typePrefix: 'rel',
    apiVersion: '24.1.0',
    templatesAt: '/',
    logger,
    intervalMs: 20,
  });
}

/** A started release with one phase of these parallel scripts, which run as `admin`. */
async function startReleaseWith(...scripts: readonly string[]): Promise<string> {
  const [{ engine }] = engines as [OpenEngine, OpenEngine];
  const tasks = scripts.map((script, at) =>
    script === manualTitle ? { title: manualTitle } : { title: `s${at}`, type: 'ScriptTask', properties: { script } },
  );
  const phases = [{ title: 'Ship', tasks: [{ title: 'all', type: 'ParallelGroup', tasks }] }];
  return await startDraft(engine, { title: 'Plan', phases, scriptUsername: 'admin' });
}

/** A separate process that runs scripts. */
const startOtherProcess = (env: Readonly<Record<string, string>> = {}): RunningProcess =>
  startScriptScheduler({ databaseUrl: freshDb.url, runnerUrl: address, runnerSecret: secret, env });

/** Runs scripts in a separate process that crashes at a point, and ends the leases that it had for a release. */
async function crashAt(point: string, id: string): Promise<void> {
  await startOtherProcess({ CRASH_AT: point }).ended;
  await expireScriptLeases(engines[1]!, id);
}

const viewOf = async (id: string) => (await readRelease(engines[1]!.database, id))!;
const statusOf = async (id: string) => (await viewOf(id)).release.status;
const commentsOf = async (id: string) =>
  [...(await viewOf(id)).details.comments.values()].flatMap((comments) => comments.map(({ text }) => text));
const attemptOf = async (id: string) =>
  [...tasksOf((await viewOf(id)).release)].find(({ run: { script } }) => script)?.run.script?.attempt;

test('of two schedulers, one runs each script', async () => {
  let runs = 0;
  const client = createRunnerClient({ url: address, secret });
  const scriptRan = () => {
    runs += 1;
  };
  const counted = observeRunner(client, { scriptRan, scriptLacked: () => undefined });
  const scripts = Array.from({ length: 12 }, (_, at) => `// language: javascript\nprint(${at});`);
  const id = await startReleaseWith(...scripts);
  const schedulers = engines.map((openedEngine) => startRuns(openedEngine, counted));
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await Promise.all(schedulers.map((openedEngine) => openedEngine.stop()));
  await client.stop();
  expect((await commentsOf(id)).toSorted()).toEqual(scripts.map((_, at) => String(at)).toSorted());
  expect(runs).toBe(12);
});

test('after a crash of its scheduler, a script is run by another one when its lease expires, and has one result', async () => {
  const id = await startReleaseWith(`${busyScript} print("done");`);
  const first = startOtherProcess();
  await expect.poll(() => attemptOf(id), { interval: 10 }).toBe(1);
  first.signal('SIGKILL');
  await first.ended;
  await expireScriptLeases(engines[1]!, id);
  const client = createRunnerClient({ url: address, secret });
  const second = startRuns(engines[0]!, client);
  await expect.poll(() => attemptOf(id), { interval: 10 }).toBe(2);
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await second.stop();
  await client.stop();
  expect(await commentsOf(id)).toEqual(['done']);
});

test('a scheduler that stops releases its script, and another one runs it immediately', async () => {
  const id = await startReleaseWith(`${busyScript} 1`);
  const client = createRunnerClient({ url: address, secret });
  const first = startRuns(engines[0]!, client);
  await expect.poll(() => attemptOf(id), { interval: 10 }).toBe(1);
  await first.stop();
  const second = startRuns(engines[1]!, client);
  await expect.poll(() => attemptOf(id), { interval: 10 }).toBe(2);
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await second.stop();
  await client.stop();
});

test('an external action of a script is applied once, also after a crash of its scheduler', async () => {
  const otherId = await startReleaseWith(manualTitle);
  const { id: phaseId } = (await viewOf(otherId)).release.phases[0]!;
  const id = await startReleaseWith(
    `// language: javascript\ntaskApi.addTask('${phaseId}', { type: 'rel.Task', title: 'fix' }); print('asked');`,
  );
  const titlesOf = async () => [...tasksOf((await viewOf(otherId)).release)].map(({ definition: { title } }) => title);
  // The first commit claims the script, the second applies its action.
  await crashAt('after-commit:2', id);
  expect([await titlesOf(), await statusOf(id)]).toEqual([['all', manualTitle, 'fix'], 'IN_PROGRESS']);
  const client = createRunnerClient({ url: address, secret });
  const second = startRuns(engines[0]!, client);
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await second.stop();
  await client.stop();
  expect([await titlesOf(), await commentsOf(id)]).toEqual([['all', manualTitle, 'fix'], ['asked']]);
});

test.runIf(isLong)('its actions are completed, even after a change of the data that it read', async () => {
  const otherId = await startReleaseWith(manualTitle);
  const { id: phaseId } = (await viewOf(otherId)).release.phases[0]!;
  const id = await startReleaseWith(
    `// language: javascript
const fixed = getTasksByTitle('fix', null, '${otherId}').length;
taskApi.addTask('${phaseId}', { type: 'rel.Task', title: 'fix' });
taskApi.addTask('${phaseId}', { type: 'rel.Task', title: 'after ' + fixed });
print(fixed, releaseApi.getRelease('${otherId}').title);`,
  );
  const titlesOf = async () => [...tasksOf((await viewOf(otherId)).release)].map(({ definition: { title } }) => title);
  await crashAt('after-commit:2', id);
  expect(await titlesOf()).toEqual(['all', manualTitle, 'fix']);
  const client = createRunnerClient({ url: address, secret });
  const second = startRuns(engines[0]!, client);
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await second.stop();
  await client.stop();
  expect([await titlesOf(), await commentsOf(id)]).toEqual([['all', manualTitle, 'fix', 'after 0'], ['0 Plan']]);
});

test('an action that cannot be repeated does not block the others', async () => {
  const [{ engine }] = engines as [OpenEngine, OpenEngine];
  const otherId = await startReleaseWith(manualTitle, manualTitle);
  const { id: containerId } = (await viewOf(otherId)).release.phases[0]!;
  for (const title of ['a', 'b']) {
    const command = { type: 'addTask', containerId, task: { title }, position: null } as const;
    await engine.dispatch(otherId, { kind: 'command', caller, command });
  }
  const tasks = async () => [...tasksOf((await viewOf(otherId)).release)];
  const [, one, two, a, b] = (await tasks()).map(({ id }) => id);
  const id = await startReleaseWith(
    `// language: javascript
taskApi.deleteTask('${a}'); taskApi.completeTask('${one}');
taskApi.deleteTask('${b}'); taskApi.completeTask('${two}'); print('asked');`,
  );
  const statuses = async () => (await tasks()).map(({ run }) => run.status);
  await crashAt('after-commit:3', id);
  expect(await statuses()).toEqual(['IN_PROGRESS', 'COMPLETED', 'IN_PROGRESS', 'PLANNED']);
  const client = createRunnerClient({ url: address, secret });
  const second = startRuns(engines[0]!, client);
  await expect.poll(() => statusOf(id), { interval: 20 }).toBe('COMPLETED');
  await second.stop();
  await client.stop();
  expect([await statuses(), await commentsOf(id)]).toEqual([['COMPLETED', 'COMPLETED', 'COMPLETED'], ['asked']]);
});

test.runIf(isLong)('a script that reads more than the limit of a run fails with a message', async () => {
  const [{ engine }] = engines as [OpenEngine, OpenEngine];
  const many = Array.from({ length: 9 }, (_, at) => at);
  for (const at of many) {
    const phases = [{ title: 'Ship', tasks: [{ title: 'long', description: 'é'.repeat(500_000) }] }];
    await engine.createTemplate({ title: `Large ${at}`, phases }, 'Applications', caller);
  }
  const openedEngine =
    "// language: javascript\nfor (let at = 0; at < 9; at++) templateApi.getTemplates('Large ' + at);";
  const id = await startReleaseWith(openedEngine, "// language: javascript\ntemplateApi.getTemplates('Large');");
  const client = createRunnerClient({ url: address, secret });
  const running = startRuns(engines[0]!, client);
  await expect.poll(async () => (await commentsOf(id)).length, { interval: 50 }).toBe(2);
  await running.stop();
  await client.stop();
  expect((await commentsOf(id)).toSorted()).toEqual([
    'Error: the replies for the script are larger than 8388608 bytes',
    'Error: the replies for the script are larger than 8388608 bytes',
  ]);
});
