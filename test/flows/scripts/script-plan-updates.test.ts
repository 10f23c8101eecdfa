import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, gate, idOf, parallel, startRelease } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

/** An update of a whole object by a script has the same result as a PUT. */
const { rest } = serve();
const asAdmin = { scriptUsername: 'admin' };

const titlesIn = (tasks: readonly Task[]): unknown[] =>
  tasks.map(({ title, tasks: inner = [] }) => (inner.length > 0 ? [title, ...titlesIn(inner)] : title));
const shapeOf = (release: Release) => release.phases.map(({ title, tasks }) => [title, ...titlesIn(tasks)]);

test('an update of the own release is applied, and concurrent changes of other parts are kept', async () => {
  const script = `whole = releaseApi.getRelease(release.id)
later = whole.phases[1]
later.title = 'Much later'
later.tasks = [{'title': 'new', 'type': 'rel.Task'}, later.tasks[1]]
whole.phases = [whole.phases[0], later, {'title': 'Last', 'tasks': [{'title': 'end'}]}]
whole.variables = [{'key': 'x', 'type': 'rel.StringVariable', 'value': 'b'}]
releaseApi.updateRelease(whole)
releaseVariables['y'] = '1'`;
  const release = await startRelease(
    rest,
    { Now: [scriptTask(script), 'after'], Later: ['gone', 'kept'] },
    { ...asAdmin, variables: [{ key: 'x', value: 'a' }] },
  );
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([]);
  const after = await rest.get<Release>(`/releases/${release.id}`);
  expect(shapeOf(after)).toEqual([
    ['Now', 'run', 'after'],
    ['Much later', 'new', 'kept'],
    ['Last', 'end'],
  ]);
  expect(after.variables.map(({ key, value }) => [key, value])).toEqual([
    ['x', 'b'],
    ['y', '1'],
  ]);
});

test('an update with the unchanged release changes nothing, whatever the release contains', async () => {
  const all = [scriptTask('releaseApi.updateRelease(releaseApi.getRelease(release.id))'), gate('hold', 'ready')];
  const later = [parallel('both', 'a', 'b'), { title: 'ask', type: 'rel.UserInputTask' }];
  const variables = [
    { key: 'pin', type: 'rel.PasswordStringVariable', value: 'open-sesame' },
    { key: 'many', type: 'rel.SetStringVariable', value: ['b', 'a'] },
  ];
  const release = await startRelease(rest, { Now: all, Later: later }, { ...asAdmin, variables });
  await rest.post(`/tasks/${idOf(release, 'hold')}/dependencies/${idOf(release, 'a')}`);
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([]);
  const log = await rest.get<readonly { readonly activityType: string }[]>(`/activities/${release.id}`);
  expect(log.map(({ activityType }) => activityType).filter((type) => /UPDATED|DELETED|MOVED/.test(type))).toEqual([]);
});

test('an update of another template, phase or group is applied as a whole or not at all', async () => {
  const template = await createTemplate(rest, { Build: [parallel('both', 'a', 'b'), 'c'], Ship: ['d'] });
  const [build, ship] = template.phases;
  const script = asJavaScript(`const whole = templateApi.getTemplate('${template.id}');
whole.phases.reverse();
whole.description = 'turned';
templateApi.updateTemplate(whole);
const group = taskApi.getTask('${idOf(template, 'both')}');
group.tasks = [group.tasks[1], { title: 'e', type: 'rel.Task' }];
taskApi.updateTask(group);
const phase = phaseApi.getPhase('${ship!.id}');
phase.tasks = [...phase.tasks, { title: 'f', type: 'rel.Task' }];
phaseApi.updatePhase(phase);
phaseApi.updatePhase({ id: '${build!.id}', tasks: [{ title: 'never' }, { title: ' ' }] });`);
  const release = await startRelease(rest, { Now: [scriptTask(script)] }, asAdmin);
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([
    "An action of the script was refused: new task ' ': title: a task needs a title",
  ]);
  const after = await rest.get<Release & { readonly description: string }>(`/templates/${template.id}`);
  expect([after.description, shapeOf(after)]).toEqual([
    'turned',
    [
      ['Ship', 'd', 'f'],
      ['Build', ['both', 'b', 'e'], 'c'],
    ],
  ]);
});

test('a script can change the conditions of a gate of its own release, but no plan without a run-as user', async () => {
  const script = `gate = getTasksByTitle('hold')[0]
gate.conditions = [{'title': 'other'}]
taskApi.updateTask(gate)`;
  const plan = { Now: [scriptTask(script), gate('hold', 'ready')] };
  const release = await startRelease(rest, plan, asAdmin);
  expect(await waitForComments(rest, release, 'run', 'COMPLETED')).toEqual([]);
  const holdTask = await rest.get<Task>(`/tasks/${idOf(release, 'hold')}`);
  expect(holdTask.conditions!.map(({ title }) => title)).toEqual(['other']);
  const nobodys = await startRelease(rest, plan);
  expect(await waitForComments(rest, nobodys, 'run', 'COMPLETED')).toEqual([
    'An action of the script was refused: a script cannot changePlan without scriptUsername',
  ]);
});

test('a script cannot change the run-as user with a password', async () => {
  const otherRelease = await startRelease(rest, { Wait: ['x'] });
  await rest.post('/users/ann', { password: 'secret' });
  await rest.post('/users/bob', { password: 'hidden' });
  await rest.sendForNoContent('POST', `/roles/Editors`, {
    principals: [{ username: 'bob' }],
    permissions: ['release#create'],
  });
  const teams = [{ teamName: 'Release Admin', members: [{ name: 'bob' }, { name: 'admin' }] }];
  await rest.post(`/releases/${otherRelease.id}/teams`, teams);
  const body = JSON.stringify({ id: otherRelease.id, scriptUsername: 'ann', scriptUserPassword: 'secret' });
  const script = asJavaScript(`releaseApi.updateRelease(${body})`);
  const release = await startRelease(rest, { Now: [scriptTask(script)] }, { scriptUsername: 'bob' });
  expect((await waitForComments(rest, release, 'run', 'COMPLETED')).join()).toContain("running scripts as 'ann'");
});

test('the objects that a script changes do not contain passwords, and a variable with a password causes a warning', async () => {
  const script = [
    "p = releaseVariables['token']",
    "task.title = 'T ' + p",
    'taskApi.updateTask(task)',
    "t = taskApi.newTask('rel.Task')",
    "t.title = 'new ' + p",
    'phaseApi.addTask(phase.id, t)',
    "releaseVariables['open'] = p",
    "releaseVariables['sealed'] = p",
    'taskApi.assignTask(task.id, p)',
  ].join('\n');
  const variables = [
    { key: 'token', type: 'rel.PasswordStringVariable', value: 'hunter2-and-more' },
    { key: 'sealed', type: 'rel.PasswordStringVariable', requiresValue: false },
    { key: 'open', requiresValue: false },
  ];
  const run = { variables, scriptUsername: 'admin' };
  const release = await startRelease(rest, { Ship: [scriptTask(script), 'next'] }, run);
  const output = await waitForComments(rest, release, 'run', 'COMPLETED');
  expect(output.join()).not.toContain('hunter2');
  expect(output).toContain("Warning: the value of 'open' contains a password and is readable. Use a password variable");
  expect(await rest.get(`/releases/${release.id}/variableValues`)).toMatchObject({ '${open}': 'hunter2-and-more' });
  const [shown, log] = await Promise.all([
    rest.get<Release>(`/releases/${release.id}`),
    rest.send('GET', `/activities/${release.id}`),
  ]);
  expect(JSON.stringify(shown.phases)).not.toContain('hunter2');
  expect(shown.phases[0]?.tasks.map(({ title }) => title)).toEqual(['T ********', 'next', 'new ********']);
  expect(log.text).not.toContain('hunter2');
});
