import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createEngine, type Engine, runAgent } from '../../../services/agent/src/index.ts';
import { type ContainerStore, openContainerStore, runSkipReason } from '../../deploy/running/container-store.ts';
import { SimulatedMachine } from '../../harness/containers/simulated-engine.ts';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const product = serve({ CONTAINER_TASKS: 'true' });
const { rest } = product;
type PluginTask = Task & Readonly<Record<string, unknown>>;

let token: string;
let folder: string;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-agent-'));
  ({ token } = await rest.post<{ token: string }>('/personal-access-tokens', {
    ...{ tokenNote: 'agent', globalPermissions: ['runner#registration'] },
  }));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts an agent, and returns a function that ends its process. Its containers continue to run. */
function startAgent(engine: Engine | ((agentId: string) => Engine), name: string, labels: readonly string[] = []) {
  const stopping = new AbortController();
  const ended = runAgent({
    settings: { url: product.url(), token, name, labels, slots: 4, dir: join(folder, name) },
    createEngine: typeof engine === 'function' ? engine : () => engine,
    logger: { info: () => {}, warn: () => {} },
    stopping: stopping.signal,
    lookMs: 50,
  }).catch(() => {});
  const stop = async () => {
    stopping.abort(new Error('the test ends the agent'));
    await ended;
  };
  stops.push(stop);
  return stop;
}

const start = (fields: object) =>
  startRelease(rest, { Ship: [{ title: 'box', type: 'container.Run', image: 'localhost/slipway-test', ...fields }] });
const read = (release: Release) => rest.get<PluginTask>(`/tasks/${idOf(release, 'box')}`);
const reached = async (release: Release, status: string) => {
  await expect.poll(async () => (await read(release)).status).toBe(status);
  return await read(release);
};
const textsOf = ({ comments }: Task) => comments.map(({ text }) => text).join('');

/** Builds an image from scratch with a shell of this machine. */
async function buildImage(store: ContainerStore, context: string): Promise<void> {
  const loader = '/lib64/ld-linux-x86-64.so.2';
  const library = '/lib/x86_64-linux-gnu/libc.so.6';
  for (const file of ['/bin/sh', '/bin/cat', loader, library]) {
    await mkdir(join(context, dirname(file)), { recursive: true });
    await copyFile(await realpath(file), join(context, file));
  }
  await writeFile(join(context, 'Containerfile'), 'FROM scratch\nCOPY . /\n');
  store.buildah('build', '--quiet', '--tag', 'localhost/slipway-test', context);
}

test('an agent runs the jobs with its labels, also after it starts again, and deletes their containers', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const machine = new SimulatedMachine(({ environment }) => ({
    ...{ ended, log: `for ${environment.STAGE}\n`, output: '{"version":"2"}\n' },
  }));
  const release = await start({ capabilities: ['linux', 'gpu'], environment: { STAGE: 'test' } });
  startAgent(new SimulatedMachine(() => ({})).engine, 'without-label', ['linux']);
  const stop = startAgent(machine.engine, 'first', ['linux', 'gpu', 'big']);
  await expect.poll(() => machine.started.length).toBe(1);
  await stop();
  resolve();
  startAgent(machine.engine, 'first', ['linux', 'gpu', 'big']);
  const task = await reached(release, 'COMPLETED');
  expect(task).toMatchObject({ outputs: { version: '2' }, exitCode: 0 });
  expect(textsOf(task)).toContain('for test');
  await expect.poll(() => machine.containers.size).toBe(0);
  expect(machine.started).toHaveLength(1);
});

test('an abort stops the container of an agent', async () => {
  const machine = new SimulatedMachine(() => ({ ended: new Promise(() => {}) }));
  startAgent(machine.engine, 'second', ['second']);
  const release = await start({ capabilities: ['second'] });
  await expect.poll(() => machine.started.length).toBe(1);
  await rest.post(`/tasks/${idOf(release, 'box')}/abort`, { comment: 'stop' });
  await reached(release, 'FAILED');
  await expect.poll(() => machine.containers.size).toBe(0);
});

test('an agent receives only its own jobs, and cannot report about others', async () => {
  const post = <T>(path: string, body: object) => rest.post<T>(path, body);
  const [mine, other] = await Promise.all(
    ['mine', 'other'].map((name) => post<{ id: string }>('/agents', { name, labels: [name] })),
  );
  const release = await start({ capabilities: ['mine'], secretEnvironment: 'KEY=clear-key-of-the-job' });
  const ask = (id: string, jobs: readonly object[], free = 1) =>
    rest.send('POST', `/agents/${id}/exchange`, { jobs, free, wait: 10 });
  const given = await ask(mine!.id, []);
  expect(given.text).toContain('clear-key-of-the-job');
  const [job] = JSON.parse(given.text).start;
  const end = { reason: 'exited', exitCode: 0, detail: '', output: '{"stolen":true}' };
  const refused = await ask(other!.id, [{ id: job.id, state: 'ended', log: { offset: 0, text: 'forged' }, end }]);
  expect(JSON.parse(refused.text)).toEqual({ start: [], stop: [job.id], logs: {} });
  // Before the confirmation, the job is in each answer, because an answer can be lost.
  expect(JSON.parse((await ask(mine!.id, [])).text).start).toEqual([job]);
  await ask(mine!.id, [{ id: job.id, state: 'ended', end: { ...end, exitCode: 5, output: '' } }], 0);
  const text = textsOf(await reached(release, 'FAILED'));
  expect(text).toContain('The container exited with code 5.');
  expect(text).not.toContain('forged');
});

test('an agent that disconnects gets no job', async () => {
  const [gone, present] = await Promise.all(
    ['gone', 'present'].map((name) => rest.post<{ id: string }>('/agents', { name, labels: ['shared'] })),
  );
  const leaving = new AbortController();
  const exchange = (id: string, signal?: AbortSignal) =>
    fetch(`${product.url()}/api/v1/agents/${id}/exchange`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jobs: [], free: 1, wait: 20 }),
      signal: signal ?? null,
    });
  const left = exchange(gone!.id, leaving.signal).catch(() => 'left');
  const seen = { text: `select from container_agents where name = 'gone' and last_seen_at > registered_at` };
  await expect.poll(async () => (await product.database().query(seen)).length).toBe(1);
  leaving.abort();
  expect(await left).toBe('left');
  const release = await start({ capabilities: ['shared'] });
  const reply = (await (await exchange(present!.id)).json()) as { readonly start: readonly object[] };
  expect(reply.start).toHaveLength(1);
  await rest.post(`/tasks/${idOf(release, 'box')}/abort`, { comment: 'done' });
});

test('only the user who registered an agent can use it, and only with the permission', async () => {
  const { id } = await rest.post<{ id: string }>('/agents', { name: 'own', labels: [] });
  const ben = await peopleOf(product).createUser('ben');
  expect((await ben.send('POST', '/agents', { name: 'x', labels: [] })).status).toBe(403);
  const exchange = { jobs: [], free: 0, wait: 0 };
  expect((await ben.send('POST', `/agents/${id}/exchange`, exchange)).status).toBe(403);
  expect((await rest.send('POST', '/agents/unknown/exchange', exchange)).status).toBe(404);
  const listed = await rest.get<readonly object[]>('/agents');
  expect(listed).toContainEqual(expect.objectContaining({ name: 'own', username: 'admin', labels: [] }));
  expect(JSON.stringify(listed)).not.toContain(id);
});

test.skipIf(runSkipReason !== null)('an agent runs an image with podman', async () => {
  const store = await openContainerStore();
  try {
    const context = join(folder, 'image');
    await buildImage(store, context);
    const program = join(folder, 'podman.sh');
    await writeFile(program, `#!/bin/sh\nexec ${store.command.join(' ')} "$@"\n`);
    await chmod(program, 0o755);
    startAgent((agentId) => createEngine({ program, network: 'none', agentId }), 'podman', ['podman']);
    const script =
      'cat $SLIPWAY_FILES/in.txt; echo "word $WORD"; echo "{\\"made\\": \\"here\\"}" >> $SLIPWAY_OUTPUT; exit 0';
    const release = await start({
      ...{ capabilities: ['podman'], command: ['/bin/sh'], arguments: ['-c', script], memoryLimit: '64Mi' },
      ...{ files: { 'in.txt': 'content of the file\n' }, environment: { WORD: 'spoken' } },
    });
    const task = await reached(release, 'COMPLETED');
    expect(task).toMatchObject({ outputs: { made: 'here' }, exitCode: 0 });
    expect(textsOf(task)).toContain('content of the file\nword spoken');
  } finally {
    for (const stop of stops.splice(0)) await stop();
    await store.clear();
  }
});
