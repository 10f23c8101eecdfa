import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import {
  createRelease,
  createTemplate,
  formatRelease,
  idOf,
  parallel,
  startRelease,
} from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';
import { createImporter, packXlr, packZip } from '../../harness/rest/template-files.ts';
import { idBelow } from '../matchers.ts';

// rest-api.md, section Endpoints: templates and releases
const { rest, archive } = serve();

const plan = { Build: ['compile', 'test'], Ship: ['deploy'] };
let folder: Folder;
beforeAll(async () => {
  folder = await rest.post<Folder>('/folders/Applications', { title: 'Products' });
});

/** Returns the sorted members of a release. Tests of resource-fields cover the values. */
const fieldsOf = (release: object) => Object.keys(release).toSorted();

describe('Get template', () => {
  test('returns a Release with status TEMPLATE', async () => {
    const template = await createTemplate(rest, plan);
    expect(template.status).toBe('TEMPLATE');
    expect(await rest.get(`/templates/${template.id}`)).toEqual(template);
  });

  test('also returns a release for its id', async () => {
    const release = await startRelease(rest, plan);
    expect(await rest.get(`/templates/${release.id}`)).toEqual(release);
    expect(await rest.sendForError('GET', '/templates/ReleaseNone')).toBe("404 there is no template 'ReleaseNone'");
    expect(await rest.sendForError('PUT', `/templates/${release.id}`, {})).toBe(
      `404 there is no template '${release.id}'`,
    );
  });
});

describe('Get release', () => {
  test('returns a Release', async () => {
    const release = await startRelease(rest, plan);
    expect(await rest.get(`/releases/${release.id}`)).toEqual(release);
  });

  test.each(['true', 'false'])('accepts roleIds=%s', async (roleIds) => {
    const release = await createRelease(rest, plan);
    expect(await rest.get(`/releases/${release.id}?roleIds=${roleIds}`)).toEqual(release);
  });

  test('also returns a template for its id', async () => {
    const template = await createTemplate(rest, plan);
    expect(await rest.get(`/releases/${template.id}`)).toEqual(template);
  });
});

describe('Get archived release', () => {
  test.each(['', '?roleIds=true', '?roleIds=false'])(
    'returns the release as it was when it was archived%s',
    async (query) => {
      const { id } = await createRelease(rest, plan);
      const aborted = await rest.post<Release>(`/releases/${id}/abort`, {});
      expect(await rest.sendForError('GET', `/releases/archived/${id}`)).toMatch(/^404 /);
      await archive(aborted);
      expect(await rest.get(`/releases/archived/${id}${query}`)).toEqual(aborted);
      expect(await rest.sendForError('GET', `/releases/${id}`)).toMatch(/^404 /);
    },
  );
});

describe('Create template', () => {
  test('query folderId: the folder in which it is created', async () => {
    const { id, title } = await rest.post<Release>(`/templates/?folderId=${folder.id}`, { title: 'In a folder' });
    expect({ id, title }).toEqual({ id: idBelow(folder.id, 'Release'), title: 'In a folder' });
  });

  test.each(['/templates', '/templates/', '/templates?folderId=', '/templates?folderId=Applications'])(
    '%s creates the template at the top',
    async (path) => {
      expect((await rest.post<Release>(path, { title: 'At the top' })).id).toEqual(idBelow('Applications', 'Release'));
    },
  );

  test('an unknown folder is refused', async () => {
    const refusal = await rest.sendForError('POST', '/templates?folderId=Applications/Folder404', { title: 'Lost' });
    expect(refusal).toBe("404 there is no folder 'Applications/Folder404'");
  });

  test.each([
    ['null', null],
    ['a placeholder', 'Applications/Release'],
  ])('with %s as id it gets a new id', async (_, id) => {
    const body = { id, type: 'rel.Release', status: 'TEMPLATE', title: 'New' };
    expect((await rest.post<Release>('/templates', body)).id).toEqual(idBelow('Applications', 'Release'));
  });

  test('it contains a default phase New Phase that is PLANNED', async () => {
    const { phases } = await createTemplate(rest, {});
    expect(phases).toEqual([expect.objectContaining({ title: 'New Phase', status: 'PLANNED', tasks: [] })]);
  });

  test.each(['Template Owner', 'Folder Owner', 'Release Admin'])('it contains the team %s', async (teamName) => {
    const { teams } = await createTemplate(rest, {});
    const team = teams.find((candidate) => candidate.teamName === teamName);
    expect(team).toMatchObject({ type: 'rel.Team', members: ['admin'] });
    expect(team?.permissions.length).toBeGreaterThan(5);
  });

  test('it has the default risk profile and $metadata', async () => {
    expect(await createTemplate(rest, {})).toMatchObject({
      riskProfile: 'Configuration/riskProfiles/RiskProfileDefault',
      $metadata: { security: { teams: ['Template Owner', 'Folder Owner', 'Release Admin'] } },
    });
  });

  test('it may have its own phases, tasks and variables', async () => {
    const template = await createTemplate(rest, plan, { variables: [{ key: 'version', value: '1' }] });
    expect(formatRelease(template)).toBe('TEMPLATE Build.: compile. test. | Ship.: deploy.');
    expect(template.variables.map(({ key, value }) => [key, value])).toEqual([['version', '1']]);
  });
});

describe('Create release from template, body field', () => {
  const variables = [
    { key: 'version', type: 'rel.StringVariable' },
    { key: 'secret', type: 'rel.PasswordStringVariable', requiresValue: false },
    { key: 'hosts', type: 'rel.ListStringVariable', requiresValue: false },
  ];
  const create = async (body: object, fields: Record<string, unknown> = {}) => {
    const { id } = await createTemplate(rest, plan, fields);
    return rest.post<Release & Record<string, unknown>>(`/templates/${id}/create`, { releaseTitle: 'Made', ...body });
  };
  const valuesOf = (release: Release) => Object.fromEntries(release.variables.map(({ key, value }) => [key, value]));

  test.each<[string, object, object]>([
    ['releaseTitle', { releaseTitle: 'Release 世界' }, { title: 'Release 世界', status: 'PLANNED' }],
    ['folderId null', { folderId: null }, { id: idBelow('Applications', 'Release') }],
    [
      'scheduledStartDate',
      { scheduledStartDate: '2040-01-01T12:00:00+02:00' },
      { scheduledStartDate: '2040-01-01T10:00:00.000+00:00' },
    ],
    ['scheduledStartDate null', { scheduledStartDate: null }, { status: 'PLANNED' }],
    ['autoStart false', { autoStart: false }, { autoStart: false, status: 'PLANNED' }],
    [
      'autoStart true, with a date',
      { autoStart: true, scheduledStartDate: '2040-01-01T12:00:00Z' },
      { autoStart: true, status: 'PLANNED' },
    ],
    ['autoStart true, without a date', { autoStart: true }, { autoStart: true, status: 'IN_PROGRESS' }],
    ['startedFromTaskId null', { startedFromTaskId: null }, { status: 'PLANNED' }],
    ['releaseOwner', { releaseOwner: 'admin' }, { owner: 'admin' }],
    ['releaseOwner null', { releaseOwner: null }, { owner: 'admin' }],
  ])('%s', async (_, body, expected) => {
    expect(await create(body)).toMatchObject(expected);
  });

  test('folderId', async () => {
    expect((await create({ folderId: folder.id })).id).toEqual(idBelow(folder.id, 'Release'));
  });

  test('folderId absent: the folder of the template (compatibility.md)', async () => {
    const template = await rest.post<Release>(`/templates?folderId=${folder.id}`, { title: 'In a folder' });
    const created = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Made' });
    expect(created.id).toEqual(idBelow(folder.id, 'Release'));
  });

  test('startedFromTaskId', async () => {
    const parent = await startRelease(rest, plan);
    const startedFromTaskId = idOf(parent, 'compile');
    expect(await create({ startedFromTaskId })).toMatchObject({ startedFromTaskId });
  });

  const filled = { version: '1.0', secret: '********', hosts: ['a', 'b'] };
  test.each([
    ['variables', { variables: { version: '1.0', secret: 'hidden', hosts: ['a', 'b'] } }],
    ['variables, keys in ${}', { variables: { '${version}': '1.0', '${secret}': 'hidden', '${hosts}': ['a', 'b'] } }],
    [
      'releaseVariables and releasePasswordVariables',
      {
        releaseVariables: { '${version}': '1.0' },
        releasePasswordVariables: { '${secret}': 'hidden' },
        variables: { hosts: ['a', 'b'] },
      },
    ],
  ])('%s', async (_, body) => {
    expect(valuesOf(await create(body, { variables }))).toEqual(filled);
  });

  test('variables: each required variable needs a value', async () => {
    const { id } = await createTemplate(rest, plan, { variables });
    expect(await rest.sendForError('POST', `/templates/${id}/create`, { releaseTitle: 'Made' })).toBe(
      '400 variables: a value is required for version',
    );
  });

  test('variables: a default counts as a value', async () => {
    const { id } = await createTemplate(rest, plan, { variables: [{ key: 'version', value: '0.9' }] });
    expect(valuesOf(await rest.post<Release>(`/templates/${id}/create`, { releaseTitle: 'Made' }))).toEqual({
      version: '0.9',
    });
  });

  test('the response is a complete planned release with new ids', async () => {
    const template = await createTemplate(
      rest,
      { Build: [parallel('all', 'one')] },
      { variables: [{ key: 'v', value: '1' }] },
    );
    const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Made' });
    expect(fieldsOf(release)).toEqual([...fieldsOf(template), 'calendarLinkToken', 'originTemplateId'].toSorted());
    expect(release).toMatchObject({
      originTemplateId: template.id,
      calendarLinkToken: expect.stringMatching(/^-?\d+$/),
      phases: [{ id: idBelow(release.id, 'Phase'), tasks: [{ id: idBelow(release.id, 'Phase', 'Task') }] }],
      variables: [{ id: idBelow(release.id, 'Variable') }],
    });
    const ids = (text: string) => text.match(/(Phase|Task|Variable)[0-9a-f]{32}/g) ?? [];
    const old = new Set(ids(JSON.stringify(template)));
    expect(ids(JSON.stringify(release)).filter((id) => old.has(id))).toEqual([]);
  });
});

describe('Import template', () => {
  const importFile = createImporter(rest);
  const json = JSON.stringify({ title: 'Brought' });

  test.each([
    ['multipart/form-data with one part file', 'template.json', async () => Buffer.from(json)],
    ['an exported template (.xlr)', 'template.xlr', () => packXlr({ title: 'Brought' })],
    [
      'a .zip with a release definition',
      'template.zip',
      () => packZip({ 'Releasefile.groovy': "xlr {\n  template('Brought') {\n  }\n}\n" }),
    ],
  ] as const)('%s', async (_, name, file) => {
    expect(await importFile(await file(), { name })).toMatchObject([{ title: 'Brought', warnings: [] }]);
  });

  test('query folderId', async () => {
    const [created] = await importFile(Buffer.from(json), { name: 'template.json', query: `?folderId=${folder.id}` });
    const { id } = await rest.get<Release>(`/templates/${created?.id}`);
    expect(id.startsWith(`${folder.id}/`)).toBe(true);
  });
});
