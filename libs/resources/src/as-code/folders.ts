import { neededToChange, neededToRead, rootFolderId } from '@slipway/domain';
import type { CodeItemOf } from '@slipway/formats';
import { differences } from '@slipway/formats';
import { readKeptCode, storeKeptCode } from '@slipway/persistence';
import { createFolder } from '../folders/change.ts';
import { requireRight } from '../model/right.ts';
import { type CodeRun, folderOf, idOf, keyOf, pathOf, seenFolder } from './run/run.ts';

/** Has a folder be there. Throws NotFound, Forbidden, Conflict. */
export async function applyFolder(run: CodeRun, { path }: CodeItemOf<'folder'>): Promise<void> {
  const { context, actor } = run;
  if (run.known.onTheWay.has(keyOf(path)) || (await seenFolder(run, path)) !== null) return;
  const parent = await folderOf(run, path.slice(0, -1));
  const title = path.at(-1) ?? '';
  const into = parent.id === rootFolderId ? rootFolderId : idOf(parent);
  const made = await createFolder(context, { caller: await run.me(), actor }, into, { id: undefined, title });
  run.record({ kind: 'Folder', action: 'create', id: made.id, path: pathOf(path), fields: [], touched: null });
}

/** Stores the settings of a folder that the product does not use. Throws NotFound, Forbidden. */
export async function applyKept(run: CodeRun, { path, of: kind, title, code }: CodeItemOf<'kept'>): Promise<void> {
  const { database } = run.context;
  const found = await folderOf(run, path);
  const folderId = found.id;
  const view = folderId === rootFolderId ? null : neededToRead.folder;
  const named = { what: 'folder', written: idOf(found), place: { folderId }, view };
  await requireRight({ caller: await run.me(), anyOf: [neededToChange.folder] }, named);
  const key = keyOf([folderId, kind, title]);
  const before = await run.ahead.kept.get(key, async () => {
    const kept = await readKeptCode(database, [folderId]);
    return kept.find((each) => each.kind === kind && each.title === title)?.body ?? null;
  });
  const fields = differences(before ?? {}, code);
  if (before !== null && fields.length === 0) return;
  run.ahead.kept.forget(key);
  await storeKeptCode(database, { folderId, kind, title, body: code });
  const action = before === null ? 'create' : 'update';
  run.record({
    kind: 'Kept',
    action,
    id: `${idOf(found)}/${title}`,
    path: pathOf(path, title),
    fields: namesOnly(fields),
    touched: null,
  });
}

/** Stored settings may contain anything: their values are left out. */
const namesOnly = (fields: ReturnType<typeof differences>): ReturnType<typeof differences> =>
  fields.map(({ field }) => ({ field, before: null, after: null }));
