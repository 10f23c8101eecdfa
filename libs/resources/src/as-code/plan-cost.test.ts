import { createEngine, type Engine } from '@slipway/engine';
import { writeDocuments } from '@slipway/formats';
import { createSeal, type Database, openDatabase } from '@slipway/persistence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/harness/database.ts';
import { newCalendarCache } from '../model/calendar-cache.ts';
import type { ResourceContext } from '../model/context.ts';
import { applyCode, type CodeOrder, codeItems } from './apply.ts';

let fresh: FreshDatabase;
let database: Database;
let engine: Engine;
let statements = 0;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  const counting: Database = {
    ...database,
    transaction: (work, mode) =>
      database.transaction(
        (connection) =>
          work({
            query: (...asked) => {
              statements += 1;
              return connection.query(...asked);
            },
          }),
        mode,
      ),
  };
  engine = createEngine({ database: counting, seal: createSeal('a secret for tests') });
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const next = { name: 'Next', type: 'rel.CreateReleaseTask', newReleaseTitle: 'next', template: 'T0' };

/** What it costs to have this many templates be as a document says, each of which starts the first. */
async function costOf(templates: number, ending: 'keep' | 'undo', description = '') {
  const plugins = { current: async () => new Map() } as unknown as ResourceContext['plugins'];
  const seal = createSeal('a secret for tests');
  const context = { engine, database, seal, plugins, typePrefix: 'xlrelease', calendar: newCalendarCache() };
  const spec = Array.from({ length: templates }, (_, index) => ({
    template: `T${index}`,
    ...(index === 1 && { description }),
    phases: [{ phase: 'P', tasks: index === 0 ? [{ name: 'First' }] : [next] }],
  }));
  const { yaml } = writeDocuments([{ kind: 'Templates', home: ['Home'], spec }], []);
  const items = codeItems(context, { files: new Map([['index.yaml', Buffer.from(yaml)]]), first: 'index.yaml' });
  const caller = await engine.access.named('admin');
  const order = { caller, actor: { username: 'admin', address: '' } } as unknown as CodeOrder;
  const before = statements;
  const { changes } = await applyCode(context, order, items, ending);
  return { statements: statements - before, changed: changes.map(({ path }) => path) };
}

test('a plan of many templates that are as they shall be costs as many statements as one of few', async () => {
  await costOf(50, 'keep');
  const [few, many] = [await costOf(5, 'undo'), await costOf(50, 'undo')];
  expect([few.changed, many.changed]).toEqual([[], []]);
  expect(many.statements).toBe(few.statements);
  expect(many.statements).toBeLessThan(40);
});

test('one that differs costs its own statements, and none for the others', async () => {
  const [few, many] = [await costOf(5, 'undo', 'edited'), await costOf(50, 'undo', 'edited')];
  expect([few.changed, many.changed]).toEqual([['Home/T1'], ['Home/T1']]);
  expect(many.statements).toBe(few.statements);
});
