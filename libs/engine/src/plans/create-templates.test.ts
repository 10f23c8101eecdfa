import type { TemplateDraft } from '@slipway/domain/model';
import type { TeamJson } from '@slipway/domain/people';
import type { Database } from '@slipway/persistence/database';
import { createFolder } from '@slipway/persistence/folders';
import { createSeal } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, type Engine } from '../engine.ts';
import { openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';

const bare = {
  newReleaseTitle: 'next',
  folderId: null,
  startRelease: false,
  createdReleaseId: null,
  releaseTags: [],
  templateVariables: [],
};

let environment: TestEnvironment;
let engine: Engine;
let inserts = 0;
beforeAll(async () => {
  environment = await openTestEnvironment();
  await createFolder(environment.database, {
    id: 'FolderA',
    parentId: 'Applications',
    title: 'A',
    freshId: 'FolderFresh',
  });
  const counting: Database = {
    ...environment.database,
    transaction: (work, mode) =>
      environment.database.transaction(
        (connection) =>
          work({
            query: (statement, values) => {
              if ('name' in statement && statement.name === 'insert-templates') inserts += 1;
              return connection.query(statement, values);
            },
          }),
        mode,
      ),
  };
  engine = createEngine({ database: counting, seal: createSeal('a secret for tests') });
});
afterAll(() => environment.close());

const ofId = (id: string, more: TemplateDraft = plan({ Build: ['compile'] })): TemplateDraft => ({ ...more, id });
const templateOf = (draft: TemplateDraft, folderId = 'FolderA', brought: readonly TeamJson[] = []) => ({
  draft,
  folderId,
  draftTeams: brought,
});
const make = (...templates: ReturnType<typeof templateOf>[]) => engine.createTemplates(templates, testUser);
const count = async (): Promise<number> =>
  (await environment.database.query({ text: 'select from live_releases' })).length;

test('top-level templates have the teams in their JSON, or default teams; templates in a folder have none', async () => {
  const crew: TeamJson = { teamName: 'Crew', members: ['admin'], roles: [], permissions: ['template#view'] };
  const { release: single } = await engine.createTemplate(plan({ Build: ['compile'] }), 'Applications', testUser);
  const { release: withCrew } = await engine.createTemplate(plan({ Build: ['a'] }), 'Applications', testUser, [crew]);
  const [brought, usual, below] = await make(
    templateOf(ofId('Releasebrought'), 'Applications', [crew]),
    templateOf(ofId('Releaseusual'), 'Applications'),
    templateOf(ofId('Releasebelow')),
  );
  const teamsOf = (id = '') =>
    environment.database.query<{ readonly members: readonly string[] }>(
      {
        text: `select name, permissions, array(select principal from team_members where team_id = t.id) as members
          from teams t where scope_id = $1 order by position`,
      },
      [id],
    );
  const teams = await teamsOf(brought?.release.id);
  expect(teams).toContainEqual({ name: 'Crew', permissions: ['template#view'], members: [] });
  expect(teams).toEqual(await teamsOf(withCrew.id));
  expect(await teamsOf(usual?.release.id)).toEqual(await teamsOf(single.id));
  expect((await teamsOf(single.id)).flatMap(({ members }) => members)).toContain('user:ann');
  expect(await teamsOf(below?.release.id)).toEqual([]);
});

test('taken ids are replaced, also those of another template in the same request, and references are updated', async () => {
  const starts = (templateId: string) => ({
    title: 'next',
    type: 'CreateReleaseTask',
    creation: { ...bare, templateId },
  });
  await make(templateOf(ofId('Releasetaken')));
  const [first, second] = await make(
    templateOf(ofId('Releasetaken', plan({ Build: [starts('Releaseother')] }))),
    templateOf(ofId('Releaseother', plan({ Build: [starts('Releasetaken')] }))),
  );
  expect(first?.release.id).not.toBe('Releasetaken');
  expect(second?.release.id).toBe('Releaseother');
  const startedBy = (created: typeof first) =>
    created?.release.phases.flatMap(({ tasks }) => tasks.map(({ definition }) => definition.creation?.templateId));
  expect([startedBy(first), startedBy(second)]).toEqual([['Releaseother'], [first?.release.id]]);
});

test('templates are inserted with one statement, and large ones with several', async () => {
  const large = (id: string) =>
    templateOf(ofId(id, plan({ Build: [{ title: 'a', description: 'x'.repeat(900_000) }] })));
  inserts = 0;
  await make(...Array.from({ length: 100 }, (_, index) => templateOf(ofId(`Releasesmall${index}`))));
  expect(inserts).toBe(1);
  const created = await make(...Array.from({ length: 10 }, (_, index) => large(`Releaselarge${index}`)));
  expect([inserts, created.length]).toEqual([4, 10]);
});

test('if one of several templates cannot be created, none is', async () => {
  const before = await count();
  const titleless = templateOf({ ...plan({ Build: ['a'] }), title: '' });
  await expect(make(templateOf(ofId('Releasefine')), titleless)).rejects.toThrow('title');
  await expect(make(templateOf(ofId('Releasefine')), templateOf(ofId('Releasegone'), 'FolderGone'))).rejects.toThrow();
  expect(await make()).toEqual([]);
  expect(await count()).toBe(before);
});
