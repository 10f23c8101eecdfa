import { message } from '@slipway/domain/messages';
import { Conflict } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { convertMissingFolder, convertStorageErrors } from '../database/storage-errors.ts';

/** A folder or team whose users see a saved view. */
export type ViewSharing =
  | { readonly kind: 'folder'; readonly id: string; readonly title: string; readonly folderPath: readonly string[] }
  /** `folderPath` is the path of the folder that owns the team. */
  | { readonly kind: 'team'; readonly id: string; readonly title: string; readonly folderPath: readonly string[] };

/** A view that a user has saved: a name and an address of the web interface. */
export interface SavedViewRow {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** The name of the user who owns the view. */
  readonly owner: string;
  /** Increases with each change. */
  readonly version: number;
  /** The user of the latest change; null for a view of an earlier version. */
  readonly changedBy: string | null;
  readonly sharing: ViewSharing | null;
}

/** A user, and the shared views that the user sees. Null scopes contain all folders. */
export interface ViewReader {
  readonly username: string;
  readonly principals: readonly string[];
  /** The scopes of the folders that the user can view. */
  readonly viewScopes: readonly string[] | null;
  /** The scopes of the folders whose teams' views the user can change. */
  readonly editScopes: readonly string[] | null;
}

/** The content of a view. An absent sharing does not change. */
interface ViewContent {
  readonly name: string;
  readonly address: string;
  readonly sharing: Pick<ViewSharing, 'kind' | 'id'> | null;
}

/** The maximum number of saved views of a user. */
const maxViews = 100;
/** The maximum number of listed views: those of the user, and shared ones. */
const maxListed = 1_000;

/** A shared team that no longer exists is null, so its view is private. */
const readSql = `select v.id, v.name, v.address, u.username as owner, v.version, v.changed_by as "changedBy",
    case when v.shared_folder is not null
      then json_build_object('kind', 'folder', 'id', f.id, 'title', f.title, 'folderPath', f.path)
      when f.id is not null then json_build_object('kind', 'team', 'id', t.id, 'title', t.name, 'folderPath', f.path)
    end as sharing
  from saved_views v join users u on lower(u.username) = v.username
    left join teams t on t.id = v.shared_team
    left join folders f on f.id = coalesce(v.shared_folder, t.scope_id)`;

/** The parameters are the members of `ViewReader`. Each user can view the root folder. */
const visibleSql = `(v.username = lower($1)
  or v.shared_folder is not null and (f.parent_id is null or $3::text[] is null or f.scope_id = any ($3))
  or f.id is not null and v.shared_team is not null and ($4::text[] is null or f.scope_id = any ($4)
    or t.id in (select team_id from team_members where principal = any ($2::text[]))))`;

const statements = {
  list: {
    name: 'list-saved-views',
    text: `${readSql}
      where v.id in (select id from saved_views where username = lower($1)
          union all select id from saved_views where shared_folder is not null
          union all select id from saved_views where shared_team is not null)
        and ${visibleSql}
      order by v.username <> lower($1), lower(v.name), v.name, v.id limit ${maxListed}`,
  },
  find: { name: 'find-saved-view', text: `${readSql} where v.id = $5 and ${visibleSql}` },
  findOwn: { name: 'find-own-view', text: `${readSql} where v.username = lower($1) and v.name = $2` },
  read: { name: 'read-saved-view', text: `${readSql} where v.id = $1` },
  // Concurrent saves wait, so that the count is exact.
  lock: {
    name: 'lock-owner-of-views',
    text: 'select from users where lower(username) = lower($1) for no key update',
  },
  // Without a user, nothing is saved.
  insert: {
    name: 'insert-view',
    text: `insert into saved_views (username, name, address, shared_folder, shared_team, changed_by)
      select lower(username), $2, $3, $4, $5, username from users where lower(username) = lower($1)
      on conflict (username, name) do nothing returning id`,
  },
  update: {
    name: 'update-view',
    text: `update saved_views v set name = $3, address = $4, shared_folder = $5, shared_team = $6, changed_by = $7,
        version = version + 1
      where id = $1 and version = $2
        and not exists (select from saved_views o where o.username = v.username and o.name = $3 and o.id <> v.id)
      returning id`,
  },
  count: {
    name: 'count-saved-views',
    text: 'select count(*) as count from saved_views where username = lower($1)',
  },
  remove: { name: 'remove-saved-view', text: 'delete from saved_views where id = $1 and version = $2 returning id' },
};

/** Lists the views of a user by name, then the views that other users share with them. */
export const listSavedViews = (
  connection: Connection,
  { username, principals, viewScopes, editScopes }: ViewReader,
): Promise<readonly SavedViewRow[]> =>
  connection.query<SavedViewRow>(statements.list, [username, principals, viewScopes, editScopes]);

/** Finds a view that the user sees. Returns null if there is none. */
export async function findSavedView(
  connection: Connection,
  { username, principals, viewScopes, editScopes }: ViewReader,
  id: string,
): Promise<SavedViewRow | null> {
  const [row] = await connection.query<SavedViewRow>(statements.find, [
    username,
    principals,
    viewScopes,
    editScopes,
    id,
  ]);
  return row ?? null;
}

/** Finds a view of this user by its name. Returns null if there is none. */
export async function findOwnView(
  connection: Connection,
  username: string,
  name: string,
): Promise<SavedViewRow | null> {
  const [row] = await connection.query<SavedViewRow>(statements.findOwn, [username, name]);
  return row ?? null;
}

/** Reads a view, also an invisible one. Returns null if it does not exist. */
export async function readSavedView(connection: Connection, id: string): Promise<SavedViewRow | null> {
  const [row] = await connection.query<SavedViewRow>(statements.read, [id]);
  return row ?? null;
}

const sharedIds = ({ sharing }: ViewContent): readonly [string | null, string | null] => [
  sharing?.kind === 'folder' ? sharing.id : null,
  sharing?.kind === 'team' ? sharing.id : null,
];

const write = (run: () => Promise<readonly { readonly id: string }[]>) =>
  convertMissingFolder(() => convertStorageErrors(run));

/**
 * Creates a view, and returns its id; null if the user has a view with this name. Must run in a transaction. Throws
 * NotFound for a folder that no longer exists, Conflict if the user has too many views.
 */
export async function createView(connection: Connection, username: string, view: ViewContent): Promise<string | null> {
  await connection.query(statements.lock, [username]);
  const values = [username, view.name, view.address, ...sharedIds(view)];
  const [created] = await write(() => connection.query<{ readonly id: string }>(statements.insert, values));
  const [row] = await connection.query<{ readonly count: number }>(statements.count, [username]);
  if ((row?.count ?? 0) > maxViews) throw new Conflict(message('view.tooMany', { max: maxViews }));
  return created?.id ?? null;
}

/**
 * Changes a view of this version. Returns false if the view has another version, or its owner has another view with
 * this name. Throws NotFound for a folder that no longer exists.
 */
export async function updateView(
  connection: Connection,
  { id, version }: Pick<SavedViewRow, 'id' | 'version'>,
  view: ViewContent,
  changedBy: string,
): Promise<boolean> {
  const values = [id, version, view.name, view.address, ...sharedIds(view), changedBy];
  return (await write(() => connection.query<{ readonly id: string }>(statements.update, values))).length > 0;
}

/** Deletes a view of this version. Returns false if the view has another version. */
export async function removeSavedView(
  connection: Connection,
  { id, version }: Pick<SavedViewRow, 'id' | 'version'>,
): Promise<boolean> {
  return (await connection.query(statements.remove, [id, version])).length > 0;
}
