import { Conflict, clip, Forbidden, Invalid, neededToChange, rootFolderId } from '@slipway/domain';
import { newId, type Person, teamsOfNewFolder } from '@slipway/engine';
import {
  type Actor,
  createFolder as create,
  foldersBelow,
  moveFolder as move,
  readScope,
  deleteFolder as remove,
  renameFolder as rename,
} from '@slipway/persistence';
import { chosenId, type FolderAnswer, type FolderBody } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { requireRight } from '../model/right.ts';
import { folderNamed } from './find.ts';
import { renderFolder } from './render.ts';

type Changes = Pick<ResourceContext, 'engine' | 'database'>;

/** Who changes the tree, for what they may and for the audit log. */
interface Changer {
  readonly caller: Person;
  readonly actor: Actor;
}

/** What it takes to put a folder into another one: at the top a right of its own (permissions.md, section 2). */
const toPutInto = (caller: Person, parent: string) =>
  ({ caller, anyOf: [parent === rootFolderId ? neededToChange.folderAtTop : neededToChange.folder] }) as const;
const toChange = (caller: Person) => ({ caller, anyOf: [neededToChange.folder] }) as const;

/** Makes a folder in a folder; an id that the client chose is kept when it is free. Throws Invalid, NotFound, Conflict. */
export async function createFolder(
  context: ResourceContext,
  { caller, actor }: Changer,
  parent: string,
  { id, title }: FolderBody,
): Promise<FolderAnswer> {
  const { id: parentId } = await folderNamed(context.database, parent, toPutInto(caller, parent));
  if (title.trim() === '') throw new Invalid('title: expected a text');
  const own = { teams: teamsOfNewFolder(actor), actor };
  const order = { id: chosenId('Folder', id), parentId, title, freshId: newId('Folder'), own };
  return await renderFolder(context, await context.engine.change((database) => create(database, order)), 0, caller);
}

/** Gives a folder another title. Throws Invalid, NotFound, Conflict. */
export async function renameFolder(
  { engine, database }: Changes,
  caller: Person,
  written: string,
  title: string,
): Promise<void> {
  const folder = await folderNamed(database, written, toChange(caller));
  if (title.trim() === '') throw new Invalid('newName: expected a text');
  await engine.change((within) => rename(within, folder.id, title));
}

/**
 * Requires the permission to change teams of a user who moves a folder that inherits its teams under other teams: these get
 * all their permissions in it. The stored author of a script needs it, too. At the top the folder has a copy of the teams
 * that it inherited. Throws Forbidden.
 */
async function requirePassing(database: Changes['database'], caller: Person, id: string, to: string, written: string) {
  const [from, scope] = [await readScope(database, id), await readScope(database, to)];
  if (from === id || from === scope || to === rootFolderId) return;
  const asking = { caller, anyOf: [neededToChange.folderTeams] } as const;
  await requireRight(asking, { what: 'folder', written, place: { folderId: id }, view: null });
  const { scriptAuthor } = await caller.at({ folderId: id });
  if (scriptAuthor && !scriptAuthor.may(neededToChange.folderTeams))
    throw new Forbidden(
      `to move folder '${clip(written)}' takes the permission ${neededToChange.folderTeams} of the author of the script, '${clip(scriptAuthor.username)}'`,
    );
}

/** Moves a folder with all that is in it into another one. Throws NotFound, Conflict. */
export async function moveFolder(
  { engine, database }: Changes,
  { caller, actor }: Changer,
  written: string,
  parent: string,
): Promise<void> {
  const folder = await folderNamed(database, written, toChange(caller));
  const target = await folderNamed(database, parent, toPutInto(caller, parent));
  await requirePassing(database, caller, folder.id, target.id, written);
  await engine.change((within) => move(within, folder.id, target.id, actor));
}

/**
 * Deletes a folder with its contents. This requires the permission on each folder below it, whose teams may differ.
 * Invisible folders are not revealed. Throws NotFound, Forbidden, Conflict for a missing permission below, and for an
 * unfinished release.
 */
export async function deleteFolder({ engine, database }: Changes, caller: Person, written: string): Promise<void> {
  const { id } = await folderNamed(database, written, toChange(caller));
  const below = await foldersBelow(database, id, 1_000);
  const there = await caller.atAll(below.map((folder) => ({ folderId: folder.id })));
  if (!there.every((each) => each.may(neededToChange.folder)))
    throw new Conflict('the folder holds what you may not delete');
  await engine.change((within) => remove(within, id));
}
