import { createDecipheriv, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../../libs/outbound-http/src/testing/certificate.ts';
import { jarOf, manifest } from '../../../libs/plugins/src/testing.ts';
import { type SimulatedCluster, startCluster } from '../../harness/containers/cluster.ts';
import type { Program, StartedContainer } from '../../harness/containers/cluster-state.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { idOf, startRelease, type TaskInput } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const product = serve({ CONTAINER_TASKS: 'true', SCRIPT_HTTP_ALLOW: '127.0.0.1', PUBLIC_URL: 'http://slipway.test' });
const { rest } = product;

type PluginTask = Task & Readonly<Record<string, unknown>>;

let cluster: SimulatedCluster;
let run: (container: StartedContainer) => Program;
let connection: string;
beforeAll(async () => {
  cluster = await startCluster((container) => run(container));
  const { url, namespace, token } = cluster;
  const type = 'configuration.KubernetesCluster';
  ({ id: connection } = await rest.post<{ id: string }>('/config', { title: 'cluster', type, url, namespace, token }));
});
beforeEach(() => {
  run = () => ({});
  cluster.fault = () => null;
});
afterAll(() => cluster.stop());

const image = 'registry.test/tools/job:1';
const start = (fields: object, task: Partial<TaskInput & object> = {}, release = {}) =>
  startRelease(
    rest,
    { Ship: [{ title: 'box', type: 'container.Run', image, cluster: connection, ...fields, ...task }] },
    release,
  );
const read = (release: Release) => rest.get<PluginTask>(`/tasks/${idOf(release, 'box')}`);
const reached = async (release: Release, status: string) => {
  await expect.poll(async () => (await read(release)).status).toBe(status);
  return await read(release);
};
const isClean = async () => {
  await expect.poll(() => [cluster.state.jobs.size, cluster.state.secrets.size]).toEqual([0, 0]);
  expect(cluster.violations).toEqual([]);
};
const textsOf = ({ comments }: Task) => comments.map(({ text }) => text).join('');

test('a container runs with its command, variables and files, and returns its log and outputs', async () => {
  let started: StartedContainer | undefined;
  run = (container) => {
    started = container;
    return { log: 'building\nword-of-the-box is the password\n', output: '{"version":"1.2"}\n{"count":3}\n' };
  };
  const release = await start({
    ...{ command: ['/bin/build'], arguments: ['--fast', '$(HOME) ${name}'], environment: { STAGE: 'test' } },
    ...{ secretEnvironment: 'PASSWORD=word-of-the-box', files: { 'in.json': '{}' }, memoryLimit: '64Mi' },
  });
  const task = await reached(release, 'COMPLETED');
  expect(started).toMatchObject({
    ...{ image, command: ['/bin/build'], args: ['--fast', '$(HOME) ${name}'] },
    env: {
      STAGE: 'test',
      PASSWORD: 'word-of-the-box',
      SLIPWAY_OUTPUT: '/slipway/output',
      RELEASE_URL: 'http://slipway.test',
    },
    files: { 'files/in.json': '{}' },
  });
  expect(task).toMatchObject({ outputs: { version: '1.2', count: '3' }, exitCode: 0 });
  expect(textsOf(task)).toContain('building\n******** is the password');
  await isClean();
});

test('a container that fails, cannot start or exceeds its time limit fails its task', async () => {
  run = ({ command }) => (command[0] === 'hang' ? { ended: new Promise(() => {}) } : { exitCode: 3, log: 'no disk\n' });
  const failing = await start({});
  const hanging = await start({ command: ['hang'], timeoutSeconds: 1 });
  const invalid = await start({ image: '--privileged' });
  const text = textsOf(await reached(failing, 'FAILED'));
  expect(text).toContain('no disk');
  expect(text).toContain('ContainerFailed: The container exited with code 3.');
  expect(textsOf(await reached(hanging, 'FAILED'))).toContain('The container exceeded its time limit.');
  expect(textsOf(await reached(invalid, 'FAILED'))).toContain('image: must be the name of an image');
  cluster.fault = (line) => (line === 'POST jobs' ? { status: 403 } : null);
  expect(textsOf(await reached(await start({}), 'FAILED'))).toContain('the cluster answered 403');
  cluster.fault = () => null;
  await isClean();
});

test('outputs above 4 kB are marked lines of the log, and unmarked ones fail the task', async () => {
  const text = 'x'.repeat(100_000);
  run = () => ({
    log: `first\n${'line\n'.repeat(120_000)}##[slipway-output]{"text":"${text}"}\n`,
    output: '{"text":"y',
  });
  const task = await reached(await start({}), 'COMPLETED');
  expect(task).toMatchObject({ outputs: { text } });
  expect(textsOf(task)).toMatch(/^first\n(?:line\n)+/);
  expect(textsOf(task)).not.toContain('slipway-output');
  run = () => ({ output: `{"text":"${text}"}\n` });
  expect(textsOf(await reached(await start({}), 'FAILED'))).toContain('its outputs exceed the limit and are lost.');
  run = () => ({ log: `##[slipway-output]{"text":"${'x'.repeat(260_000)}"}\n` });
  expect(textsOf(await reached(await start({}), 'FAILED'))).toContain('The limit is 250000 bytes.');
  await isClean();
});

test('faults of the API server neither lose nor repeat a container', async () => {
  const before = cluster.state.started.length;
  const faults = [
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 503, after: true },
    { status: 500, after: true },
    { status: 410 },
  ];
  cluster.fault = () => faults.shift() ?? null;
  await reached(await start({}), 'COMPLETED');
  expect(faults).toEqual([]);
  expect(cluster.state.started.length - before).toBe(1);
  await isClean();
});

test('a restarted product finds its container again', async () => {
  const before = cluster.state.started.length;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  run = () => ({ ended, log: 'begun\n', output: '{"done":true}' });
  const release = await start({});
  await expect.poll(() => cluster.state.started.length).toBe(before + 1);
  await product.restart();
  resolve();
  expect(await reached(release, 'COMPLETED')).toMatchObject({ outputs: { done: 'true' } });
  expect(cluster.state.started.length).toBe(before + 1);
  await isClean();
});

test('a kubeconfig with a client certificate selects the cluster, and one that starts a program is refused', async () => {
  const [certificate, client] = [selfSigned(), selfSigned()];
  const secure = await startCluster(() => ({ log: 'built\n' }), { ...certificate, clients: client.cert });
  onTestFinished(() => secure.stop());
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const login = { 'client-certificate-data': base64(client.cert), 'client-key-data': base64(client.key) };
  const connect = async (user: object) => {
    const kubeconfig = JSON.stringify({
      clusters: [
        { name: 'c', cluster: { server: secure.url, 'certificate-authority-data': base64(certificate.cert) } },
      ],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'test', context: { cluster: 'c', user: 'u', namespace: secure.namespace } }],
      'current-context': 'test',
    });
    const type = 'configuration.KubernetesCluster';
    return (await rest.post<{ id: string }>('/config', { title: randomUUID(), type, kubeconfig })).id;
  };
  const task = await reached(await start({ cluster: await connect(login) }), 'COMPLETED');
  expect(textsOf(task)).toContain('built');
  const refused = await start({ cluster: await connect({ exec: { command: 'id' } }) });
  expect(textsOf(await reached(refused, 'FAILED'))).toContain(
    "could not be started: the kubeconfig uses 'exec', which is not supported.",
  );
  expect([secure.state.started.length, secure.violations]).toEqual([1, []]);
});

test('an aborted task or release deletes its container', async () => {
  const before = cluster.state.started.length;
  run = () => ({ ended: new Promise(() => {}) });
  const first = await start({});
  const second = await start({});
  await expect.poll(() => cluster.state.started.length).toBe(before + 2);
  await rest.post(`/tasks/${idOf(first, 'box')}/abort`, { comment: 'stop' });
  await reached(first, 'FAILED');
  await rest.post(`/releases/${second.id}/abort`, { abortComment: 'stop' });
  await isClean();
});

test('a type of the integration kit of the family receives its encrypted input, and its output is decrypted', async () => {
  const files = {
    'META-INF/MANIFEST.MF': manifest,
    'type-definitions.yaml': await readFile('test/flows/plugins/container-kit.yaml', 'utf8'),
  };
  await rest.post('/plugins', fileForm(await jarOf(files), { name: 'kit.jar' }));
  let input: unknown;
  run = ({ env, files: mounted }) => {
    const key = Buffer.from(env.SESSION_KEY!, 'base64');
    const bytes = Buffer.from(mounted.input!, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 16));
    decipher.setAuthTag(bytes.subarray(-16));
    input = JSON.parse(Buffer.concat([decipher.update(bytes.subarray(16, -16)), decipher.final()]).toString());
    const log = 'DEBUG ##[start: comment]Hello Ann##[end: comment]\nDEBUG ##[start: status]greeting##[end: status]\n';
    const output = {
      exitCode: 0,
      jobErrorMessage: '',
      outputProperties: { greeting: 'Hello Ann' },
      reportingRecords: [],
    };
    return { log, output: JSON.stringify(output) };
  };
  const fields = { type: 'kit.Hello', yourName: 'Ann' };
  const task = await reached(await start({ cluster: connection }, fields), 'COMPLETED');
  expect(input).toMatchObject({
    release: { automatedTaskAsUser: { username: null } },
    task: {
      type: 'kit.Hello',
      properties: expect.arrayContaining([
        { name: 'yourName', kind: 'string', category: 'input', password: false, value: 'Ann' },
        { name: 'greeting', kind: 'string', category: 'output', password: false, value: null },
      ]),
    },
  });
  expect(task).toMatchObject({ greeting: 'Hello Ann', statusLine: 'greeting' });
  expect(textsOf(task)).toBe('Hello Ann');
});
