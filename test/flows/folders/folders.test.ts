import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, startRelease } from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';

const { rest } = serve();
const folder = (title: string, parent = 'Applications') => rest.post<Folder>(`/folders/${parent}`, { title });
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

describe('a folder that moves', () => {
  test('moves its content too, and every old id remains valid', async () => {
    const [from, to] = [await folder('from'), await folder('to')];
    const inner = await folder('inner', from.id);
    const template = await rest.post<Release>(`/templates?folderId=${inner.id}`, { title: 'kept' });
    const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'kept' });
    const task = release.phases[0]!.id;
    await rest.sendForNoContent('POST', `/folders/${from.id}/move?newParentId=${to.id}`);

    const moved = `${to.id}/${lastSegmentOf(from.id)}`;
    expect(await rest.get<Folder>(`/folders/${from.id}`)).toMatchObject({ id: moved, title: 'from' });
    expect(await rest.get<Folder>(`/folders/find?byPath=to/from/inner`)).toMatchObject({
      id: `${moved}/${lastSegmentOf(inner.id)}`,
    });
    for (const id of [
      template.id,
      lastSegmentOf(template.id),
      `${moved}/${lastSegmentOf(inner.id)}/${lastSegmentOf(template.id)}`,
    ]) {
      expect((await rest.get<Release>(`/templates/${id}`)).id).toBe(
        `${moved}/${lastSegmentOf(inner.id)}/${lastSegmentOf(template.id)}`,
      );
    }
    expect((await rest.get<Release>(`/releases/${release.id}`)).id).toBe(
      `${moved}/${lastSegmentOf(inner.id)}/${lastSegmentOf(release.id)}`,
    );
    expect((await rest.get<{ release: string }>(`/phases/${task}`)).release).toContain(moved);
    await rest.post(`/releases/${release.id}/start`);
  });

  test('gets a unique title without slashes, and cannot move into itself', async () => {
    const [a, b] = [await folder('first'), await folder('second')];
    expect(await rest.sendForError('POST', `/folders/${a.id}/rename?newName=second`)).toBe(
      "409 A folder with the title 'second' already exists under the folder with ID 'Applications'.",
    );
    await rest.sendForNoContent('POST', `/folders/${a.id}/rename?newName=A%26B`);
    expect(await rest.get<Folder>(`/folders/${a.id}`)).toMatchObject({ id: a.id, title: 'A&B' });
    expect(await rest.sendForError('POST', `/folders/${a.id}/rename?newName=A%2FB`)).toBe(
      "400 newName: expected a text without '/'",
    );
    expect(await rest.sendForError('POST', '/folders/Applications', { title: 'A/B' })).toBe(
      "400 title: expected a text without '/'",
    );
    expect(await rest.sendForError('POST', `/folders/${a.id}/rename?newName=%20`)).toBe('400 newName: expected a text');
    expect(await rest.sendForError('POST', `/folders/${b.id}/move?newParentId=${b.id}`)).toMatch(
      /^409 .* into itself$/,
    );
    expect(await rest.sendForError('POST', `/folders/Applications/move?newParentId=${b.id}`)).toBe(
      "409 the folder 'Applications' cannot be moved",
    );
  });
});

describe('contents of a folder', () => {
  test('are its own templates, and the releases in it and in its subfolders', async () => {
    const outer = await folder('outer');
    const inner = await folder('inside', outer.id);
    const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'template' });
    await rest.sendForNoContent('POST', `/folders/${inner.id}/templates/${template.id}?mergePermissions=true`);
    const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'in it' });
    const titles = async (id: string) =>
      (await rest.get<Release[]>(`/folders/${id}/templates?depth=1`)).map(({ title }) => title);
    expect([await titles(outer.id), await titles(inner.id)]).toEqual([[], ['template']]);
    const searchReleases = (id: string, query = '', body = {}) =>
      rest.post<Release[]>(`/folders/${id}/releases${query}`, body);
    expect((await searchReleases(outer.id)).map(({ id }) => id)).toEqual([release.id]);
    expect((await searchReleases(inner.id, '', { title: 'IN', parentId: 'Applications' })).map(({ id }) => id)).toEqual(
      [release.id],
    );
    expect(await searchReleases(outer.id, '?numberbypage=1&page=1')).toEqual([]);
    expect((await searchReleases('Applications')).length).toBeGreaterThan(0);
    expect(await rest.get(`/folders/${outer.id}/folderOwner`)).toBe(true);
  });

  test('a template keeps its old id when it moves, and a release does not move', async () => {
    const target = await folder('target');
    const template = await createTemplate(rest, { Build: ['compile'] });
    const release = await createRelease(rest, { Build: ['compile'] });
    await rest.sendForNoContent('POST', `/folders/${target.id}/templates/${template.id}`);
    await rest.sendForNoContent('POST', `/folders/${target.id}/templates/${template.id}`);
    expect((await rest.get<Release>(`/templates/${template.id}`)).id).toBe(
      `${target.id}/${lastSegmentOf(template.id)}`,
    );
    expect(await rest.sendForError('POST', `/folders/${target.id}/templates/${release.id}`)).toBe(
      `404 there is no template '${release.id}'`,
    );
    const created = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'made after' });
    expect(created.id).toMatch(new RegExp(`^${target.id}/Release`));
  });
});

test('concurrent moves of folders keep one tree', async () => {
  const [a, b] = [await folder('one'), await folder('other')];
  const replies = await Promise.all([
    rest.send('POST', `/folders/${a.id}/move?newParentId=${b.id}`),
    rest.send('POST', `/folders/${b.id}/move?newParentId=${a.id}`),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
});

test('a release in a moved folder continues', async () => {
  const [from, to] = [await folder('here'), await folder('there')];
  const release = await startRelease(rest, { Build: ['compile', 'test'] }, {}, { folderId: from.id });
  await rest.sendForNoContent('POST', `/folders/${from.id}/move?newParentId=${to.id}`);
  const first = await rest.post<{ id: string; status: string }>(`/tasks/${release.phases[0]!.tasks[0]!.id}/complete`);
  expect([first.status, first.id.startsWith(`${to.id}/`)]).toEqual(['COMPLETED', true]);
});
