import type { Connection } from '../database/database.ts';

const statement = {
  name: 'addresses-of-users',
  text: 'select lower(username) as name, email from users where lower(username) = any (select lower(n) from unnest($1::text[]) n)',
};

/** Returns the mail addresses of these users by name in lower case; null for a user without one. */
export async function readAddresses(
  connection: Connection,
  names: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (names.length === 0) return new Map();
  const rows = await connection.query<{ readonly name: string; readonly email: string | null }>(statement, [names]);
  return new Map(rows.map(({ name, email }) => [name, email === '' ? null : email]));
}
