import { type SavedViewBody, type SavedViewResponse, showSavedView } from '@slipway/api-schema/search';
import { rootFolderId } from '@slipway/domain/ids';
import { type Message, message } from '@slipway/domain/messages';
import { Conflict, NotFound } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { type Person, readCurrentPerson } from '@slipway/engine';
import { type Actor, writeAudit } from '@slipway/persistence/audit';
import type { Connection, Database } from '@slipway/persistence/database';
import { findFolderTeam } from '@slipway/persistence/people';
import {
  createView,
  findOwnView,
  findSavedView,
  listSavedViews,
  readSavedView,
  removeSavedView,
  type SavedViewRow,
  updateView,
  type ViewReader,
  type ViewSharing,
} from '@slipway/persistence/search';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { requirePermissionAt } from '../model/require-permission.ts';

type ChangeContext = Pick<ResourceContext, 'engine' | 'database'>;

/** The caller of a change, and the actor for the audit log. */
interface ChangeAuthor {
  readonly caller: Person;
  readonly actor: Actor;
}

const isOwner = ({ username }: Person, { owner }: SavedViewRow): boolean =>
  owner.toLowerCase() === username.toLowerCase();

const folderOf = ({ folderPath }: Pick<ViewSharing, 'folderPath'>): string => folderPath.at(-1) ?? rootFolderId;

function readerOf(caller: Person): ViewReader {
  const { username, principals, scopes: viewScopes } = caller.visibility(neededToRead.folder);
  return { username, principals, viewScopes, editScopes: caller.visibility(neededToChange.sharedView).scopes };
}

/** Renders views for a caller, with the permissions in the folders that they are shared with. */
async function render(caller: Person, views: readonly SavedViewRow[]): Promise<readonly SavedViewResponse[]> {
  const folderIds = [...new Set(views.flatMap(({ sharing }) => (sharing === null ? [] : folderOf(sharing))))];
  const callers = await caller.callersAt(folderIds.map((folderId) => ({ folderId })));
  const callerByFolder = new Map(folderIds.map((id, index) => [id, callers[index]]));
  return views.map((view) => {
    const mine = isOwner(caller, view);
    const folderId = view.sharing === null ? null : folderOf(view.sharing);
    const callerHere = folderId === null ? undefined : callerByFolder.get(folderId);
    const seesFolder = folderId === rootFolderId || callerHere?.may(neededToRead.folder) === true;
    return showSavedView(view, {
      mine,
      mayChange: mine || callerHere?.may(neededToChange.sharedView) === true,
      // Another user sees a view only through its folder or team.
      seesSharing: !mine || seesFolder,
    });
  });
}

/** Returns the views of the caller, and those that other users share with the caller. */
export const savedViewsOf = async (
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
): Promise<readonly SavedViewResponse[]> => await render(caller, await listSavedViews(database, readerOf(caller)));

/** Returns the folder or team to share a view with. Throws NotFound, Forbidden. */
async function sharingTarget(
  database: Database,
  caller: Person,
  { folderId, teamId = '' }: NonNullable<SavedViewBody['sharedWith']>,
): Promise<Pick<ViewSharing, 'kind' | 'id'>> {
  const access = { caller, anyOf: [neededToChange.sharedView] } as const;
  if (folderId !== undefined) return { kind: 'folder', id: (await getFolder(database, folderId, access)).id };
  const team = await findFolderTeam(database, teamId.slice(teamId.lastIndexOf('/') + 1));
  if (team === null) throw new NotFound(message('notFound.teamOfFolder', { id: teamId }));
  const scope = { folderId: folderOf(team) };
  await requirePermissionAt(access, { label: 'teamOfFolder', rawId: teamId, scope, view: neededToRead.folder });
  return { kind: 'team', id: team.id };
}

function sharingMessage({ sharedWith }: SavedViewResponse): Message {
  if (sharedWith === undefined) return message('view.notShared');
  const { folderId, teamId, title } = sharedWith;
  return folderId === undefined
    ? message('view.sharedWithTeam', { title: title ?? teamId ?? '' })
    : message('view.sharedWithFolder', { title: title ?? folderId });
}

/** The refusal of a change that is based on an earlier version. It contains the present state of the view. */
async function changedMeanwhile(caller: Person, view: SavedViewRow): Promise<Conflict> {
  const [response] = await render(caller, [view]);
  const sharing = response === undefined ? message('view.notShared') : sharingMessage(response);
  const { name, address, changedBy, owner } = view;
  return new Conflict(message('view.changed', { username: changedBy ?? owner, name, address, sharing }));
}

async function requireVersion(caller: Person, view: SavedViewRow, version: number | undefined): Promise<void> {
  if (version !== undefined && version !== view.version) throw await changedMeanwhile(caller, view);
}

/** The content of a view in the audit log. */
const auditJson = ({ name, address, owner, sharing }: SavedViewRow) => ({
  name,
  address,
  owner,
  sharedWith: sharing?.id ?? null,
});

interface Change {
  readonly before: SavedViewRow | null;
  readonly after: SavedViewRow | null;
}

/** Records a change of a view that is or was shared in the audit log. Private views are not recorded. */
async function recordChange(connection: Connection, actor: Actor, { before, after }: Change): Promise<void> {
  if (!before?.sharing && !after?.sharing) return;
  await writeAudit(connection, {
    actor,
    action: after === null ? 'VIEW_DELETED' : 'VIEW_UPDATED',
    subject: after?.id ?? before?.id ?? '',
    before: before?.sharing ? auditJson(before) : null,
    after: after === null ? null : auditJson(after),
  });
}

/** Returns a view that the caller can change: one of their own, or a shared one. Throws NotFound, Forbidden. */
async function changeableView(database: Database, caller: Person, id: string): Promise<SavedViewRow> {
  const view = await findSavedView(database, readerOf(caller), id);
  if (view === null) throw new NotFound(message('notFound.savedView', { id }));
  if (isOwner(caller, view) || view.sharing === null) return view;
  const access = { caller, anyOf: [neededToChange.sharedView] } as const;
  const scope = { folderId: folderOf(view.sharing) };
  await requirePermissionAt(access, { label: 'folder', rawId: scope.folderId, scope, view: null });
  return view;
}

/** Saves a view. `before` is the view to replace; null for a new view. */
async function save(
  { engine, database }: ChangeContext,
  { caller, actor }: ChangeAuthor,
  before: SavedViewRow | null,
  { name, address, sharedWith }: SavedViewBody,
): Promise<SavedViewResponse> {
  const sharing =
    sharedWith === undefined
      ? (before?.sharing ?? null)
      : sharedWith && (await sharingTarget(database, caller, sharedWith));
  const view = { name, address, sharing };
  const saved = await engine.change((changes) =>
    changes.transaction(async (connection) => {
      const isUpdated = before !== null && (await updateView(connection, before, view, caller.username));
      const id = before === null ? await createView(connection, caller.username, view) : before.id;
      const after = id === null ? null : await readSavedView(connection, id);
      const taken = () => new Conflict(message('view.nameTaken', { username: before?.owner ?? caller.username, name }));
      if (after === null)
        throw before === null ? taken() : new NotFound(message('notFound.savedView', { id: before.id }));
      if (before !== null && !isUpdated) {
        if (after.version === before.version) throw taken();
        throw await changedMeanwhile(await readCurrentPerson(connection, caller), after);
      }
      await recordChange(connection, actor, { before, after });
      return after;
    }),
  );
  const [response] = await render(caller, [saved]);
  if (response === undefined) throw new Error('a saved view was not rendered');
  return response;
}

/**
 * Saves a view of the caller, and replaces the one with its name. Throws Conflict for another version and for too many
 * views, NotFound, Forbidden.
 */
export async function saveOwnView(
  context: ChangeContext,
  author: ChangeAuthor,
  body: SavedViewBody,
): Promise<SavedViewResponse> {
  const before = await findOwnView(context.database, author.caller.username, body.name);
  if (before !== null) await requireVersion(author.caller, before, body.version);
  return await save(context, author, before, body);
}

/** Changes a view of the caller, or a shared one. Throws NotFound, Forbidden, Conflict. */
export async function changeView(
  context: ChangeContext,
  author: ChangeAuthor,
  id: string,
  body: SavedViewBody,
): Promise<SavedViewResponse> {
  const before = await changeableView(context.database, author.caller, id);
  await requireVersion(author.caller, before, body.version);
  return await save(context, author, before, body);
}

/** Deletes a view. Throws Conflict if it has another version now. */
async function remove({ engine }: ChangeContext, { caller, actor }: ChangeAuthor, view: SavedViewRow): Promise<void> {
  await engine.change((changes) =>
    changes.transaction(async (connection) => {
      if (await removeSavedView(connection, view)) {
        await recordChange(connection, actor, { before: view, after: null });
        return;
      }
      const present = await readSavedView(connection, view.id);
      if (present !== null) throw await changedMeanwhile(await readCurrentPerson(connection, caller), present);
    }),
  );
}

/** Deletes a view of the caller by its name. Does nothing if there is none. */
export async function deleteOwnView(
  context: ChangeContext,
  { caller, actor }: ChangeAuthor,
  name: string,
): Promise<void> {
  const view = await findOwnView(context.database, caller.username, name);
  if (view !== null) await remove(context, { caller, actor }, view);
}

/** Deletes a view of the caller, or a shared one. Throws NotFound, Forbidden, Conflict. */
export async function deleteView(
  context: ChangeContext,
  { caller, actor }: ChangeAuthor,
  id: string,
  version: number | undefined,
): Promise<void> {
  const view = await changeableView(context.database, caller, id);
  await requireVersion(caller, view, version);
  await remove(context, { caller, actor }, view);
}
