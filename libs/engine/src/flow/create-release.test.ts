import {
  Conflict,
  Invalid,
  NotFound,
  type Release,
  type TemplateDraft,
  tasksOf,
  type Variable,
} from '@slipway/domain/model';
import { createFolder } from '@slipway/persistence/folders';
import { listActivities } from '@slipway/persistence/history';
import { readRelease } from '@slipway/persistence/plans';
import { createSeal } from '@slipway/persistence/secrets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, order, plan, type TestEnvironment, testUser } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  await createFolder(environment.database, { id: 'FolderA', parentId: 'Applications', title: 'A', freshId: 'FolderX' });
});
afterAll(() => environment.close());

const stored = async (id: string) => {
  const view = await readRelease(environment.database, id);
  if (view === null) throw new Error(`no release ${id}`);
  return view;
};
const make = (draft: TemplateDraft, folderId = 'Applications') =>
  environment.engine().createTemplate(draft, folderId, testUser);
const all = (release: Release) => [...tasksOf(release)];

describe('a template', () => {
  test('is stored as returned, in its folder, with its log', async () => {
    const draft = plan({ Build: [{ title: 'compile', description: 'with care' }] });
    const { release, version } = await make(draft, 'FolderA');
    const view = await stored(release.id);
    expect(view).toMatchObject({ version, folderPath: ['Applications', 'FolderA'] });
    expect(view.release).toEqual(release);
    expect([...view.details.tasks.values()].map(({ description }) => description)).toEqual(['with care']);
    expect((await listActivities(environment.database, release.id)).map(({ activityType }) => activityType)).toEqual([
      'RELEASE_CREATED',
    ]);
  });

  test('needs an existing folder', async () => {
    await expect(make(plan({}), 'FolderNone')).rejects.toThrow(NotFound);
  });

  test('keeps free ids, and gets new ones for taken ids, also in references', async () => {
    const draft: TemplateDraft = {
      id: 'ReleaseMine',
      title: 'Mine',
      variables: [{ id: 'VariableMine', type: 'StringVariable', key: 'x', requiresValue: false }],
      phases: [
        {
          id: 'PhaseMine',
          tasks: [
            {
              id: 'TaskGroup',
              type: 'ParallelGroup',
              tasks: [{ id: 'TaskOne' }, { id: 'TaskTwo', type: 'UserInputTask', inputs: ['VariableMine'] }],
              links: [{ id: 'LinkMine', source: 'TaskOne', target: 'TaskTwo' }],
            },
            { id: 'TaskGate', type: 'GateTask', dependencies: [{ id: 'DependencyMine', target: 'TaskOne' }] },
          ],
        },
      ],
    };
    const { release: first } = await make(draft);
    expect([first.id, first.phases[0]?.id, ...all(first).map(({ id }) => id)]).toEqual([
      'ReleaseMine',
      'PhaseMine',
      'TaskGroup',
      'TaskOne',
      'TaskTwo',
      'TaskGate',
    ]);
    const { release: second } = await make(draft);
    const [group, one, two, gate] = all(second);
    expect(new Set([...all(first), ...all(second)].map(({ id }) => id)).size).toBe(8);
    expect(group?.definition.links).toMatchObject([{ source: one?.id, target: two?.id }]);
    expect(two?.definition.inputs).toEqual(second.variables.map(({ id }) => id));
    expect(gate?.definition.dependencies).toMatchObject([{ target: one?.id }]);
    expect(gate?.definition.dependencies[0]?.id).not.toBe('DependencyMine');
    expect((await stored(second.id)).release).toEqual(second);
  });

  test('a repeated id in one draft is kept once', async () => {
    const { release } = await make(plan({ Build: [{ id: 'TaskTwice' }, { id: 'TaskTwice' }] }));
    expect(new Set(all(release).map(({ id }) => id)).size).toBe(2);
  });

  test('of several concurrent templates with one id, each is created, and one keeps the id', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () => make({ ...plan({ Build: ['x'] }), id: 'ReleaseWanted' })),
    );
    expect(made.filter(({ release }) => release.id === 'ReleaseWanted')).toHaveLength(1);
    expect(new Set(made.map(({ release }) => release.id)).size).toBe(10);
  });
});

describe('a release from a template', () => {
  test('has copies of all data, also of data that no rule reads', async () => {
    const { release: template } = await make({
      ...plan({ Build: [{ title: 'compile', description: 'with care', tags: ['a'] }] }),
      description: 'all of it',
    });
    const { release } = await environment.engine().createRelease(template.id, order({ folderId: 'FolderA' }), testUser);
    const view = await stored(release.id);
    expect(view.release).toEqual(release);
    expect(view).toMatchObject({ folderPath: ['Applications', 'FolderA'], passive: { description: 'all of it' } });
    expect([...view.details.tasks.values()]).toMatchObject([{ description: 'with care', tags: ['a'] }]);
  });

  test('is created from the latest template, also if another process has changed it', async () => {
    const [one, other] = [environment.engine(), environment.engine()];
    const { release: template } = await one.createTemplate(plan({ Build: ['compile'] }), 'Applications', testUser);
    await one.createRelease(template.id, order(), testUser);
    await other.dispatch(template.id, {
      kind: 'command',
      caller: testUser,
      command: { type: 'addPhase', phase: { title: 'Ship' } },
    });
    const { release } = await one.createRelease(template.id, order(), testUser);
    expect(release.phases.map(({ title }) => title)).toEqual(['Build', 'Ship']);
  });

  test('needs an existing template, an existing folder, and values', async () => {
    const engine = environment.engine();
    const { template, release } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
    await expect(engine.createRelease('ReleaseNone', order(), testUser)).rejects.toThrow(NotFound);
    await expect(engine.createRelease(release.id, order(), testUser)).rejects.toThrow(NotFound);
    await expect(engine.createRelease(template.id, order({ folderId: 'FolderNone' }), testUser)).rejects.toThrow(
      NotFound,
    );
    const templateWithVariables = await make({ ...plan({}), variables: [{ type: 'StringVariable', key: 'x' }] });
    await expect(engine.createRelease(templateWithVariables.release.id, order(), testUser)).rejects.toThrow(Invalid);
  });
});

describe('passwords', () => {
  const seal = createSeal('a secret for tests');
  const opened = ({ variables }: Release) =>
    variables.map(({ value }: Variable) =>
      typeof value === 'string' && value !== '' ? seal.open('variable', value) : value,
    );
  const password = { type: 'PasswordStringVariable', key: 'pass', requiresValue: false } as const;
  const command = (
    engine: ReturnType<TestEnvironment['engine']>,
    id: string,
    given: Parameters<typeof engine.dispatch>[1],
  ) => engine.dispatch(id, given);

  test('are stored encrypted in any command, and a mask keeps the stored value', async () => {
    const engine = environment.engine();
    const { release: template } = await make({
      ...plan({ Build: ['x'] }),
      variables: [{ ...password, value: 'first' }],
      scriptUserPassword: 'hunter2',
    });
    expect(opened(template)).toEqual(['first']);
    const view = await stored(template.id);
    expect(seal.open('script-user-password', view.passive.scriptUserPassword ?? '')).toBe('hunter2');
    const { release } = await engine.createRelease(template.id, order({ variables: { pass: 'second' } }), testUser);
    expect(opened(release)).toEqual(['second']);
    const [variable] = release.variables;
    const update = (value: string) =>
      command(engine, release.id, {
        kind: 'command',
        caller: testUser,
        command: { type: 'updateVariable', variableId: variable?.id ?? '', patch: { value } },
      });
    expect(opened((await update('third')).release)).toEqual(['third']);
    expect(opened((await update('********')).release)).toEqual(['third']);
    const rows = await environment.database.query<{ text: string }>({
      text: `select variables::text || passive::text as text from releases`,
    });
    expect(rows.filter(({ text }) => /first|second|third|hunter2/.test(text))).toEqual([]);
  });

  test('of several objects in one command are all encrypted', async () => {
    const engine = environment.engine();
    const { release } = await createStartedRelease(engine, plan({ Build: ['x'] }));
    const given = [
      { ...password, value: 'one' },
      { ...password, key: 'empty', value: '' },
    ];
    const done = await command(engine, release.id, {
      kind: 'command',
      caller: testUser,
      command: { type: 'replaceVariables', variables: given },
    });
    expect(opened(done.release)).toEqual(['one', '']);
  });
});

describe('deleting', () => {
  test('is refused while a release is active, and leaves no data', async () => {
    const engine = environment.engine();
    const { release } = await createStartedRelease(engine, plan({ Build: ['x'] }));
    await expect(engine.deleteRelease(release.id, testUser)).rejects.toThrow(Conflict);
    await engine.dispatch(release.id, { kind: 'command', caller: testUser, command: { type: 'abortRelease' } });
    await engine.deleteRelease(release.id, testUser);
    expect(await readRelease(environment.database, release.id)).toBeNull();
    await expect(engine.deleteRelease(release.id, testUser)).rejects.toThrow(NotFound);
    const timePassed = { kind: 'fact', fact: { type: 'timePassed' } } as const;
    await expect(engine.dispatch(release.id, timePassed)).rejects.toThrow(NotFound);
    await expect(environment.engine().dispatch(release.id, timePassed)).rejects.toThrow(NotFound);
  });
});
