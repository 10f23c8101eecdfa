import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { createTemplate, startRelease } from '../harness/rest/plans.ts';
import type { Folder, Phase, Release, Task } from '../harness/rest/response-types.ts';
import { idBelow } from './matchers.ts';

// rest-api.md, sections Overview (Conventions) and Identifiers
const { rest, url } = serve();

const outer = { id: '', title: 'Outer' };
const inner = { id: '', title: 'Inner' };
let release: Release;
let nested: Release;
beforeAll(async () => {
  outer.id = (await rest.post<Folder>('/folders/Applications', outer)).id;
  inner.id = (await rest.post<Folder>(`/folders/${outer.id}`, inner)).id;
  const variables = [{ key: 'version', value: '1' }];
  release = await startRelease(rest, { Build: ['work'] }, { variables });
  nested = await rest.post<Release>(`/templates/?folderId=${inner.id}`, { title: 'Nested' });
});

const suffix = '[0-9a-f]{32}';
const folders = `Applications/Folder${suffix}/Folder${suffix}`;

describe('conventions', () => {
  const taskId = () => release.phases[0]!.tasks[0]!.id;
  const answered: [string, () => Promise<{ status: number; headers: Headers }>][] = [
    ['GET of a release', () => rest.send('GET', `/releases/${release.id}`)],
    ['POST that creates an object', () => rest.send('POST', '/templates', { title: 'Made' })],
    ['POST without a body', () => rest.send('POST', `/tasks/${taskId()}/assign/admin`)],
    ['POST with a comment', () => rest.send('POST', `/tasks/${taskId()}/comment`, { comment: 'here' })],
    ['PUT', () => rest.send('PUT', `/phases/${release.phases[0]!.id}`, { title: 'Build' })],
    ['a search', () => rest.send('POST', '/releases/search', {})],
  ];
  test.each(answered)('%s returns 200 with JSON in English', async (_, call) => {
    const { status, headers } = await call();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('content-language')).toBe('en');
    expect(headers.get('x-request-id')).toMatch(/^[\w.:-]+$/);
  });

  test.each(['/', '/docs', '/livez', '/readyz', '/api/v1/openapi.json', '/nothing', '/api/v1/releases/Release404'])(
    'each response at %s is in English and has a request id',
    async (path) => {
      const response = await fetch(`${url()}${path}`, { redirect: 'manual' });
      expect(response.headers.get('content-language')).toBe('en');
      expect(response.headers.get('x-request-id')).toMatch(/^[\w.:-]+$/);
      await response.text();
    },
  );

  test('a response has the request id of the client if it has only plain characters', async () => {
    const idOf = async (id: string) =>
      (await rest.send('GET', '/templates', undefined, { 'x-request-id': id })).headers.get('x-request-id');
    expect(await idOf('build-17:step.2')).toBe('build-17:step.2');
    expect(await idOf('<script>')).not.toBe('<script>');
  });

  test('all paths are below /api/v1 of the base URL', async () => {
    expect((await rest.send('GET', `${url()}/api/v1/releases/${release.id}`)).status).toBe(200);
    expect((await rest.send('GET', `${url()}/releases/${release.id}`)).status).toBe(404);
  });

  test('every type begins with rel.', async () => {
    const { text } = await rest.send('GET', `/releases/${release.id}`);
    const types = [...text.matchAll(/"type":"([^"]*)"/g)].map(([, type]) => type);
    expect(new Set(types.map((type) => type?.split('.')[0]))).toEqual(new Set(['rel']));
    expect(types).toEqual(expect.arrayContaining(['rel.Release', 'rel.Phase', 'rel.Task', 'rel.StringVariable']));
  });

  test.each([
    ['globalVariables', { id: 'Configuration/variables/global', type: 'rel.GlobalVariables', variables: [] }],
    ['folderVariables', { id: 'Applications/variables', type: 'rel.FolderVariables', variables: [] }],
    ['serverUrl', {}],
    ['blackout', { periods: [], conflicts: [] }],
    [
      'security',
      {
        permissions: expect.arrayContaining(['release#edit']),
        teams: expect.arrayContaining(['Release Admin']),
        lacking: {},
      },
    ],
  ])('$metadata of a release has %s', async (field, expected) => {
    expect(release.$metadata[field]).toEqual(expected);
    expect((await rest.get<Release>(`/releases/${release.id}`)).$metadata[field]).toEqual(expected);
  });

  test.each([
    ['null', null],
    ['nothing', undefined],
    ['an empty text', ''],
    ['0', '0'],
    ['-1', '-1'],
  ])('an id of %s lets the server assign one', async (_, id) => {
    const created = await rest.post<Release>('/templates', { id, title: 'Made' });
    expect(created.id).toEqual(idBelow('Applications', 'Release'));
  });

  test('an id that the client chose is used if it is free, and replaced if it is not', async () => {
    const id = 'Applications/ReleaseOf_our-own1';
    expect((await rest.post<Release>('/templates', { id, title: 'First' })).id).toBe(id);
    expect((await rest.post<Release>('/templates', { id, title: 'Second' })).id).toEqual(
      idBelow('Applications', 'Release'),
    );
    expect(await rest.get<Release>(`/templates/${id}`)).toMatchObject({ title: 'First' });
  });

  test.each([
    ['the same id', () => release.phases[0]!.id],
    ['another id', () => 'Applications/Release1/Phase1'],
    ['no id', () => undefined],
  ])('an update with %s in its body updates the object in the path', async (_, id) => {
    const phase = release.phases[0]!;
    const title = `Build ${id()?.length}`;
    expect(await rest.put<Phase>(`/phases/${phase.id}`, { id: id(), title })).toMatchObject({ id: phase.id, title });
  });
});

describe('the shape of the id of', () => {
  const shapes: [string, () => string | undefined, RegExp | string][] = [
    ['a template or release at top level', () => release.id, `Applications/Release${suffix}`],
    ['a template or release in a folder', () => nested.id, `${folders}/Release${suffix}`],
    ['a phase', () => nested.phases[0]?.id, `${folders}/Release${suffix}/Phase${suffix}`],
    ['a task', () => release.phases[0]?.tasks[0]?.id, `Applications/Release${suffix}/Phase${suffix}/Task${suffix}`],
    ['a variable', () => release.variables[0]?.id, `Applications/Release${suffix}/Variable${suffix}`],
    ['a team', () => nested.teams[0]?.id, `Applications/Folder${suffix}/Team${suffix}`],
  ];
  test.each(shapes)('%s', (_, id, shape) => {
    expect(id()).toMatch(new RegExp(`^${shape}$`));
  });

  test('a comment', async () => {
    const { id } = release.phases[0]!.tasks[0]!;
    const { comments } = await rest.post<Task>(`/tasks/${id}/comment`, { comment: 'here' });
    expect(comments.at(-1)?.id).toEqual(idBelow(id, 'Comment'));
  });

  test('the global variables object', () => {
    expect(release.$metadata.globalVariables).toMatchObject({ id: 'Configuration/variables/global' });
  });

  test('the folder variables object', () => {
    expect(nested.$metadata.folderVariables).toMatchObject({ id: `${inner.id}/variables` });
  });

  test('a risk profile reference', () => {
    expect(release).toHaveProperty('riskProfile', 'Configuration/riskProfiles/RiskProfileDefault');
  });
});

describe('identifiers', () => {
  test('all start with Applications/, except those of configuration objects', async () => {
    const { text } = await rest.send('GET', `/releases/${release.id}`);
    const ids = [...text.matchAll(/"(?:id|container|release|originTemplateId)":"([^"]*)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(8);
    expect(ids.filter((id) => !id?.startsWith('Applications/'))).toEqual(['Configuration/variables/global']);
  });

  test('each part has the id of its parent as prefix', async () => {
    const phase = release.phases[0]!;
    expect(phase.release).toBe(release.id);
    expect(phase.id.startsWith(`${release.id}/`)).toBe(true);
    expect(phase.tasks[0]).toMatchObject({ container: phase.id, id: expect.stringMatching(`^${phase.id}/`) });
  });

  test('a task in a group has the id of the group as prefix', async () => {
    const group = { title: 'all', type: 'rel.ParallelGroup', tasks: [{ title: 'one' }] };
    const { phases } = await createTemplate(rest, { Build: [group] });
    const all = phases[0]!.tasks[0]!;
    expect(all.tasks?.[0]).toMatchObject({ container: all.id, id: idBelow(all.id, 'Task') });
  });

  const forms: [string, (id: string) => string][] = [
    ['slashes', (id) => id],
    ['%2F for the slashes', (id) => encodeURIComponent(id)],
    ['the last segment alone', (id) => id.slice(id.lastIndexOf('/') + 1)],
    ["the browser's hyphens", (id) => id.slice('Applications/'.length).replaceAll('/', '-')],
  ];
  test.each(forms)('%s identify a template in nested folders', async (_, rawId) => {
    expect(await rest.get(`/templates/${rawId(nested.id)}`)).toEqual(await rest.get(`/templates/${nested.id}`));
  });
});
