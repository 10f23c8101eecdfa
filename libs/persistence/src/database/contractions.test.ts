import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { execute, withDatabaseName } from '../../../../test/harness/servers/statements.ts';
import { type Catalog, findContractions, readCatalog } from '../testing/catalog.ts';
import { type Contraction, contractions, migrationNumber, requiredMigrationAfter } from './contractions.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, migrations } from './migrate.ts';

const server = inject('postgres').url;
const name = `slipway_contractions_${process.pid}`;
const url = withDatabaseName(server, name);
/** The last migration before the first possible contraction. */
const first = '0039-sight';
let database: Database;
beforeAll(async () => {
  await execute(server, `CREATE DATABASE ${name}`);
  await migrate(url, first);
  database = openDatabase({ url, connections: 1 });
});
afterAll(async () => {
  await database.stop();
  await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
});

const steps = migrations.map(([step]) => step).filter((step) => migrationNumber(step) > migrationNumber(first));
const versionOf = (step: string): string | undefined => {
  const [file] = globSync(`libs/persistence/src/migrations/**/${step}.ts`);
  return file?.split('/').at(4);
};

test('each migration removes exactly the listed objects', async () => {
  const removals: [string, string][] = [];
  let before = await readCatalog(database);
  for (const step of steps) {
    await migrate(url, step);
    const after = await readCatalog(database);
    removals.push(...findContractions(before, after).map((line): [string, string] => [step, line]));
    before = after;
  }
  expect(removals).toEqual(contractions.map(({ migration: step, removes: takes }) => [step, takes]));
});

/** Finds contractions of objects that the previous version still uses. */
const isTooEarly = (ledger: readonly Contraction[], version: typeof versionOf): readonly string[] =>
  ledger
    .filter(({ migration: step, unneededSince }) => unneededSince !== null && version(unneededSince) === version(step))
    .map(({ migration: step, removes: takes }) => `${step}: ${takes}`);

test('the previous version does not use the removed objects', () => {
  expect(isTooEarly(contractions, versionOf)).toEqual([]);
  const entry = { removes: 'column tasks.owner is dropped', reason: 'no process reads it' };
  const versions = (step: string): string => (migrationNumber(step) < 50 ? '0.3' : '0.4');
  const ledger = [
    { ...entry, migration: '0052-late', unneededSince: '0049-before' },
    { ...entry, migration: '0053-early', unneededSince: '0051-same' },
    { ...entry, migration: '0054-wider', unneededSince: null },
  ];
  expect(isTooEarly(ledger, versions)).toEqual(['0053-early: column tasks.owner is dropped']);
  expect(
    ['0052-late', '0053-early', '0054-wider', '0055-none'].map((step) => requiredMigrationAfter(step, ledger)),
  ).toEqual([49, 51, 0, 0]);
});

const createTable = `create table folk (id text primary key, name text, age integer not null default 0, note varchar(9));
  create view adults as select id, name from folk where age > 17;
  create function greet(who text) returns text language sql as $$ select who $$`;

/** A change of the tables above by a migration, and the expected report. */
const changes: readonly (readonly [change: string, told: readonly string[]])[] = [
  ['create table others (id text primary key, folk_id text not null unique references folk)', []],
  ['alter table folk add column nick text, add column rank integer not null default 1', []],
  ['alter table folk add column lower_name text generated always as (lower(name)) stored', []],
  ['alter table folk add column nick text check (nick <> $$$$) unique', []],
  ['alter table folk alter column age drop not null', []],
  ['create index on folk (name)', []],
  ['create or replace view adults as select id, name, age from folk where age > 17', []],
  ['alter table folk drop column note', ['column folk.note is dropped']],
  ['alter table folk rename column note to remark', ['column folk.note is dropped']],
  ['drop view adults; alter table folk rename to people', ['table folk is dropped', 'table adults is dropped']],
  ['alter table folk add column nick text not null', ['column folk.nick is new, and a row without it is refused']],
  ['alter table folk alter column name set not null', ['column folk.name takes no null any more']],
  ['alter table folk alter column age drop default', ['column folk.age has no default any more']],
  [
    'alter table folk alter column note type varchar(5)',
    ['column folk.note was character varying(9) and is character varying(5)'],
  ],
  ['alter table folk alter column note type text', ['column folk.note was character varying(9) and is text']],
  ['alter table folk add constraint grown check (age > 0)', ['constraint folk.grown is new: CHECK ((age > 0))']],
  [
    'create unique index one_name on folk (name)',
    ['constraint folk.one_name is new: CREATE UNIQUE INDEX one_name ON public.folk USING btree (name)'],
  ],
  [
    'create unique index one_name on folk (lower(name))',
    ['constraint folk.one_name is new: CREATE UNIQUE INDEX one_name ON public.folk USING btree (lower(name))'],
  ],
  ['drop view adults', ['table adults is dropped']],
  ['drop view adults; create view adults as select id from folk', ['column adults.name is dropped']],
  ['drop function greet', ['function greet(who text) is gone or returns something else']],
];

test.each(changes)('%s', async (change, expectedLines) => {
  const catalogs: Catalog[] = [];
  const rollbackError = new Error('undone');
  const trialConnection = database.transaction(async (trialDatabase) => {
    await trialDatabase.query({ text: createTable });
    catalogs.push(await readCatalog(trialDatabase));
    await trialDatabase.query({ text: change });
    catalogs.push(await readCatalog(trialDatabase));
    throw rollbackError;
  });
  await expect(trialConnection).rejects.toBe(rollbackError);
  const [before, after] = catalogs;
  expect(findContractions(before!, after!).toSorted()).toEqual(expectedLines.toSorted());
});
