import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, fetchFormattedRelease, parallel, startRelease } from '../../harness/rest/plans.ts';
import { sendRaw } from '../../harness/rest/raw-request.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';

const { rest, url } = serve();
let release: Release;
let task: Task;

beforeAll(async () => {
  const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Ids' });
  const template = await rest.post<Release>(`/templates?folderId=${folder.id}`, {
    title: 'Ids',
    phases: [{ title: 'One', tasks: [{ title: 'Group', type: 'rel.ParallelGroup', tasks: [{ title: 'Inner' }] }] }],
    variables: [{ key: 'v', value: 'x' }],
  });
  release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Ids' });
  task = release.phases[0]!.tasks[0]!.tasks![0]!;
});

const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

describe('every form of an id finds the same task', () => {
  test.each<[string, (id: string) => string]>([
    ['the full id with slashes', (id) => id],
    ['one segment with %2F', encodeURIComponent],
    ['the last segment alone', lastSegmentOf],
    ['the hyphen form of the browser', (id) => id.replaceAll('/', '-')],
    ['the hyphen form without Applications', (id) => id.replaceAll('/', '-').replace('Applications-', '')],
    ['an old folder in front of it', (id) => id.replace(/Folder[^/]*/, 'FolderOfYesterday')],
    ['without the folder', (id) => id.replace(/Folder[^/]*\//, '')],
    ['an old phase in front of it', (id) => id.replace(/Phase[^/]*/, 'PhaseOfYesterday')],
  ])('%s', async (_, form) => {
    const fetchedTask = await rest.get<Task>(`/tasks/${form(task.id)}`);
    expect(fetchedTask.id).toBe(task.id);
  });

  test.each<[string, (id: string) => string]>([
    ['the full id with slashes', (id) => id],
    ['one segment with %2F', encodeURIComponent],
    ['the last segment alone', lastSegmentOf],
    ['the hyphen form of the browser', (id) => id.replaceAll('/', '-')],
    ['another release in front of it', (id) => id.replace(/Release[^/]*/, 'ReleaseOfYesterday')],
  ])('for a command: %s', async (_, form) => {
    const fetchedTask = await rest.post<Task>(`/tasks/${form(task.id)}/comment`, { comment: '' });
    expect(fetchedTask.id).toBe(task.id);
  });
});

test('responses contain full ids: folder, release, phase, group, task', () => {
  expect(task.id.split('/').map((segment) => segment.replace(/[0-9a-f]{32}$/, '…'))).toEqual([
    'Applications',
    'Folder…',
    'Release…',
    'Phase…',
    'Task…',
    'Task…',
  ]);
  expect(task.container).toBe(task.id.slice(0, task.id.lastIndexOf('/')));
});

test('the kind of the last segment determines the object', async () => {
  const variable = (release as unknown as { variables: { id: string }[] }).variables[0]!;
  for (const form of [variable.id, encodeURIComponent(variable.id), variable.id.replaceAll('/', '-')]) {
    expect(await rest.get<{ id: string; key: string }>(`/releases/${form}`)).toMatchObject({
      id: variable.id,
      key: 'v',
    });
  }
});

test('a template can be read as a release but not changed as one, and vice versa', async () => {
  const template = (release as unknown as { originTemplateId: string }).originTemplateId;
  expect(await rest.get(`/releases/${template}`)).toEqual(await rest.get(`/templates/${template}`));
  expect(await rest.sendForError('PUT', `/releases/${template}`, {})).toBe(`404 there is no release '${template}'`);
  expect(await rest.get(`/templates/${release.id}`)).toEqual(await rest.get(`/releases/${release.id}`));
  expect(await rest.sendForError('PUT', `/templates/${release.id}`, {})).toBe(
    `404 there is no template '${release.id}'`,
  );
});

describe('an unknown id is 404 with one line of text', () => {
  test.each([
    ['an unknown task', '/tasks/Applications/Release1/Phase1/Task1'],
    ['an unknown release', '/releases/Applications/Release1'],
    ['an unknown folder', '/folders/Applications/Folder1'],
    ['a kind without a suffix', '/tasks/Task'],
    ['another kind', '/tasks/Applications/Release1/Bogus1'],
    ['dots', '/tasks/Applications/../Task1'],
    ['encoded dots', '/tasks/Applications/%2e%2e/Task1'],
    ['dots in one segment with %2F', '/tasks/Applications%2F..%2FTask1'],
    ['an empty segment', '/tasks/Applications//Task1'],
    ['a slash at the end', '/tasks/Applications/Task1/'],
    ['a NUL', '/tasks/Task1%00'],
    ['a line break', '/tasks/Task1%0A'],
    ['a name from prototypes', '/tasks/__proto__'],
    ['more than 1 KB', `/tasks/${'x/'.repeat(600)}Task1`],
    ['more than 4 KB', `/tasks/${'x/'.repeat(3000)}Task1`],
    ['no resource at all', '/nothing'],
  ])('%s', async (_, path) => {
    const answer = await sendRaw(url(), { path: `/api/v1${path}` });
    expect([answer.status, answer.text.trimEnd().includes('\n'), answer.headers['content-type']]).toEqual([
      404,
      false,
      'text/plain; charset=utf-8',
    ]);
  });
});

test('an id that a client chose is used if it is free, and replaced if it is not', async () => {
  const order = { id: 'Applications/ReleaseMine', title: 'Mine' };
  const [first, second] = [
    await rest.post<Release>('/templates', order),
    await rest.post<Release>('/templates', order),
  ];
  expect(first.id).toBe('Applications/ReleaseMine');
  expect(second.id).toMatch(/^Applications\/Release[0-9a-f]{32}$/);
});

test.each([null, '', '0', '-1'])('for id %o the server creates a new id', async (id) => {
  const { id: created } = await rest.post<Release>('/templates', { id, title: 'New' });
  expect(created).toMatch(/^Applications\/Release[0-9a-f]{32}$/);
});

test('groups of a template keep their own links even if their tasks have equal last id segments', async () => {
  const group = (title: string, names: readonly string[]) => {
    const id = `Applications/ReleaseX/PhaseX/Task${title}`;
    const tasks = names.map((name, index) => ({ id: `${id}/Task${index}`, title: name }));
    return { ...parallel(title), id, tasks, links: [{ source: `${id}/Task0`, target: `${id}/Task1` }] };
  };
  const started = await startRelease(rest, { Build: [group('G', ['a', 'b']), group('H', ['c', 'd'])] });
  expect(await fetchFormattedRelease(rest, started)).toBe('IN_PROGRESS Build>: G>[a> b.] H.[c. d.]');
  for (const title of ['a', 'b']) await createActionRunner(rest)(started, 'complete', title);
  expect(await fetchFormattedRelease(rest, started)).toBe('IN_PROGRESS Build>: G+[a+ b+] H>[c> d.]');
});
