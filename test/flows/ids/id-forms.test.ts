import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, gate, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Release, Task } from '../../harness/rest/response-types.ts';
import { sampleCorpus } from '../../harness/test-length.ts';

const { rest, archive } = serve();

/** The objects of the requests: a started release with parts of every kind in nested folders, and its template. */
interface IdFixture {
  readonly folderId: string;
  readonly template: Release;
  readonly release: Release;
  readonly task: (title: string) => Task;
}

const plan = { Build: ['first', 'second', gate('go?', 'yes')], Ship: ['deploy'] };
const fields = { variables: [{ key: 'version', value: '1' }] };
let folderId: string;
let template: Release;
let shared: IdFixture;
beforeAll(async () => {
  const outer = await rest.post<Folder>('/folders/Applications', { title: 'Outer' });
  folderId = (await rest.post<Folder>(`/folders/${outer.id}`, { title: 'Inner' })).id;
  template = await createTemplate(rest, plan, fields);
  shared = await createFixture('a release');
});

/** Returns the shared objects, with a new template or a new release that the request may change. */
async function createFixture(own: 'a template' | 'a release'): Promise<IdFixture> {
  if (own === 'a template') return { ...shared, template: await createTemplate(rest, plan, fields) };
  const { id } = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Plan', folderId });
  const release = await rest.post<Release>(`/releases/${id}/start`);
  const tasks = release.phases.flatMap((phase) => phase.tasks);
  return { folderId, template, release, task: (title) => tasks.find((task) => task.title === title)! };
}

type Verb = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, id: (on: IdFixture) => string, body?: object];

const on = (title: string) => (fixture: IdFixture) => fixture.task(title).id;
const ofRelease = ({ release }: IdFixture) => release.id;
const ofTemplate = (fixture: IdFixture) => fixture.template.id;
const ofPhase = ({ release }: IdFixture) => release.phases[1]!.id;

const verbs: Verb[] = [
  ['GET', '/templates/{id}', ofTemplate],
  ['PUT', '/templates/{id}', ofTemplate, { title: 'new' }],
  ['DELETE', '/templates/{id}', ofTemplate],
  ['POST', '/templates/{id}/create', ofTemplate, { releaseTitle: 'Made' }],
  ['GET', '/templates/{id}/variables', ofTemplate],
  ['GET', '/templates/{id}', (fixture) => fixture.template.variables[0]!.id],
  ['GET', '/releases/{id}', ofRelease],
  ['PUT', '/releases/{id}', ofRelease, { title: 'new' }],
  ['POST', '/releases/{id}/abort', ofRelease, {}],
  ['GET', '/releases/{id}/active-tasks', ofRelease],
  ['GET', '/releases/{id}/variables', ofRelease],
  ['GET', '/releases/{id}/variableValues', ofRelease],
  ['POST', '/releases/{id}/variables', ofRelease, { key: 'more', value: 'x' }],
  ['GET', '/releases/{id}', ({ release }) => release.variables[0]!.id],
  ['PUT', '/releases/{id}', ({ release }) => release.variables[0]!.id, { value: '2' }],
  ['DELETE', '/releases/{id}', ({ release }) => release.variables[0]!.id],
  ['POST', '/phases/{id}/phase', ofRelease, { title: 'More' }],
  ['GET', '/phases/{id}', ofPhase],
  ['PUT', '/phases/{id}', ofPhase, { title: 'new' }],
  ['DELETE', '/phases/{id}', ofPhase],
  ['POST', '/phases/{id}/copy?targetPosition=2', ofPhase],
  ['POST', '/phases/{id}/tasks', ofPhase, { title: 'more' }],
  ['POST', '/tasks/{id}/tasks', ofPhase, { title: 'more' }],
  ['GET', '/tasks/{id}', on('first')],
  ['PUT', '/tasks/{id}', on('first'), { title: 'new' }],
  ['DELETE', '/tasks/{id}', on('second')],
  ['POST', '/tasks/{id}/comment', on('first'), { comment: 'x' }],
  ['POST', '/tasks/{id}/complete', on('first'), {}],
  ['POST', '/tasks/{id}/fail', on('first'), {}],
  ['POST', '/tasks/{id}/skip', on('first'), {}],
  ['POST', '/tasks/{id}/assign/admin', on('first')],
  ['PUT', '/tasks/{id}/lock', on('first')],
  ['DELETE', '/tasks/{id}/lock', on('first')],
  ['POST', '/tasks/{id}/conditions', on('go?'), { title: 'more' }],
  ['POST', '/tasks/{id}', (fixture) => fixture.task('go?').conditions![0]!.id, { checked: true }],
  ['DELETE', '/tasks/{id}', (fixture) => fixture.task('go?').conditions![0]!.id],
  ['GET', '/folders/{id}', (fixture) => fixture.folderId],
  ['GET', '/folders/{id}/list', (fixture) => fixture.folderId],
  ['GET', '/activities/{id}', ofRelease],
  ['GET', '/activities/{id}', ofPhase],
  ['GET', '/activities/{id}', on('first')],
];

const forms: [string, (id: string) => string][] = [
  ['slashes', (id) => id],
  ['%2F', encodeURIComponent],
  ['short', (id) => id.slice(id.lastIndexOf('/') + 1)],
  ['hyphens', (id) => id.slice('Applications/'.length).replaceAll('/', '-')],
];

/** Applies an id form to an id in a body: there an id is never percent-encoded. */
const inBody = (form: (id: string) => string) => (form === encodeURIComponent ? (id: string) => id : form);

/** Replaces everything that differs between runs by `*`. */
const plain = (text: string): string =>
  text.replace(/([A-Z][a-z]+)[0-9a-f]{32}/g, '$1*').replace(/"-?\d+"|\d{4}-\d\d-\d\dT[^"]*|Activity\d+/g, '*');

describe('every operation accepts an id in every form, with the same result', () => {
  test.each(sampleCorpus(verbs))('%s %s', async (method, path, idOf, body) => {
    const replies: { readonly status: number; readonly text: string }[] = [];
    for (const [, form] of forms) {
      const own = path.startsWith('/templates') ? 'a template' : 'a release';
      const fixture = method === 'GET' ? shared : await createFixture(own);
      const { status, text } = await rest.send(method, path.replace('{id}', form(idOf(fixture))), body);
      replies.push({ status, text: plain(text) });
    }
    expect([200, 204]).toContain(replies[0]?.status);
    expect(replies).toEqual(forms.map(() => replies[0]));
  });

  test.each(forms)('retry, reopen and dependencies of tasks by %s', async (_, form) => {
    const { release, task } = await createFixture('a release');
    const post = (id: string, verb: string) => rest.post<Task>(`/tasks/${form(id)}/${verb}`, {});
    await post(task('first').id, 'fail');
    expect(await post(task('first').id, 'retry')).toMatchObject({ status: 'IN_PROGRESS' });
    await post(task('deploy').id, 'complete');
    expect(await post(task('deploy').id, 'reopen')).toMatchObject({ status: 'PLANNED' });
    const otherRelease = await startRelease(rest, { Build: ['work'] }, {}, { folderId });
    const path = `/tasks/${form(task('go?').id)}/dependencies/${form(otherRelease.phases[0]!.id)}`;
    const dependency = await rest.post<{ id: string }>(path);
    expect(dependency).toMatchObject({ gateTask: task('go?').id, targetId: otherRelease.phases[0]!.id });
    await rest.sendForNoContent('DELETE', `/tasks/${form(dependency.id)}`);
    expect((await rest.get<Release>(`/releases/${release.id}`)).phases[0]!.tasks[2]!.dependencies).toEqual([]);
  });

  test.each(forms)('start, restart and resume of releases by %s', async (_, form) => {
    const { id } = await rest.post<Release>(`/templates/${form(template.id)}/create`, {
      releaseTitle: 'Made',
      folderId: inBody(form)(folderId),
    });
    expect(id.startsWith(`${folderId}/`)).toBe(true);
    const { phases } = await rest.post<Release>(`/releases/${form(id)}/start`);
    const query = `fromPhaseId=${form(phases[0]!.id)}&fromTaskId=${form(phases[0]!.tasks[1]!.id)}`;
    expect(await rest.post(`/releases/${form(id)}/restart?${query}`)).toMatchObject({ status: 'PAUSED' });
    expect(await rest.post(`/releases/${form(id)}/resume`)).toMatchObject({ status: 'IN_PROGRESS' });
  });

  test.each(forms)('an archived release by %s', async (_, form) => {
    const { release } = await createFixture('a release');
    await rest.post(`/releases/${release.id}/abort`, {});
    await archive(release);
    expect(await rest.get<Release>(`/releases/archived/${form(release.id)}`)).toMatchObject({ id: release.id });
  });

  test.each(forms)('the folder of a new template by %s', async (_, form) => {
    const created = await rest.post<Release>(`/templates?folderId=${form(folderId)}`, { title: 'Made' });
    expect(created.id.startsWith(`${folderId}/`)).toBe(true);
    const matches = await rest.post<Release[]>('/releases/search', {
      parentId: inBody(form)(folderId),
      title: 'nothing',
    });
    expect(matches).toEqual([]);
  });
});

/** Prefixes that are not part of an id. They make the id invalid and are not ignored. */
const invalidForms: [string, (id: string) => string][] = [
  ['a word', (id) => `jar/${id}`],
  ['a word below the root', (id) => `Applications/jar/${lastSegmentOf(id)}`],
  ['a word in hyphens', (id) => `jar-${lastSegmentOf(id)}`],
  ['the root within the root', (id) => `Applications/${id}`],
  ['a configuration as prefix', (id) => `Configuration/Custom/Configuration1/${lastSegmentOf(id)}`],
  ['prefixes in an invalid order', (id) => `Applications/Release1/Folder2/Comment3/${lastSegmentOf(id)}`],
];
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

describe('a path that is not the path of an id is 404, even with a known id at its end', () => {
  test.each(invalidForms)('%s', async (_, form) => {
    const before = await rest.get<Release>(`/releases/${shared.release.id}`);
    for (const [method, path, idOf, body] of verbs) {
      const { status } = await rest.send(method, path.replace('{id}', form(idOf(shared))), body);
      expect({ method, path, status }).toEqual({ method, path, status: 404 });
    }
    expect(await rest.get<Release>(`/releases/${shared.release.id}`)).toEqual(before);
  });

  test('also for unknown export formats', async () => {
    expect(await rest.sendForError('GET', `/templates/jar/${template.id}`)).toBe(
      `404 there is no resource at /api/v1/templates/jar/${template.id}`,
    );
  });

  test('but old paths of moved items remain valid', async () => {
    const { id } = await rest.post<Release>(`/templates?folderId=${folderId}`, { title: 'Moving' });
    const otherRelease = await rest.post<Folder>('/folders/Applications', { title: 'Other' });
    await rest.sendForNoContent('POST', `/folders/${otherRelease.id}/templates/${id}`);
    const moved = await rest.get<Release>(`/templates/${id}`);
    expect(moved.id).toBe(`${otherRelease.id}/${lastSegmentOf(id)}`);
    expect(await rest.get<Release>(`/templates/Applications/Foldergone/${lastSegmentOf(id)}`)).toEqual(moved);
  });

  test('but a variable of a folder may have its full id below the full id of the folder', async () => {
    const variable = await rest.post<{ id: string }>(`/folders/${folderId}/variables`, { key: 'folder.x', value: '1' });
    expect(await rest.get(`/folders/${folderId}/${lastSegmentOf(variable.id)}`)).toEqual(variable);
    expect(await rest.get(`/folders/${folderId}/${variable.id}`)).toEqual(variable);
    expect(await rest.sendForError('GET', `/folders/zip/${variable.id}`)).toMatch(/^404 /);
  });
});
