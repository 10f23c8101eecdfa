import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../services/api/src/routes.ts';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease } from '../../harness/rest/plans.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

describe('a missing permission is reported before errors of the request', () => {
  let folder: { readonly id: string };
  let reader: RestClient;
  let stranger: RestClient;
  beforeAll(async () => {
    folder = await rest.post('/folders/Applications', { title: 'ours' });
    reader = await people.createUserWith(folder, 'folder#view', 'release#view', 'template#view');
    stranger = await people.createUserWithoutPermissions();
  });

  test.each([
    ['a body that is not JSON', 'POST', '{', {}],
    ['a body of another type', 'POST', 'x', { 'content-type': 'text/plain' }],
    ['a field of another type', 'POST', '{"title":1}', {}],
    ['a text that is too long', 'POST', `{"title":"${'x'.repeat(1_000_001)}"}`, {}],
  ] as const)('%s', async (_, method, body, headers) => {
    const path = `/folders/${folder.id}`;
    expect((await rest.send(method, path, body, headers)).status).toBeGreaterThanOrEqual(400);
    expect((await reader.send(method, path, body, headers)).text).toContain(
      `Permission folder#edit on APPLICATIONS on ${folder.id.split('/').at(-1)} is not granted to you.`,
    );
    expect((await stranger.send(method, path, body, headers)).text).toContain(`there is no folder '${folder.id}'`);
  });

  test('an invalid query', async () => {
    const path = `/folders/${folder.id}/rename?newName=`;
    expect(await reader.sendForError('POST', path)).toMatch(/^403 Permission folder#edit on/);
    expect(await stranger.sendForError('POST', path)).toBe(`404 there is no folder '${folder.id}'`);
  });

  test('a folder in the query', async () => {
    const path = `/templates?folderId=${folder.id}`;
    expect(await reader.sendForError('POST', path, '{')).toMatch(/^403 Permission template#edit on /);
    expect(await stranger.sendForError('POST', path, '{')).toBe(`404 there is no folder '${folder.id}'`);
    expect(await stranger.sendForError('POST', '/templates', '{')).toMatch(/^403 Permission template#create on /);
    expect(await stranger.sendForError('POST', '/folders/Applications', '{')).toMatch(
      /^403 Permission folder#create_top_level /,
    );
    expect(await rest.sendForError('POST', path, '{')).toMatch(/^400 /);
  });

  test('a state conflict: 409 reveals nothing to a caller without permissions', async () => {
    const { id } = await createRelease(rest, { Build: ['compile'] }, { title: 'Plan' });
    expect(await rest.sendForError('POST', `/releases/${id}/resume`)).toMatch(/^409 /);
    expect(await stranger.sendForError('POST', `/releases/${id}/resume`)).toBe(`404 there is no release '${id}'`);
  });

  test('a missing global permission gives the same response in all cases, and reveals nothing', async () => {
    for (const client of [reader, stranger]) {
      expect(await client.sendForError('DELETE', '/calendar/blackouts/BlackoutNone')).toMatch(
        /^403 Permission global_calendar#edit_blackout on /,
      );
    }
    expect(await rest.sendForError('DELETE', '/calendar/blackouts/BlackoutNone')).toMatch(/^404 /);
  });
});

describe('a caller without permissions does not learn', () => {
  test('that a template exists', async () => {
    const stranger = await people.createUserWithoutPermissions();
    const { id } = await rest.post<{ id: string }>('/templates', { title: 'Hidden' });
    const missing = 'Applications/ReleaseMissing';
    const [hiddenAnswers, missingAnswers]: [string[], string[]] = [[], []];
    for (const { method, path } of routes.filter((route) =>
      /\{(?:template|release|container|target)Id\}/.test(route.path),
    )) {
      const createFromTemplate = async (templateId: string) => {
        const requestPath = path
          .replace(/\{(?:template|release|container|target)Id\}/, templateId)
          .replace(/\{\w+\}/, 'x');
        const { status, text } = await stranger.send(method, requestPath, method === 'GET' ? undefined : '{}');
        return `${method} ${path}: ${status} ${text.replaceAll(templateId, 'ID').trim()}`;
      };
      hiddenAnswers.push(await createFromTemplate(id));
      missingAnswers.push(await createFromTemplate(missing));
    }
    expect(hiddenAnswers.length).toBeGreaterThan(40);
    expect(hiddenAnswers).toEqual(missingAnswers);
    expect(hiddenAnswers).toContain("POST /templates/{templateId}/copy: 404 there is no template 'ID'");
  });

  test('by a filter, that a folder exists', async () => {
    const stranger = await people.createUserWithoutPermissions();
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'of filters' });
    for (const parentId of [folder.id, 'FolderMissing']) {
      for (const path of ['/releases/search', '/releases/count', '/releases/fullSearch']) {
        expect(await stranger.sendForError('POST', path, { parentId })).toBe(`404 there is no folder '${parentId}'`);
      }
    }
  });

  test('by a gate, when a hidden release ends', async () => {
    const [ours, otherTemplate] = [
      await rest.post<{ id: string }>('/folders/Applications', { title: 'of gates' }),
      await rest.post<{ id: string }>('/folders/Applications', { title: 'of others' }),
    ];
    const editor = await people.createUserWith(ours, 'release#view', 'release#edit_task');
    const gated = await createRelease(
      rest,
      { Build: [{ title: 'gate', type: 'rel.GateTask' }] },
      {},
      { folderId: ours.id },
    );
    const hidden = await createRelease(rest, { Build: ['work'] }, {}, { folderId: otherTemplate.id });
    const at = `/tasks/${gated.phases[0]!.tasks[0]!.id}/dependencies`;
    const hiddenId = hidden.id.slice(hidden.id.lastIndexOf('/') + 1);
    expect(await editor.sendForError('POST', `${at}/${hidden.id}`)).toBe(
      `404 there is no release, phase or task '${hiddenId}'`,
    );
    expect(await editor.sendForError('POST', `${at}/ReleaseMissing`)).toBe(
      "404 there is no release, phase or task 'ReleaseMissing'",
    );
  });

  test('by an Idempotency-Key, the earlier response after losing the permission', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'of keys' });
    const once = await people.createUserWith(folder, 'release#view', 'release#start');
    const { id } = await createRelease(rest, { Build: ['work'] }, {}, { folderId: folder.id });
    const start = () => once.send('POST', `/releases/${id}/start`, undefined, { 'idempotency-key': 'once' });
    expect([(await start()).status, (await start()).status]).toEqual([200, 200]);
    await people.stopInheritance(folder);
    await rest.send('POST', `/folders/${folder.id}/teams`, '[]');
    expect((await start()).status).toBe(404);
  });
});

test("lists of folders contain the caller's view and edit permissions on request", async () => {
  const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'seen' });
  const reader = await people.createUserWith(folder, 'folder#view', 'release#view');
  const [shown] = await reader.get<unknown[]>('/folders/list?permissions=true');
  expect(shown).toMatchObject({ id: folder.id, $metadata: { security: { permissions: ['folder#view'], teams: [] } } });
  expect(JSON.stringify(await reader.get('/folders/list'))).not.toContain('$metadata');
  const listFoldersWith = (also: string) => reader.get<unknown[]>(`/folders/list?also=${encodeURIComponent(also)}`);
  expect([await listFoldersWith('release#view'), await listFoldersWith('template#edit')]).toMatchObject([
    [{ id: folder.id, $metadata: { security: { permissions: ['release#view'] } } }],
    [{ id: folder.id, $metadata: { security: { permissions: [] } } }],
  ]);
  expect(await reader.sendForError('GET', '/folders/list?also=admin')).toBe(
    '400 also: expected a permission that teams can grant',
  );
});

describe('a hidden object has the response of an unknown id, with its code', () => {
  let stranger: RestClient;
  let ids: Readonly<Record<'release' | 'template' | 'phase' | 'task' | 'variable' | 'folder', string>>;
  beforeAll(async () => {
    stranger = await people.createUserWithoutPermissions();
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'of strangers' });
    const template = await rest.post<{ id: string }>(`/templates?folderId=${folder.id}`, { title: 'Hidden' });
    const release = await createRelease(rest, { Build: ['work'] }, {}, { folderId: folder.id });
    const [variable] = await rest.put<{ id: string }[]>(`/releases/${release.id}/variables`, [
      { type: 'rel.StringVariable', key: 'v', value: 'x' },
    ]);
    const [phase] = release.phases;
    ids = {
      ...{ folder: folder.id, template: template.id, release: release.id },
      ...{ phase: phase!.id, task: phase!.tasks[0]!.id, variable: variable!.id },
    };
  });

  test.each([
    ['release', 'GET', '/releases/ID'],
    ['release', 'POST', '/releases/ID/start'],
    ['release', 'GET', '/releases/ID/explain'],
    ['template', 'GET', '/templates/ID'],
    ['template', 'POST', '/templates/ID/create'],
    ['phase', 'GET', '/phases/ID'],
    ['task', 'GET', '/tasks/ID'],
    ['task', 'POST', '/tasks/ID/startNow'],
    ['task', 'GET', '/tasks/ID/explain'],
    ['variable', 'PUT', '/variables/ID'],
    ['folder', 'GET', '/folders/ID'],
    ['folder', 'POST', '/folders/ID/rename?newName=x'],
  ] as const)('of the kind %s, to %s %s', async (kind, method, path) => {
    const lastSegment = ids[kind].slice(ids[kind].lastIndexOf('/') + 1);
    const unknown = lastSegment.replace(/.{6}$/, '000000');
    const responseTo = async (id: string) => {
      const body = method === 'GET' ? undefined : {};
      const reply = await stranger.send(method, path.replace('ID', id), body, { accept: 'application/problem+json' });
      return [reply.status, reply.headers.get('x-slipway-code'), reply.text.replaceAll(id, 'ID')];
    };
    const response = await responseTo(lastSegment);
    expect(response).toEqual(await responseTo(unknown));
    expect(response.slice(0, 2)).toEqual([404, `notFound.${kind}`]);
  });
});
