import { beforeAll, describe, expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const { rest } = serve();

type PluginTask = Task & Readonly<Record<string, unknown>>;
const taskOf = (release: Release, title: string) => rest.get<PluginTask>(`/tasks/${idOf(release, title)}`);
const statusOf = async (release: Release, title: string) => (await taskOf(release, title)).status;
const textsOf = ({ comments }: Task) => comments.map(({ text }) => text);
const messagesOf = async (release: Release) =>
  (await rest.get<{ activityType: string; message: string }[]>(`/activities/${release.id}`))
    .filter(({ activityType }) => activityType === 'TASK_SCRIPT_SCHEDULED')
    .map(({ message }) => message);

const types = `
  <type type="acme.Build" extends="rel.PythonScript">
    <property name="abortScript" default="acme/Stop.py" hidden="true"/>
    <property name="polls" kind="integer" default="2"/>
    <property name="seconds" kind="integer" default="1"/>
    <property name="number" kind="integer" category="output"/>
    <property name="labels" kind="list_of_string" category="output"/>
    <property name="location" category="script" password="true"/>
    <property name="seen" kind="integer" category="script"/>
    <property name="ready" kind="boolean" category="script"/>
  </type>
  <type type="acme.Js" extends="rel.PythonScript"><property name="count" kind="integer" category="output"/></type>
  <type type="acme.Lost" extends="rel.PythonScript"/>`;
const files = {
  'META-INF/MANIFEST.MF': manifest,
  'synthetic.xml': synthetic(types),
  'acme/Build.py': `
print 'first', number, labels, location, seen, ready
location = 'queue-secret'
seen = 0
task.setStatusLine('queued')
task.schedule('acme/Build.wait-for-build.py', seconds)`,
  'acme/Build.wait-for-build.py': `
print 'polling', location
seen = seen + 1
task.setStatusLine('seen %d' % seen)
if seen < polls:
    task.schedule('acme/Build.wait-for-build.py', seconds)
elif polls == 0:
    raise Exception('broken')
else:
    number = 7
    labels.append('built')
    ready = True`,
  'acme/Stop.py': "print 'stopping', location, seen",
  'acme/Js.js': "count = (count || 0) + 1; task.schedule('acme/More.js', 1);",
  'acme/More.js': 'count += 1;',
  'acme/Lost.py': "task.schedule('acme/Nowhere.py', 1)",
};
beforeAll(async () => {
  await rest.post('/plugins', fileForm(await jarOf(files)));
});

describe('a polling task', () => {
  test('passes state between its scripts, reports the schedule once, and completes with its outputs', async () => {
    const variables = [{ key: 'build', type: 'rel.IntegerVariable', value: 0 }];
    const task = { title: 'build', type: 'acme.Build', variableMapping: { number: '${build}' } };
    const release = await startRelease(rest, { Ship: [task] }, { variables });
    await expect.poll(() => statusOf(release, 'build'), { interval: 50 }).toBe('COMPLETED');
    const done = await taskOf(release, 'build');
    expect(done).toMatchObject({ number: 7, labels: ['built'], statusLine: 'seen 2', location: '********' });
    expect(textsOf(done)).toEqual(['first None [] None None False', 'polling ********']);
    expect(await messagesOf(release)).toEqual(["Scheduled 'acme/Build.wait-for-build.py' for task 'build'"]);
    expect(await rest.get(`/releases/${release.id}/variableValues`)).toMatchObject({ '${build}': '7' });
  });

  test('is an active task, has an explanation, and can be aborted at once with its current outputs', async () => {
    const task = { title: 'build', type: 'acme.Build', seconds: 3_600 };
    const release = await startRelease(rest, { Ship: [task] });
    await expect.poll(async () => (await taskOf(release, 'build')).statusLine, { interval: 50 }).toBe('queued');
    expect(await statusOf(release, 'build')).toBe('IN_PROGRESS');
    const { reasons } = await rest.get<{ reasons: { sentence: string; script: object }[] }>(
      `/tasks/${idOf(release, 'build')}/explain`,
    );
    expect(reasons[0]!.sentence).toMatch(
      /^Task 'build' polls again in \d+ s: its script 'acme\/Build\.wait-for-build\.py' runs at /,
    );
    expect(reasons[0]!.script).toMatchObject({ timer: 'poll', script: 'acme/Build.wait-for-build.py' });
    const active = await rest.get<Task[]>(`/releases/${release.id}/active-tasks`);
    expect(active.map(({ title }) => title)).toEqual(['build']);
    await rest.post(`/tasks/${idOf(release, 'build')}/abort`, { comment: 'enough' });
    await expect.poll(() => statusOf(release, 'build'), { interval: 50 }).toBe('FAILED');
    expect(textsOf(await taskOf(release, 'build'))).toEqual([
      'first None [] None None False',
      'enough',
      'stopping ******** 0',
    ]);
  });

  test('restarts from the beginning on a retry, unless the task keeps its outputs', async () => {
    const pythonScript = { type: 'acme.Build', polls: 0 };
    const tasks = [false, true].map((keeps) => ({
      title: `keeps ${keeps}`,
      type: 'rel.CustomScriptTask',
      pythonScript,
      keepPreviousOutputPropertiesOnRetry: keeps,
    }));
    const release = await startRelease(rest, { Ship: [{ title: 'all', type: 'rel.ParallelGroup', tasks }] });
    for (const { title } of tasks) {
      await expect.poll(() => statusOf(release, title), { interval: 50 }).toBe('FAILED');
      await rest.post(`/tasks/${idOf(release, title)}/retry`, { comment: 'again' });
      await expect.poll(async () => (await taskOf(release, title)).failuresCount, { interval: 50 }).toBe(2);
    }
    const firstOf = async (title: string) =>
      textsOf(await taskOf(release, title)).filter((text) => text.startsWith('first'));
    expect(await firstOf('keeps false')).toEqual(['first None [] None None False', 'first None [] None None False']);
    expect(await firstOf('keeps true')).toEqual(['first None [] None None False', 'first None [] ******** 0 False']);
  });

  test('in JavaScript does the same', async () => {
    const release = await startRelease(rest, { Ship: [{ title: 'js', type: 'acme.Js' }] });
    await expect.poll(() => statusOf(release, 'js'), { interval: 50 }).toBe('COMPLETED');
    expect(await taskOf(release, 'js')).toMatchObject({ count: 2 });
  });

  test.each([
    [{ type: 'acme.Lost' }, "task.schedule: its script 'acme/Nowhere.py' is not in the plugin"],
    [
      { type: 'rel.ScriptTask', script: "task.schedule('acme/Build.py')" },
      "task.schedule: a script that is no plugin's has no jar in which 'acme/Build.py' could be",
    ],
  ])('fails at once if the script does not exist: %j', async (more, reason) => {
    const release = await startRelease(rest, { Ship: [{ title: 'lost', ...more }] });
    await expect.poll(() => statusOf(release, 'lost'), { interval: 50 }).toBe('FAILED');
    expect(textsOf(await taskOf(release, 'lost'))).toEqual([reason]);
  });
});
