import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { containerSpec, fixableParts, withFixedParts } from '@slipway/domain/containers';
import { asJson } from '@slipway/domain/model';
import { readIntegrations } from '@slipway/plugins';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildPluginTypes } from '../../libs/plugins/src/installed/plugin-types.ts';

const integration = (await readIntegrations()).find(({ name }) => name === 'helm');
if (integration === undefined) throw new Error('there is no folder integrations/helm');
const types = buildPluginTypes([integration.plugin]);

/** Records its arguments and its password as a JSON line, and answers `list`. */
const fakeHelm = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
const password = args.includes('--password-stdin') ? readFileSync(0, 'utf8') : undefined;
const names = ['KUBECONFIG', 'HELM_KUBEAPISERVER', 'HELM_KUBETOKEN', 'HELM_KUBECAFILE', 'HELM_NAMESPACE', 'HELM_KUBEINSECURE_SKIP_TLS_VERIFY'];
const env = Object.fromEntries(names.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));
appendFileSync(process.env.CALLS, JSON.stringify({ args, password, env }) + '\\n');
if (args[0] === process.env.FAILS) process.exit(3);
if (args[0] === 'list') console.log('[{"name":"shop","namespace":"prod","revision":"7","status":"deployed","chart":"shop-1.2.0","app_version":"4.1"}]');
`;

interface Call {
  readonly args: readonly string[];
  readonly password?: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the container of a task in a process, with a Helm that records its calls. */
function run(typeName: string, properties: object, { fails = '' } = {}) {
  const type = types.get(typeName);
  if (type === undefined) throw new Error(`there is no type ${typeName}`);
  const defaults = Object.fromEntries(type.properties.map(({ name, defaultValue }) => [name, asJson(defaultValue)]));
  const isFixed = (name: string) => fixableParts.some((part) => part === name);
  const hidden = type.properties.filter((property) => property.hidden && isFixed(property.name));
  const fixed = Object.fromEntries(hidden.map(({ name, defaultValue }) => [name, asJson(defaultValue)]));
  const values = { ...defaults, image: 'tools/helm:3', ...asJson<Record<string, string>>(properties) };
  const { command, args, env, files } = containerSpec(withFixedParts(values, fixed));
  const folder = mkdtempSync(join(tmpdir(), 'slipway-helm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ 'bin/helm': fakeHelm, output: '', calls: '' })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  chmodSync(join(folder, 'bin/helm'), 0o755);
  mkdirSync(join(folder, 'files'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'files', name), text);
  const [program = '', ...rest] = [...command, ...args].map((part) =>
    part.replace('/slipway/in/files', join(folder, 'files')),
  );
  const own = { SLIPWAY_FILES: join(folder, 'files'), SLIPWAY_OUTPUT: join(folder, 'output') };
  const test = { CALLS: join(folder, 'calls'), FAILS: fails, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` };
  const { status, stderr } = spawnSync(program, rest, { env: { ...env, ...own, ...test }, encoding: 'utf8' });
  const lines = readFileSync(join(folder, 'calls'), 'utf8').split('\n').filter(Boolean);
  const calls: readonly Call[] = lines.map((line) => JSON.parse(line.replaceAll(folder, '')));
  return {
    status,
    stderr,
    calls,
    output: readFileSync(join(folder, 'output'), 'utf8'),
    files,
    spec: [...command, ...args],
  };
}

const target = { url: 'https://cluster.example:6443', token: 'token-of-the-cluster', namespace: 'prod' };
const shop = { target, releaseName: 'shop', chart: 'shop' };
const argsOf = ({ calls }: { readonly calls: readonly Call[] }) => calls.map(({ args }) => args.join(' '));
const list = 'list --all --filter=^shop$ --output=json';

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
      list,
    ]);
    const { url: HELM_KUBEAPISERVER, token: HELM_KUBETOKEN } = target;
    expect(done.calls[1]?.env).toEqual({ HELM_KUBEAPISERVER, HELM_KUBETOKEN, HELM_NAMESPACE: 'blue' });
    expect(done.files['values.yaml']).toBe('image:\n  tag: "1"\n');
    expect(JSON.parse(done.output)).toMatchObject({
      ...{ deployedRevision: '7', releaseStatus: 'deployed', deployedChart: 'shop-1.2.0', appVersion: '4.1' },
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
      'template --values=/files/values.yaml -- shop shop',
    ]);
    expect(argsOf(run('helm.Rollback', { ...release, revision: 6, timeoutMinutes: 2 }))).toEqual([
      'rollback --timeout=2m --wait -- shop 6',
      list,
    ]);
    expect(argsOf(run('helm.Rollback', { ...release, waitForReady: false }))[0]).toBe('rollback --timeout=10m -- shop');
    expect(argsOf(run('helm.Test', release))).toEqual(['test --timeout=10m --logs -- shop']);
    expect(argsOf(run('helm.Uninstall', { ...release, keepHistory: true }))).toEqual([
      'uninstall --timeout=10m --wait --keep-history --ignore-not-found -- shop',
    ]);
    expect(argsOf(run('helm.Status', release))).toEqual(['status -- shop', list]);
  });

  test('uses the kubeconfig, the authority and the namespace of the target', () => {
    const kubeconfig = run('helm.Status', { ...shop, target: { ...target, kubeconfig: 'apiVersion: v1\n' } });
    expect(kubeconfig.calls[0]?.env).toEqual({ KUBECONFIG: '/files/kubeconfig', HELM_NAMESPACE: 'prod' });
    const authority = run('helm.Status', { ...shop, target: { ...target, caCertificate: 'PEM', verifySSL: 'false' } });
    expect(authority.calls[0]?.env).toMatchObject({
      ...{ HELM_KUBECAFILE: '/files/ca.pem', HELM_KUBEINSECURE_SKIP_TLS_VERIFY: 'true' },
    });
  });

  test.each([
    [{ ...target, url: '' }, 'the target cluster has neither a kubeconfig nor a URL\n'],
    [{ ...target, token: '' }, 'the target cluster has no token: a client certificate needs a kubeconfig\n'],
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
