import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { templateOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/shapes.ts';

// What clients send with a template and expect back (models.txt; operations.md, newer objects), copies and releases included.
const { rest } = serve();

const kept = {
  kind: 'WORKFLOW',
  categories: ['Cloud'],
  author: 'Ann',
  logo: { id: 'Attachment1', contentType: 'image/svg+xml' },
  defaultTargetFolderId: 'Applications/Folder1',
  allowTargetFolderOverride: false,
};
const teams = [
  { id: 'Applications/Release1/Team1', teamName: 'Release Admin', members: ['ann'], permissions: ['release#edit'] },
  { teamName: 'Builders', roles: ['devs'] },
];
const asKept = [
  {
    id: 'Applications/Team1',
    type: 'rel.Team',
    teamName: 'Release Admin',
    members: ['ann'],
    roles: [],
    permissions: ['release#edit'],
  },
  {
    id: expect.stringMatching(/^Applications\/Team[0-9a-f]{32}$/),
    type: 'rel.Team',
    teamName: 'Builders',
    members: [],
    roles: ['devs'],
    permissions: [],
  },
];

test('what is given with a template is answered, in it, in its copy, and in a release made from it', async () => {
  const template = await templateOf(rest, {}, { ...kept, teams });
  expect(template).toMatchObject({ ...kept, teams: asKept });
  expect(await rest.get(`/templates/${template.id}`)).toEqual(template);
  const copy = await rest.post<Release>(`/templates/${template.id}/copy`, { title: 'Copy' });
  const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Made of it' });
  for (const { id } of [copy, release]) {
    expect(await rest.get(`/releases/${id}`)).toMatchObject({ ...kept, teams: template.teams });
  }
  const [row] = await rest.post<object[]>('/releases/search/overview', { title: 'Made of it' });
  expect(row).toMatchObject({ kind: 'WORKFLOW' });
});

test('without them a template is one for releases, with the three teams', async () => {
  for (const fields of [{}, { teams: [] }, { teams: null, kind: null }]) {
    const template = await templateOf(rest, {}, fields);
    expect(template).toMatchObject({ kind: 'RELEASE', categories: [], allowTargetFolderOverride: true });
    expect(template.teams.map(({ teamName }) => teamName)).toEqual(['Template Owner', 'Folder Owner', 'Release Admin']);
    for (const name of ['author', 'logo', 'defaultTargetFolderId']) expect(template).not.toHaveProperty(name);
  }
});

test('they change by a PUT, and put back as they were they change nothing', async () => {
  const template = await templateOf(rest, {}, {});
  const at = `/templates/${template.id}`;
  const changed = await rest.put<Release>(at, { ...template, ...kept, teams });
  expect(changed).toMatchObject({ ...kept, teams: [{ id: 'Applications/Team1' }, asKept[1]] });
  const log = await rest.get<object[]>(`/activities/${template.id}`);
  expect(await rest.put(at, changed)).toEqual(changed);
  expect(await rest.put(at, { teams: changed.teams.map(({ id: _, ...team }) => team) })).toEqual(changed);
  expect(await rest.put(at, { teams: [] })).toEqual(changed);
  expect(await rest.get(`/activities/${template.id}`)).toEqual(log);
  expect(await rest.put(at, { kind: 'RELEASE', author: null, teams: [teams[1]] })).toMatchObject({
    kind: 'RELEASE',
    teams: [changed.teams[1]],
  });
});

test('what they cannot be is refused in one line, and changes nothing', async () => {
  const template = await templateOf(rest, {}, {});
  const at = `/templates/${template.id}`;
  const refused = (body: object) => rest.refused('PUT', at, body);
  expect(await refused({ kind: 'PIPELINE' })).toBe('400 kind: expected one of RELEASE, WORKFLOW');
  expect(await refused({ teams: [{ members: ['ann'] }] })).toBe('400 teams.0.teamName: expected a text');
  expect(await refused({ teams: [teams[1], teams[1]] })).toBe("409 teams: a team named 'Builders' exists already");
  expect(await rest.get(at)).toEqual(template);
});
