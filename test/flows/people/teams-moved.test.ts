import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { releaseOf, templateOf } from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/shapes.ts';
import { peopleByRest } from './someone.ts';
import { namesOf, type Teams, teamOf } from './teams.ts';

// Teams after their owner moves, is deleted or archived (permissions.md, section 3).
const served = serve();
const { rest } = served;
const { someone, role } = peopleByRest(served);

const admin = { name: 'admin' };
const system = ['Template Owner', 'Folder Owner', 'Release Admin'];
const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
const of = (thing: { readonly id: string }, kind = 'folders') => `/${kind}/${thing.id}/teams`;
const readOf = (thing: { readonly id: string }, kind = 'folders') => rest.get<Teams>(of(thing, kind));
const last = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const set = (thing: { readonly id: string }, list: readonly object[], kind = 'folders') =>
  rest.post<Teams>(of(thing, kind), list);
const mine = (...permissions: readonly string[]) => ({ teamName: 'Mine', members: [admin], permissions });

beforeAll(async () => {
  await someone('ann');
  await someone('bob');
});

describe('a folder', () => {
  test('keeps its own teams when it moves', async () => {
    const [from, to] = [await folder('from'), await folder('to')];
    const moved = await folder('own', from.id);
    await set(moved, [mine('folder#view')]);
    await rest.done('POST', `/folders/${moved.id}/move?newParentId=${to.id}`);
    expect(namesOf(await readOf(moved))).toEqual([...system, 'Mine']);
  });

  test('inherits from where it is moved to, and at the top has a copy of what it inherited', async () => {
    const [from, to] = [await folder('before'), await folder('after')];
    await set(to, [mine('folder#view')]);
    const moved = await folder('inheriting', from.id);
    const inner = await folder('inner', moved.id);
    await rest.done('POST', `/folders/${moved.id}/move?newParentId=${to.id}`);
    expect(await readOf(inner)).toEqual(await readOf(to));
    await rest.done('POST', `/folders/${moved.id}/move?newParentId=Applications`);
    const copied = await readOf(inner);
    const without = (teams: Teams) => teams.map(({ id: _, ...team }) => team);
    expect(without(copied)).toEqual(without(await readOf(to)));
    for (const { id } of copied) expect(id).toMatch(new RegExp(`^Applications/${last(moved.id)}/Team`));
    const [line] = await rest.get<object[]>(`/audit?subject=${last(moved.id)}`);
    expect(line).toMatchObject({ action: 'TEAMS_UPDATED', username: 'admin' });
    expect(line).not.toHaveProperty('before');
  });
});

describe('a template from the top', () => {
  const template = async () => {
    const made = await templateOf(rest, { Build: ['compile'] });
    await set(
      made,
      [mine('template#view'), { teamName: 'Folder Owner', members: [{ name: 'ann' }, { name: 'bob' }] }],
      'templates',
    );
    return made;
  };
  const move = (made: Release, to: Folder, query = '') =>
    rest.done('POST', `/folders/${to.id}/templates/${made.id}${query}`);

  test('has the teams of the folder that it is moved into, and leaves none of its own', async () => {
    const target = await folder('target');
    const made = await template();
    const release = await rest.post<Release>(`/templates/${made.id}/create`, { releaseTitle: 'stays' });
    await move(made, target);
    expect(await readOf(made, 'templates')).toEqual(await readOf(target));
    expect(namesOf(await readOf(target))).toEqual(system);
    expect(namesOf(await readOf(release, 'releases')).toSorted()).toEqual([...system, 'Mine'].toSorted());
    const rows = await served.database().query({ text: `select from teams where scope_id = '${last(made.id)}'` });
    expect(rows).toEqual([]);
  });

  test('adds them with mergePermissions to those of the folder above that has them', async () => {
    const outer = await folder('holder');
    await set(outer, [mine('release#view')]);
    const inner = await folder('heir', outer.id);
    await move(await template(), inner, '?mergePermissions=true');
    const merged = await readOf(outer);
    expect(namesOf(merged)).toEqual([...system, 'Mine']);
    expect(teamOf(merged, 'Mine').permissions).toEqual(['release#view', 'template#view']);
    const owners = teamOf(merged, 'Folder Owner');
    expect(owners.members.map(({ name }) => name)).toEqual(['admin', 'ann', 'bob']);
    expect(teamOf(merged, 'Release Admin').permissions).toContain('template#view');
    const told = await rest.get<{ action: string }[]>(`/audit?subject=${last(outer.id)}`);
    expect(told.map(({ action }) => action)).toEqual(['TEAMS_UPDATED', 'TEAMS_UPDATED', 'TEAMS_UPDATED']);
  });

  test('restores its own teams when it returns, and a move between folders merges nothing', async () => {
    const [one, other] = [await folder('one'), await folder('other')];
    await set(one, [mine('template#view')]);
    const made = await template();
    await move(made, one);
    await move(made, other, '?mergePermissions=true');
    expect(namesOf(await readOf(other))).toEqual(system);
    await move(made, one);
    await move(made, { id: 'Applications', title: '' });
    expect(namesOf(await readOf(made, 'templates'))).toEqual([...system, 'Mine']);
    expect(await set(made, [], 'templates')).toHaveLength(3);
  });
});

describe('releases from a template in a folder', () => {
  test('has the folder’s teams there, and at the top a copy of them with its owner', async () => {
    const { id } = await folder('with plans');
    await set({ id }, [mine('release#view')]);
    const made = await rest.post<Release>(`/templates?folderId=${id}`, { title: 'T' });
    const here = await rest.post<Release>(`/templates/${made.id}/create`, {
      releaseTitle: 'here',
      releaseOwner: 'ann',
    });
    expect(here.teams.map((team) => team.id)).toEqual(namesOf(await readOf({ id }), 'id'));
    const order = { releaseTitle: 'up', folderId: 'Applications', releaseOwner: 'ann' };
    const up = await rest.post<Release>(`/templates/${made.id}/create`, order);
    expect(up.teams.map(({ teamName, members }) => [teamName, members.join()])).toEqual([
      ['Template Owner', 'admin'],
      ['Folder Owner', 'admin'],
      ['Release Admin', 'admin,ann'],
      ['Mine', 'admin'],
    ]);
    await rest.put(`/releases/${up.id}`, { owner: 'bob' });
    expect(namesOf(await readOf(up, 'releases'))).toEqual([...system, 'Mine']);
    expect(teamOf(await readOf(up, 'releases'), 'Release Admin').members).toHaveLength(2);
  });
});

describe('an ended owner', () => {
  const rowsOf = async (...ids: readonly string[]) => {
    const [row] = await served.database().query<{ count: number }>({
      text: `select count(*) from teams where scope_id in (${ids.map((id) => `'${last(id)}'`).join()})`,
    });
    return row?.count;
  };
  /** A release of a template without tasks, which is over as soon as it starts. */
  const finished = async (template: Release): Promise<Release> => {
    const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'over' });
    return await rest.post<Release>(`/releases/${release.id}/start`);
  };

  test('takes its teams along when it is deleted, and keeps them in the archive', async () => {
    const template = await templateOf(rest, {});
    const release = await finished(template);
    await served.archive(release);
    const archived = await rest.get<Release>(`/releases/archived/${release.id}`);
    expect(archived.teams.map(({ teamName }) => teamName)).toEqual(system);
    const other = await releaseOf(rest, { Build: ['compile'] });
    await rest.done('DELETE', `/releases/${other.id}`);
    await rest.done('DELETE', `/templates/${template.id}`);
    expect([await rowsOf(template.id, other.id), await rowsOf(release.id)]).toEqual([0, 3]);
  });

  test('in a folder at the top that is deleted has in the archive a copy of the teams that held', async () => {
    const { id } = await folder('to be deleted');
    await set({ id }, [mine('release#view')]);
    const template = await rest.post<Release>(`/templates?folderId=${id}`, { title: 'T' });
    const release = await finished(template);
    await served.archive(release);
    await rest.done('DELETE', `/folders/${id}`);
    const archived = await rest.get<Release>(`/releases/archived/${last(release.id)}`);
    expect(archived.id).toBe(`Applications/${last(release.id)}`);
    expect(archived.teams.map(({ teamName }) => teamName)).toEqual([...system, 'Mine']);
    expect(await rowsOf(id)).toBe(0);
  });

  test('a role that is deleted while teams are given it is in none of them afterwards', async () => {
    const { id } = await folder('racing');
    for (let round = 0; round < 8; round += 1) {
      await role(`R${round}`, []);
      const list = [{ teamName: 'Racers', members: [{ name: `R${round}`, type: 'ROLE' }] }];
      await Promise.allSettled([set({ id }, list), rest.done('DELETE', `/roles/R${round}`)]);
    }
    const [row] = await served.database().query<{ count: number }>({
      text: `select count(*) from team_members where principal like 'role:%'`,
    });
    expect(row?.count).toBe(0);
  });
});
