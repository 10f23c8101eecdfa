import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

// Fields of templates that clients expect back unchanged (models.txt; rest-operations.md, newer objects), also in
// copies and releases.
const { rest } = serve();

const storedFields = {
  kind: 'WORKFLOW',
  categories: ['Cloud'],
  author: 'Ann',
  logo: { id: 'Attachment1', contentType: 'image/svg+xml' },
  defaultTargetFolderId: 'Applications/Folder1',
  allowTargetFolderOverride: false,
};
const teams = [
  {
    id: 'Applications/Release1/Team1',
    teamName: 'Release Admin',
    members: ['ADMIN', 'ann'],
    permissions: ['release#edit'],
  },
  { teamName: 'Builders', roles: ['devs'], permissions: ['release#view', 'release#fly'] },
];
/** The stored teams: missing system teams come first; unknown users, roles and permissions are left out. */
const storedCases = [
  { teamName: 'Template Owner', members: ['admin'], roles: [] },
  { teamName: 'Folder Owner', members: ['admin'], roles: [] },
  {
    id: expect.stringMatching(/^Applications\/Team[0-9a-f]{32}$/),
    type: 'rel.Team',
    teamName: 'Release Admin',
    members: ['admin'],
    roles: [],
    permissions: ['release#edit'],
  },
  { type: 'rel.Team', teamName: 'Builders', members: [], roles: [], permissions: ['release#view'] },
];

test('fields of a template are returned in it, in its copy, and in a release from it', async () => {
  const template = await createTemplate(rest, {}, { ...storedFields, teams });
  expect(template).toMatchObject({ ...storedFields, teams: storedCases });
  expect(await rest.get(`/templates/${template.id}`)).toEqual(template);
  const copy = await rest.post<Release>(`/templates/${template.id}/copy`, { title: 'Copy' });
  const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Made of it' });
  for (const { id } of [copy, release]) expect(await rest.get(`/releases/${id}`)).toMatchObject(storedFields);
  const [row] = await rest.post<object[]>('/releases/search/overview', { title: 'Made of it' });
  expect(row).toMatchObject({ kind: 'WORKFLOW' });
});

test('without these fields a template is for releases, and has the three system teams', async () => {
  for (const fields of [{}, { teams: [] }, { teams: null, kind: null }]) {
    const template = await createTemplate(rest, {}, fields);
    expect(template).toMatchObject({ kind: 'RELEASE', categories: [], allowTargetFolderOverride: true });
    expect(template.teams.map(({ teamName }) => teamName)).toEqual(['Template Owner', 'Folder Owner', 'Release Admin']);
    for (const name of ['author', 'logo', 'defaultTargetFolderId']) expect(template).not.toHaveProperty(name);
  }
});

test('a PUT changes these fields, except teams, and a PUT of the unchanged response changes nothing', async () => {
  const template = await createTemplate(rest, {}, {});
  const at = `/templates/${template.id}`;
  const changed = await rest.put<Release>(at, { ...template, ...storedFields, teams });
  expect(changed).toMatchObject({ ...storedFields, teams: template.teams });
  const log = await rest.get<object[]>(`/activities/${template.id}`);
  expect(await rest.put(at, changed)).toEqual(changed);
  for (const teamsInput of [[], [{}], 'none']) expect(await rest.put(at, { teams: teamsInput })).toEqual(changed);
  expect(await rest.get(`/activities/${template.id}`)).toEqual(log);
  expect(await rest.put(at, { kind: 'RELEASE', author: null })).toMatchObject({ kind: 'RELEASE' });
});

test('invalid values are refused with one line, and change nothing', async () => {
  const template = await createTemplate(rest, {}, {});
  const at = `/templates/${template.id}`;
  const refused = (body: object) => rest.sendForError('PUT', at, body);
  expect(await refused({ kind: 'PIPELINE' })).toBe('400 kind: expected one of RELEASE, WORKFLOW');
  expect(await rest.get(at)).toEqual(template);
  const made = (teamsInput: readonly object[]) =>
    rest.sendForError('POST', '/templates', { title: 'T', teams: teamsInput });
  expect(await made([{ members: ['ann'] }])).toBe('400 teams.0.teamName: expected a text of 1 to 255 characters');
  expect(await made([{ teamName: 'Builders' }, { teamName: 'Builders' }])).toBe(
    "409 teams: a team named 'Builders' already exists",
  );
});
