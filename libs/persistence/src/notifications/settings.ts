import type { NotificationPreferences, NotificationRule } from '@slipway/domain/notifications';
import type { Connection } from '../database/database.ts';

/** The rules of a folder, or of the installation, which has the id of the root. */
export interface RuleScope {
  readonly id: string;
  readonly title: string;
  readonly path: readonly string[];
  readonly rules: readonly NotificationRule[];
}

/** The stored preferences of a user. Absent members have their default. */
export interface StoredPreferences {
  readonly preferences: Partial<NotificationPreferences>;
  /** the mail address that has rejected mails, if the user still has it */
  readonly suspendedAddress: string | null;
}

const statements = {
  rules: {
    name: 'read-notification-rules',
    text: `select f.id, f.title, f.path, coalesce(n.rules, '[]') as rules
      from folders f left join notification_rules n on n.scope_id = f.id
      where f.id = any (array(select unnest(path) from folders where id = $1)) order by cardinality(f.path) desc`,
  },
  lock: { name: 'lock-notification-scope', text: 'select from folders where id = $1 for no key update' },
  saveRules: {
    name: 'save-notification-rules',
    text: `insert into notification_rules (scope_id, rules) values ($1, $2)
      on conflict (scope_id) do update set rules = excluded.rules, version = notification_rules.version + 1`,
  },
  preferences: {
    name: 'read-notification-preferences',
    text: `select coalesce(p.preferences, '{}') as preferences,
        case when p.address_suspended = u.email then u.email end as "suspendedAddress"
      from users u left join notification_preferences p on p.username = lower(u.username)
      where lower(u.username) = $1`,
  },
  lockUser: { name: 'lock-notified-user', text: 'select from users where lower(username) = $1 for no key update' },
  savePreferences: {
    name: 'save-notification-preferences',
    text: `insert into notification_preferences (username, preferences) values ($1, $2)
      on conflict (username) do update
        set preferences = excluded.preferences, version = notification_preferences.version + 1`,
  },
};

/** Reads the rules of a folder and the folders around it, the nearest first; the last is the installation. */
export const readRuleScopes = (connection: Connection, folderId: string): Promise<readonly RuleScope[]> =>
  connection.query<RuleScope>(statements.rules, [folderId]);

/** Locks the rules of a folder until the end of the transaction. */
export async function lockRules(connection: Connection, folderId: string): Promise<void> {
  await connection.query(statements.lock, [folderId]);
}

/** Replaces the rules of a folder or of the installation. */
export async function saveRules(
  connection: Connection,
  folderId: string,
  rules: readonly NotificationRule[],
): Promise<void> {
  await connection.query(statements.saveRules, [folderId, JSON.stringify(rules)]);
}

/** Reads the preferences of a user. */
export async function readPreferences(connection: Connection, username: string): Promise<StoredPreferences> {
  const [row] = await connection.query<StoredPreferences>(statements.preferences, [username.toLowerCase()]);
  return row ?? { preferences: {}, suspendedAddress: null };
}

/** Locks the preferences of a user until the end of the transaction. */
export async function lockPreferences(connection: Connection, username: string): Promise<void> {
  await connection.query(statements.lockUser, [username.toLowerCase()]);
}

/** Replaces the preferences of a user. */
export async function savePreferences(
  connection: Connection,
  username: string,
  preferences: NotificationPreferences,
): Promise<void> {
  await connection.query(statements.savePreferences, [username.toLowerCase(), JSON.stringify(preferences)]);
}
