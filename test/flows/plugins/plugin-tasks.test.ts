import { beforeAll, describe, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const { rest, output } = serve();

type PluginTask = Task & Readonly<Record<string, unknown>>;

/** Waits until the task with this title has one of these statuses; returns it. */
async function waitForStatus(release: Release, title: string, ...states: readonly string[]): Promise<PluginTask> {
  const read = () => rest.get<PluginTask>(`/tasks/${idOf(release, title)}`);
  await expect
    .poll(async () => (await read()).status, { interval: 50 })
    .toSatisfy((status) => states.includes(String(status)));
  return read();
}
const commentsOf = ({ comments }: Task) => comments.map(({ text }) => text);
const valuesOf = (release: Release) => rest.get<Record<string, string>>(`/releases/${release.id}/variableValues`);
const lastSegmentOf = ({ id }: { readonly id: string }) => id.slice(id.lastIndexOf('/') + 1);

const types = `
  <type type="acme.Host" extends="configuration.HttpConnection" label="Host">
    <property name="url"/><property name="password" password="true"/>
  </type>
  <type type="acme.Deploy" extends="rel.PythonScript" label="Deploy">
    <property name="host" kind="ci" referenced-type="acme.Host"/>
    <property name="environment" required="true"/>
    <property name="token" password="true"/>
    <property name="retries" kind="integer" default="3"/>
    <property name="labels" kind="list_of_string"/>
    <property name="address" category="output"/>
    <property name="notes" kind="list_of_string" category="output"/>
    <property name="ticket" category="output" password="true"/>
  </type>
  <type type="acme.Fail" extends="rel.PythonScript" label="Fail"/>
  <type type="acme.Js" extends="rel.PythonScript" label="Js">
    <property name="version"/><property name="next" category="output"/>
    <property name="versionIgnoreVariableInterpolation" kind="boolean" required="false"/>
  </type>
  <type type="acme.Wait" extends="rel.PythonScript" label="Wait">
    <property name="abortScript" default="acme/Stop.py" hidden="true"/><property name="host"/>
  </type>`;
const deploy = `
task.setStatusLine('with ' + token)
print 'deploying to', environment, 'with', token, 'and', host.password
notes = ['%s at %s' % (label, host['url']) for label in labels]
address = '%s/%s/%d' % (host.url, environment, retries)
ticket = 'ticket-' + token
`;
const files = {
  'META-INF/MANIFEST.MF': manifest,
  'synthetic.xml': synthetic(types),
  'acme/Deploy.py': deploy,
  'acme/Fail.py': "raise Exception('no ' + task.title)",
  'acme/Js.js': "next = version + '.1'; task.statusLine = 'on ' + version; print(version.length);",
  'acme/Wait.py': 'while True: pass',
  'acme/Stop.py': "print 'stopping', host",
};

let host: { readonly id: string };
beforeAll(async () => {
  await rest.post('/plugins', fileForm(await jarOf(files)));
  host = await rest.post('/config', { type: 'acme.Host', title: 'Host', url: 'http://host', password: 'host-secret' });
});

/** Returns a variable of a release. */
const variable = (key: string, value: unknown, type = 'StringVariable') => ({ key, type: `rel.${type}`, value });
const variables = [
  variable('env', 'test'),
  variable('labels', ['a', 'b'], 'ListStringVariable'),
  variable('secret', 'variable-secret', 'PasswordStringVariable'),
  variable('found', 'nothing'),
  variable('kept', 'old', 'PasswordStringVariable'),
];
const ownProperties = () => ({ host: host.id, environment: '${env}', token: 'own-secret' });
const secrets = /(own|variable|host)-secret/;

describe('a task of a plugin', () => {
  const outputs = {
    address: 'http://host/test/3',
    notes: ['a at http://host', 'b at http://host'],
    ticket: '********',
  };

  test('of its own type receives inputs, and sets properties and variables', async () => {
    const variableMapping = { labels: '${labels}', address: '${found}', ticket: '${kept}' };
    const task = { title: 'deploy', type: 'acme.Deploy', ...ownProperties(), variableMapping };
    const release = await startRelease(rest, { Ship: [task] }, { variables });
    const done = await waitForStatus(release, 'deploy', 'COMPLETED', 'FAILED');
    expect(commentsOf(done)).toEqual(['deploying to test with ******** and ********']);
    expect(done).toMatchObject({ ...outputs, token: '********', environment: 'test', statusLine: 'with ********' });
    expect(await valuesOf(release)).toMatchObject({ '${found}': 'http://host/test/3' });
    expect((await rest.send('GET', `/releases/${release.id}`)).text).not.toMatch(secrets);
  });

  test('as a custom script task does the same with values in pythonScript', async () => {
    const pythonScript = { type: 'acme.Deploy', ...ownProperties() };
    const variableMapping = {
      'pythonScript.labels': '${labels}',
      'pythonScript.token': '${secret}',
      'pythonScript.address': '${found}',
    };
    const task = { title: 'deploy', type: 'rel.CustomScriptTask', pythonScript, variableMapping };
    const release = await startRelease(rest, { Ship: [task] }, { variables });
    const done = await waitForStatus(release, 'deploy', 'COMPLETED', 'FAILED');
    expect(commentsOf(done)).toEqual(['deploying to test with ******** and ********']);
    expect(done.pythonScript).toMatchObject({ ...outputs, token: '********', environment: 'test' });
    expect(await valuesOf(release)).toMatchObject({ '${found}': 'http://host/test/3' });
    expect((await rest.send('GET', `/releases/${release.id}`)).text).not.toMatch(secrets);
    expect(output()).not.toMatch(secrets);
  });

  test('receives a password from the variable in its property', async () => {
    const task = { title: 'deploy', type: 'acme.Deploy', ...ownProperties(), token: '${secret}', labels: [] };
    const release = await startRelease(rest, { Ship: [task] }, { variables });
    expect(commentsOf(await waitForStatus(release, 'deploy', 'COMPLETED', 'FAILED'))).toEqual([
      'deploying to test with ******** and ********',
    ]);
  });

  test('can be created by a script, with a configuration that the script has found', async () => {
    const script = `
found = configurationApi.searchByTypeAndTitle('configuration.HttpConnection', 'Host')
made = taskApi.newTask('acme.Deploy')
made.title = 'deploy'
made.pythonScript.setProperty('host', found[0])
made.pythonScript.setProperty('environment', 'test')
made.pythonScript.setProperty('token', 'own-secret')
made.pythonScript.labels = ['a']
taskApi.addTask(phase.id, made)
print made.pythonScript.getProperty('host').password, found[0].hasProperty('password'), found[0].hasProperty('none')`;
    const plan = { Ship: [{ title: 'make', type: 'rel.ScriptTask', script }, 'wait'] };
    const release = await startRelease(rest, plan, { scriptUsername: 'admin' });
    expect(commentsOf(await waitForStatus(release, 'make', 'COMPLETED', 'FAILED'))).toEqual(['******** True False']);
    await rest.post(`/tasks/${idOf(release, 'wait')}/complete`, {});
    const done = await waitForStatus(
      await rest.get<Release>(`/releases/${release.id}`),
      'deploy',
      'COMPLETED',
      'FAILED',
    );
    expect(commentsOf(done)).toEqual(['deploying to test with ******** and ********']);
    expect(done.pythonScript).toMatchObject({ address: 'http://host/test/3', token: '********' });
    expect(JSON.stringify(done)).not.toMatch(secrets);
  });

  test('runs even if it is locked', async () => {
    const task = { title: 'deploy', type: 'acme.Deploy', ...ownProperties(), labels: [], locked: true };
    const release = await startRelease(rest, { Ship: [task] }, { variables });
    const done = await waitForStatus(release, 'deploy', 'COMPLETED', 'FAILED');
    expect(done).toMatchObject({ status: 'COMPLETED', address: 'http://host/test/3' });
  });

  test('in JavaScript does the same', async () => {
    const release = await startRelease(rest, { Ship: [{ title: 'count', type: 'acme.Js', version: '1' }] });
    expect(await waitForStatus(release, 'count', 'COMPLETED', 'FAILED')).toMatchObject({
      status: 'COMPLETED',
      next: '1.1',
      statusLine: 'on 1',
    });
  });

  test('that raises an exception fails and shows the reason', async () => {
    const release = await startRelease(rest, { Ship: [{ title: 'fail', type: 'acme.Fail' }] });
    expect(commentsOf(await waitForStatus(release, 'fail', 'FAILED'))).toEqual(['Exception: no fail (line 1)']);
  });

  test('fails if it names an unknown configuration', async () => {
    const task = { title: 'deploy', type: 'acme.Deploy', ...ownProperties(), host: 'Configuration/Nobody', labels: [] };
    const release = await startRelease(rest, { Ship: [task] }, { variables });
    expect(commentsOf(await waitForStatus(release, 'deploy', 'COMPLETED', 'FAILED'))).toEqual([
      "Property 'host' names the configuration 'Configuration/Nobody', which is not there for this release.",
    ]);
  });

  test('fails before its script if a required input has no value', async () => {
    const task = { title: 'deploy', type: 'acme.Deploy', ...ownProperties(), environment: '${empty}', labels: [] };
    const empty = [...variables, variable('empty', ' ')];
    const release = await startRelease(rest, { Ship: [task] }, { variables: empty });
    expect(commentsOf(await waitForStatus(release, 'deploy', 'COMPLETED', 'FAILED'))).toEqual([
      "Property 'environment' is required, and has no value.",
    ]);
  });

  test('keeps the placeholders of an input that ignores them', async () => {
    const task = { title: 'count', type: 'acme.Js', version: 'v ${env}', versionIgnoreVariableInterpolation: true };
    const release = await startRelease(rest, { Ship: [task] }, { variables });
    expect(commentsOf(await waitForStatus(release, 'count', 'COMPLETED', 'FAILED'))).toEqual(['8']);
  });

  test('cannot use a configuration of another folder', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Elsewhere' });
    const foreignServer = await rest.post<{ id: string }>('/config', {
      type: 'acme.Host',
      title: 'Theirs',
      folderId: folder.id,
      password: 'their-secret',
    });
    const task = { title: 'deploy', type: 'acme.Deploy', ...ownProperties(), host: foreignServer.id, labels: [] };
    const release = await startRelease(rest, { Ship: [task] }, { variables });
    expect(commentsOf(await waitForStatus(release, 'deploy', 'COMPLETED', 'FAILED'))).toEqual([
      `Property 'host' names the configuration '${foreignServer.id}', which is not there for this release.`,
    ]);
  });
});

describe('an abort script', () => {
  test.each([
    ['its own type', { type: 'acme.Wait', host: '${env}' }],
    ['a custom script task', { type: 'rel.CustomScriptTask', pythonScript: { type: 'acme.Wait', host: '${env}' } }],
  ])('of a plugin runs when its task is aborted, for a task of %s', async (_, fields) => {
    const release = await startRelease(rest, { Ship: [{ title: 'wait', ...fields }] }, { variables });
    const running = await waitForStatus(release, 'wait', 'IN_PROGRESS');
    await rest.post(`/tasks/${running.id}/abort`, { comment: 'too slow' });
    expect(commentsOf(await waitForStatus(release, 'wait', 'FAILED'))).toEqual(['too slow', 'stopping test']);
  });

  test('of a task runs before the status of the task is FAILED', async () => {
    const task = { title: 'wait', type: 'acme.Wait', abortScript: "print 'cleaning up', task.title" };
    const release = await startRelease(rest, { Ship: [task] });
    const running = await waitForStatus(release, 'wait', 'IN_PROGRESS');
    await rest.post(`/tasks/${running.id}/abort`, { comment: 'too slow' });
    expect(commentsOf(await waitForStatus(release, 'wait', 'FAILED'))).toEqual(['too slow', 'cleaning up wait']);
  });
});

test('inputs of scripts are not logged', () => {
  expect(output()).not.toMatch(secrets);
  expect(lastSegmentOf(host)).toMatch(/^Configuration/);
});
