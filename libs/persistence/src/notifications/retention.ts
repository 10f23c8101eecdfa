import type { Connection } from '../database/database.ts';
import { queueEventsSql } from '../events/events.ts';

/** Events and entries of inboxes are stored for this time, and saved entries without limit. */
const keepSql = `interval '5 months'`;

const statements = {
  entries: {
    name: 'delete-inbox-entries',
    text: `delete from inbox_entries where id = any (array(
        select id from inbox_entries where saved_at is null and at < now() - ${keepSql} order by at limit $1))
      returning id`,
  },
  events: {
    name: 'delete-events',
    text: `delete from events where id = any (array(
        select id from events e where at < now() - ${keepSql}
          and not exists (select from event_queue q where q.event_id = e.id)
          and not exists (select from inbox_entries i where i.event_id = e.id) order by at limit $1))
      returning id`,
  },
  followed: {
    name: 'delete-lost-followed',
    text: `delete from followed_objects where ctid = any (array(
        select o.ctid from followed_objects o
        where not exists (select from live_tasks t where t.id = o.object_id)
          and not exists (select from live_releases r where r.id = o.object_id)
          and not exists (select from folders f where f.id = o.object_id) limit $1))
      returning object_id`,
  },
  tokens: {
    name: 'note-expiring-tokens',
    text: `with ev as (
      insert into events (type, occasion, actor, at, data, audience)
      select 'token.expiring', t.id || '@' || t.expires_at, 'SYSTEM', date_trunc('milliseconds', now()),
        jsonb_build_object('subject', jsonb_build_object('id', t.id, 'title', t.note),
          'reason', to_char(t.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
        jsonb_build_object('subjectOwner', t.username)
      from personal_access_tokens t
      where t.expires_at > now() and t.expires_at < now() + interval '7 days'
        and t.created_at < t.expires_at - interval '8 days'
      on conflict (type, occasion) where occasion is not null do nothing
      returning id)
    ${queueEventsSql} returning event_id`,
  },
};

/** Deletes at most `limit` expired entries of inboxes. Returns their number. */
export async function deleteExpiredEntries(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(statements.entries, [limit])).length;
}

/** Deletes at most `limit` expired events without entries of inboxes. Returns their number. */
export async function deleteExpiredEvents(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(statements.events, [limit])).length;
}

/** Deletes at most `limit` followed or muted objects that are archived or deleted. Returns their number. */
export async function deleteLostFollowed(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(statements.followed, [limit])).length;
}

/**
 * Writes an event for each token that expires within 7 days, once. A token that was valid for a shorter time from the
 * start has none. Returns the number of new events.
 */
export async function noteExpiringTokens(connection: Connection): Promise<number> {
  return (await connection.query(statements.tokens)).length;
}
