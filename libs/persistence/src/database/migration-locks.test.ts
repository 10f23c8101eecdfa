import knex from 'knex';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { execute, withDatabaseName } from '../../../../test/harness/servers/statements.ts';
import { migrationNumber } from './contractions.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, migrations } from './migrate.ts';

const server = inject('postgres').url;
const name = `slipway_step_locks_${process.pid}`;
const url = withDatabaseName(server, name);
/** Processes can run during each migration after this one. */
const first = '0039-sight';
let database: Database;

/** Records which tables each command of a migration has locked exclusively. */
const watching = `create schema watch;
  create table watch.known (relation oid, root text);
  create table watch.taken (transaction xid8, root text);
  create function watch.look() returns event_trigger language plpgsql as $$
  begin
    insert into watch.taken select distinct pg_current_xact_id(), k.root
      from pg_locks l join watch.known k using (relation)
      where l.pid = pg_backend_pid() and l.granted and l.mode = 'AccessExclusiveLock';
  end $$;
  create event trigger look on ddl_command_end execute function watch.look();`;

/** The tables that other transactions may use before a migration, with their partitions. */
const knownTables = `with gone as (delete from watch.taken)
  insert into watch.known
    select c.oid, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not exists (select from watch.known k where k.relation = c.oid)`;
const lockedTablesSql = `select array_agg(distinct root order by root) as tables from watch.taken group by transaction
  order by transaction`;

beforeAll(async () => {
  await execute(server, `CREATE DATABASE ${name}`);
  await migrate(url, first);
  await execute(url, watching);
  database = openDatabase({ url, connections: 1 });
});
afterAll(async () => {
  await database.stop();
  await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
});

test('a migration locks only one table exclusively at a time, because two locks can deadlock', async () => {
  const inOneTransaction: (readonly [step: string, tables: readonly string[]])[] = [];
  for (const step of migrations.map(([one]) => one).filter((one) => migrationNumber(one) > migrationNumber(first))) {
    await database.query({ text: knownTables });
    await migrate(url, step);
    const transactions = await database.query<{ readonly tables: readonly string[] }>({ text: lockedTablesSql });
    for (const { tables } of transactions) if (tables.length > 1) inOneTransaction.push([step, tables]);
  }
  // Tables with a foreign key to `folders` have triggers there, which are dropped when the table becomes a partition.
  expect(inOneTransaction).toEqual([['0046-archive-months', ['folders', 'releases']]]);
});

test('a migration neither scans nor rewrites a table that it has locked exclusively', async () => {
  const other = `${name}_walks`;
  await execute(server, `CREATE DATABASE ${other}`);
  await migrate(withDatabaseName(server, other), first);
  const walkDatabase: string[] = [];
  let at = '';
  const connection = { connectionString: withDatabaseName(server, other), options: '-c client_min_messages=debug1' };
  const listen = (client: pg.Client, done: (error: null, client: pg.Client) => void): void => {
    client.on('notice', ({ message = '' }) => {
      // A new monthly partition has no rows.
      if (/^(?:verifying|rewriting) table "(?!.*_\d{4}_\d{2}")/.test(message)) walkDatabase.push(`${at}: ${message}`);
    });
    done(null, client);
  };
  const steps = knex({ client: 'pg', connection, pool: { min: 0, max: 1, afterCreate: listen } });
  for (const [step, { parts = [], up }] of migrations.filter(
    ([one]) => migrationNumber(one) > migrationNumber(first),
  )) {
    for (const part of [...parts, { name: 'the rest', tables: [], up }]) {
      at = part.tables.length > 0 ? `${step}, ${part.name}` : 'beside others';
      await steps.transaction((change) => part.up(change));
    }
  }
  await steps.destroy();
  await execute(server, `DROP DATABASE ${other} WITH (FORCE)`);
  const proofs = ['releases', 'phases', 'tasks', 'comments', 'activities'];
  expect(walkDatabase).toEqual([
    ...proofs.map((table) => `beside others: verifying table "archived_${table}"`),
    ...proofs.map((table) => `beside others: verifying table "undated_${table}"`),
  ]);
});
