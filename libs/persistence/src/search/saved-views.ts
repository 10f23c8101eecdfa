import { message } from '@slipway/domain/messages';
import { Conflict } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';

/** A view that a user has saved: a name and an address of the web interface. */
interface SavedViewRow {
  readonly name: string;
  readonly address: string;
}

/** The maximum number of saved views of a user. */
const maxViews = 100;

const statements = {
  list: {
    name: 'list-saved-views',
    text: 'select name, address from saved_views where username = lower($1) order by lower(name), name',
  },
  // Concurrent saves wait, so that the count is exact.
  lock: {
    name: 'lock-owner-of-views',
    text: 'select from users where lower(username) = lower($1) for no key update',
  },
  // Without a user, nothing is saved.
  save: {
    name: 'save-view',
    text: `insert into saved_views (username, name, address)
      select lower(username), $2, $3 from users where lower(username) = lower($1)
      on conflict (username, name) do update set address = excluded.address`,
  },
  count: {
    name: 'count-saved-views',
    text: 'select count(*) as count from saved_views where username = lower($1)',
  },
  remove: { name: 'remove-saved-view', text: 'delete from saved_views where username = lower($1) and name = $2' },
};

/** Lists the saved views of a user by name. */
export const listSavedViews = (connection: Connection, username: string): Promise<readonly SavedViewRow[]> =>
  connection.query<SavedViewRow>(statements.list, [username]);

/**
 * Saves a view and replaces the one with the same name. Must run in a transaction. Throws Conflict if the user has too
 * many views.
 */
export async function saveView(
  connection: Connection,
  username: string,
  { name, address }: SavedViewRow,
): Promise<void> {
  await connection.query(statements.lock, [username]);
  await connection.query(statements.save, [username, name, address]);
  const [row] = await connection.query<{ readonly count: number }>(statements.count, [username]);
  if ((row?.count ?? 0) > maxViews) throw new Conflict(message('view.tooMany', { max: maxViews }));
}

/** Deletes a view, if it exists. */
export async function removeSavedView(connection: Connection, username: string, name: string): Promise<void> {
  await connection.query(statements.remove, [username, name]);
}
