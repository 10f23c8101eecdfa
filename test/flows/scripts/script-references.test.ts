import { beforeAll, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';
import type { Configuration } from '../../harness/webhooks/endpoints.ts';

// compatibility.md, Scripts: a script reads a reference as the referenced object, which is loaded on first access.
const { rest } = serve();

const types = `
  <type type="acme.Server" extends="configuration.HttpConnection"><property name="url"/></type>
  <type type="acme.Job" extends="rel.Configuration">
    <property name="server" kind="ci" referenced-type="acme.Server"/>
    <property name="others" kind="list_of_ci" referenced-type="acme.Job" required="false"/>
  </type>
  <type type="acme.Chain" extends="rel.PythonScript"><property name="job" kind="ci" referenced-type="acme.Job"/></type>
  <type type="acme.Run" extends="rel.PythonScript"><property name="job" kind="ci" referenced-type="acme.Job"/></type>`;
let job: Configuration;
let otherRelease: Release;
beforeAll(async () => {
  const files = {
    'META-INF/MANIFEST.MF': manifest,
    'synthetic.xml': synthetic(types),
    'acme/Run.py': "print job.server.title, job['server'].url, task.getTaskType()",
    'acme/Chain.py': `
print [each.title for each in job.others], job['others'][0]['server'].url, job.others[0].server.password
print configurationApi.getConfiguration(task.precondition or 'Configuration/Custom/Unnamed').title`,
  };
  await rest.post('/plugins', fileForm(await jarOf(files)));
  const server = await rest.post<Configuration>('/config', {
    type: 'acme.Server',
    title: 'Jenkins',
    url: 'http://it',
    password: 'hush-it',
  });
  job = await rest.post<Configuration>('/config', { type: 'acme.Job', title: 'Nightly', server: server.id });
  otherRelease = await startRelease(rest, { Wait: ['until called'] }, { title: 'Other' });
});

test('a script and a plugin task read a configuration through another configuration', async () => {
  const script = `found = configurationApi.getConfiguration('${job.id}')['server']
print found.title, found.url, found == '${String(job.server)}'`;
  const tasks = [scriptTask(script), { title: 'plugin', type: 'acme.Run', job: job.id }];
  const release = await startRelease(rest, { Ship: tasks }, { scriptUsername: 'admin' });
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual(['Jenkins http://it True']);
  expect(await waitForComments(rest, release, 'plugin', 'COMPLETED')).toEqual(['Jenkins http://it acme.Run']);
});

test('a plugin task reads referenced configurations for any user, with masked secrets, and no other objects', async () => {
  await rest.post('/config', { type: 'acme.Job', title: 'Unnamed' });
  const chain = await rest.post<Configuration>('/config', { type: 'acme.Job', title: 'Chain', others: [job.id] });
  const task = { title: 'plugin', type: 'acme.Chain', job: chain.id };
  const release = await startRelease(rest, { Ship: [task] });
  expect(await waitForComments(rest, release, 'plugin', 'FAILED')).toEqual([
    "['Nightly'] http://it ********",
    'ForbiddenException: a script can read only its own release: to read others, set scriptUsername of the release (line 3)',
  ]);
});

test('a script reads the target of a gate, the container of a task, and the folder of a release', async () => {
  const script = `for task in getTasksByTitle('gate'):
    for dependency in task.dependencies:
        print dependency.target.title, dependency.target.isActive(), dependency.targetId.split('/')[-1]
print [t.title for t in getCurrentTask().container.tasks], release.folderId, getCurrentTask().isInProgress()`;
  const gate = { title: 'gate', type: 'rel.GateTask', dependencies: [{ target: otherRelease.id }] };
  const release = await startRelease(rest, { Ship: [scriptTask(script), gate] }, { scriptUsername: 'admin' });
  const [output] = await waitForComments(rest, release, 'run', 'COMPLETED');
  expect(output).toBe(`Other True ${otherRelease.id.split('/').at(-1)}\n['run', 'gate'] Applications True`);
});

test('a script cannot read an object through a reference if its user may not read the object', async () => {
  const gate = { title: 'gate', type: 'rel.GateTask', dependencies: [{ target: otherRelease.id }] };
  const script = "print getTasksByTitle('gate')[0].dependencies[0].target.title";
  const release = await startRelease(rest, { Ship: [scriptTask(script), gate] });
  expect((await waitForComments(rest, release, 'run', 'FAILED'))[0]).toMatch(/^ForbiddenException: .* \(line 1\)$/);
});
