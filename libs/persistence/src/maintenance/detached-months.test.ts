import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { readRelease } from '../plans/reading/read.ts';
import { insertPlan } from '../plans/saving/save.ts';
import { openFreshDatabase } from '../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, taskWith } from '../testing/plans.ts';
import { archiveRelease } from './archive.ts';

// Each statement of the documentation page runs unchanged. Only pg_dump and pg_restore are simulated with SQL that
// copies and recreates the tables. pg_dump must be as new as the server, but the version in Debian is older.
const { database, close } = await openFreshDatabase();
afterAll(close);

const page = readFileSync('docs/how-to/operations/maintain-the-archive.md', 'utf8').replaceAll(
  /2026([-_])10/g,
  (_, dash) => `2020${dash}01`,
);
const steps = Array.from(page.matchAll(/```(?:sql|sh)\n([\s\S]*?)```/g), ([, text = '']) => text.trim());
const kinds = ['releases', 'phases', 'tasks', 'comments', 'activities'];
const run = (text: string) => database.query({ text });
const ofAll = async (statement: (kind: string) => string): Promise<void> => {
  for (const kind of kinds) await run(statement(kind));
};

const byOtherRole: Readonly<Record<string, () => Promise<void>>> = {
  pg_dump: async () => {
    await ofAll((kind) => `create table tape_${kind} (like detached_${kind}_2020_01 including all)`);
    for (const kind of kinds) {
      const columns = await database.query<{ readonly name: string }>({
        text: `select quote_ident(attname) as name from pg_attribute
          where attrelid = 'tape_${kind}'::regclass and attnum > 0 and attgenerated = ''`,
      });
      const names = columns.map(({ name }) => name).join(', ');
      await run(`insert into tape_${kind} (${names}) select ${names} from detached_${kind}_2020_01`);
    }
  },
  pg_restore: () => ofAll((kind) => `alter table tape_${kind} rename to detached_${kind}_2020_01`),
};

test('a month that was dumped with the documented steps is restored unchanged', async () => {
  const release = releaseWith([phaseWith([taskWith()])], { status: 'COMPLETED' });
  await insertPlan(database, outcomeOf(release));
  await archiveRelease(database, release.id);
  await run(`select add_archive_month('2020-01-01')`);
  await ofAll((kind) => {
    const column = kind === 'releases' ? 'id' : 'release_id';
    return `update ${kind} set archived_month = '2020-01-01' where ${column} = '${release.id}'`;
  });
  const read = () => readRelease(database, release.id, { archived: true });
  const before = await read();
  const existing: (readonly [string, boolean])[] = [];
  for (const step of steps) {
    const [name = ''] = /\w+/.exec(step.replace('select ', '')) ?? [];
    await (byOtherRole[name]?.() ?? run(step));
    existing.push([name, (await read()) !== null]);
  }
  expect(existing).toEqual([
    ['detach_archive_month', false],
    ['pg_dump', false],
    ['drop_archive_month', false],
    ['pg_restore', false],
    ['attach_archive_month', true],
  ]);
  expect(await read()).toEqual(before);
  // Uses its ids again.
  expect(await insertPlan(database, outcomeOf(release))).toBeNull();
});
