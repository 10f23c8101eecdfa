import type { FolderBody, FolderResponse } from '@slipway/api-schema/folders';
import { chosenId } from '@slipway/api-schema/variables';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Conflict, Forbidden, Invalid } from '@slipway/domain/model';
import { neededInFolder, neededToChange } from '@slipway/domain/people';
import { newId, type Person, teamsOfNewFolder } from '@slipway/engine';
import type { Actor } from '@slipway/persistence/audit';
import {
  createFolder as create,
  listFoldersBelow,
  moveFolder as move,
  deleteFolder as remove,
  renameFolder as rename,
} from '@slipway/persistence/folders';
import { readScope } from '@slipway/persistence/people';
import type { ResourceContext } from '../model/context.ts';
import { requirePermissionAt } from '../model/require-permission.ts';
import { getFolder, renderFolder } from './find.ts';

type ChangeContext = Pick<ResourceContext, 'engine' | 'database'>;

/** The caller of a change of the folder tree, and the actor for the audit log. */
interface ChangeAuthor {
  readonly caller: Person;
  readonly actor: Actor;
}

/**
 * Returns the permission that a move into this folder requires. The root requires a different one (permissions.md,
 * section 2).
 */
const permissionInto = (caller: Person, parent: string) =>
  ({ caller, anyOf: [neededInFolder('createFolder', parent)] }) as const;
const permissionToChange = (caller: Person) => ({ caller, anyOf: [neededToChange.folder] }) as const;

/** Creates a folder, with the id of the request if it is free. Throws Invalid, NotFound, Conflict. */
export async function createFolder(
  context: ResourceContext,
  { caller, actor }: ChangeAuthor,
  parent: string,
  { id, title }: FolderBody,
): Promise<FolderResponse> {
  const { id: parentId } = await getFolder(context.database, parent, permissionInto(caller, parent));
  if (title.trim() === '') throw new Invalid(message('field.text', { field: 'title' }));
  const own = { teams: teamsOfNewFolder(actor), actor };
  const folderDraft = { id: chosenId('Folder', id), parentId, title, freshId: newId('Folder'), own };
  return await renderFolder(
    context,
    await context.engine.change((database) => create(database, folderDraft)),
    0,
    caller,
  );
}

/** Renames a folder. Throws Invalid, NotFound, Conflict. */
export async function renameFolder(
  { engine, database }: ChangeContext,
  caller: Person,
  rawId: string,
  title: string,
): Promise<void> {
  const folder = await getFolder(database, rawId, permissionToChange(caller));
  if (title.trim() === '') throw new Invalid(message('field.text', { field: 'newName' }));
  await engine.change((connection) => rename(connection, folder.id, title));
}

/**
 * Checks the permission to change teams, for a move of a folder with inherited teams to other teams: these receive all
 * their permissions in it. The stored author of a script needs the permission, too. A folder that is moved to the top
 * level receives a copy of its inherited teams. Throws Forbidden.
 */
async function requireTeamTransfer(
  database: ChangeContext['database'],
  caller: Person,
  id: string,
  to: string,
  rawId: string,
) {
  const [from, scope] = [await readScope(database, id), await readScope(database, to)];
  if (from === id || from === scope || to === rootFolderId) return;
  const permissionRequest = { caller, anyOf: [neededToChange.folderTeams] } as const;
  await requirePermissionAt(permissionRequest, { label: 'folder', rawId, scope: { folderId: id }, view: null });
  const { scriptAuthor } = await caller.callerAt({ folderId: id });
  if (scriptAuthor && !scriptAuthor.may(neededToChange.folderTeams))
    throw new Forbidden(
      message('folder.moveByScript', {
        id: rawId,
        permission: neededToChange.folderTeams,
        username: scriptAuthor.username,
      }),
    );
}

/** Moves a folder with its contents into another folder. Throws NotFound, Conflict. */
export async function moveFolder(
  { engine, database }: ChangeContext,
  { caller, actor }: ChangeAuthor,
  rawId: string,
  parent: string,
): Promise<void> {
  const folder = await getFolder(database, rawId, permissionToChange(caller));
  const target = await getFolder(database, parent, permissionInto(caller, parent));
  await requireTeamTransfer(database, caller, folder.id, target.id, rawId);
  await engine.change((connection) => move(connection, folder.id, target.id, actor));
}

/**
 * Deletes a folder with its contents. This requires the permission on each subfolder, because subfolders may have other
 * teams. Invisible subfolders are not revealed. Throws NotFound, Forbidden. Throws Conflict for a missing permission on
 * a subfolder, and for an unfinished release.
 */
export async function deleteFolder({ engine, database }: ChangeContext, caller: Person, rawId: string): Promise<void> {
  const { id } = await getFolder(database, rawId, permissionToChange(caller));
  const below = await listFoldersBelow(database, id, 1_000);
  const callers = await caller.callersAt(below.map((folder) => ({ folderId: folder.id })));
  if (!callers.every((callerHere) => callerHere.may(neededToChange.folder)))
    throw new Conflict(message('folder.contentNotDeletable'));
  await engine.change((connection) => remove(connection, id));
}
