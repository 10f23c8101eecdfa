import type { Connection } from '../database/database.ts';
import type { FollowedRow } from './event-objects.ts';

/** The maximum number of objects that a user follows or has muted. */
export const maxFollowed = 1_000;

const statements = {
  list: {
    name: 'list-followed',
    text: `select o.object_id as "objectId", o.username, o.mode, coalesce(f.path, rf.path, tf.path) as "folderPath",
        coalesce(f.title, r.title, t.title) as title, coalesce(tr.id, r.id) as "releaseId"
      from followed_objects o
        left join folders f on f.id = o.object_id
        left join live_releases r on r.id = o.object_id left join folders rf on rf.id = r.folder_id
        left join live_tasks t on t.id = o.object_id left join live_releases tr on tr.id = t.release_id
        left join folders tf on tf.id = tr.folder_id
      where o.username = $1 order by o.object_id`,
  },
  modes: {
    name: 'modes-of-followed',
    text: `select object_id as "objectId", username, mode from followed_objects
      where username = $1 and object_id = any ($2::text[])`,
  },
  count: { name: 'count-followed', text: 'select count(*)::int as count from followed_objects where username = $1' },
  save: {
    name: 'save-followed',
    text: `insert into followed_objects (username, object_id, mode) values ($1, $2, $3)
      on conflict (username, object_id) do update set mode = excluded.mode`,
  },
  remove: { name: 'remove-followed', text: 'delete from followed_objects where username = $1 and object_id = $2' },
};

/** An object that a user follows or has muted. The title is null if the object is no longer live. */
export interface FollowedObject extends FollowedRow {
  readonly title: string | null;
  readonly folderPath: readonly string[] | null;
  readonly releaseId: string | null;
}

/** Lists the objects that a user follows or has muted. */
export const listFollowed = (connection: Connection, username: string): Promise<readonly FollowedObject[]> =>
  connection.query<FollowedObject>(statements.list, [username.toLowerCase()]);

/** Reads the modes of a user for some objects. */
export const readFollowed = (
  connection: Connection,
  username: string,
  ids: readonly string[],
): Promise<readonly FollowedRow[]> => connection.query<FollowedRow>(statements.modes, [username.toLowerCase(), ids]);

/** Returns the number of objects that a user follows or has muted. */
export async function countFollowed(connection: Connection, username: string): Promise<number> {
  const [row] = await connection.query<{ readonly count: number }>(statements.count, [username.toLowerCase()]);
  return row?.count ?? 0;
}

/** Stores the mode of a user for an object; null: neither follows it nor has muted it. */
export async function saveFollowed(
  connection: Connection,
  username: string,
  objectId: string,
  mode: FollowedRow['mode'] | null,
): Promise<void> {
  const name = username.toLowerCase();
  if (mode === null) await connection.query(statements.remove, [name, objectId]);
  else await connection.query(statements.save, [name, objectId, mode]);
}
