import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, gate, idOf, parallel, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Phase, Release, Task } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

const plan = {
  Build: ['compile', parallel('checks', 'unit', parallel('deep', 'lint')), gate('go?', 'sure?', 'really?')],
  Ship: ['deploy', 'tell'],
};
const template = () => createTemplate(rest, plan);
const taskByTitle = (release: Release, title: string): Task => tasksOf(release).find((task) => task.title === title)!;
const fetchTemplate = ({ id }: Release) => rest.get<Release>(`/templates/${id}`);
const shown = (tasks: readonly Task[]): string =>
  tasks.map(({ title, tasks: inner = [] }) => title + (inner.length > 0 ? `[${shown(inner)}]` : '')).join(' ');
const plans = ({ phases }: Release) => phases.map(({ title, tasks }) => `${title}: ${shown(tasks)}`);
const planOf = async (release: Release) => plans(await fetchTemplate(release));

describe('a PUT of a phase with other tasks', () => {
  test('replaces the tasks, and moves tasks from other phases into it', async () => {
    const before = await template();
    const [build, ship] = before.phases;
    const sent = {
      ...ship,
      title: 'Deliver',
      tasks: [taskByTitle(before, 'tell'), { ...taskByTitle(before, 'lint'), description: 'late' }, { title: 'new' }],
    };
    const after = await rest.put<Phase>(`/phases/${ship!.id}`, sent);
    expect(`${after.title}: ${shown(after.tasks)}`).toBe('Deliver: tell lint new');
    expect(after.tasks[1]).toMatchObject({ description: 'late' });
    expect(await planOf(before)).toEqual(['Build: compile checks[unit deep] go?', 'Deliver: tell lint new']);
    expect(await rest.put(`/phases/${ship!.id}`, after)).toEqual(after);
    expect(await rest.get(`/phases/${build!.id}`)).toMatchObject({ title: 'Build' });
  });

  test.each([
    ['without tasks', { title: 'Only this' }],
    ['with an empty list', { title: 'Only this', tasks: [] }],
  ])('%s keeps its tasks', async (_, body) => {
    const before = await template();
    const [build] = before.phases;
    expect(await rest.put(`/phases/${build!.id}`, body)).toEqual({ ...build, title: 'Only this' });
  });

  test('with empty lists in groups and gates keeps their contents', async () => {
    const before = await template();
    const [build] = before.phases;
    const bare = build!.tasks.map(({ id, title, type }) => ({ id, title, type, tasks: [], conditions: [] }));
    const after = await rest.put<Phase>(`/phases/${build!.id}`, { tasks: [bare[2], bare[0], bare[1]] });
    expect(shown(after.tasks)).toBe('go? compile checks[unit deep[lint]]');
    expect(after.tasks[0]!.conditions).toEqual(build!.tasks[2]!.conditions);
  });

  test('changes nothing if one of the tasks may not change', async () => {
    const before = await startRelease(rest, { Build: ['compile', 'test'], Ship: ['deploy'] });
    const [build] = before.phases;
    const body = { title: 'Changed', tasks: [{ title: 'early' }, ...build!.tasks] };
    expect(await rest.sendForError('PUT', `/phases/${build!.id}`, body)).toMatch(
      /^409 new task 'early': .*the flow has passed it/,
    );
    expect(await rest.get(`/releases/${before.id}`)).toEqual(before);
  });
});

describe('a PUT of a task with other parts', () => {
  test('replaces the tasks of a group, and moves tasks from other containers into it', async () => {
    const before = await template();
    const checks = taskByTitle(before, 'checks');
    const sent = {
      ...checks,
      title: 'check',
      tasks: [{ title: 'e2e' }, taskByTitle(before, 'lint'), taskByTitle(before, 'deploy')],
    };
    const after = await rest.put<Task>(`/tasks/${checks.id}`, sent);
    expect(shown([after])).toBe('check[e2e lint deploy]');
    expect(await planOf(before)).toEqual(['Build: compile check[e2e lint deploy] go?', 'Ship: tell']);
    expect(await rest.put(`/tasks/${checks.id}`, after)).toEqual(after);
  });

  test('moves its sibling tasks into it, even if it is in a group itself', async () => {
    const before = await template();
    const deep = taskByTitle(before, 'deep');
    await rest.put(`/tasks/${deep.id}`, {
      tasks: [taskByTitle(before, 'unit'), taskByTitle(before, 'compile'), ...deep.tasks!],
    });
    expect(await planOf(before)).toEqual(['Build: checks[deep[unit compile lint]] go?', 'Ship: deploy tell']);
  });

  test('replaces the conditions and dependencies of a gate, and keeps them with empty lists', async () => {
    const before = await template();
    const go = taskByTitle(before, 'go?');
    const [sure, really] = go.conditions!;
    const after = await rest.put<Task>(`/tasks/${go.id}`, {
      conditions: [{ ...really, title: 'really!' }, { title: 'new?' }, sure],
      dependencies: [{ target: idOf(before, 'deploy') }],
    });
    expect(after).toMatchObject({
      title: 'go?',
      conditions: [{ id: really!.id, title: 'really!' }, { title: 'new?' }, { id: sure!.id }],
      dependencies: [{ target: idOf(before, 'deploy') }],
    });
    expect(await rest.put(`/tasks/${go.id}`, after)).toEqual(after);
    expect(await rest.put(`/tasks/${go.id}`, { id: go.id, conditions: [], dependencies: [] })).toEqual(after);
  });

  test.each([
    ['without its parts', {}],
    ['with empty lists', { tasks: [], conditions: [], dependencies: [] }],
  ])('%s keeps its parts', async (_, lists) => {
    const before = await template();
    for (const title of ['checks', 'go?', 'compile']) {
      const { id, type } = taskByTitle(before, title);
      await rest.put(`/tasks/${id}`, { id, type, title, description: 'changed', ...lists });
    }
    const after = await fetchTemplate(before);
    expect(plans(after)).toEqual(plans(before));
    expect(taskByTitle(after, 'go?')).toEqual({ ...taskByTitle(before, 'go?'), description: 'changed' });
  });

  test('is refused if it moves the surrounding group into the task', async () => {
    const before = await template();
    const body = { tasks: [{ ...taskByTitle(before, 'checks'), tasks: [] }] };
    expect(await rest.sendForError('PUT', `/tasks/${taskByTitle(before, 'deep').id}`, body)).toMatch(
      /^409 .* appears twice/,
    );
    expect(await fetchTemplate(before)).toEqual(before);
  });
});

test.each<[string, readonly string[], RegExp | null]>([
  ['a user who may edit only tasks', ['release#edit_task'], /^403 .*release#edit on /],
  ['a user who may edit only the release', ['release#edit'], /^403 .*release#edit_task on .*Task/],
  ['a user who may edit both', ['release#edit', 'release#edit_task'], null],
])('a group gets a new and a renamed task from %s: each part needs its own permission', async (_, granted, reason) => {
  const before = await startRelease(rest, { Build: ['compile', parallel('checks', 'unit')] });
  const member = await people.createUserWith(before, 'release#view', ...granted);
  const checks = taskByTitle(before, 'checks');
  const body = { tasks: [{ ...checks.tasks![0], title: 'units' }, { title: 'new' }] };
  if (reason === null) expect(shown([await member.put<Task>(`/tasks/${checks.id}`, body)])).toBe('checks[units new]');
  else {
    expect(await member.sendForError('PUT', `/tasks/${checks.id}`, body)).toMatch(reason);
    expect(await rest.get(`/tasks/${checks.id}`)).toEqual(checks);
  }
});

test('a PUT of a group with an outdated If-Match changes nothing', async () => {
  const { id } = taskByTitle(await template(), 'checks');
  const tag = (await rest.send('GET', `/tasks/${id}`)).headers.get('etag')!;
  const { tasks } = await rest
    .post<Task>(`/tasks/${id}/tasks`, { title: 'meanwhile' })
    .then(() => rest.get<Task>(`/tasks/${id}`));
  const reply = await rest.send('PUT', `/tasks/${id}`, { tasks: [{ title: 'other' }] }, { 'if-match': tag });
  expect(reply.status).toBe(412);
  expect(await rest.get(`/tasks/${id}`)).toMatchObject({ tasks });
});
