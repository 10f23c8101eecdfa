import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve, startServer } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-plugins-'));
const [PLUGIN_DIR, EXTENSION_DIR] = [join(folder, 'plugins'), join(folder, 'ext')];
mkdirSync(PLUGIN_DIR);
mkdirSync(EXTENSION_DIR);
afterAll(() => rmSync(folder, { recursive: true }));

const jar = (name: string, type: string, version = '1') =>
  jarOf({
    'META-INF/MANIFEST.MF': `Manifest-Version: 1.0\nPlugin-Name: ${name}\nPlugin-Version: ${version}\n`,
    'synthetic.xml': synthetic(`<type type="${type}" extends="rel.Configuration"/>`),
  });
const good = join(PLUGIN_DIR, 'good.jar');
writeFileSync(join(PLUGIN_DIR, 'bad.jar'), 'no jar');
writeFileSync(join(PLUGIN_DIR, 'also-bad.jar'), await jarOf({ 'META-INF/MANIFEST.MF': manifest }));
writeFileSync(good, await jar('good', 'good.T'));
writeFileSync(join(PLUGIN_DIR, 'readme.txt'), 'no plugin');
writeFileSync(join(PLUGIN_DIR, 'thief.jar'), await jar('thief', 'good.T'));
const unpacked = 'types: {ext.T: {extends: rel.Configuration}}';
writeFileSync(join(EXTENSION_DIR, 'type-definitions.yaml'), unpacked);

const product = serve({ PLUGIN_DIR, EXTENSION_DIR });
const { rest, output, databaseUrl } = product;

interface PluginStatus {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly installedBy?: string;
}
const installed = async (from = rest) =>
  (await from.get<readonly PluginStatus[]>('/plugins')).map(({ name, version, source, installedBy }) => [
    name,
    version,
    source,
    installedBy,
  ]);

/** Returns the reasons in a log for skipped plugins, with the file names. */
const skipped = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('a plugin was skipped'))
    .map((line) => JSON.parse(line) as { readonly place: string; readonly reason: string })
    .map(({ place: path, reason }) => `${path.slice(folder.length + 1)}: ${reason}`);

/** Runs a process on the same database until `work` is done. */
async function started(
  env: Readonly<Record<string, string>>,
  work: (from: typeof rest, log: () => string) => Promise<void>,
) {
  const secrets = { SECRET_KEY: '0'.repeat(64), ADMIN_PASSWORD: 'admin', SAMPLES: 'false' };
  const server = await startServer({ env: { DATABASE_URL: databaseUrl(), ...secrets, ...env } });
  try {
    await work(
      createRestClient(() => server.url),
      server.output,
    );
  } finally {
    await server.stop();
  }
}

test('plugins are loaded from both folders at the start; an invalid plugin is logged and skipped', async () => {
  expect(await installed()).toEqual([
    ['extension', '', 'extension-dir', undefined],
    ['good', '1', 'plugin-dir', undefined],
  ]);
  expect(skipped(output())).toEqual([
    'plugins/also-bad.jar: the plugin has no type definitions: expected synthetic.xml or type-definitions.yaml',
    'plugins/bad.jar: the jar cannot be read: End of central directory record signature not found. Either not a zip file, or file is truncated.',
    "plugins/thief.jar: type 'good.T' is already defined by the plugin 'good'",
  ]);
  expect(await rest.get('/metadata/types/ext.T')).toMatchObject({ plugin: 'extension' });
});

test('the next start loads changed files, and keeps plugins that were uploaded since', async () => {
  await writeFile(good, await jar('good', 'good.T', '2'));
  await rm(join(PLUGIN_DIR, 'thief.jar'));
  await writeFile(join(EXTENSION_DIR, 'synthetic.xml'), synthetic('<type type="ext.U" extends="ext.T"/>'));
  await started({ PLUGIN_DIR, EXTENSION_DIR }, async (client) => {
    expect(await installed(client)).toEqual([
      ['extension', '', 'extension-dir', undefined],
      ['good', '2', 'plugin-dir', undefined],
    ]);
    await rest.get('/metadata/types/ext.U');
  });
  await rest.post('/plugins', fileForm(await jar('good', 'good.T', '3')));
  await started({ PLUGIN_DIR }, async (client, log) => {
    expect(await installed(client)).toContainEqual(['good', '3', 'upload', 'admin']);
    expect(skipped(log())).toContain('plugins/good.jar: a plugin of this name was uploaded, and is kept');
  });
});

test('a missing folder is logged, and the start continues', async () => {
  const missingFolder = join(folder, 'gone');
  await started({ PLUGIN_DIR: missingFolder, EXTENSION_DIR: missingFolder }, async (_, log) => {
    const reason = `ENOENT: no such file or directory, scandir '${missingFolder}'`;
    expect(skipped(log())).toEqual([`gone: ${reason}`, `gone: ${reason}`]);
  });
});

test('an extension that was deleted from its folder is removed at the next start', async () => {
  await rm(EXTENSION_DIR, { recursive: true });
  mkdirSync(EXTENSION_DIR);
  await started({ EXTENSION_DIR }, async (client) => {
    expect(await installed(client)).toEqual([['good', '3', 'upload', 'admin']]);
  });
});
