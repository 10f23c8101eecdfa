import type { Connection } from '../database/database.ts';

const statements = {
  keepAlive: { name: 'touch', text: 'select' },
  idleTimeout: {
    name: 'allow-pauses',
    text: `select set_config('idle_in_transaction_session_timeout', $1, true)`,
  },
};

/** An empty statement: a transaction that is idle for some seconds is rolled back. */
export async function keepTransactionAlive(connection: Connection): Promise<void> {
  await connection.query(statements.keepAlive);
}

/** Lets the transaction of a connection, and no later one, be left alone for so long before it is undone. */
export async function setIdleTransactionTimeout(connection: Connection, milliseconds: number): Promise<void> {
  await connection.query(statements.idleTimeout, [String(milliseconds)]);
}
