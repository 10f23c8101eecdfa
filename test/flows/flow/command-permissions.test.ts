import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Release, Task } from '../../harness/rest/response-types.ts';

// permissions.md, section 2
const product = serve();
const { rest } = product;
const people = peopleOf(product);

const folder = (title: string) => rest.post<Folder>('/folders/Applications', { title });
const missingPermission = (permission: string, id: string) =>
  `403 Permission ${permission} on APPLICATIONS on ${id.slice(id.lastIndexOf('/') + 1)} is not granted to you.`;

test('participants of a task can complete it, viewers cannot, and for other users it is missing', async () => {
  const release = await startRelease(rest, { Build: [{ title: 'a', team: 'Builders' }, 'b'] });
  const complete = `/tasks/${idOf(release, 'a')}/complete`;
  const viewer = await people.createUserWith(release, 'release#view');
  const stranger = await people.createUserWithoutPermissions();
  const member = await people.createUser('mia');
  await people.createTeam(release, [], { users: ['MIA'] }, 'Builders');
  expect(await viewer.sendForError('POST', complete, {})).toBe(
    missingPermission('release#task_transition', idOf(release, 'a')),
  );
  expect(await stranger.sendForError('POST', complete, {})).toBe(
    `404 there is no task '${idOf(release, 'a').slice(0, 100)}…'`,
  );
  expect(await member.post(complete, {})).toMatchObject({ status: 'COMPLETED' });
  expect(await member.sendForError('POST', `/tasks/${idOf(release, 'b')}/complete`, {})).toMatch(/^404/);
});

test('an update needs the permission of each changed field, and without one of them it changes nothing', async () => {
  const release = await startRelease(rest, { Build: [{ title: 'a', description: 'old', precondition: 'True' }] });
  const at = `/tasks/${idOf(release, 'a')}`;
  const writer = await people.createUserWith(release, 'release#view', 'release#edit_task_description');
  const before = await writer.get<Task>(at);
  const both = { ...before, description: 'new', precondition: 'False' };
  expect(await writer.sendForError('PUT', at, both)).toBe(
    missingPermission('release#edit_precondition', idOf(release, 'a')),
  );
  expect(await rest.get(at)).toMatchObject({ description: 'old', precondition: 'True' });
  expect(await writer.send('PUT', at, before)).toMatchObject({ status: 200 });
  expect((await writer.send('PUT', at, { ...before, description: 'new' })).status).toBe(200);
  expect(await rest.get(at)).toMatchObject({ description: 'new', precondition: 'True' });
});

test('a release in another folder needs permissions in the folder of the template and in the target folder', async () => {
  const [home, abroad] = [await folder('Home'), await folder('Abroad')];
  const template = await rest.post<Release>(`/templates?folderId=${home.id}`, { title: 'T' });
  const create = `/templates/${template.id}/create`;
  const maker = await people.createUser('max');
  await people.createTeam(home, ['template#view', 'template#create_release'], { users: ['max'] });
  expect(await maker.post(create, { releaseTitle: 'here' })).toMatchObject({ status: 'PLANNED' });
  const releaseInput = { releaseTitle: 'there', folderId: abroad.id };
  expect(await maker.sendForError('POST', create, { releaseTitle: 'now', autoStart: true })).toMatch(/^404 .*folder/);
  await people.createTeam(abroad, ['folder#view'], { users: ['max'] });
  expect(await maker.sendForError('POST', create, releaseInput)).toBe(
    missingPermission('template#create_release_other_folder', template.id),
  );
  await people.createTeam(home, ['template#create_release_other_folder'], { users: ['max'] });
  expect(await maker.sendForError('POST', create, releaseInput)).toBe(
    missingPermission('template#create_release', abroad.id),
  );
  await people.createTeam(abroad, ['template#create_release'], { users: ['max'] });
  expect(await maker.post(create, releaseInput)).toMatchObject({ status: 'PLANNED' });
});

test('a create-release task creates its release as the script user of its release, who needs the same permissions as a person', async () => {
  const home = await folder('Factory');
  const child = await rest.post<Release>(`/templates?folderId=${home.id}`, { title: 'Child', scriptUsername: 'admin' });
  await people.createUser('rob');
  const task = { title: 'make', type: 'rel.CreateReleaseTask', templateId: child.id, newReleaseTitle: 'Made by rob' };
  const parent = await createTemplate(rest, { Make: [task] }, { scriptUsername: 'rob' });
  const run = async (templateId = parent.id) => {
    const release = await rest.post<Release>(`/templates/${templateId}/start`, { releaseTitle: 'Parent' });
    return rest.get<Task>(`/tasks/${idOf(release, 'make')}`);
  };
  const [hidden] = (await run()).comments;
  expect(hidden?.text).toBe(`There is no template '${child.id.slice(child.id.lastIndexOf('/') + 1)}'.`);
  await people.createTeam(home, ['template#view', 'template#create_release', 'release#start'], { users: ['rob'] });
  expect(await run()).toMatchObject({ status: 'COMPLETED' });
  const created = await rest.get<Release[]>('/releases/byTitle?releaseTitle=Made%20by%20rob');
  expect(created).toMatchObject([{ status: 'COMPLETED', scriptUsername: 'rob' }]);

  const templateWithTask = await createTemplate(rest, { Make: [task] });
  const reason = /^400 scriptUsername: a value is required, because task 'make' /;
  expect(
    await rest.sendForError('POST', `/templates/${templateWithTask.id}/start`, { releaseTitle: 'Parent' }),
  ).toMatch(reason);
  const planned = await rest.post<Release>(`/templates/${templateWithTask.id}/create`, { releaseTitle: 'Parent' });
  expect(await rest.sendForError('POST', `/releases/${planned.id}/start`)).toMatch(reason);
  const running = await startRelease(rest, { Make: ['wait'] });
  expect(await rest.sendForError('POST', `/phases/${idOf(running, 'Make')}/tasks`, task)).toMatch(reason);
});

test('running scripts as another user needs the permission admin or the password of that user', async () => {
  const release = await startRelease(rest, { Build: ['a'] });
  const at = `/releases/${release.id}`;
  const editor = await people.createUserWith(release, 'release#view', 'release#edit');
  await people.createUser('bot');
  const runAs = async (scriptUserPassword?: string) => ({
    ...(await editor.get<Release>(at)),
    scriptUsername: 'bot',
    scriptUserPassword,
  });
  const needed = "running scripts as 'bot' requires the password of this user or the permission admin";
  expect(await editor.sendForError('PUT', at, await runAs())).toBe(`403 scriptUsername: ${needed}`);
  expect(await editor.sendForError('PUT', at, await runAs('guess'))).toBe(
    '400 scriptUserPassword: expected the password of scriptUsername',
  );
  expect((await editor.send('PUT', at, await runAs('admin'))).status).toBe(200);
  expect(await rest.get(at)).toMatchObject({ scriptUsername: 'bot', scriptUserPassword: '********' });
});
