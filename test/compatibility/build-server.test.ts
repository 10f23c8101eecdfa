import { expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { sendRaw } from '../harness/rest/raw-request.ts';

/**
 * The plugin of a build server. It selects its calls by the server version, which it reads as XML. It searches folders
 * for templates by the start of a title, and creates and starts a release with the values of a build. It removes
 * `Applications/` from ids and adds it again in paths. It reads only the members `id`, `title`, `status`, `key`,
 * `type` and `value`.
 */
const { rest, url } = serve({ TYPE_PREFIX: 'family' });

interface Item {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}
interface Value {
  readonly key: string;
  readonly type: string;
  readonly value?: unknown;
}

const json = { accept: 'application/json' };
const below = (id: string) => id.replace('Applications/', '');

async function prepared() {
  const folder = await rest.post<Item>('/folders/Applications', { title: 'Web & shop' });
  const inner = await rest.post<Item>(`/folders/${folder.id}`, { title: 'Nightly' });
  const template = await rest.post<Item>(`/templates?folderId=${inner.id}`, {
    title: 'Ship 100% of it',
    phases: [{ title: 'Build', tasks: [{ title: 'Build ${version}' }] }],
    variables: [
      { key: 'version', type: 'family.StringVariable', requiresValue: true, showOnReleaseStart: true },
      { key: 'secret', type: 'family.PasswordStringVariable', value: 'x', requiresValue: false },
      { key: 'amount', type: 'family.IntegerVariable', value: 3, requiresValue: false },
      { key: 'parts', type: 'family.ListStringVariable', value: ['a'], requiresValue: false },
    ],
  });
  return { folder, inner, template };
}

test('the plugin reads the version, checks the login, and selects the calls of the version', async () => {
  const asXml = await sendRaw(url(), { path: '/server/info', headers: { accept: 'application/xml' } });
  expect([asXml.status, asXml.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  const [, version = ''] = /<server-info>.*<version>(.*?)<\/version>/s.exec(asXml.text) ?? [];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  // before 4.8 it calls removed paths, and before 6.0 it does not support folders
  expect([/^\d+\.\d+\..*$/.test(version), major >= 6, Number.isInteger(minor)]).toEqual([true, true, true]);
  expect(JSON.parse((await sendRaw(url(), { path: '/server/info', headers: json })).text)).toMatchObject({ version });
  expect((await sendRaw(url(), { path: '/profile', headers: json })).status).toBe(200);
  expect((await sendRaw(url(), { path: '/profile', headers: json, login: 'admin:wrong' })).status).toBe(401);
});

test('the plugin finds a template by the titles of its folders, and creates and starts a release from it', async () => {
  const { inner, template } = await prepared();
  const foundFolder = await rest.get<Item>(`/folders/find?byPath=${encodeURIComponent('Web & shop/Nightly')}`);
  expect(foundFolder.id).toBe(inner.id);
  expect(await rest.get<Item[]>(`/folders/${foundFolder.id}/list?resultsPerPage=250`)).toEqual([]);
  const [listed] = await rest.get<Item[]>(`/folders/${foundFolder.id}/templates?resultsPerPage=250`);
  expect(listed).toMatchObject({ id: template.id, title: 'Ship 100% of it', status: 'TEMPLATE' });

  const values = await rest.get<Value[]>(`/templates/Applications/${below(template.id)}/variables`);
  expect(values.map(({ key, type, value }) => ({ key, type, ...(value !== undefined && { value }) }))).toEqual([
    { key: 'version', type: 'family.StringVariable' },
    { key: 'secret', type: 'family.PasswordStringVariable', value: '********' },
    { key: 'amount', type: 'family.IntegerVariable', value: 3 },
    { key: 'parts', type: 'family.ListStringVariable', value: ['a'] },
  ]);

  const order = { releaseTitle: 'Build 17', variables: { '${version}': '1.0.17' } };
  const release = await rest.post<Item>(`/templates/Applications/${below(template.id)}/create`, order);
  expect(release).toMatchObject({ title: 'Build 17', status: 'PLANNED' });
  const started = await sendRaw(url(), {
    method: 'POST',
    path: `/api/v1/releases/Applications/${below(release.id)}/start`,
    headers: { ...json, 'content-length': '0' },
  });
  expect([started.status, JSON.parse(started.text).status]).toEqual([200, 'IN_PROGRESS']);
  expect(await rest.get(`/releases/${release.id}/variableValues`)).toMatchObject({ '${version}': '1.0.17' });
});

test('the plugin reads all folders from the top and lists their templates', async () => {
  const walk = async (id: string): Promise<readonly string[]> => {
    const templates = await rest.get<Item[]>(`/folders/${id}/templates?resultsPerPage=250`);
    const folders = await rest.get<Item[]>(`/folders/${id}/list?resultsPerPage=250`);
    const inside = await Promise.all(
      folders.map(async (folder) => (await walk(folder.id)).map((innerPath) => `${folder.title}/${innerPath}`)),
    );
    return [...templates.map(({ title }) => title), ...inside.flat()];
  };
  await rest.post('/templates', { title: 'At the top' });
  expect(await walk('Applications')).toEqual(['At the top', 'Web & shop/Nightly/Ship 100% of it']);
  expect((await rest.get<Item[]>('/templates')).map(({ title }) => title)).toEqual(['At the top', 'Ship 100% of it']);
});

test('the plugin shows a refusal unchanged: one line of text', async () => {
  const [template] = await rest.get<Item[]>('/templates?title=Ship');
  const missing = await rest.send('POST', `/templates/${template!.id}/create`, {
    releaseTitle: 'Build 18',
    variables: {},
  });
  expect([missing.status, missing.headers.get('content-type'), missing.text.split('\n').length]).toEqual([
    400,
    'text/plain; charset=utf-8',
    2,
  ]);
  expect(missing.text).toContain('version');
  expect(await rest.sendForError('POST', '/templates/Applications/ReleaseGone/create', { releaseTitle: 'x' })).toMatch(
    /^404 /,
  );
});

test('a workflow step creates and starts a release in one request, by the id without folders', async () => {
  const [template] = await rest.get<Item[]>('/templates?title=Ship');
  const templateId = template!.id.slice(template!.id.lastIndexOf('/') + 1);
  const path = `/templates/Applications/${templateId}/start`;
  const order = { releaseTitle: 'Workflow 2030-01-01T00:00:00.000Z', variables: { version: '2' } };
  const headers = { accept: 'application/json, text/plain, */*', 'content-type': 'application/json' };
  expect((await rest.send('POST', path, order, headers)).body).toMatchObject({
    status: 'IN_PROGRESS',
    title: order.releaseTitle,
  });
});
