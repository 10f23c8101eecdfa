import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOutput } from '@slipway/domain/containers';
import { type PluginTypes, readIntegrations } from '@slipway/plugins';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterTool } from '../../deploy/k8s/render.ts';
import { selfSigned } from '../../libs/outbound-http/src/testing/certificate.ts';
import { buildPluginTypes } from '../../libs/plugins/src/installed/plugin-types.ts';
import { containerOf, prepareLocally } from '../../test/harness/containers/container-of.ts';
import { type HelmCluster, startHelmCluster } from '../../test/harness/containers/helm-cluster.ts';

const certificate = selfSigned();
let cluster: HelmCluster;
let folder: string;
let types: PluginTypes;
beforeAll(async () => {
  [cluster, folder] = await Promise.all([startHelmCluster(certificate), mkdtemp(join(tmpdir(), 'slipway-helm-'))]);
  types = buildPluginTypes(
    (await readIntegrations()).filter(({ name }) => name === 'helm').map(({ plugin }) => plugin),
  );
  await symlink(resolve(await clusterTool('helm')), join(folder, 'helm'));
  const templates = join(folder, 'chart/templates');
  await mkdir(templates, { recursive: true });
  await writeFile(join(folder, 'chart/Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.4.0\nappVersion: "2.0"\n');
  await writeFile(join(folder, 'chart/values.yaml'), 'tag: first\n');
  const object = (kind: string, data: string) =>
    `---\napiVersion: v1\nkind: ${kind}\nmetadata: { name: {{ .Release.Name }} }\n${data}\n`;
  const map = object('ConfigMap', 'data: { tag: {{ .Values.tag | quote }} }');
  await writeFile(
    join(templates, 'all.yaml'),
    map + object('Secret', 'stringData: { login: {{ .Values.login | quote }} }'),
  );
});
afterAll(async () => {
  await Promise.all([cluster?.stop(), rm(folder, { recursive: true, force: true })]);
});

/** Runs the container of a task on this machine, with the real Helm. */
async function run(type: string, properties: object) {
  const { url, token } = cluster;
  const target = { url, token, namespace: 'front', caCertificate: certificate.cert };
  const local = prepareLocally(containerOf(types, type, { target, releaseName: 'shop', ...properties }));
  const env = { ...local.env, PATH: `${folder}:/usr/bin:/bin` };
  const { code, log } = await new Promise<{ code: unknown; log: string }>((done) => {
    execFile(local.program, local.args, { env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : error.code, log: `${stdout}${stderr}` }),
    );
  });
  const { values, warning } = readOutput(await readFile(join(local.folder, 'output'), 'utf8'));
  await rm(local.folder, { recursive: true });
  expect(warning).toBeNull();
  return { code, log, values };
}

const dataOf = (kind: string) => JSON.stringify(cluster.objects.get(`front/${kind}/shop`) ?? null);

test('Helm installs, upgrades, compares, rolls back, tests and uninstalls a release', async () => {
  const chart = join(folder, 'chart');
  const hostile = `$(touch ${folder}/planted) "; 'exit' \`id\` \\ $HOME`;
  const values = JSON.stringify({ login: hostile });
  const installed = await run('helm.Upgrade', { chart, values, createNamespace: true });
  expect([installed.code, installed.log]).toEqual([0, expect.stringContaining('Install complete')]);
  expect(installed.values).toMatchObject({ deployedRevision: 1, releaseStatus: 'deployed', appVersion: '2.0' });
  expect(dataOf('secrets')).toContain(JSON.stringify(hostile).slice(1, -1));
  expect(installed.log).not.toContain('planted');
  await expect(readFile(join(folder, 'planted'))).rejects.toThrow('ENOENT');

  const fields = { chart, values, waitForReady: false };
  const upgraded = await run('helm.Upgrade', { ...fields, setValues: ['tag=a "b" $(id)'], rollBackOnFailure: true });
  expect([upgraded.code, upgraded.values]).toMatchObject([0, { deployedRevision: 2, deployedChart: 'shop-1.4.0' }]);
  expect(dataOf('configmaps')).toContain(String.raw`a \"b\" $(id)`);

  const compared = await run('helm.Template', { chart, values, setValues: ['tag=third'] });
  const { manifest, difference } = compared.values;
  expect([compared.code, manifest]).toEqual([0, expect.stringContaining('data: { tag: "third" }')]);
  expect(difference).toMatch(/^@@.*\n(?: .*\n)*-data: .* \$\(id\)" }\n\+data: { tag: "third" }\n(?: .*\n)*$/);
  expect(`${compared.log}${JSON.stringify(compared.values)}`).not.toContain('planted');
  expect(manifest).toContain('# A Secret is not shown.');

  const rolledBack = await run('helm.Rollback', { revision: 1, waitForReady: false });
  expect([rolledBack.code, rolledBack.values]).toMatchObject([0, { deployedRevision: 3 }]);
  expect(dataOf('configmaps')).toContain('first');
  expect(await run('helm.Test', {})).toMatchObject({ code: 0 });
  const removed = await run('helm.Uninstall', { waitForReady: false });
  expect([removed.code, dataOf('configmaps')]).toEqual([0, 'null']);
  const missing = await run('helm.Status', {});
  expect(missing).toMatchObject({ code: 1, values: {}, log: expect.stringContaining('release: not found') });
}, 60_000);
