import { expect, test } from 'vitest';
import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import { idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const { rest } = serve();

const jar = () =>
  jarOf({
    'META-INF/MANIFEST.MF': manifest,
    'synthetic.xml': synthetic(
      '<type type="acme.Run" extends="rel.PythonScript"/><type type="acme.Boxed" extends="rel.ContainerTask"/>',
    ),
    'acme/Run.py': "print 'ran'",
  });
const taskOf = (release: Release, title: string) => rest.get<Task>(`/tasks/${idOf(release, title)}`);
const reason =
  "No installed plugin has the task type 'acme.Run': complete the task manually, or install the plugin, fail the task, and retry it.";

test('a task of an unknown type becomes a flagged manual task until its plugin is installed and the task is retried', async () => {
  const flat = { title: 'flat', type: 'acme.Run' };
  const below = { title: 'below', type: 'rel.CustomScriptTask', pythonScript: { type: 'acme.Run' } };
  const group = { title: 'all', type: 'rel.ParallelGroup', tasks: [flat, below] };
  const release = await startRelease(rest, { Ship: ['ask', group] });
  expect(await taskOf(release, 'below')).toMatchObject({ status: 'PLANNED', flagStatus: 'OK' });
  await rest.post(`/tasks/${idOf(release, 'ask')}/complete`);
  for (const title of ['flat', 'below']) {
    const task = await taskOf(release, title);
    expect(task).toMatchObject({ status: 'IN_PROGRESS', flagStatus: 'ATTENTION_NEEDED', flagComment: reason });
    expect(task.comments.map(({ text }) => text)).toEqual([reason]);
  }
  await rest.post('/plugins', fileForm(await jar()));
  await rest.post(`/tasks/${idOf(release, 'flat')}/complete`);
  await rest.post(`/tasks/${idOf(release, 'below')}/fail`, { comment: 'installed by now' });
  await rest.post(`/tasks/${idOf(release, 'below')}/retry`, { comment: 'again' });
  await expect.poll(async () => (await taskOf(release, 'below')).status, { interval: 50 }).toBe('COMPLETED');
  expect((await taskOf(release, 'below')).comments.map(({ text }) => text)).toEqual([
    reason,
    'installed by now',
    'again',
    'ran',
  ]);
});

test('a task whose plugin is deleted before its start becomes a manual task, in containers and Groovy too', async () => {
  await rest.post('/plugins', fileForm(await jar()));
  const tasks = [
    'ask',
    { title: 'run', type: 'rel.CustomScriptTask', pythonScript: { type: 'acme.Run' } },
    { title: 'boxed', type: 'acme.Boxed' },
    { title: 'groovy', type: 'rel.GroovyScriptTask', script: 'println 1' },
  ];
  const release = await startRelease(rest, { Ship: tasks });
  const boxed = 'Scripts in containers cannot run here: complete the task manually.';
  const { phases } = await rest.get<{ phases: { tasks: { title: string; needsPerson: boolean }[] }[] }>(
    `/releases/${release.id}/preview`,
  );
  expect(phases[0]!.tasks.map(({ title, needsPerson }) => [title, needsPerson])).toEqual([
    ['ask', true],
    ['run', false],
    ['boxed', true],
    ['groovy', true],
  ]);
  await rest.sendForNoContent('DELETE', '/plugins/acme-plugin');
  await rest.post(`/tasks/${idOf(release, 'ask')}/complete`);
  expect(await taskOf(release, 'run')).toMatchObject({ status: 'IN_PROGRESS', flagComment: reason });
  await rest.post('/plugins', fileForm(await jar()));
  await rest.post(`/tasks/${idOf(release, 'run')}/complete`);
  expect(await taskOf(release, 'boxed')).toMatchObject({ status: 'IN_PROGRESS', flagComment: boxed });
  await rest.post(`/tasks/${idOf(release, 'boxed')}/complete`);
  expect(await taskOf(release, 'groovy')).toMatchObject({
    flagStatus: 'ATTENTION_NEEDED',
    flagComment: 'Groovy scripts cannot run here: complete the task manually.',
  });
  await rest.post(`/tasks/${idOf(release, 'groovy')}/complete`);
  expect(await rest.get(`/releases/${release.id}`)).toMatchObject({ status: 'COMPLETED' });
});
