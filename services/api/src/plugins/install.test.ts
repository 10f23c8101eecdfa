import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '@slipway/engine';
import { findPlugin } from '@slipway/persistence/plugins';
import { plugin, readJar } from '@slipway/plugins';
import { createLogger } from '@slipway/process';
import { createRunnerClient, type RunnerClient } from '@slipway/script-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodFiles, jarOf, manifest, synthetic } from '../../../../libs/plugins/src/testing.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { type RunningProcess, run } from '../../../../test/harness/product/run-process.ts';
import type { ProcessDeps } from '../dependencies/deps.ts';
import { createActivePlugins, install } from './install.ts';
import { installFromFolders } from './install-from-folders.ts';

const secret = 'known-to-tests-only';
let fresh: FreshDatabase;
let opened: Awaited<ReturnType<typeof openEngine>>;
let runner: RunningProcess;
let scripts: RunnerClient;
beforeAll(async () => {
  fresh = await freshDatabase();
  opened = await openEngine({ url: fresh.url, secretKey: '0'.repeat(44), warn: () => {} });
  runner = run({
    command: [process.execPath, 'services/script-runner/src/main.ts'],
    env: { SCRIPT_RUNNER_SECRET: secret, LOG_LEVEL: 'info' },
  });
  const [, url = ''] = await runner.waitForOutput(/"address":"([^"]+)"/);
  scripts = createRunnerClient({ url, secret });
});
afterAll(async () => {
  await scripts.stop();
  runner.signal('SIGTERM');
  await runner.ended;
  await opened.stop();
  await fresh.drop();
});

const origin = { source: 'upload', installedBy: 'ann' } as const;
const config = { typePrefix: 'family' } as ProcessDeps['config'];
const installing = async (jar: Buffer, client: RunnerClient | undefined = scripts) =>
  await install({ ...opened, scripts: client, config }, await readJar(jar, 'acme.jar'), origin);
const refusal = async (jar: Buffer, client?: RunnerClient) =>
  await installing(jar, client).then(
    () => 'installed',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a script that does not compile fails its types, with a warning', () => {
  const faultsOf = async (name: string) => {
    const { scripts, warnings } = plugin.parse((await findPlugin(opened.database, name))?.content);
    return [...scripts.map(({ fault }) => fault), ...warnings];
  };
  test('in Python', async () => {
    const broken = { ...goodFiles, 'acme/Token.py': 'x = 1\nif x\n  authenticated = True\n' };
    expect(await refusal(await jarOf(broken))).toBe('installed');
    const fault = expect.stringMatching(/^'acme\/Token\.py' does not compile in line 2: \S.*$/);
    const warning = expect.stringMatching(/^types with the script 'acme\/Token\.py' will fail: 'acme.* line 2: \S.*$/);
    expect(await faultsOf('acme-plugin')).toEqual([fault, warning]);
    expect(await refusal(await jarOf(goodFiles))).toBe('installed');
    expect(await faultsOf('acme-plugin')).toEqual([null]);
  });

  test('in JavaScript', async () => {
    const definitions = synthetic('<type type="js.Auth" extends="events.CustomScriptAuthentication"/>');
    const jar = (script: string) =>
      jarOf({
        'META-INF/MANIFEST.MF': manifest.replace('acme', 'js'),
        'synthetic.xml': definitions,
        'js/Auth.js': script,
      });
    expect(await refusal(await jar('authenticated = (\n'))).toBe('installed');
    expect((await faultsOf('js-plugin'))[0]).toMatch(/^'js\/Auth\.js' does not compile/);
    expect(await refusal(await jar('authenticated = true;\n'))).toBe('installed');
    expect(await faultsOf('js-plugin')).toEqual([null]);
  });
});

test('a new plugin becomes active in a process with cached plugins', async () => {
  const active = createActivePlugins(opened.database);
  expect([...active.cached().keys()]).toEqual([]);
  const before = await active.current();
  await installing(await jarOf({ ...goodFiles, 'acme/Token.py': 'authenticated = False\n' }));
  const after = await active.current();
  expect([before.get('acme.Token')?.script?.text, after.get('acme.Token')?.script?.text]).not.toContain(undefined);
  expect(after.get('acme.Token')).toMatchObject({
    plugin: 'acme-plugin',
    root: 'events.CustomJythonAuthentication',
    script: { language: 'python', text: 'authenticated = False\n' },
  });
  expect(await active.current()).toBe(after);
  expect(active.cached()).toBe(after);
});

describe('without a script runner', () => {
  const scriptless = {
    'META-INF/MANIFEST.MF': manifest,
    'synthetic.xml': synthetic('<type type="plain.T" extends="rel.Tile"/>'),
  };

  test('a plugin with scripts is rejected with the reason', async () => {
    const unreachable = createRunnerClient({ url: 'http://127.0.0.1:1', secret });
    const jar = await jarOf(goodFiles);
    const failing = await readJar(jar, 'acme.jar');
    await expect(install({ ...opened, config }, failing, origin)).rejects.toThrow(
      'checking a plugin with scripts requires a script runner: there is none',
    );
    expect(await refusal(jar, unreachable)).toBe(
      'ServiceUnavailable: the script runner that checks the scripts of plugins does not respond: try again',
    );
    await unreachable.stop();
  });

  test('a plugin whose types have no scripts is installed with its modules, which are not checked', async () => {
    const unreachable = createRunnerClient({ url: 'http://127.0.0.1:1', secret });
    const helped = {
      'META-INF/MANIFEST.MF': manifest.replace('acme', 'helped'),
      'synthetic.xml': synthetic('<type type="helped.T" extends="rel.Configuration"/>'),
      'helper.py': 'if x\n',
    };
    const parsed = await readJar(await jarOf(helped), 'helped.jar');
    for (const client of [undefined, unreachable]) {
      const installedTypes = { ...opened, scripts: client, config };
      await install(installedTypes, parsed, origin);
      const { scripts, warnings } = plugin.parse((await findPlugin(opened.database, parsed.name))?.content);
      expect([scripts.map(({ path, fault }) => [path, fault]), warnings]).toEqual([[['helper.py', null]], []]);
    }
    await unreachable.stop();
  });

  test('a plugin without scripts is installed', async () => {
    const plain = await readJar(await jarOf(scriptless), 'plain.jar');
    expect(await install({ ...opened, config }, { ...plain, name: 'plain' }, origin)).toMatchObject({
      name: 'plain',
    });
  });
});

test('only types directly in the namespace of the product are skipped', async () => {
  const files = (name: string) => ({
    'META-INF/MANIFEST.MF': manifest.replace('acme', 'whole'),
    'synthetic.xml': synthetic(`<type type="${name}" extends="rel.Tile"/>`),
  });
  const parsed = await readJar(await jarOf(files('family.T')), 'whole.jar');
  const { content } = await install({ ...opened, scripts, config }, parsed, origin);
  expect(content).toMatchObject({
    types: [],
    warnings: expect.arrayContaining(["type 'family.T' is in a namespace of the product: it is left out"]),
  });
  for (const name of ['bamboo.Task', 'bamboo.ScriptTask', 'bamboo.Release', 'bamboo.StringVariable', 'family.own.T']) {
    expect(await refusal(await jarOf(files(name)))).toBe('installed');
  }
});

test('the start reports a jar that an earlier version stored without modules, until it is uploaded again', async () => {
  const jar = await jarOf({
    'META-INF/MANIFEST.MF': manifest.replace('acme', 'early'),
    'synthetic.xml': synthetic('<type type="early.T" extends="rel.Configuration"/>'),
    'helper.py': 'x = 1\n',
  });
  const pluginDir = await mkdtemp(join(tmpdir(), 'plugins-'));
  try {
    await writeFile(join(pluginDir, 'early.jar'), jar);
    const lines: string[] = [];
    const logger = createLogger({ logLevel: 'warn' }, { write: (line) => lines.push(line) });
    const deps = { ...opened, scripts, logger, config: { ...config, pluginDir } };
    await install(deps, { ...(await readJar(jar, 'early.jar')), scripts: [] }, origin);
    await installFromFolders(deps);
    const reason = 'the same jar was uploaded to an earlier version, which did not keep its modules: upload it again';
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual([reason]);
    await installing(jar);
    await installFromFolders(deps);
    expect(lines).toHaveLength(1);
  } finally {
    await rm(pluginDir, { recursive: true });
  }
});
