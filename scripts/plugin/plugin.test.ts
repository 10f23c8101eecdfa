import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readJar, typesOf } from '../../libs/plugins/src/index.ts';
import { readIntegration } from '../../libs/plugins/src/integrations/read-integrations.ts';
import { packIntegration } from './pack.ts';
import { skeleton } from './skeleton.ts';

test('a new integration is complete', async () => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-integration-'));
  const folder = join(root, 'demo-tool');
  try {
    cpSync('integrations/shared', join(root, 'shared'), { recursive: true });
    for (const [path, text] of Object.entries(skeleton('demo-tool', 'Demo "tool" & co'))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const read = await readIntegration(folder, 'demo-tool');
    expect(read).toMatchObject({
      title: 'Demo "tool" & co',
      version: '1.0.0',
      plugin: { version: '1.0.0', warnings: [] },
    });
    expect(typesOf(read)).toEqual(['demotool.Server', 'demotool.Run']);
    expect(read.plugin.scripts.map(({ fault }) => fault)).toEqual([null, null, null]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('the jar of an integration has its types and scripts, with the included files', async () => {
  const jar = await readJar(await packIntegration('jenkins'), 'jenkins.jar');
  expect(jar).toMatchObject({ name: 'jenkins', version: '1.0.0', warnings: [] });
  expect(jar.scripts.find(({ path }) => path === 'jenkins/Build.js')?.text).toContain('function request(');
  await expect(packIntegration('none')).rejects.toThrow('integrations/none does not exist');
});
