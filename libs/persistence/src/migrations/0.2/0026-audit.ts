import type { Knex } from 'knex';

/**
 * Logins, and changes of users, roles, teams and tokens. It references no row of another table: an entry stays after
 * its object is deleted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audit (
      seq bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      action text not null,
      -- who; null: nobody who is known
      username text,
      -- from where; null: the product itself
      address text,
      -- of what it tells: the name of a user or role, the id of what has teams, the note of a token
      subject text,
      before jsonb,
      after jsonb,
      -- attempts that are alike, of one hour: what they have in common
      attempt text unique,
      count int not null default 1,
      last_at timestamptz
    );
    create index audit_by_user on audit (lower(username), seq);
    create index audit_by_subject on audit (lower(subject), seq);
    create index audit_by_time on audit (at);
  `);
}
