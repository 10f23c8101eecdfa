import type { FolderResponse } from '@slipway/api-schema/folders';
import type { SavedViewResponse } from '@slipway/api-schema/search';
import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

const view = (name: string, address: string) => ({ name, address });
const list = (client: RestClient) => client.get<readonly SavedViewResponse[]>('/me/views');
const viewsOf = async (client: RestClient) => (await list(client)).map(({ name, address }) => ({ name, address }));
const namesOf = async (client: RestClient) => (await list(client)).map(({ name }) => name);
const save = (client: RestClient, body: object) => client.put<SavedViewResponse>('/me/views', body);

describe('saved views', () => {
  test('belong to the user who saved them, and a view with the same name replaces the first one', async () => {
    const [ann, bob] = [await people.createUser('ann'), await people.createUser('bob')];
    await ann.put('/me/views', view(' Late ', '/releases?risk=AT_RISK'));
    await ann.put('/me/views', view('hers', '/tasks'));
    await ann.put('/me/views', view('Late', '/releases?status=FAILED'));
    await bob.put('/me/views', view('Late', '/tasks?whose=me'));
    const foreignViews = [view('hers', '/tasks'), view('Late', '/releases?status=FAILED')];
    expect(await viewsOf(ann)).toEqual(foreignViews);
    await bob.send('DELETE', '/me/views?name=Late');
    expect([await viewsOf(ann), await viewsOf(bob)]).toEqual([foreignViews, []]);
  });

  test.each([
    [{ ...view('none', '/tasks'), sharedWith: {} }, 'sharedWith'],
    [view('', '/releases'), 'name'],
    [view('x'.repeat(101), '/releases'), 'name'],
    [view('elsewhere', 'https://example.org/'), 'address'],
    [view('elsewhere', '//example.org/'), 'address'],
    [view('elsewhere', '/\\example.org/'), 'address'],
    [view('elsewhere', '/releases/..//example.org/'), 'address'],
    [view('above', '/%2e%2E/x'), 'address'],
    [view('script', 'javascript:alert(1)'), 'address'],
    [view('long', `/${'x'.repeat(2_000)}`), 'address'],
  ])('accept only valid names and addresses of the board: %o', async (body, field) => {
    expect(await rest.sendForError('PUT', '/me/views', body)).toMatch(new RegExp(`^400 ${field}: `));
  });

  test('are empty and cannot be changed for a token with selected permissions', async () => {
    const ownView = view('mine', '/tasks');
    const by = async (filter: object) => {
      const { token } = await rest.post<{ token: string }>('/personal-access-tokens', filter);
      return createRestClient(product.url, { 'x-release-personal-token': token });
    };
    const { id } = await rest.put<SavedViewResponse>('/me/views', ownView);
    const refusal = /^403 a token with restricted permissions cannot /;
    for (const permission of ['runner#registration', 'admin']) {
      const limited = await by({ tokenNote: permission, globalPermissions: [permission] });
      expect(await limited.get('/me/views')).toEqual([]);
      expect(await limited.sendForError('PUT', '/me/views', view('mine', '/releases'))).toMatch(refusal);
      expect(await limited.sendForError('DELETE', '/me/views?name=mine')).toMatch(refusal);
      expect(await limited.sendForError('PUT', `/me/views/${id}`, view('mine', '/releases'))).toMatch(refusal);
      expect(await limited.sendForError('DELETE', `/me/views/${id}`)).toMatch(refusal);
    }
    const whole = await by({ tokenNote: 'all' });
    expect([await viewsOf(whole), await viewsOf(rest)]).toEqual([[ownView], [ownView]]);
    await whole.send('DELETE', '/me/views?name=mine');
    expect(await rest.get('/me/views')).toEqual([]);
  });

  test('are limited to a hundred', async () => {
    const carl = await people.createUser('carl');
    for (let index = 0; index < 100; index += 1) await carl.put('/me/views', view(`view ${index}`, '/tasks'));
    expect(await carl.sendForError('PUT', '/me/views', view('another', '/tasks'))).toMatch(
      /^409 .*at most 100 saved views/,
    );
    await carl.put('/me/views', view('view 7', '/releases'));
    expect(await carl.get<readonly SavedViewResponse[]>('/me/views')).toHaveLength(100);
  });
});

describe('shared views', () => {
  let shop: FolderResponse;
  const client: Record<'editor' | 'viewer' | 'member' | 'stranger', RestClient> = {
    editor: rest,
    viewer: rest,
    member: rest,
    stranger: rest,
  };
  const teamId = async () => {
    const teams = await rest.get<readonly { id: string; teamName: string }[]>(`/folders/${shop.id}/teams`);
    return teams.find(({ teamName }) => teamName === 'Shippers')!.id;
  };
  const inShop = () => ({ sharedWith: { folderId: shop.id } });
  beforeAll(async () => {
    shop = await rest.post<FolderResponse>('/folders/Applications', { title: 'Shop' });
    client.editor = await people.createUser('edda');
    client.viewer = await people.createUser('vic');
    client.member = await people.createUser('mel');
    client.stranger = await people.createUser('stan');
    await people.createTeam(shop, ['folder#view', 'folder#edit'], { users: ['edda'] });
    await people.createTeam(shop, ['folder#view'], { users: ['vic'] });
    await people.createTeam(shop, [], { users: ['mel'] }, 'Shippers');
  });

  test('are listed for all users of the folder or team, after their own, with owner and sharing', async () => {
    await save(client.viewer, view('z own', '/tasks'));
    const folderView = await save(client.editor, { ...view('Late', '/releases?risk=AT_RISK'), ...inShop() });
    const team = await teamId();
    await save(client.editor, { ...view('Ours', '/releases?mine=yes'), sharedWith: { teamId: team } });
    await save(client.editor, view('private', '/tasks'));
    expect(folderView).toEqual({
      ...view('Late', '/releases?risk=AT_RISK'),
      ...{ id: folderView.id, owner: 'edda', version: 1, changedBy: 'edda', mine: true, mayChange: true },
      sharedWith: { folderId: shop.id, title: 'Shop' },
    });
    const listed = { ...folderView, mine: false, mayChange: false };
    const [, ofVic, ...none] = await list(client.viewer);
    expect([ofVic, none]).toEqual([listed, []]);
    const [ofMel, ...noOther] = await list(client.member);
    expect([ofMel, noOther]).toMatchObject([
      { name: 'Ours', owner: 'edda', mine: false, mayChange: false, sharedWith: { teamId: team, title: 'Shippers' } },
      [],
    ]);
    expect(await list(client.stranger)).toEqual([]);
    // An administrator can change all of them.
    expect((await list(rest)).map(({ name, mayChange }) => [name, mayChange])).toEqual([
      ['Late', true],
      ['Ours', true],
    ]);
  });

  test('require folder#edit of the folder, also for a team of the folder', async () => {
    const refusal = /^403 Permission folder#edit /;
    const share = (user: RestClient, sharedWith: object) =>
      user.sendForError('PUT', '/me/views', { ...view('mine', '/releases'), sharedWith });
    const ofTeam = { teamId: await teamId() };
    expect(await share(client.viewer, { folderId: shop.id })).toMatch(refusal);
    expect(await share(client.viewer, ofTeam)).toMatch(refusal);
    expect(await share(client.stranger, { folderId: shop.id })).toMatch(/^404 /);
    // A member of a team without the permission to view its folder cannot share a view with it.
    expect(await share(client.member, ofTeam)).toMatch(/^404 /);
    expect(await share(client.editor, { folderId: 'Applications' })).toMatch(/^403 /);
    expect(await share(client.editor, { folderId: 'Folder0000' })).toMatch(/^404 /);
    expect(await share(client.editor, { teamId: 'Team0000' })).toMatch(/^404 there is no team/);
    expect(await namesOf(client.viewer)).not.toContain('mine');
  });

  test('are changed and deleted only by their owner and by users with folder#edit', async () => {
    const body = view('Guarded', '/releases');
    const { id } = await save(rest, { ...body, ...inShop() });
    const path = `/me/views/${id}`;
    expect(await client.viewer.sendForError('PUT', path, body)).toMatch(/^403 Permission folder#edit /);
    expect(await client.viewer.sendForError('DELETE', path)).toMatch(/^403 Permission folder#edit /);
    expect(await client.stranger.sendForError('PUT', path, body)).toMatch(/^404 there is no saved view/);
    expect(await client.stranger.sendForError('DELETE', path)).toMatch(/^404 there is no saved view/);
    const changed = await client.editor.put<SavedViewResponse>(path, view('Guarded', '/releases?where=live'));
    expect(changed).toMatchObject({ owner: 'admin', version: 2, changedBy: 'edda', mine: false, mayChange: true });
    expect(changed.sharedWith?.title).toBe('Shop');
    await client.editor.send('DELETE', path);
    expect(await namesOf(rest)).not.toContain('Guarded');
    // A view that an editor makes private belongs to its owner alone.
    const other = await save(rest, { ...body, ...inShop() });
    await client.editor.put(`/me/views/${other.id}`, { ...body, sharedWith: null });
    expect(await namesOf(client.editor)).not.toContain('Guarded');
    expect(await client.editor.sendForError('PUT', `/me/views/${other.id}`, body)).toMatch(/^404 /);
    await rest.send('DELETE', '/me/views?name=Guarded');
  });

  test('that two users change: the second gets a conflict with the change of the first', async () => {
    const body = view('Contended', '/releases');
    const { id, version } = await save(rest, { ...body, ...inShop() });
    const path = `/me/views/${id}`;
    await client.editor.put(path, { ...view('Renamed', '/releases?where=live'), version });
    const conflict =
      "409 edda changed this view: it is now 'Renamed' with the address /releases?where=live, shared with the folder Shop. Load it again";
    expect(await rest.sendForError('PUT', path, { ...body, version })).toBe(conflict);
    expect(await rest.sendForError('DELETE', `${path}?version=${version}`)).toBe(conflict);
    const attempts = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name) => rest.put(path, { ...view(name, '/releases'), version: 2 })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await rest.send('DELETE', path);
  });

  test('are not replaced by a new view, nor by another name', async () => {
    const first = await save(client.editor, { ...view('Taken', '/releases'), version: 0 });
    expect(await client.editor.sendForError('PUT', '/me/views', { ...view('Taken', '/tasks'), version: 0 })).toMatch(
      /^409 edda changed this view: it is now 'Taken' with the address \/releases, not shared/,
    );
    const other = await save(client.editor, view('Other', '/tasks'));
    expect(await client.editor.sendForError('PUT', `/me/views/${other.id}`, view('Taken', '/tasks'))).toBe(
      "409 edda already has a view with the name 'Taken'",
    );
    await save(client.editor, { ...view('Taken', '/tasks'), version: first.version });
  });

  test('become private when their folder or team is deleted, also when a folder with the same id is created', async () => {
    const root = await rest.post<FolderResponse>('/folders/Applications', {
      id: 'Applications/FolderGone',
      title: 'Gone',
    });
    const ofFolder = await save(rest, { ...view('Of folder', '/releases'), sharedWith: { folderId: root.id } });
    const own = await rest.get<readonly { id: string; teamName: string }[]>(`/folders/${root.id}/teams`);
    await save(rest, { ...view('Of team', '/releases'), sharedWith: { teamId: own[0]!.id } });
    const sharing = async () =>
      (await list(rest)).filter(({ name }) => name.startsWith('Of ')).map(({ sharedWith }) => sharedWith?.title);
    expect(await sharing()).toEqual(['Gone', own[0]!.teamName]);
    await rest.send('DELETE', `/folders/${root.id}`);
    expect(await sharing()).toEqual([undefined, undefined]);
    await rest.post('/folders/Applications', { id: 'Applications/FolderGone', title: 'Again' });
    expect(await sharing()).toEqual([undefined, undefined]);
    await rest.send('DELETE', `/me/views/${ofFolder.id}`);
  });

  test('keep their sharing when the teams of the folder are saved again', async () => {
    const teams = await rest.get<readonly object[]>(`/folders/${shop.id}/teams`);
    await rest.post(`/folders/${shop.id}/teams`, teams);
    expect(await namesOf(client.member)).toContain('Ours');
  });

  test('shared with the root folder are listed for all users', async () => {
    const { id } = await save(rest, { ...view('For all', '/releases'), sharedWith: { folderId: 'Applications' } });
    expect(await namesOf(client.stranger)).toEqual(['For all']);
    await rest.send('DELETE', `/me/views/${id}`);
  });

  test('are in the audit log, and private views are not', async () => {
    const created = await save(client.editor, view('Audited', '/releases'));
    const path = `/me/views/${created.id}`;
    await client.editor.put(path, { ...view('Audited', '/releases'), ...inShop() });
    await client.editor.put(path, { ...view('Audited', '/tasks'), sharedWith: null });
    await client.editor.put(path, { ...view('Audited', '/tasks'), ...inShop() });
    await client.editor.send('DELETE', path);
    const entries = await rest.get<readonly object[]>(`/audit?subject=${created.id}`);
    const shared = { name: 'Audited', owner: 'edda', sharedWith: shop.id.slice(shop.id.lastIndexOf('/') + 1) };
    expect(entries).toMatchObject([
      { action: 'VIEW_DELETED', username: 'edda', before: { ...shared, address: '/tasks' } },
      { action: 'VIEW_UPDATED', after: { ...shared, address: '/tasks' } },
      { action: 'VIEW_UPDATED', before: shared, after: { address: '/tasks' } },
      { action: 'VIEW_UPDATED', after: { ...shared, address: '/releases' } },
    ]);
  });
});
