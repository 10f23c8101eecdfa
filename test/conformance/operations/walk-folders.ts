import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';
import type { Release } from '../../harness/rest/response-types.ts';

interface FolderView {
  readonly id: string;
  readonly children: readonly unknown[];
}

/** Calls every endpoint of folders and their contents. */
export function walkFolders(call: Call): void {
  test('folders', async () => {
    const a = await call<FolderView>('addFolder', { path: { folderId: 'Applications' }, body: { title: 'A' } });
    const b = await call<FolderView>('addFolder', { path: { folderId: a.id }, body: { id: 'FolderB', title: 'B' } });
    expect(b.id).toBe(`${a.id}/FolderB`);
    const foundFolder = await call<FolderView>('findFolder', { query: { byPath: 'A', depth: '1' } });
    expect(foundFolder.children).toEqual([{ id: b.id, type: 'rel.Folder', title: 'B', children: [] }]);
    await call('listRootFolders', {
      query: { depth: '1000', resultsPerPage: '1000000', action: 'createTemplate' },
    });
    await call('listFolders', { path: { folderId: a.id } });
    await call('getFolder', { path: { folderId: b.id }, query: { depth: '0', action: 'changeTeams' } });
    await call('renameFolder', { path: { folderId: b.id }, query: { newName: 'Bee' } });
    await call('moveFolder', { path: { folderId: b.id }, query: { newParentId: 'Applications' } });
    await call('isFolderOwner', { path: { folderId: b.id } });
    await call('getFolderPermissions');
    await call('deleteFolder', { path: { folderId: a.id } });
  });

  test('the content of folders', async () => {
    const { id } = await call<FolderView>('addFolder', { path: { folderId: 'Applications' }, body: { title: 'full' } });
    const template = await call<Release>('createTemplate', { body: { title: 'to be moved' } });
    await call('moveTemplate', {
      path: { folderId: id, templateId: template.id },
      query: { mergePermissions: 'true' },
    });
    await call('createRelease', { path: { templateId: template.id }, body: { releaseTitle: 'in a folder' } });
    const inside = { path: { folderId: id }, query: { page: '0' } };
    expect(await call('getFolderTemplates', inside)).toHaveLength(1);
    await call('getFolderWaitingTasks', { ...inside, query: { waitsFor: 'unassigned', resultsPerPage: '5' } });
    expect(await call('searchFolderReleases', { ...inside, body: { planned: true } })).toHaveLength(1);
    const outside = await call<Release>('createTemplate', { body: { title: 'outside' } });
    const release = await call<Release>('createRelease', {
      path: { templateId: outside.id },
      body: { releaseTitle: 'r' },
    });
    await call('moveRelease', { path: { folderId: id, releaseId: release.id } });
    expect(await call('searchFolderReleases', { ...inside, body: { planned: true } })).toHaveLength(2);
  });
}
