import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, fetchFormattedRelease, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Release, Task } from '../../harness/rest/response-types.ts';

// compatibility.md, Flow; states.md, Flow rules
const { rest } = serve();

const byTitle = (title: string) => rest.get<Release[]>(`/releases/byTitle?releaseTitle=${encodeURIComponent(title)}`);
/** The user whose permissions releases need to create releases. */
const asAdmin = { scriptUsername: 'admin' };
const createReleaseTask = (templateId: string, newReleaseTitle: string, more: object = {}) => ({
  title: 'child',
  type: 'rel.CreateReleaseTask',
  templateId,
  newReleaseTitle,
  ...more,
});

test('a template that creates releases of itself stops at level five', async () => {
  const id = 'Applications/ReleaseMatryoshka';
  const created = await startRelease(
    rest,
    { Make: [createReleaseTask(id, 'Inner')] },
    { id, title: 'Outer', ...asAdmin },
  );
  expect(await fetchFormattedRelease(rest, created)).toBe('COMPLETED Make+: child+');
  const inner = await byTitle('Inner');
  expect(inner.map(({ status }) => status).toSorted()).toEqual([...Array(4).fill('COMPLETED'), 'FAILED']);
  const deepest = inner.find(({ status }) => status === 'FAILED');
  expect(deepest?.phases[0]?.tasks[0]?.comments).toMatchObject([
    { text: 'Releases that create releases can be nested at most 5 deep.' },
  ]);
});

test('at the limit of concurrent releases a task waits instead of creating another release', async () => {
  const { id } = await createTemplate(rest, { Work: ['work'] });
  const release = await startRelease(
    rest,
    { Make: [createReleaseTask(id, 'No room')] },
    { maxConcurrentReleases: 0, ...asAdmin },
  );
  expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Make>: child>');
  expect(await byTitle('No room')).toEqual([]);
  await rest.post(`/tasks/${release.phases[0]?.tasks[0]?.id}/abort`, {});
  expect(await fetchFormattedRelease(rest, release)).toBe('FAILED Make!: child!');
});

test('a release that is created without a start does not count for the limit of concurrent releases', async () => {
  const { id } = await createTemplate(rest, { Work: ['work'] });
  const task = createReleaseTask(id, 'Only made', { startRelease: false });
  const release = await startRelease(rest, { Make: [task] }, { maxConcurrentReleases: 0, ...asAdmin });
  expect(await fetchFormattedRelease(rest, release)).toBe('COMPLETED Make+: child+');
  const [created] = await byTitle('Only made');
  expect(created).toMatchObject({
    status: 'PLANNED',
    startedFromTaskId: release.phases[0]?.tasks[0]?.id,
    owner: 'admin',
  });
});

test('a release is created in the folder that the task names, otherwise in the folder of its template', async () => {
  const folder = await rest.post<Folder>('/folders/Applications', { title: 'Products' });
  const otherFolder = await rest.post<Folder>('/folders/Applications', { title: 'Others' });
  const template = await rest.post<Release>(`/templates?folderId=${folder.id}`, { title: 'Child' });
  const tasks = [
    createReleaseTask(template.id, 'At home'),
    createReleaseTask(template.id, 'Abroad', { folderId: otherFolder.id }),
  ];
  await startRelease(rest, { Make: tasks }, asAdmin);
  const folders = await Promise.all(['At home', 'Abroad'].map(async (title) => (await byTitle(title))[0]?.id));
  expect(folders.map((id) => id?.slice(0, id.lastIndexOf('/')))).toEqual([folder.id, otherFolder.id]);
});

test('one response completes a chain of fifty automatic releases', async () => {
  const { id } = await createTemplate(rest, {}, { title: 'Empty' });
  const tasks = Array.from({ length: 50 }, (_, index) =>
    createReleaseTask(id, `Link ${index}`, { title: `task ${index}` }),
  );
  const release = await startRelease(rest, { Chain: tasks }, asAdmin);
  expect(release.status).toBe('COMPLETED');
  expect(await byTitle('Link 49')).toMatchObject([{ status: 'COMPLETED' }]);
});

test('create-release tasks encrypt the values for passwords of their template, whatever type the request has', async () => {
  const secret = { key: 'pw', type: 'rel.PasswordStringVariable', requiresValue: false };
  const templateWithSecret = await createTemplate(rest, { Smoke: ['smoke'] }, { variables: [secret] });
  const giving = (templateId: string) =>
    createReleaseTask(templateId, 'Secretive', { templateVariables: [{ key: 'pw', value: 'opensesame' }] });
  const shown = { type: expect.stringContaining('PasswordStringVariable'), key: 'pw', value: '********' };
  const created = await createTemplate(rest, { Build: [giving(templateWithSecret.id), 'other'] }, asAdmin);
  const child = (release: Release) => rest.get<Task>(`/tasks/${idOf(release, 'child')}`);
  expect(await child(created)).toMatchObject({ templateVariables: [shown] });
  const path = `/tasks/${idOf(created, 'child')}`;
  await rest.put(path, { ...(await child(created)), ...giving(templateWithSecret.id) });
  expect(await child(created)).toMatchObject({ templateVariables: [shown] });
  const added = await rest.post<Task>(`/tasks/${created.phases[0]!.id}/tasks`, giving(templateWithSecret.id));
  expect(added).toMatchObject({ templateVariables: [shown] });
  // the template is created after the task
  const early = await createTemplate(rest, { Build: [giving('Release4712'), 'other'] }, asAdmin);
  await rest.post('/templates/import', { id: 'Release4712', title: 'Late', variables: [secret], phases: [] });
  const started = await rest.post<Release>(`/templates/${early.id}/start`, { releaseTitle: 'Early' });
  expect(await child(started)).toMatchObject({ status: 'COMPLETED', templateVariables: [shown] });
  const [release] = await byTitle('Secretive');
  expect(release).toMatchObject({ variables: [shown] });
});
