import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIntegrations } from '@slipway/plugins';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildPluginTypes } from '../../libs/plugins/src/installed/plugin-types.ts';
import { containerOf, prepareLocally } from '../../test/harness/containers/container-of.ts';

const integration = (await readIntegrations()).find(({ name }) => name === 'helm');
if (integration === undefined) throw new Error('there is no folder integrations/helm');
const types = buildPluginTypes([integration.plugin]);

/** Records its arguments and its password as a JSON line, and answers `history`. */
const fakeHelm = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
const password = args.includes('--password-stdin') ? readFileSync(0, 'utf8') : undefined;
const names = ['KUBECONFIG', 'HELM_KUBEAPISERVER', 'HELM_KUBETOKEN', 'HELM_KUBECAFILE', 'HELM_NAMESPACE', 'HELM_KUBEINSECURE_SKIP_TLS_VERIFY'];
const env = Object.fromEntries(names.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
appendFileSync(process.env.CALLS, JSON.stringify({ args, password, env }) + '\\n');
if (args[0] === process.env.FAILS) process.exit(3);
if (args[0] === 'history') console.log('[{"revision":7,"status":"deployed","chart":"shop-1.2.0","app_version":"4.1","description":"Upgrade complete"}]');
`;

interface Call {
  readonly args: readonly string[];
  readonly password?: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the container of a task in a process, with a Helm that records its calls. */
function run(typeName: string, properties: object, { fails = '' } = {}) {
  const spec = containerOf(types, typeName, properties);
  const { folder, program, args, env } = prepareLocally(spec);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/helm'), fakeHelm, { mode: 0o755 });
  writeFileSync(join(folder, 'calls'), '');
  const test = { CALLS: join(folder, 'calls'), FAILS: fails, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` };
  const { status, stderr } = spawnSync(program, args, { env: { ...env, ...test }, encoding: 'utf8' });
  const lines = readFileSync(join(folder, 'calls'), 'utf8').split('\n').filter(Boolean);
  const calls: readonly Call[] = lines.map((line) => JSON.parse(line.replaceAll(folder, '')));
  return {
    status,
    stderr,
    calls,
    output: readFileSync(join(folder, 'output'), 'utf8'),
    files: spec.files,
    spec: [...spec.command, ...spec.args],
  };
}

const target = { url: 'https://cluster.example:6443', token: 'token-of-the-cluster', namespace: 'prod' };
const shop = { target, releaseName: 'shop', chart: 'shop' };
const argsOf = ({ calls }: { readonly calls: readonly Call[] }) => calls.map(({ args }) => args.join(' '));
const history = 'history --max=1 --output=json -- shop';

describe('Helm', () => {
  test('installs or upgrades a chart of a repository, with values, and has its state as outputs', () => {
    const done = run('helm.Upgrade', {
      ...{ ...shop, chartVersion: '1.2.0', repository: 'https://charts.example', values: 'image:\n  tag: "1"\n' },
      ...{ setValues: ['a=1', 'b=x y'], rollBackOnFailure: true, createNamespace: true, namespace: 'blue' },
    });
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(argsOf(done)).toEqual([
      'repo add -- chosen https://charts.example',
      'upgrade --timeout=10m --install --values=/files/values.yaml --set=a=1 --set=b=x y --version=1.2.0 --wait --atomic --create-namespace -- shop chosen/shop',
      history,
    ]);
    const { url: HELM_KUBEAPISERVER, token: HELM_KUBETOKEN } = target;
    expect(done.calls[1]?.env).toEqual({ HELM_KUBEAPISERVER, HELM_KUBETOKEN, HELM_NAMESPACE: 'blue' });
    expect(done.files['values.yaml']).toBe('image:\n  tag: "1"\n');
    expect(JSON.parse(done.output)).toMatchObject({
      ...{ deployedRevision: 7, releaseStatus: 'deployed', deployedChart: 'shop-1.2.0', appVersion: '4.1' },
    });
  });

  test('logs in to a repository and to a registry, with the password as its input', () => {
    const login = { repositoryUser: 'ann', repositoryPassword: 'word-of-ann' };
    const repository = run('helm.Upgrade', { ...shop, ...login, repository: 'https://charts.example' });
    expect(repository.calls[0]).toMatchObject({
      args: ['repo', 'add', '--username=ann', '--password-stdin', '--', 'chosen', 'https://charts.example'],
      password: 'word-of-ann',
    });
    const registry = run('helm.Upgrade', { ...shop, ...login, chart: 'oci://registry.example:5000/charts/shop' });
    expect(registry.calls[0]).toMatchObject({
      args: ['registry', 'login', '--username=ann', '--password-stdin', '--', 'registry.example:5000'],
      password: 'word-of-ann',
    });
    expect(argsOf(registry)[1]).toMatch(/ -- shop oci:\/\/registry\.example:5000\/charts\/shop$/);
    expect([...argsOf(repository), ...argsOf(registry), ...registry.spec].join()).not.toContain('word-of-ann');
  });

  test('renders, rolls back, tests, removes and reads', () => {
    const { chart: _, ...release } = shop;
    expect(argsOf(run('helm.Template', { ...shop, values: 'a: 1' }))).toEqual([
      'template --validate --is-upgrade --values=/files/values.yaml -- shop shop',
      'get manifest -- shop',
    ]);
    expect(argsOf(run('helm.Rollback', { ...release, revision: 6, timeoutMinutes: 2 }))).toEqual([
      'rollback --timeout=2m --wait -- shop 6',
      history,
    ]);
    expect(argsOf(run('helm.Rollback', { ...release, waitForReady: false }))[0]).toBe('rollback --timeout=10m -- shop');
    expect(argsOf(run('helm.Test', release))).toEqual(['test --timeout=10m --logs -- shop']);
    expect(argsOf(run('helm.Uninstall', { ...release, keepHistory: true }))).toEqual([
      'uninstall --timeout=10m --wait --keep-history --ignore-not-found -- shop',
    ]);
    expect(argsOf(run('helm.Status', release))).toEqual(['status -- shop', history]);
  });

  test('uses the kubeconfig, the authority and the namespace of the target', () => {
    const kubeconfig = run('helm.Status', { ...shop, target: { ...target, kubeconfig: 'apiVersion: v1\n' } });
    expect(kubeconfig.calls[0]?.env).toEqual({
      KUBECONFIG: expect.stringMatching(/^\/tmp\.\w+\/kubeconfig$/),
      HELM_NAMESPACE: 'prod',
    });
    const authority = run('helm.Status', { ...shop, target: { ...target, caCertificate: 'PEM', verifySSL: 'false' } });
    expect(authority.calls[0]?.env).toMatchObject({
      ...{ HELM_KUBECAFILE: '/files/ca.pem', HELM_KUBEINSECURE_SKIP_TLS_VERIFY: 'true' },
    });
  });

  const programRefusal = 'the kubeconfig would start a program: use a token or a certificate\n';
  test.each([
    [{ ...target, url: '' }, 'the target cluster has neither a kubeconfig nor a URL\n'],
    [{ ...target, token: '' }, 'the target cluster has no token: a client certificate needs a kubeconfig\n'],
    [{ kubeconfig: 'users:\n- user:\n    exec:\n      command: id\n' }, programRefusal],
    [{ kubeconfig: '{"users":[{"user":{"auth-provider":{"name":"gcp"}}}]}' }, programRefusal],
  ])('refuses the target %o', (wrongTarget, stderr) => {
    expect(run('helm.Status', { ...shop, target: wrongTarget })).toMatchObject({ status: 1, stderr, calls: [] });
  });

  test('fails with the exit code of Helm, and then has no outputs', () => {
    expect(run('helm.Upgrade', shop, { fails: 'upgrade' })).toMatchObject({ status: 3, output: '' });
    expect(run('helm.Upgrade', { ...shop, repository: 'https://x' }, { fails: 'repo' })).toMatchObject({ status: 3 });
  });

  test.each(['$(touch x)', '`id`', '"; id; "', '--kubeconfig=/x', '${target.token}', "it's"])(
    'has %s as a value, and not as a part of a command or an option',
    (value) => {
      const done = run('helm.Upgrade', { ...shop, releaseName: value, chart: value, setValues: [`a=${value}`] });
      const { args } = done.calls[0] ?? { args: [] };
      expect(args).toContain(`--set=a=${value}`);
      expect(args.slice(-3)).toEqual(['--', value, value]);
    },
  );
});
