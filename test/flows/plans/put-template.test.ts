import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, gate, idOf, parallel, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Activity, Release, Task } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

const plan = {
  Build: ['compile', parallel('checks', 'unit', 'lint'), gate('go?', 'sure?', 'really?')],
  Ship: ['deploy', 'tell'],
};
const template = (fields = {}) => createTemplate(rest, plan, fields);
const taskByTitle = (release: Release, title: string): Task => tasksOf(release).find((task) => task.title === title)!;
const titles = ({ phases }: Pick<Release, 'phases'>) =>
  Object.fromEntries(
    phases.map(({ title, tasks }) => [
      title,
      tasks.map((task) =>
        task.tasks?.length ? `${task.title}[${task.tasks.map((inner) => inner.title)}]` : task.title,
      ),
    ]),
  );

describe('a PUT of a template with changes', () => {
  test('adds, moves, changes and removes its parts', async () => {
    const before = await template({ variables: [{ key: 'version', value: '1' }, { key: 'gone' }] });
    const [build, ship] = before.phases;
    const sent = {
      ...before,
      title: 'Rewritten',
      variables: [
        { ...before.variables[0], value: '2' },
        { key: 'late', type: 'rel.BooleanVariable', value: true },
      ],
      phases: [
        {
          ...ship,
          title: 'Deliver',
          tasks: [taskByTitle(before, 'tell'), taskByTitle(before, 'deploy'), taskByTitle(before, 'lint')],
        },
        {
          title: 'New',
          tasks: [
            { title: 'x', type: 'rel.Task' },
            { ...taskByTitle(before, 'compile'), description: 'first' },
          ],
        },
        {
          ...build,
          tasks: [{ ...taskByTitle(before, 'checks'), tasks: [{ title: 'e2e' }, taskByTitle(before, 'unit')] }],
        },
      ],
    };
    const after = await rest.put<Release>(`/templates/${before.id}`, sent);
    expect(titles(after)).toEqual({
      Deliver: ['tell', 'deploy', 'lint'],
      New: ['x', 'compile'],
      Build: ['checks[e2e,unit]'],
    });
    expect(after.title).toBe('Rewritten');
    expect(after.variables).toMatchObject([
      { id: before.variables[0]!.id, key: 'version', value: '2' },
      { key: 'late', value: true },
    ]);
    expect(taskByTitle(after, 'compile')).toMatchObject({
      description: 'first',
      id: expect.stringMatching(/Phase\w+\/Task\w+$/),
    });
    expect(taskByTitle(after, 'compile').id.split('/').at(-1)).toBe(
      taskByTitle(before, 'compile').id.split('/').at(-1),
    );
    expect(await rest.get(`/templates/${before.id}`)).toEqual(after);
    expect(await rest.put(`/templates/${before.id}`, after)).toEqual(after);
  });

  test('replaces its conditions, dependencies and links', async () => {
    const before = await template();
    const [sure, really] = taskByTitle(before, 'go?').conditions!;
    const edit = (task: Task): object => ({
      ...task,
      ...(task.title === 'go?' && {
        conditions: [{ ...really, title: 'really!' }, { title: 'new?' }, sure],
        dependencies: [{ target: idOf(before, 'deploy') }],
      }),
      ...(task.title === 'checks' && { links: [{ source: idOf(before, 'unit'), target: idOf(before, 'lint') }] }),
    });
    const phases = before.phases.map((phase) => ({ ...phase, tasks: phase.tasks.map(edit) }));
    const after = await rest.put<Release>(`/templates/${before.id}`, { ...before, phases });
    expect(taskByTitle(after, 'go?')).toMatchObject({
      conditions: [{ id: really!.id, title: 'really!' }, { title: 'new?' }, { id: sure!.id, title: 'sure?' }],
      dependencies: [{ target: idOf(before, 'deploy') }],
    });
    expect(taskByTitle(after, 'checks')).toMatchObject({
      links: [{ source: idOf(before, 'unit'), target: idOf(before, 'lint') }],
    });
    expect(await rest.put(`/templates/${before.id}`, after)).toEqual(after);
    expect(
      await rest.put<Release>(`/templates/${before.id}`, before).then((back) => taskByTitle(back, 'go?').conditions),
    ).toEqual(taskByTitle(before, 'go?').conditions);
  });

  test.each([
    ['without phases and variables', { title: 'Only this' }],
    ['with empty phases, like in lists', { title: 'Only this', phases: [] }],
  ])('keeps its plan if it is sent %s', async (_, body) => {
    const before = await template({ variables: [{ key: 'version' }] });
    expect(await rest.put(`/templates/${before.id}`, body)).toEqual({ ...before, title: 'Only this' });
  });

  test('adds the parts of another template as new parts', async () => {
    const [first, second] = [await template(), await template()];
    const after = await rest.put<Release>(`/templates/${first.id}`, { phases: second.phases });
    expect(titles(after)).toEqual(titles(second));
    const ids = new Set(tasksOf(second).map(({ id }) => id.split('/').at(-1)));
    expect(tasksOf(after).filter(({ id }) => ids.has(id.split('/').at(-1)))).toEqual([]);
    expect(await rest.get(`/templates/${second.id}`)).toEqual(second);
  });
});

describe('a PUT of a running release', () => {
  test('changes tasks that have not started, and checks conditions', async () => {
    const before = await startRelease(rest, { Build: ['compile', gate('go?', 'sure?')], Ship: ['deploy'] });
    const [build, ship] = before.phases;
    const ticked = {
      ...taskByTitle(before, 'go?'),
      conditions: [{ ...taskByTitle(before, 'go?').conditions![0], checked: true }],
    };
    const after = await rest.put<Release>(`/releases/${before.id}`, {
      ...before,
      phases: [
        { ...build, tasks: [taskByTitle(before, 'compile'), taskByTitle(before, 'deploy'), ticked] },
        { ...ship, tasks: [{ title: 'new' }] },
      ],
    });
    expect(titles(after)).toEqual({ Build: ['compile', 'deploy', 'go?'], Ship: ['new'] });
    expect(taskByTitle(after, 'go?').conditions).toMatchObject([{ checked: true }]);
    const log = await rest.get<Activity[]>(`/activities/${before.id}`);
    expect(log.map(({ activityType }) => activityType)).toEqual(
      expect.arrayContaining(['TASK_MOVED', 'TASK_CREATED', 'GATE_CONDITION_FULFILLED']),
    );
  });

  test.each<[string, (release: Release) => object, RegExp]>([
    ['a running phase is removed', ({ phases }) => ({ phases: phases.slice(1) }), /^409 .*cannot delete phase 'Build'/],
    [
      'a task is added before a running task',
      ({ phases: [build, ship] }) => ({ phases: [{ ...build, tasks: [{ title: 'early' }, ...build!.tasks] }, ship] }),
      /^409 .*new task 'early'.*the flow has passed it/,
    ],
    [
      'a title is empty',
      ({ phases: [build, ship] }) => ({ phases: [build, { ...ship, tasks: [{ ...ship!.tasks[0], title: ' ' }] }] }),
      /^400 .*task 'deploy'.*a task needs a title/,
    ],
    [
      'a dependency has an unknown target',
      (release) => ({
        phases: release.phases.map((phase) => ({
          ...phase,
          tasks: phase.tasks.map((task) =>
            task.title === 'go?' ? { ...task, dependencies: [{ target: 'Releasenone' }] } : task,
          ),
        })),
      }),
      /^404 there is no release, phase or task 'Releasenone'/,
    ],
  ])('changes nothing if %s', async (_, change, reason) => {
    const before = await startRelease(rest, { Build: ['compile', gate('go?', 'sure?')], Ship: ['deploy'] });
    const body = { ...before, title: 'Changed', ...change(before) };
    expect(await rest.sendForError('PUT', `/releases/${before.id}`, body)).toMatch(reason);
    expect(await rest.get(`/releases/${before.id}`)).toEqual(before);
  });
});

describe('each changed part needs its own permission', () => {
  const renaming = (release: Release) => ({
    phases: release.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) => (task.title === 'deploy' ? { ...task, title: 'ship', tags: ['late'] } : task)),
    })),
  });
  const adding = ({ phases }: Release) => ({ phases: [...phases, { title: 'More', tasks: [] }] });

  test.each<[string, (release: Release) => object, readonly string[], RegExp | null]>([
    ['a new phase', adding, ['release#edit'], null],
    ['a task is renamed', renaming, ['release#edit'], /^403 .*release#edit_task on .*Task/],
    [
      'a renamed task, without the permission for one field',
      renaming,
      ['release#edit', 'release#edit_task_tags'],
      /^403 .*release#edit_task on /,
    ],
    ['a renamed task, with the permission', renaming, ['release#edit', 'release#edit_task'], null],
  ])('%s', async (_, change, permissions, reason) => {
    const before = await startRelease(rest, { Build: ['compile'], Ship: ['deploy'] });
    const member = await people.createUserWith(before, 'release#view', ...permissions);
    const body = { ...before, ...change(before) };
    if (reason === null) expect(titles(await member.put(`/releases/${before.id}`, body))).not.toEqual(titles(before));
    else {
      expect(await member.sendForError('PUT', `/releases/${before.id}`, body)).toMatch(reason);
      expect(await rest.get<Release>(`/releases/${before.id}`).then(titles)).toEqual(titles(before));
    }
  });
});

test('a PUT of a plan with an outdated If-Match changes nothing', async () => {
  const before = await template();
  const tag = (await rest.send('GET', `/templates/${before.id}`)).headers.get('etag')!;
  await rest.post(`/phases/${before.phases[0]!.id}/tasks`, { title: 'meanwhile' });
  const reply = await rest.send(
    'PUT',
    `/templates/${before.id}`,
    { phases: before.phases.slice(1) },
    { 'if-match': tag },
  );
  expect(reply.status).toBe(412);
  expect(titles(await rest.get(`/templates/${before.id}`))).toMatchObject({
    Build: expect.arrayContaining(['meanwhile']),
  });
});

test('two concurrent PUTs of a plan both succeed, and one of the two plans is stored', async () => {
  const before = await template();
  const [build, ship] = before.phases;
  const plans = [{ phases: [ship] }, { phases: [build, { ...ship, tasks: [] }] }];
  const answers = await Promise.all(plans.map((body) => rest.put<Release>(`/templates/${before.id}`, body)));
  const after = titles(await rest.get(`/templates/${before.id}`));
  expect(answers.map(titles)).toContainEqual(after);
});
