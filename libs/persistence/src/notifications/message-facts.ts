import type { Instant, ReleaseStatus, TaskStatus } from '@slipway/domain/model';
import type { ReceiverFormat } from '@slipway/domain/notification-choices';
import type { NotificationTemplate } from '@slipway/domain/notifications';
import type { Connection } from '../database/database.ts';
import { instantOf } from '../database/instants.ts';

/** A receiver for the sender. The address and the secrets are encrypted. */
export interface StoredReceiver {
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  readonly folderId: string | null;
  readonly kind: 'webhook' | 'slack' | 'teams';
  readonly url: string;
  readonly secret: string | null;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Instant | null;
  readonly enabled: boolean;
  readonly failingSince: Instant | null;
  readonly nextRequestAt: Instant | null;
  /** of messages to a chat; null: that of the installation */
  readonly language: string | null;
  /** of the events of a webhook */
  readonly format: ReceiverFormat;
}

/** A user as the recipient of mails. */
export interface MailRecipient {
  readonly email: string | null;
  readonly loginAllowed: boolean;
  /** the address that has rejected several mails; null: none */
  readonly suspendedAddress: string | null;
  readonly hardBounces: number;
  /** null: that of the installation */
  readonly language: string | null;
  /** null: that of the installation */
  readonly timeZone: string | null;
}

/** Everything beside the events that messages depend on. */
export interface MessageFacts {
  readonly receivers: ReadonlyMap<string, StoredReceiver>;
  /** by name in lower case */
  readonly users: ReadonlyMap<string, MailRecipient>;
  readonly taskStatuses: ReadonlyMap<string, TaskStatus>;
  readonly releaseStatuses: ReadonlyMap<string, ReleaseStatus>;
  /** the ids of the folders from the top to the folder, by the id of the folder */
  readonly folderPaths: ReadonlyMap<string, readonly string[]>;
  /** by the id of a folder; those of the installation are at the root folder */
  readonly templates: ReadonlyMap<string, readonly NotificationTemplate[]>;
}

interface Wanted {
  readonly recipients: readonly string[];
  readonly tasks: readonly string[];
  readonly releases: readonly string[];
  readonly folders: readonly string[];
}

const select = {
  name: 'message-facts',
  text: `select
    (select json_agg(s) from (select id, owner, title, folder_id as "folderId", kind, url, secret,
        previous_secret as "previousSecret", previous_secret_until::text as "previousSecretUntil", enabled, language, format,
        failing_since::text as "failingSince", next_request_at::text as "nextRequestAt"
      from event_subscriptions where id = any ($1::text[])) s) as receivers,
    (select json_agg(u) from (select lower(u.username) as name, email, login_allowed as "loginAllowed",
        p.address_suspended as "suspendedAddress", coalesce(p.hard_bounces, 0) as "hardBounces",
        p.preferences ->> 'language' as language, p.preferences ->> 'timeZone' as "timeZone"
      from users u left join notification_preferences p on p.username = lower(u.username)
      where lower(u.username) = any ($1::text[])) u) as users,
    (select json_object_agg(id, status) from tasks where id = any ($2::text[])) as tasks,
    (select json_object_agg(id, status) from releases where id = any ($3::text[])) as releases,
    (select json_object_agg(id, path) from folders where id = any ($4::text[])) as folders,
    (select json_object_agg(scope_id, templates) from notification_rules
      where templates <> '[]' and scope_id in (
        select 'Applications' union select unnest(path) from folders where id = any ($4::text[]))) as templates`,
};

type ReceiverRow = Omit<StoredReceiver, 'previousSecretUntil' | 'failingSince' | 'nextRequestAt'> &
  Readonly<Record<'previousSecretUntil' | 'failingSince' | 'nextRequestAt', string | null>>;

interface FactsRow {
  readonly receivers: readonly ReceiverRow[] | null;
  readonly users: readonly (MailRecipient & { readonly name: string })[] | null;
  readonly tasks: Readonly<Record<string, TaskStatus>> | null;
  readonly releases: Readonly<Record<string, ReleaseStatus>> | null;
  readonly folders: Readonly<Record<string, readonly string[]>> | null;
  readonly templates: Readonly<Record<string, readonly NotificationTemplate[]>> | null;
}

const instantOrNull = (text: string | null): Instant | null => (text === null ? null : instantOf(text));
const mapOf = <T>(members: Readonly<Record<string, T>> | null): ReadonlyMap<string, T> =>
  new Map(Object.entries(members ?? {}));

/** Reads the present state of everything that some messages depend on, in one statement. */
export async function readMessageFacts(connection: Connection, wanted: Wanted): Promise<MessageFacts> {
  const ids = [wanted.recipients, wanted.tasks, wanted.releases, wanted.folders].map((list) => [...new Set(list)]);
  const [row] = await connection.query<FactsRow>(select, ids);
  const receivers = (row?.receivers ?? []).map(
    ({ previousSecretUntil, failingSince, nextRequestAt, ...receiver }): [string, StoredReceiver] => [
      receiver.id,
      {
        ...receiver,
        previousSecretUntil: instantOrNull(previousSecretUntil),
        failingSince: instantOrNull(failingSince),
        nextRequestAt: instantOrNull(nextRequestAt),
      },
    ],
  );
  return {
    receivers: new Map(receivers),
    users: new Map((row?.users ?? []).map(({ name, ...user }) => [name, user])),
    taskStatuses: mapOf(row?.tasks ?? null),
    releaseStatuses: mapOf(row?.releases ?? null),
    folderPaths: mapOf(row?.folders ?? null),
    templates: mapOf(row?.templates ?? null),
  };
}
