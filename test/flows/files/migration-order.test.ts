import { expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { idOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const { rest } = serve();

interface UnresolvedReference {
  readonly count: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly items: readonly {
    readonly kind: string;
    readonly title: string;
    readonly field?: string;
    readonly container?: { readonly type: string; readonly title: string };
    readonly message: string;
  }[];
}

const jar = (prefix: string) =>
  jarOf({
    'META-INF/MANIFEST.MF': manifest.replace('acme', prefix),
    'synthetic.xml': synthetic(`
      <type type="${prefix}.Server" extends="configuration.HttpConnection"/>
      <type type="${prefix}.Run" extends="rel.PythonScript">
        <property name="server" kind="ci" referenced-type="${prefix}.Server"/><property name="branch"/>
      </type>`),
    [`${prefix}/Run.py`]: "print 'ran %s on %s' % (branch, server['url'] if server else None)",
  });

const server = { id: 'Applications/Configuration77', type: 'late.Server', title: 'Build server', url: 'http://x.test' };
const run = (title: string) => ({ title, type: 'late.Run', branch: 'main', server });
const template = {
  title: 'Early',
  phases: [
    {
      title: 'P',
      tasks: [
        run('reached'),
        run('ahead'),
        run('kept manual'),
        { title: 'child', type: 'rel.CreateReleaseTask', templateId: 'Release4711', newReleaseTitle: 'Child' },
      ],
    },
  ],
};

const typesOf = async (path: string) =>
  (await rest.get<Release>(path)).phases[0]!.tasks.map(({ title, type }) => [title, type]);
const taskOf = (release: Release, title: string) =>
  rest.get<Task & { readonly server?: unknown; readonly branch?: string }>(`/tasks/${idOf(release, title)}`);
const unresolved = () => rest.get<UnresolvedReference>('/system/unresolved');
const ended = (release: Release, title: string) =>
  expect.poll(async () => (await taskOf(release, title)).status, { interval: 50 }).toMatch(/COMPLETED|FAILED/);

test('a template binds to the plugin, the connection and the template that are added later', async () => {
  const [imported] = await rest.post<{ id: string; warnings: string[] }[]>('/templates/import', template);
  const path = `/templates/Applications-${imported!.id}`;
  expect(imported!.warnings).toContain(
    "task 'child' in phase 'P': template 'Release4711' was stored, but no template has this id yet",
  );
  const early = await rest.get<Release>(path);
  expect(await typesOf(path)).toEqual([
    ['reached', 'rel.Task'],
    ['ahead', 'rel.Task'],
    ['kept manual', 'rel.Task'],
    ['child', 'rel.CreateReleaseTask'],
  ]);
  await rest.put(`/tasks/${idOf(early, 'kept manual')}`, {
    ...(await taskOf(early, 'kept manual')),
    flagStatus: 'OK',
    flagComment: null,
  });
  await rest.put(path, { ...(await rest.get<Release>(path)), scriptUsername: 'admin' });
  const release = await rest.post<Release>(`${path}/start`, { releaseTitle: 'Running' });

  const before = await unresolved();
  expect(before.counts).toMatchObject({ PLUGIN_TYPE: 5, CONNECTION: 0, TEMPLATE: 2 });
  expect(before.items.find(({ title, container }) => title === 'ahead' && container?.type === 'template')).toEqual({
    kind: 'PLUGIN_TYPE',
    id: expect.stringContaining(idOf(early, 'ahead')),
    title: 'ahead',
    container: { type: 'template', id: expect.stringContaining('Release'), title: 'Early' },
    message: "No installed plugin has the type 'late.Run'. Install the plugin.",
    ...{ code: 'unresolved.pluginType', params: { type: 'late.Run' } },
  });

  await rest.post('/plugins', fileForm(await jar('late')));
  expect(await typesOf(path)).toEqual([
    ['reached', 'late.Run'],
    ['ahead', 'late.Run'],
    ['kept manual', 'rel.Task'],
    ['child', 'rel.CreateReleaseTask'],
  ]);
  expect(await taskOf(early, 'ahead')).toMatchObject({ branch: 'main', flagStatus: 'OK' });
  expect(await typesOf(`/releases/${release.id}`)).toEqual([
    ['reached', 'rel.Task'],
    ['ahead', 'late.Run'],
    ['kept manual', 'rel.Task'],
    ['child', 'rel.CreateReleaseTask'],
  ]);
  expect((await unresolved()).counts).toMatchObject({ PLUGIN_TYPE: 0, CONNECTION: 3, TEMPLATE: 2 });

  await rest.post('/config', { type: 'late.Server', title: 'Build server', url: 'http://here.test' });
  await rest.post('/templates/import', {
    id: 'Release4711',
    title: 'Child template',
    phases: [{ title: 'Q', tasks: [] }],
  });
  expect((await unresolved()).count).toBe(0);

  await rest.post(`/tasks/${idOf(release, 'reached')}/fail`, { comment: 'the plugin is installed' });
  await rest.post(`/tasks/${idOf(release, 'reached')}/retry`, { comment: 'run it' });
  await ended(release, 'ahead');
  for (const title of ['reached', 'ahead']) {
    const task = await taskOf(release, title);
    expect([task.type, task.status, task.comments.at(-1)?.text]).toEqual([
      'late.Run',
      'COMPLETED',
      'ran main on http://here.test',
    ]);
  }
  expect(await taskOf(release, 'kept manual')).toMatchObject({ type: 'rel.Task', status: 'IN_PROGRESS' });
});

test('paths of titles and connections in variables bind later, and scripts retry placeholders', async () => {
  const later = (title: string) => ({
    title,
    type: 'later.Run',
    branch: title,
    variableMapping: { 'pythonScript.server': '${conn}' },
  });
  const value = { id: 'Configuration/Custom/Configuration78', type: 'later.Server', title: 'Later server' };
  const retry = "taskApi.retryTask(taskApi.searchTasksByTitle('own', 'P', release.id)[0].id, 'again')";
  const [imported] = await rest.post<{ id: string; warnings: string[] }[]>('/templates/import', {
    title: 'By titles',
    variables: [{ key: 'conn', type: 'rel.ReferenceVariable', referencedType: 'later.Server', value }],
    phases: [
      {
        title: 'P',
        tasks: [
          {
            title: 'both',
            type: 'rel.ParallelGroup',
            tasks: [
              later('own'),
              later('other'),
              {
                title: 'then',
                type: 'rel.SequentialGroup',
                tasks: [
                  { title: 'hold', type: 'rel.Task' },
                  { title: 'retry', type: 'rel.ScriptTask', script: retry },
                ],
              },
            ],
          },
          {
            title: 'child',
            type: 'rel.CreateReleaseTask',
            templateId: 'Later/Sub',
            folderId: 'Later',
            newReleaseTitle: 'By path',
          },
        ],
      },
    ],
  });
  expect(imported!.warnings).toEqual(
    expect.arrayContaining([
      "variable 'conn': value 'Configuration/Custom/Configuration78' is kept: there is no such connection yet",
      "task 'child' in phase 'P': there is no template at 'Later/Sub' yet; the path was stored",
      "task 'child' in phase 'P': there is no folder at 'Later' yet; the path was stored",
    ]),
  );
  const path = `/templates/Applications-${imported!.id}`;
  await rest.put(path, { ...(await rest.get<Release>(path)), scriptUsername: 'admin' });
  expect((await unresolved()).items.map(({ kind, title, field }) => [kind, title, field])).toEqual(
    expect.arrayContaining([
      ['CONNECTION', 'conn', 'value'],
      ['TEMPLATE', 'child', 'templateId'],
    ]),
  );
  const release = await rest.post<Release>(`${path}/start`, { releaseTitle: 'By titles' });
  for (const title of ['own', 'other']) await rest.post(`/tasks/${idOf(release, title)}/fail`, { comment: 'wait' });

  await rest.post('/plugins', fileForm(await jar('later')));
  await rest.post('/config', { type: 'later.Server', title: 'Later server', url: 'http://later.test' });
  const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Later' });
  await rest.post(`/templates/import?folderId=${folder.id}`, { title: 'Sub', phases: [{ title: 'Q', tasks: [] }] });
  expect((await unresolved()).count).toBe(0);

  await rest.post(`/tasks/${idOf(release, 'hold')}/complete`, {});
  await ended(release, 'own');
  const retrier = await rest.post<Release>('/templates', {
    title: 'Retrier',
    scriptUsername: 'admin',
    phases: [
      {
        title: 'P',
        tasks: [
          { title: 'go', type: 'rel.ScriptTask', script: `taskApi.retryTask('${idOf(release, 'other')}', 'again')` },
        ],
      },
    ],
  });
  await rest.post(`/templates/${retrier.id}/start`, { releaseTitle: 'Retrier' });
  await ended(release, 'child');
  for (const title of ['own', 'other']) {
    const task = await taskOf(release, title);
    expect([task.type, task.status, task.comments.at(-1)?.text]).toEqual([
      'later.Run',
      'COMPLETED',
      `ran ${title} on http://later.test`,
    ]);
  }
  expect(await taskOf(release, 'child')).toMatchObject({ status: 'COMPLETED' });
});
