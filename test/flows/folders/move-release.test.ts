import type { FolderResponse } from '@slipway/api-schema/folders';
import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, createRelease, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);
const act = createActionRunner(rest);

describe('a release that is moved', () => {
  let from: FolderResponse;
  let to: FolderResponse;
  const move = (release: { readonly id: string }, folder: { readonly id: string }) =>
    rest.send('POST', `/folders/${folder.id}/releases/${release.id}`);
  beforeAll(async () => {
    from = await rest.post<FolderResponse>('/folders/Applications', { title: 'From' });
    to = await rest.post<FolderResponse>('/folders/Applications', { title: 'To' });
  });

  test('while it runs continues in the new folder, with the permissions there', async () => {
    const viewer = await people.createUserWith(to, 'folder#view', 'release#view');
    const release = await startRelease(rest, { Build: ['compile', 'test'] }, { title: 'Moving' });
    expect(await viewer.sendForError('GET', `/releases/${release.id}`)).toMatch(/^404 /);
    await move(release, to);
    const moved = await viewer.get<Release>(`/releases/${release.id}`);
    expect(moved.id).toMatch(new RegExp(`^${to.id}/Release`));
    await act(moved, 'complete', 'compile');
    await act(moved, 'complete', 'test');
    expect((await rest.get<Release>(`/releases/${moved.id}`)).status).toBe('COMPLETED');
    expect(await rest.sendForError('POST', `/folders/${from.id}/releases/${moved.id}`)).toMatch(
      /^409 cannot move a release/,
    );
    await product.archive(moved);
    expect(await rest.sendForError('POST', `/folders/${from.id}/releases/${moved.id}`)).toMatch(/^404 /);
  });

  test('to the top level keeps the effective teams of its folder', async () => {
    await people.createTeam(from, ['release#view'], {}, 'Viewers of From');
    const release = await createRelease(rest, { Build: [] }, { title: 'Up' }, { folderId: from.id });
    await move(release, { id: 'Applications' });
    const teams = await rest.get<readonly { readonly teamName: string }[]>(`/releases/${release.id}/teams`);
    expect(teams.map(({ teamName }) => teamName)).toContain('Viewers of From');
    await move(release, to);
    const inFolder = await rest.get<readonly { readonly teamName: string }[]>(`/releases/${release.id}/teams`);
    expect(inFolder.map(({ teamName }) => teamName)).not.toContain('Viewers of From');
  });

  test('does not accept a template and an unknown folder', async () => {
    const { id } = await rest.post<Release>('/templates', { title: 'T', phases: [] });
    expect(await rest.sendForError('POST', `/folders/${to.id}/releases/${id}`)).toMatch(/^404 /);
    const release = await createRelease(rest, { Build: [] }, { title: 'Lost' });
    expect(await rest.sendForError('POST', `/folders/Folder0000/releases/${release.id}`)).toMatch(/^404 /);
  });
});
