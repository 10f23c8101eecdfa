import { afterAll, beforeAll, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { done, json } from '../../harness/integrations/answers.ts';
import { readContract } from '../../harness/integrations/contract.ts';
import { type StandIn, startStandIn } from '../../harness/integrations/stand-in.ts';
import { serveSecondServer } from '../../harness/product/second-server.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { idOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const product = serve({ SCRIPT_HTTP_ALLOW: '127.0.0.1' });
const { rest } = product;
const other = serveSecondServer(product);

interface Integration {
  readonly name: string;
  readonly enabled: boolean;
  readonly replacedBy?: string;
}
interface Change {
  readonly integration: Integration;
  readonly tasks: number;
  readonly templates: number;
  readonly releases: number;
  readonly first: readonly { readonly title: string; readonly type: string; readonly template: boolean }[];
}
type PluginTask = Task & Readonly<Record<string, unknown>>;

const login = { username: 'ci', password: 'api-token-of-ci' };
let jenkins: StandIn;
beforeAll(async () => {
  jenkins = await startStandIn(readContract('jenkins'), login);
});
afterAll(() => jenkins.stop());

const read = (name = 'jenkins') => rest.get<Integration>(`/integrations/${name}`);
const change = (action: string, query = '') => rest.post<Change>(`/integrations/jenkins/${action}${query}`, {});
const taskOf = (release: Release) => rest.get<PluginTask>(`/tasks/${idOf(release, 'build')}`);
const template = (title: string) => ({
  ...{ id: `Release${title}`, type: 'xlrelease.Release', status: 'TEMPLATE', title },
  phases: [
    {
      ...{ id: `Release${title}/Phase1`, type: 'xlrelease.Phase', title: 'Ship' },
      tasks: [
        { id: `Release${title}/Phase1/Task1`, type: 'xlrelease.Task', title: 'begin' },
        {
          ...{ id: `Release${title}/Phase1/Task2`, type: 'xlrelease.CustomScriptTask', title: 'build' },
          pythonScript: { type: 'jenkins.Build', jenkinsServer: 'Configuration/Custom/CI', jobName: 'app' },
        },
      ],
    },
  ],
});
const importTemplate = async (title: string): Promise<string> =>
  (await rest.post<{ id: string }[]>('/templates/import', template(title)))[0]?.id ?? '';
const jar = (types: string) =>
  jarOf({ 'META-INF/MANIFEST.MF': manifest, 'synthetic.xml': synthetic(types), 'jenkins/Build.py': 'print 1' });

test('a new database has all integrations, each enabled', async () => {
  const all = await rest.get<Integration[]>('/integrations');
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['http', 'jenkins']));
  expect(all.filter(({ enabled }) => !enabled)).toEqual([]);
  expect(await rest.get('/metadata/types/jenkins.Build')).toMatchObject({ plugin: 'jenkins' });
  expect(await read()).toMatchObject({ title: 'Jenkins', readme: expect.stringMatching(/^# Jenkins/) });
});

test('a disabled integration has no types, and a dry run lists the tasks that would become automatic', async () => {
  expect(await change('disable', '?dryRun=true')).toMatchObject({ integration: { enabled: true }, tasks: 0 });
  expect(await change('disable')).toMatchObject({ integration: { enabled: false } });
  expect(await rest.sendForError('GET', '/metadata/types/jenkins.Build')).toMatch(/^404/);
  expect(await other.sendForError('GET', '/metadata/types/jenkins.Build')).toMatch(/^404/);
  const id = await importTemplate('Later');
  await rest.post(`/templates/${id}/create`, { releaseTitle: 'Later 1' });
  const dryRun = await change('enable', '?dryRun=true');
  expect(dryRun).toMatchObject({ integration: { enabled: false }, tasks: 2, templates: 1, releases: 1 });
  expect(dryRun.first.map(({ title, type, template: isTemplate }) => [title, type, isTemplate])).toEqual([
    ['build', 'jenkins.Build', true],
    ['build', 'jenkins.Build', false],
  ]);
  expect(await read()).toMatchObject({ enabled: false });
});

test('an enabled integration runs the tasks of an import in all processes, waits through a restart, and aborts', async () => {
  expect(await change('enable')).toMatchObject({ integration: { enabled: true }, tasks: 2 });
  expect(await other.get('/metadata/types/jenkins.Build')).toMatchObject({ plugin: 'jenkins' });
  const connection = { type: 'jenkins.Server', title: 'CI', url: jenkins.url, ...login };
  await rest.post('/config', connection);
  const [running, ended] = [json({ building: true, result: null }), json({ building: false, result: 'SUCCESS' })];
  const replies = {
    crumb: json({ crumb: 'c0ffee', crumbRequestField: 'Jenkins-Crumb' }),
    ...{ build: done({ Location: '{server}/queue/item/12/' }), queueItem: json({ executable: { number: 7 } }) },
    ...{ buildState: running, stop: done() },
  };
  jenkins.reset(replies);
  const id = await importTemplate('Now');
  const release = await rest.post<Release>(`/templates/${id}/start`, { releaseTitle: 'Now 1' });
  await rest.post(`/tasks/${idOf(release, 'begin')}/complete`);
  const statusLine = async () => (await taskOf(release)).statusLine;
  await expect.poll(statusLine, { interval: 100 }).toBe('Build #7 is running');
  expect(await rest.sendForError('POST', '/integrations/jenkins/disable', {})).toMatch(
    /^409 the configuration '.*' \(CI\)/,
  );
  await product.restart();
  jenkins.reset({ ...replies, buildState: ended });
  await expect.poll(async () => (await taskOf(release)).status, { interval: 100 }).toBe('COMPLETED');
  expect(await taskOf(release)).toMatchObject({ pythonScript: { buildNumber: '7', buildStatus: 'SUCCESS' } });
  expect(jenkins.received.map(({ name }) => name)).toEqual(['buildState']);
  jenkins.reset(replies);
  const second = await rest.post<Release>(`/templates/${id}/start`, { releaseTitle: 'Now 2' });
  await rest.post(`/tasks/${idOf(second, 'begin')}/complete`);
  await expect.poll(async () => (await taskOf(second)).statusLine, { interval: 100 }).toBe('Build #7 is running');
  await rest.post(`/tasks/${idOf(second, 'build')}/abort`, { comment: 'not needed' });
  await expect.poll(() => jenkins.count('stop'), { interval: 100 }).toBe(1);
  expect(jenkins.violations).toEqual([]);
  expect(product.output()).not.toContain(login.password);
});

test('a plugin with one of its types replaces the whole integration until it is removed', async () => {
  const build = '<type type="jenkins.Build" extends="rel.PythonScript"/>';
  const upload = async (types: string) => fileForm(await jar(types), { name: 'acme.jar' });
  expect(await rest.sendForError('POST', '/plugins', await upload(build))).toMatch(/^409 the configuration/);
  const server = '<type type="jenkins.Server" extends="configuration.HttpConnection"/>';
  const warnings = ["the plugin replaces the integration 'Jenkins'"];
  expect(await rest.post('/plugins', await upload(build + server))).toMatchObject({ warnings });
  expect(await rest.get('/plugins')).toMatchObject([{ warnings }]);
  expect(await read()).toMatchObject({ enabled: true, replacedBy: 'acme-plugin' });
  expect(await rest.get('/metadata/types/jenkins.Build')).toMatchObject({ plugin: 'acme-plugin' });
  await rest.sendForNoContent('DELETE', '/plugins/acme-plugin');
  expect(await read()).not.toHaveProperty('replacedBy');
  expect(await rest.get('/metadata/types/jenkins.Build')).toMatchObject({ plugin: 'jenkins' });
});

test('each change is in the audit log, and an unknown integration is refused', async () => {
  const audit = await rest.get<{ action: string; subject: string }[]>('/audit?subject=jenkins');
  expect(audit.map(({ action }) => action)).toEqual(['INTEGRATION_ENABLED', 'INTEGRATION_DISABLED']);
  expect(await rest.sendForError('POST', '/integrations/none/enable', {})).toBe("404 there is no integration 'none'");
});
