import { type Database, sqlStateOf } from './database.ts';
import { migrations } from './migrate.ts';

const statements = {
  passPassword: { text: `select set_config('slipway.password', $1, true)` },
  set: {
    text: `do $$ begin
      execute format('alter role %I password %L', current_user, current_setting('slipway.password'));
    end $$`,
  },
  newest: {
    // of a step that is half taken there are rows for its parts, in parentheses
    text: `select max(name) as name from (select name from migrations union all select name from schema_steps)
      where name not like '(%'`,
  },
  newestOfFirst: { text: 'select max(name) as name from migrations' },
};

/** Sets the password of the current role. It is sent as a value, and is not logged. */
export const setOwnPassword = (database: Database, password: string): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query(statements.passPassword, [password]);
    await connection.query(statements.set);
  });

/** The newest step of the schema that a database has taken; empty where there is none. */
export async function newestMigration(database: Database): Promise<string> {
  const read = (statement: { readonly text: string }) => database.query<{ readonly name: string | null }>(statement);
  const [row] = await read(statements.newest).catch((error: unknown) => {
    // the first versions have one table of steps
    if (sqlStateOf(error) === '42P01') return read(statements.newestOfFirst);
    throw error;
  });
  return row?.name ?? '';
}

/** Whether this version contains a migration. A database with another one is too new. */
export const hasMigration = (migration: string): boolean => migrations.some(([name]) => name === migration);
