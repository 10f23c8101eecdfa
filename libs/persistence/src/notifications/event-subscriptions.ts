import type { Instant } from '@slipway/domain/model';
import type { ReceiverFormat } from '@slipway/domain/notification-choices';
import { type Actor, writeAudit } from '../audit/audit-log.ts';
import type { Connection, Database } from '../database/database.ts';
import { timestamp } from '../database/instants.ts';
import type { VisibilityFilter } from '../people/visibility-filter.ts';

/** Limits a receiver to some events. An absent list accepts all values. */
export interface ReceiverFilter {
  readonly tags?: readonly string[] | undefined;
  readonly phaseTitles?: readonly string[] | undefined;
  readonly taskTypes?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
}

/** The settings of a receiver. The address and the secrets are encrypted. */
export interface EventSubscription {
  readonly id: string;
  readonly folderId: string | null;
  readonly owner: string;
  readonly kind: 'webhook' | 'slack' | 'teams';
  readonly title: string;
  readonly url: string;
  readonly secret: string | null;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Instant | null;
  readonly types: readonly string[];
  readonly filter: ReceiverFilter;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  /** of messages to a chat; null: that of the installation */
  readonly language: string | null;
  /** of the events of a webhook */
  readonly format: ReceiverFormat;
}

/** A stored receiver, with its state. */
export interface EventSubscriptionView extends EventSubscription {
  readonly failingSince: Instant | null;
  readonly nextRequestAt: Instant | null;
  readonly createdAt: Instant;
  /** the folders from the top to that of the receiver; null for the installation */
  readonly folderPath: readonly string[] | null;
}

const columns = `s.id, s.folder_id as "folderId", s.owner, s.kind, s.title, s.url, s.secret,
  s.previous_secret as "previousSecret", s.previous_secret_until as "previousSecretUntil", s.types, s.filter, s.enabled,
  s.disabled_reason as "disabledReason", s.failing_since as "failingSince", s.next_request_at as "nextRequestAt",
  s.created_at as "createdAt", s.language, s.format, f.path as "folderPath"`;

const maxListed = 1_000;

const statements = {
  list: {
    name: 'list-event-subscriptions',
    text: `select ${columns} from event_subscriptions s left join folders f on f.id = s.folder_id
      where ($1::boolean or f.scope_id = any ($2::text[])) and ($3::text is null or f.path @> array[$3::text])
      order by s.title, s.id limit ${maxListed}`,
  },
  find: {
    name: 'find-event-subscription',
    text: `select ${columns} from event_subscriptions s left join folders f on f.id = s.folder_id where s.id = $1`,
  },
  lock: {
    name: 'lock-event-subscription',
    text: `select ${columns} from event_subscriptions s left join folders f on f.id = s.folder_id where s.id = $1
      for no key update of s`,
  },
  insert: {
    name: 'insert-event-subscription',
    text: `insert into event_subscriptions (id, folder_id, owner, kind, title, url, secret, types, filter, enabled,
        language, format)
      values ($1, $2, $3, $4, $5, $6, $7, $8::text[], $9::jsonb, $10, $11, $12)`,
  },
  update: {
    name: 'update-event-subscription',
    text: `update event_subscriptions set folder_id = $2, title = $3, url = $4, secret = $5, previous_secret = $6,
        previous_secret_until = $7::timestamptz, types = $8::text[], filter = $9::jsonb, enabled = $10,
        disabled_reason = $11,
        failing_since = case when (enabled, url) is distinct from ($10, $4) then null else failing_since end,
        next_request_at = case when (enabled, url) is distinct from ($10, $4) then null else next_request_at end,
        language = $12, format = $13, version = version + 1
      where id = $1`,
  },
  delete: { name: 'delete-event-subscription', text: 'delete from event_subscriptions where id = $1' },
};

/** Lists receivers by title: those in folders where the user has the permission, and for administrators all. */
export const listEventSubscriptions = (
  connection: Connection,
  { scopes }: Pick<VisibilityFilter, 'scopes'>,
  folderId: string | null,
): Promise<readonly EventSubscriptionView[]> =>
  connection.query<EventSubscriptionView>(statements.list, [scopes === null, scopes ?? [], folderId]);

export async function findEventSubscription(connection: Connection, id: string): Promise<EventSubscriptionView | null> {
  const [row] = await connection.query<EventSubscriptionView>(statements.find, [id]);
  return row ?? null;
}

/** The members of a receiver in the audit log. The address and the secrets are not among them. */
const auditJson = ({ title, kind, folderId, types, filter, enabled, language, format }: EventSubscription) => ({
  ...{ title, kind, folderId, types, enabled, language, format },
  filter: Object.fromEntries(Object.entries(filter).flatMap(([name, values]) => (values ? [[name, values]] : []))),
});

export const addEventSubscription = (database: Database, added: EventSubscription, actor: Actor): Promise<void> =>
  database.transaction(async (connection) => {
    const { id, folderId, owner, kind, title, url, secret, types, filter, enabled, language, format } = added;
    await connection.query(statements.insert, [
      ...[id, folderId, owner, kind, title, url, secret, types, JSON.stringify(filter), enabled, language, format],
    ]);
    const change = { subject: id, before: null, after: auditJson(added) };
    await writeAudit(connection, { actor, action: 'RECEIVER_CREATED', ...change });
  });

/** Locks a receiver until the end of the transaction, and returns it; null if there is none. */
export async function lockEventSubscription(connection: Connection, id: string): Promise<EventSubscriptionView | null> {
  const [row] = await connection.query<EventSubscriptionView>(statements.lock, [id]);
  return row ?? null;
}

/** Replaces a receiver. A change of `enabled` or of the address ends the record of its failures, and its pause. */
export async function updateEventSubscription(
  connection: Connection,
  before: EventSubscription,
  changed: EventSubscription,
  actor: Actor,
): Promise<void> {
  const { id, folderId, title, url, secret, previousSecret, previousSecretUntil, types, filter } = changed;
  const { enabled, disabledReason, language, format } = changed;
  await connection.query(statements.update, [
    ...[id, folderId, title, url, secret, previousSecret, timestamp(previousSecretUntil)],
    ...[types, JSON.stringify(filter), enabled, disabledReason, language, format],
  ]);
  const secretNames = (['url', 'secret'] as const).filter((name) => before[name] !== changed[name]);
  const after = { ...auditJson(changed), ...Object.fromEntries(secretNames.map((name) => [name, '********'])) };
  await writeAudit(connection, { actor, action: 'RECEIVER_UPDATED', subject: id, before: auditJson(before), after });
}

export async function removeEventSubscription(
  connection: Connection,
  removed: EventSubscription,
  actor: Actor,
): Promise<void> {
  await connection.query(statements.delete, [removed.id]);
  const change = { subject: removed.id, before: auditJson(removed), after: null };
  await writeAudit(connection, { actor, action: 'RECEIVER_DELETED', ...change });
}
