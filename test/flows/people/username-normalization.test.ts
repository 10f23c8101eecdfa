import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, idOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

// Assignees and owners must be existing users (permissions.md, Users).
const product = serve();
const { rest } = product;
const unknown = "400 there is no user 'carl'";
let release: Release;
let template: Release;
const task = () => `/tasks/${idOf(release, 'one')}`;
const phase = () => `/tasks/${idOf(release, 'Build')}/tasks`;
beforeAll(async () => {
  await peopleOf(product).createUsersWithoutLogin('Ann');
  release = await createRelease(rest, { Build: ['one', { title: 'theirs', owner: 'gone' }] });
  template = await createTemplate(rest, { Build: [{ title: 'theirs', owner: 'gone' }] });
});

test.each<[string, () => ['POST' | 'PUT', string, object]]>([
  ['an assignment', () => ['POST', `${task()}/assign/carl`, {}]],
  ['a task', () => ['PUT', task(), { title: 'one', owner: 'carl' }]],
  ['a new task', () => ['POST', phase(), { title: 'two', type: 'rel.Task', owner: 'carl' }]],
  ['a release', () => ['PUT', `/releases/${release.id}`, { owner: 'carl' }]],
  ['a template', () => ['PUT', `/templates/${template.id}`, { owner: 'carl' }]],
  ['a new release', () => ['POST', `/templates/${template.id}/create`, { releaseTitle: 'R', releaseOwner: 'carl' }]],
])('an unknown user as %s is refused', async (_, request) => {
  const [method, path, body] = request();
  expect(await rest.sendForError(method, path, body)).toBe(unknown);
});

test('a name in another letter case is stored with the letters of the user', async () => {
  expect(await rest.post<Task>(`${task()}/assign/ANN`)).toMatchObject({ owner: 'Ann' });
  expect(await rest.post<Task>(phase(), { title: 'two', type: 'rel.Task', owner: 'aNN' })).toMatchObject({
    owner: 'Ann',
  });
  expect(await rest.put<Release>(`/releases/${release.id}`, { owner: 'ann' })).toMatchObject({ owner: 'Ann' });
  const order = { releaseTitle: 'R', releaseOwner: 'ANN' };
  expect(await rest.post<Release>(`/templates/${template.id}/create`, order)).toMatchObject({ owner: 'Ann' });
});

test('a new template keeps owners without a user, and so do its releases', async () => {
  const created = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'R' });
  expect([template, created].map(({ phases }) => phases[0]?.tasks[0]?.owner)).toEqual(['gone', 'gone']);
});

test('a stored owner without a user is accepted again unchanged', async () => {
  const ownedTask = await rest.get<Task>(`/tasks/${idOf(release, 'theirs')}`);
  expect(await rest.put<Task>(`/tasks/${ownedTask.id}`, ownedTask)).toEqual(ownedTask);
  expect(await rest.put<Task>(`/tasks/${ownedTask.id}`, { ...ownedTask, title: 'new' })).toMatchObject({
    owner: 'gone',
  });
  expect(await rest.put<Task>(`/tasks/${ownedTask.id}`, { ...ownedTask, owner: null })).not.toHaveProperty('owner');
});
