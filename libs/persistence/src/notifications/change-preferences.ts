import type { EventTypeName, Json } from '@slipway/domain/model';
import { isObject } from '@slipway/domain/model';
import type { Database } from '../database/database.ts';

const statements = {
  lock: {
    name: 'lock-preferences',
    text: 'select preferences from notification_preferences where username = $1 for update',
  },
  store: {
    name: 'store-switched-off',
    text: `insert into notification_preferences as p (username, preferences) values ($1, $2::jsonb)
      on conflict (username) do update set preferences = excluded.preferences, version = p.version + 1`,
  },
  mute: {
    name: 'mute-object',
    text: `insert into followed_objects (username, object_id, mode) values ($1, $2, 'mute')
      on conflict (username, object_id) do update set mode = 'mute'`,
  },
};

function switchedOff(preferences: Json, types: readonly EventTypeName[]): Json {
  const members = isObject(preferences) ? preferences : {};
  const events = isObject(members.events) ? members.events : {};
  const changed = types.map((type) => [type, { ...(isObject(events[type]) ? events[type] : {}), mail: 'off' }]);
  return { ...members, events: { ...events, ...Object.fromEntries(changed) } };
}

/** Switches off the mails of a user about these events. Other settings stay. */
export const switchOffMails = (database: Database, username: string, types: readonly EventTypeName[]): Promise<void> =>
  database.transaction(async (connection) => {
    const [row] = await connection.query<{ readonly preferences: Json }>(statements.lock, [username]);
    const preferences = switchedOff(row?.preferences ?? {}, types);
    await connection.query(statements.store, [username, JSON.stringify(preferences)]);
  });

/** Mutes a release, folder or task for a user. */
export async function muteObject(database: Database, username: string, objectId: string): Promise<void> {
  await database.query(statements.mute, [username, objectId]);
}
