import { execFileSync } from 'node:child_process';
import { plainText } from '@slipway/domain/messages';
import { Overloaded, openDatabase } from '@slipway/persistence/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { retryUntilDatabaseIsBack, withRetries } from './retry.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

test('a transaction of a stalled process is rolled back and repeated with more time', async () => {
  const database = openDatabase({ url: fresh.url });
  const otherDatabase = openDatabase({ url: fresh.url });
  const modes: string[] = [];
  const isThere = async (pid: number): Promise<boolean> =>
    (await otherDatabase.query({ text: 'select from pg_stat_activity where pid = $1' }, [pid])).length > 0;
  await withRetries(plainText('this'), (mode) =>
    database.transaction(async (connection) => {
      modes.push(mode);
      const [row] = await connection.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
      const { pid = 0 } = row ?? {};
      if (mode === 'brief') await expect.poll(() => isThere(pid)).toBe(false);
      await connection.query({ text: 'select 1' });
    }, mode),
  );
  await database.stop();
  await otherDatabase.stop();
  expect(modes).toEqual(['brief', 'change']);
});

/** Waits until a server process has ended, and blocks this process meanwhile. */
const blockUntilTerminated = (url: string, pid: number): void => {
  const program = `
    import pg from 'pg';
    const client = new pg.Client(process.argv[1]);
    await client.connect();
    const look = 'select from pg_stat_activity where pid = $1';
    while ((await client.query(look, [process.argv[2]])).rowCount > 0);
    await client.end();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program, url, String(pid)], {
    cwd: import.meta.dirname,
  });
};

test.each(['before a statement', 'before the commit'])(
  'a process that was itself stopped %s repeats its work',
  async (where) => {
    const database = openDatabase({ url: fresh.url });
    const modes: string[] = [];
    await withRetries(plainText('this'), (mode) =>
      database.transaction(async (connection) => {
        modes.push(mode);
        const [row] = await connection.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
        if (mode === 'brief') blockUntilTerminated(fresh.url, row?.pid ?? 0);
        if (where === 'before a statement') await connection.query({ text: 'select 1' });
      }, mode),
    );
    await database.stop();
    expect(modes).toEqual(['brief', 'change']);
  },
);

test('work is repeated after a database outage, but not after other errors', async () => {
  const failures = [new Overloaded('away'), new Overloaded('away'), new Error('wrong')];
  const fail = async (): Promise<never> => {
    throw failures.shift();
  };
  await expect(retryUntilDatabaseIsBack(fail)).rejects.toThrow('wrong');
  expect(failures).toEqual([]);
});
