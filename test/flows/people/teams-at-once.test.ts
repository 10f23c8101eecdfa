import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { templateOf } from '../../harness/rest/plans.ts';
import type { Folder } from '../../harness/rest/shapes.ts';
import { peopleByRest } from './someone.ts';
import type { Teams } from './teams.ts';

const served = serve();
const { rest, database } = served;
const { someone } = peopleByRest(served);

const state = () =>
  database().query({ text: 'select version, (select max(seq) from audit) as line from access_version' });

test('a list of teams that changes nothing writes nothing, and has nobody look at rights again', async () => {
  const { id } = await rest.post<Folder>('/folders/Applications', { title: 'Still' });
  const template = await templateOf(rest, {});
  for (const path of [`/folders/${id}/teams`, `/templates/${template.id}/teams`]) {
    const teams = await rest.get<Teams>(path);
    const before = await state();
    for (const list of [teams, teams.map((team) => ({ id: team.id, teamName: team.teamName }))]) {
      expect(await rest.post(path, list)).toEqual(teams);
    }
    expect(await state()).toEqual(before);
    await rest.post(path, [...teams, { teamName: 'One more' }]);
    expect(await state()).not.toEqual(before);
  }
});

test('who loses the right while others are before them changes no teams', async () => {
  const { id } = await rest.post<Folder>('/folders/Applications', { title: 'Contested' });
  const ann = await someone('ann');
  const teams = [
    { teamName: 'Editors', members: [{ name: 'ann' }], permissions: ['folder#view', 'folder#edit_security'] },
  ];
  await rest.post(`/folders/${id}/teams`, teams);
  const waiting = await database().transaction(async (connection) => {
    await connection.query({ text: `select pg_advisory_xact_lock(hashtext('folders'))` });
    const posted = ann.refused('POST', `/folders/${id}/teams`, [...teams, { teamName: 'Mine' }]);
    const text = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await connection.query({ text })).length).toBe(1);
    await connection.query({ text: `delete from team_members where principal = 'user:ann'` });
    await connection.query({ text: 'update access_version set version = version + 1' });
    return { posted };
  });
  expect(await waiting.posted).toBe(`404 there is no folder '${id.split('/').at(-1)}'`);
});
