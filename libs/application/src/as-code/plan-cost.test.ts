import { writeDocuments } from '@slipway/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CodeTestEnvironment, homeDocument, openCodeTest } from './testing.ts';

let code: CodeTestEnvironment;
beforeAll(async () => {
  code = await openCodeTest();
  await code.apply(writeDocuments([{ kind: 'Users', home: [], spec: [{ username: 'admin' }] }], []).yaml);
});
afterAll(() => code.close());

const next = { name: 'Next', type: 'rel.CreateReleaseTask', newReleaseTitle: 'next', template: 'T0' };
const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns templates. Each except the first starts the first one. */
const templates = (count: number, description = '') =>
  homeDocument(
    many(count, (index) => ({
      template: `T${index}`,
      ...(index === 1 && { description }),
      phases: [{ phase: 'P', tasks: [index === 0 ? { name: 'First' } : next] }],
    })),
  );

/** Returns the number of statements of an apply, and the changed objects. */
async function costOf(yaml: string, ending: 'keep' | 'undo' = 'undo') {
  const { statements, changes } = await code.apply(yaml, ending);
  return { statements, changed: changes.map(({ path }) => path) };
}

test('a plan of many unchanged templates runs as many statements as a plan of few', async () => {
  await costOf(templates(50), 'keep');
  const [few, all] = [await costOf(templates(5)), await costOf(templates(50))];
  expect([few.changed, all.changed]).toEqual([[], []]);
  expect(all.statements).toBe(few.statements);
  expect(all.statements).toBeLessThan(40);
});

test('a changed template runs its own statements, and none for the others', async () => {
  const [few, all] = [await costOf(templates(5, 'edited')), await costOf(templates(50, 'edited'))];
  expect([few.changed, all.changed]).toEqual([['Home/T1'], ['Home/T1']]);
  expect(all.statements).toBe(few.statements);
});

describe('many new templates run as many statements as one', () => {
  const tasks = [{ name: 'Do' }, next];
  test('in documents', async () => {
    const fresh = (count: number) =>
      homeDocument(many(count, (index) => ({ template: `N${index} of ${count}`, phases: [{ phase: 'P', tasks }] })));
    const [forOne, some, all] = [await costOf(fresh(1)), await costOf(fresh(20)), await costOf(fresh(100))];
    expect([forOne, some, all].map(({ changed }) => changed.length)).toEqual([1, 20, 100]);
    expect([forOne, some, all].map(({ statements }) => statements)).toEqual([22, 22, 22]);
  });

  test('in documents in which each template starts the next one, and the last starts the first', async () => {
    const ring = (count: number) =>
      many(count, (index) => ({
        template: `R${index} of ${count}`,
        phases: [{ phase: 'P', tasks: [{ ...next, template: `R${(index + 1) % count} of ${count}` }] }],
      }));
    const [forOne, all] = [await costOf(homeDocument(ring(1))), await costOf(homeDocument(ring(100)), 'keep')];
    expect(all.changed).toEqual(many(100, (index) => `Home/R${99 - index} of 100`));
    expect([forOne.statements, all.statements]).toEqual([21, 21]);
    expect((await costOf(homeDocument(ring(100)))).changed).toEqual([]);
  });

  test('in a file, with free or used ids', async () => {
    const fresh = (count: number) =>
      many(count, (index) => ({
        id: `Applications/Releasecost${count}x${index}`,
        title: `F${index}`,
        phases: [{ title: 'P', tasks: [{ type: 'xlrelease.Task', title: 'Do' }] }],
      }));
    const costs = [];
    for (const count of [1, 20, 100, 100]) costs.push(await code.importAll(fresh(count)));
    expect(costs.map(({ titles }) => titles.length)).toEqual([1, 20, 100, 100]);
    expect(costs.map(({ statements }) => statements)).toEqual([10, 10, 10, 9]);
  });
});

describe('a plan of many other unchanged objects runs as many statements as a plan of few', () => {
  const kinds = {
    triggers: (index: number) => ({
      name: `nightly ${index}`,
      type: 'time.Schedule',
      template: 'T0',
      releaseTitle: 'n',
      pollType: 'REPEAT',
      periodicity: 3_600,
      enabled: true,
    }),
    connections: (index: number) => ({ name: `Chat ${index}`, type: 'acme.Chat', url: 'x', token: 'secret' }),
    variables: (index: number) => ({ key: `folder.v${index}`, type: 'rel.StringVariable', value: 'x' }),
    dashboards: (index: number) => ({ dashboard: `Wall ${index}`, tiles: [{ row: 1 }] }),
    folders: (index: number) => ({ directory: `Inner ${index}` }),
  };
  test.each(Object.entries(kinds))('%s', async (_, make) => {
    const things = (count: number) => homeDocument(many<object>(count, make));
    await costOf(things(30), 'keep');
    const [few, all] = [await costOf(things(3)), await costOf(things(30))];
    expect([few.changed, all.changed]).toEqual([[], []]);
    expect(all.statements).toBe(few.statements);
  });

  test('teams', async () => {
    const home = [{ teams: [{ name: 'Crew', permissions: ['folder#view'] }] }];
    const of = (count: number) => {
      const spec = many(count, (index) => ({ directory: `Inner ${index}`, ...home[0] }));
      return writeDocuments([{ kind: 'Permissions', home: ['Home'], spec: JSON.parse(JSON.stringify(spec)) }], []).yaml;
    };
    await costOf(of(30), 'keep');
    const [few, all] = [await costOf(of(3)), await costOf(of(30))];
    expect([few.changed, all.changed]).toEqual([[], []]);
    expect(all.statements).toBe(few.statements);
  });

  test('teams of top-level templates', async () => {
    const of = (count: number) => {
      const templates = many(count, (index) => ({ template: `Top ${index}` }));
      const crew = [{ name: 'Crew', permissions: ['template#view'] }];
      const teams = templates.map((template) => ({ ...template, teams: crew }));
      const documents = [
        { kind: 'Templates', home: [], spec: templates },
        { kind: 'Permissions', home: [], spec: teams },
      ] as const;
      return writeDocuments(documents, []).yaml;
    };
    await costOf(of(30), 'keep');
    const [few, all] = [await costOf(of(3)), await costOf(of(30))];
    expect([few.changed, all.changed]).toEqual([[], []]);
    expect(all.statements).toBe(few.statements);
  });

  test('roles', async () => {
    const of = (count: number) =>
      writeDocuments(
        [
          {
            kind: 'Roles',
            home: [],
            spec: many(count, (index) => ({ name: `role ${index}`, permissions: ['reports#view'] })),
          },
        ],
        [],
      ).yaml;
    await costOf(of(30), 'keep');
    const [few, all] = [await costOf(of(3)), await costOf(of(30))];
    expect([few.changed, all.changed]).toEqual([[], []]);
    expect(all.statements).toBe(few.statements);
  });
});
