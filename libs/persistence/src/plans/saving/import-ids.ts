import { isIdOf } from '@slipway/domain/ids';
import type { Connection } from '../../database/database.ts';

const lockIdsStatement = {
  name: 'lock-ids',
  text: `select count(pg_advisory_xact_lock(hashtextextended(id, 7))) from
    (select distinct id from unnest($1::text[]) as id order by id) as ordered`,
};

/** Blocks other imports with the same ids until this transaction ends. After that, each id is either in use or free. */
export async function lockIds(connection: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await connection.query(lockIdsStatement, [ids]);
}

const takenStatement = {
  name: 'existing-ids',
  text: `select id from releases where id = any ($1::text[])
    union all select id from phases where id = any ($1::text[])
    union all select id from tasks where id = any ($1::text[])
    union all select unnest(variable_ids) from live_releases where variable_ids && $1::text[]
    union all select unnest(part_ids) from live_tasks where part_ids && $1::text[]`,
};

const takenAttachmentsStatement = {
  name: 'existing-attachment-ids',
  text: `select unnest(attachment_keys(passive)) as id from tasks
      where passive ? 'attachments' and attachment_keys(passive) && $1::text[]
    union all select unnest(attachment_keys(passive)) from releases
      where passive ? 'attachments' and attachment_keys(passive) && $1::text[]`,
};

/** Returns which of these ids are in use, live or archived. */
export async function findTakenIds(connection: Connection, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const attachments = ids.filter((id) => isIdOf('Attachment', id));
  const [rows, attachmentRows] = await Promise.all([
    connection.query<{ readonly id: string }>(takenStatement, [ids]),
    attachments.length === 0 ? [] : connection.query<{ readonly id: string }>(takenAttachmentsStatement, [attachments]),
  ]);
  return new Set([...rows, ...attachmentRows].map(({ id }) => id));
}
