import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate } from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';
import { createRestUsers } from './rest-users.ts';
import { namesOf, type Teams, teamOf } from './teams.ts';

// Teams after their owner moves, is deleted or archived (permissions.md, section 3).
const product = serve();
const { rest } = product;
const { someone, role } = createRestUsers(product);

const admin = { name: 'admin' };
const system = ['Template Owner', 'Folder Owner', 'Release Admin'];
const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
const of = (holder: { readonly id: string }, kind = 'folders') => `/${kind}/${holder.id}/teams`;
const readOf = (holder: { readonly id: string }, kind = 'folders') => rest.get<Teams>(of(holder, kind));
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const set = (holder: { readonly id: string }, list: readonly object[], kind = 'folders') =>
  rest.post<Teams>(of(holder, kind), list);
const ownTeam = (...permissions: readonly string[]) => ({ teamName: 'Mine', members: [admin], permissions });

beforeAll(async () => {
  await someone('ann');
  await someone('bob');
});

describe('a folder', () => {
  test('keeps its own teams when it moves', async () => {
    const [from, to] = [await folder('from'), await folder('to')];
    const moved = await folder('own', from.id);
    await set(moved, [ownTeam('folder#view')]);
    await rest.sendForNoContent('POST', `/folders/${moved.id}/move?newParentId=${to.id}`);
    expect(namesOf(await readOf(moved))).toEqual([...system, 'Mine']);
  });

  test('inherits teams from its new parent, and at the top gets a copy of the inherited teams', async () => {
    const [from, to] = [await folder('before'), await folder('after')];
    await set(to, [ownTeam('folder#view')]);
    const moved = await folder('inheriting', from.id);
    const inner = await folder('inner', moved.id);
    await rest.sendForNoContent('POST', `/folders/${moved.id}/move?newParentId=${to.id}`);
    expect(await readOf(inner)).toEqual(await readOf(to));
    await rest.sendForNoContent('POST', `/folders/${moved.id}/move?newParentId=Applications`);
    const copied = await readOf(inner);
    const without = (teams: Teams) => teams.map(({ id: _, ...team }) => team);
    expect(without(copied)).toEqual(without(await readOf(to)));
    for (const { id } of copied) expect(id).toMatch(new RegExp(`^Applications/${lastSegmentOf(moved.id)}/Team`));
    const [line] = await rest.get<object[]>(`/audit?subject=${lastSegmentOf(moved.id)}`);
    expect(line).toMatchObject({ action: 'TEAMS_UPDATED', username: 'admin' });
    expect(line).not.toHaveProperty('before');
  });
});

describe('a top-level template', () => {
  const template = async () => {
    const created = await createTemplate(rest, { Build: ['compile'] });
    await set(
      created,
      [ownTeam('template#view'), { teamName: 'Folder Owner', members: [{ name: 'ann' }, { name: 'bob' }] }],
      'templates',
    );
    return created;
  };
  const move = (created: Release, to: Folder, query = '') =>
    rest.sendForNoContent('POST', `/folders/${to.id}/templates/${created.id}${query}`);

  test('gets the teams of the folder that it is moved to, and its own teams are removed', async () => {
    const target = await folder('target');
    const created = await template();
    const release = await rest.post<Release>(`/templates/${created.id}/create`, { releaseTitle: 'stays' });
    await move(created, target);
    expect(await readOf(created, 'templates')).toEqual(await readOf(target));
    expect(namesOf(await readOf(target))).toEqual(system);
    expect(namesOf(await readOf(release, 'releases')).toSorted()).toEqual([...system, 'Mine'].toSorted());
    const rows = await product
      .database()
      .query({ text: `select from teams where scope_id = '${lastSegmentOf(created.id)}'` });
    expect(rows).toEqual([]);
  });

  test('with mergePermissions adds its teams to the folder from which its new folder inherits', async () => {
    const outer = await folder('holder');
    await set(outer, [ownTeam('release#view')]);
    const inner = await folder('heir', outer.id);
    await move(await template(), inner, '?mergePermissions=true');
    const merged = await readOf(outer);
    expect(namesOf(merged)).toEqual([...system, 'Mine']);
    expect(teamOf(merged, 'Mine').permissions).toEqual(['release#view', 'template#view']);
    const owners = teamOf(merged, 'Folder Owner');
    expect(owners.members.map(({ name }) => name)).toEqual(['admin', 'ann', 'bob']);
    expect(teamOf(merged, 'Release Admin').permissions).toContain('template#view');
    const auditEntries = await rest.get<{ action: string }[]>(`/audit?subject=${lastSegmentOf(outer.id)}`);
    expect(auditEntries.map(({ action }) => action)).toEqual(['TEAMS_UPDATED', 'TEAMS_UPDATED', 'TEAMS_UPDATED']);
  });

  test('restores its own teams when it returns, and a move between folders merges no teams', async () => {
    const [firstFolder, secondFolder] = [await folder('one'), await folder('other')];
    await set(firstFolder, [ownTeam('template#view')]);
    const created = await template();
    await move(created, firstFolder);
    await move(created, secondFolder, '?mergePermissions=true');
    expect(namesOf(await readOf(secondFolder))).toEqual(system);
    await move(created, firstFolder);
    await move(created, { id: 'Applications', title: '' });
    expect(namesOf(await readOf(created, 'templates'))).toEqual([...system, 'Mine']);
    expect(await set(created, [], 'templates')).toHaveLength(3);
  });
});

describe('a release from a template in a folder', () => {
  test('has the teams of the folder there, and a copy of them with its owner at the top', async () => {
    const { id } = await folder('with plans');
    await set({ id }, [ownTeam('release#view')]);
    const created = await rest.post<Release>(`/templates?folderId=${id}`, { title: 'T' });
    const movedRelease = await rest.post<Release>(`/templates/${created.id}/create`, {
      releaseTitle: 'here',
      releaseOwner: 'ann',
    });
    expect(movedRelease.teams.map((team) => team.id)).toEqual(namesOf(await readOf({ id }), 'id'));
    const order = { releaseTitle: 'up', folderId: 'Applications', releaseOwner: 'ann' };
    const up = await rest.post<Release>(`/templates/${created.id}/create`, order);
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

describe('a deleted or archived owner of teams', () => {
  const rowsOf = async (...ids: readonly string[]) => {
    const [row] = await product.database().query<{ count: number }>({
      text: `select count(*) from teams where scope_id in (${ids.map((id) => `'${lastSegmentOf(id)}'`).join()})`,
    });
    return row?.count;
  };
  /** Returns a release of a template without tasks, which completes at its start. */
  const finished = async (template: Release): Promise<Release> => {
    const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'over' });
    return await rest.post<Release>(`/releases/${release.id}/start`);
  };

  test('deletes its teams with it, and keeps them in the archive', async () => {
    const template = await createTemplate(rest, {});
    const release = await finished(template);
    await product.archive(release);
    const archived = await rest.get<Release>(`/releases/archived/${release.id}`);
    expect(archived.teams.map(({ teamName }) => teamName)).toEqual(system);
    const secondFolder = await createRelease(rest, { Build: ['compile'] });
    await rest.sendForNoContent('DELETE', `/releases/${secondFolder.id}`);
    await rest.sendForNoContent('DELETE', `/templates/${template.id}`);
    expect([await rowsOf(template.id, secondFolder.id), await rowsOf(release.id)]).toEqual([0, 3]);
  });

  test('has a copy of the teams of its deleted top-level folder in the archive', async () => {
    const { id } = await folder('to be deleted');
    await set({ id }, [ownTeam('release#view')]);
    const template = await rest.post<Release>(`/templates?folderId=${id}`, { title: 'T' });
    const release = await finished(template);
    await product.archive(release);
    await rest.sendForNoContent('DELETE', `/folders/${id}`);
    const archived = await rest.get<Release>(`/releases/archived/${lastSegmentOf(release.id)}`);
    expect(archived.id).toBe(`Applications/${lastSegmentOf(release.id)}`);
    expect(archived.teams.map(({ teamName }) => teamName)).toEqual([...system, 'Mine']);
    expect(await rowsOf(id)).toBe(0);
  });

  test('has no deleted role in its teams, even if a concurrent request adds the role', async () => {
    const { id } = await folder('racing');
    for (let round = 0; round < 8; round += 1) {
      await role(`R${round}`, []);
      const list = [{ teamName: 'Racers', members: [{ name: `R${round}`, type: 'ROLE' }] }];
      await Promise.allSettled([set({ id }, list), rest.sendForNoContent('DELETE', `/roles/R${round}`)]);
    }
    const [row] = await product.database().query<{ count: number }>({
      text: `select count(*) from team_members where principal like 'role:%'`,
    });
    expect(row?.count).toBe(0);
  });
});
