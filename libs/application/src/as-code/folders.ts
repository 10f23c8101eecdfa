import { rootFolderId } from '@slipway/domain/ids';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { type CodeItemOf, differences } from '@slipway/formats';
import { readCodeSettings, storeCodeSettings } from '@slipway/persistence/as-code';
import { createFolder } from '../folders/change.ts';
import { requirePermissionAt } from '../model/require-permission.ts';
import { type CodeRun, findVisibleFolder, fullIdOf, getFolderByTitles, pathOf, titleKey } from './run/run.ts';

/** Creates a folder unless it exists. Throws NotFound, Forbidden, Conflict. */
export async function applyFolder(run: CodeRun, { path }: CodeItemOf<'folder'>): Promise<void> {
  const { context, actor } = run;
  if (run.cache.parentFolders.has(titleKey(path)) || (await findVisibleFolder(run, path)) !== null) return;
  const parent = await getFolderByTitles(run, path.slice(0, -1));
  const title = path.at(-1) ?? '';
  const parentPath = parent.id === rootFolderId ? rootFolderId : fullIdOf(parent);
  const created = await createFolder(context, { caller: await run.me(), actor }, parentPath, { id: undefined, title });
  run.record({ kind: 'Folder', action: 'create', id: created.id, path: pathOf(path), fields: [], touched: null });
}

/** Stores the settings of a folder that the product does not use. Throws NotFound, Forbidden. */
export async function applyStoredCode(
  run: CodeRun,
  { path, of: kind, title, code }: CodeItemOf<'storedSetting'>,
): Promise<void> {
  const { database } = run.context;
  const folder = await getFolderByTitles(run, path);
  const folderId = folder.id;
  const view = folderId === rootFolderId ? null : neededToRead.folder;
  const protectedObject = { label: 'folder' as const, rawId: fullIdOf(folder), scope: { folderId }, view };
  await requirePermissionAt({ caller: await run.me(), anyOf: [neededToChange.folder] }, protectedObject);
  const key = titleKey([folderId, kind, title]);
  const before = await run.preloaded.kept.get(key, async () => {
    const storedCode = await readCodeSettings(database, [folderId]);
    return storedCode.find((item) => item.kind === kind && item.title === title)?.body ?? null;
  });
  const fields = differences(before ?? {}, code);
  if (before !== null && fields.length === 0) return;
  run.preloaded.kept.evict(key);
  await storeCodeSettings(database, { folderId, kind, title, body: code });
  const action = before === null ? 'create' : 'update';
  run.record({
    kind: 'Kept',
    action,
    id: `${fullIdOf(folder)}/${title}`,
    path: pathOf(path, title),
    fields: namesOnly(fields),
    touched: null,
  });
}

/** Stored settings may contain anything: their values are left out. */
const namesOnly = (fields: ReturnType<typeof differences>): ReturnType<typeof differences> =>
  fields.map(({ field }) => ({ field, before: null, after: null }));
