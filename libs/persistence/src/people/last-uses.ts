import type { Connection } from '../database/database.ts';

/** Who was here lately. */
export interface LastUses {
  readonly usernames: readonly string[];
  /** the address by the id of the token or session that was used */
  readonly tokens: ReadonlyMap<string, string>;
  readonly sessions: ReadonlyMap<string, string>;
}

/** What others write at this moment is left to them: they write the same minute. */
const updateSql = (table: string, ids: string, addresses: string): string => `
  update ${table} set last_used_at = date_trunc('minute', now()), last_used_from = u.address
  from unnest(${ids}::text[], ${addresses}::text[]) as u (id, address)
  where ${table}.id = u.id and ${table}.id in (
    select id from ${table} where id = any (${ids}::text[])
      and (last_used_at is null or last_used_at < date_trunc('minute', now()))
    for no key update skip locked)`;

const statement = {
  name: 'record-last-uses',
  text: `with tokens as (${updateSql('personal_access_tokens', '$2', '$3')}),
      sessions as (${updateSql('sessions', '$4', '$5')})
    update users set last_active = date_trunc('minute', now()) where username in (
      select username from users where lower(username) = any ($1::text[])
        and (last_active is null or last_active < date_trunc('minute', now()))
      for no key update skip locked)`,
};

/** Stores the users and tokens that were active in this minute, once a minute for all processes. */
export async function recordLastUses(connection: Connection, uses: LastUses): Promise<void> {
  const { usernames, tokens, sessions } = uses;
  await connection.query(statement, [
    usernames.map((name) => name.toLowerCase()),
    [...tokens.keys()],
    [...tokens.values()],
    [...sessions.keys()],
    [...sessions.values()],
  ]);
}
