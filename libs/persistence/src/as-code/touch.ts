import type { Connection } from '../database/database.ts';

const statement = { name: 'touch', text: 'select' };

/** Asks for nothing: a transaction that is left alone for some seconds is undone. */
export async function touch(connection: Connection): Promise<void> {
  await connection.query(statement);
}
