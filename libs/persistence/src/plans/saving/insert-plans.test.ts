import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../../test/harness/database.ts';
import { fastCheckOptions } from '../../../../../test/harness/test-length.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import { insertPlans } from './insert-plans.ts';
import { insertPlan, savePlan } from './save.ts';

let oneByOne: { fresh: FreshDatabase; database: Database };
let together: typeof oneByOne;
const open = async () => {
  const fresh = await freshDatabase();
  return { fresh, database: openDatabase({ url: fresh.url }) };
};
beforeAll(async () => {
  [oneByOne, together] = await Promise.all([open(), open()]);
});
afterAll(async () => {
  for (const { fresh, database } of [oneByOne, together]) {
    await database.stop();
    await fresh.drop();
  }
});

const tables = [
  'live_releases',
  'live_phases',
  'live_tasks',
  'live_activities',
  'live_comments',
  'awaits',
  'risk_history',
];
const rowsIn = async ({ database }: typeof oneByOne) => {
  const read = (table: string) =>
    database.query<{ row: object }>({
      text: `select to_jsonb(t) - 'version' - 'seq' as row from ${table} t order by (to_jsonb(t) - 'version' - 'seq')::text`,
    });
  return (await Promise.all(tables.map(read))).map((rows) => rows.map(({ row }) => row));
};

const texts = [
  'null',
  'NULL',
  '',
  ' ',
  '{}',
  '{a,b}',
  'a,b',
  '"',
  '\\',
  '\\"',
  '\\n',
  'line\nbreak',
  "it's",
  '👩‍🚀',
  '\u0001',
  '$1',
];
const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', maxLength: 8 }).map((any) => any.replaceAll('\0', '').toWellFormed()),
);
const date = fc.option(fc.integer({ min: 0, max: Date.parse('9999-01-01T00:00:00Z') }), { nil: null });
const named = fc.array(text, { maxLength: 3 });

test('releases that are inserted together have the same rows as releases that are inserted separately', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text, date, named), { minLength: 1, maxLength: 4 }), async (drafts) => {
      const outcomes = drafts.map(([title, other, at, tags]) => {
        const conditions = tags.map((word, index) => ({
          id: `GateCondition${index} ${word}`,
          title: word,
          checked: false,
        }));
        const inner = taskWith(
          { title: other, owner: title, dueDate: at },
          { startDate: at },
          { description: other, tags },
        );
        const group = taskWith({ title, type: 'SequentialGroup', conditions }, {}, {}, [inner, taskWith()]);
        const release = releaseWith([phaseWith([group], { title }), phaseWith([])], {
          title,
          tags,
          scheduledStartDate: at,
        });
        const entry = {
          activityType: 'TASK_STARTED',
          targetType: 'x',
          targetId: group.id,
          message: title,
          code: other,
          params: { text: title },
          username: other,
        };
        const wait = { taskId: inner.id, kind: 'target', purpose: null, reference: other, until: at } as const;
        const comment = { id: `Comment${inner.id}`, taskId: inner.id, text: title, author: other, date: 0 };
        const entries = [{ ...entry, eventTime: 0 }] as never[];
        const risk = { at: 0, score: 1, totalScore: 2, riskProfile: title, username: other, assessments: [] };
        return outcomeOf(release, { entries, comments: [comment], awaits: [wait], wakeAt: at, risk });
      });
      for (const outcome of outcomes) await insertPlan(oneByOne.database, outcome);
      expect([...(await insertPlans(together.database, outcomes)).keys()].toSorted()).toEqual(
        outcomes.map(({ release }) => release.id).toSorted(),
      );
    }),
    fastCheckOptions({ short: 15, long: 200 }),
  );
  expect(await rowsIn(together)).toEqual(await rowsIn(oneByOne));
});

test('passive parts are copied from rows, from before the run if requested', async () => {
  const { database } = together;
  const task = taskWith({}, {}, { description: 'planned', tags: ['a'] });
  const source = releaseWith([phaseWith([task])]);
  await insertPlan(database, outcomeOf(source));
  const plan = await storedPlan(database, source.id);
  const [phase] = plan.release.phases;
  const edited = {
    ...phase!.tasks[0]!,
    beforeRun: phase!.tasks[0]!.definition,
    passive: { kind: 'stored', changes: { description: 'edited' } } as const,
  };
  await savePlan(database, plan, outcomeOf({ ...plan.release, phases: [{ ...phase!, tasks: [edited] }] }));
  const copy = (beforeRun: boolean, changes: { readonly tags: readonly string[] } | null) => ({
    ...taskWith(),
    passive: { kind: 'copy', of: task.id, beforeRun, changes } as const,
  });
  const copies = [copy(false, null), copy(true, null), copy(true, { tags: ['b'] })];
  await insertPlans(database, [outcomeOf(releaseWith([phaseWith(copies)]))]);
  const rows = await database.query<{ id: string; passive: object }>(
    { text: 'select id, passive from live_tasks where id = any ($1::text[])' },
    [copies.map(({ id }) => id)],
  );
  expect(copies.map(({ id }) => rows.find((row) => row.id === id)?.passive)).toEqual([
    { description: 'edited', tags: ['a'] },
    { description: 'planned', tags: ['a'] },
    { description: 'planned', tags: ['b'] },
  ]);
});

test('a text that cannot be stored is rejected with a message, and nothing is inserted', async () => {
  const { database } = together;
  const releases = ['fine', 'a\0b'].map((title) => releaseWith([phaseWith([taskWith({ title })])]));
  await expect(
    insertPlans(
      database,
      releases.map((release) => outcomeOf(release)),
    ),
  ).rejects.toThrow('a text contains a character that cannot be stored');
  const ids = releases.map(({ id }) => id);
  expect(await database.query({ text: 'select id from live_releases where id = any ($1::text[])' }, [ids])).toEqual([]);
});
