import type { LogEntry, Outcome } from '@slipway/domain/decision';
import { message } from '@slipway/domain/messages';
import { blankVariable, type Release, type Task, tasksOf } from '@slipway/domain/model';
import { maxVersions } from '@slipway/domain/versions';
import { afterAll, describe, expect, test } from 'vitest';
import { openFreshDatabase } from '../../testing/database.ts';
import { firstTask, mapTasks, outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import { listVersions } from '../../versions/template-versions.ts';
import { readRelease } from '../reading/read.ts';
import { readVersions } from '../reading/versions.ts';
import type { ReleaseView } from '../reading/views.ts';
import { deletePlan } from './delete-plan.ts';
import { insertTemplates } from './insert-plans.ts';
import { insertPlan, savePlan } from './save.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

const stored = <T>(changes: T) => ({ kind: 'stored', changes }) as const;
const sealed = (text: string) => `v1.0a1b2c3d.${'i'.repeat(16)}.${text}.${'t'.repeat(22)}`;
const mask = '********';

async function inserted(release: Release): Promise<Release> {
  await insertPlan(database, outcomeOf(release));
  return (await storedPlan(database, release.id)).release;
}

async function save(
  id: string,
  change: (release: Release) => Release,
  outcome: Partial<Outcome> = {},
): Promise<Release> {
  const plan = await storedPlan(database, id);
  await savePlan(database, plan, outcomeOf(change(plan.release), outcome));
  return (await storedPlan(database, id)).release;
}

async function present(id: string): Promise<ReleaseView> {
  const view = await readRelease(database, id);
  if (view === null) throw new Error('no template');
  return view;
}

/** The content of a view: its plan, its texts, and no version. */
const contentOf = (view: ReleaseView | null | undefined) =>
  view && {
    release: view.release,
    passive: view.passive,
    phases: new Map(view.release.phases.map(({ id }) => [id, view.details.phases.get(id)])),
    tasks: new Map([...tasksOf(view.release)].map(({ id }) => [id, view.details.tasks.get(id)])),
  };

const numbersOf = async (id: string) =>
  (await listVersions(database, id, { limit: 1_000, offset: 0 })).map(({ number }) => number);

const template = (changes: Partial<Release> = {}): Release =>
  releaseWith(
    [
      phaseWith([
        taskWith({ title: 'a', owner: 'ann', dueDate: 1_893_456_000_123 }, {}, { description: 'of a', tags: ['x'] }),
        taskWith({ title: 'g', type: 'xlrelease.ParallelGroup' }, {}, {}, [
          taskWith({ title: 'b' }),
          taskWith({ title: 'c' }),
        ]),
      ]),
      phaseWith([taskWith({ title: 'd' })], { title: 'Ship', plannedDuration: 60 }),
    ],
    { status: 'TEMPLATE', title: 'First', ...changes },
  );

const { release: empty } = outcomeOf(template());
const renamed = (title: string) => (release: Release) => ({ ...release, title });
const retitled = (task: Task, title: string): Task => ({ ...task, definition: { ...task.definition, title } });

/** Changes of a template, each of its state after the previous ones. */
const changes: readonly [string, (release: Release) => Release][] = [
  [
    'fields',
    (release) => ({ ...release, title: 'Second', dueDate: 1_893_456_000_000, tags: ['t'], riskProfile: 'Other' }),
  ],
  ['a description', (release) => ({ ...release, passive: stored({ description: 'new', categories: ['c'] }) })],
  [
    'variables',
    (release) => ({ ...release, variables: [{ ...blankVariable, id: 'Variable1', key: 'v', value: 'x' }] }),
  ],
  ['a variable', (release) => ({ ...release, variables: [{ ...release.variables[0]!, value: 'y' }] })],
  ['a task', (release) => mapTasks(release, (task) => (task.definition.title === 'a' ? retitled(task, 'A') : task))],
  [
    'texts of a task',
    (release) =>
      mapTasks(release, (task) =>
        task.definition.title === 'A'
          ? { ...task, passive: stored({ description: 'other', precondition: 'True' }) }
          : task,
      ),
  ],
  [
    'the order of tasks',
    (release) => ({
      ...release,
      phases: release.phases.map((phase) => ({ ...phase, tasks: phase.tasks.toReversed() })),
    }),
  ],
  [
    'a new task, first',
    (release) => ({
      ...release,
      phases: release.phases.map((phase, index) =>
        index === 0 ? { ...phase, tasks: [taskWith({ title: 'new' }), ...phase.tasks] } : phase,
      ),
    }),
  ],
  ['the order of phases', (release) => ({ ...release, phases: release.phases.toReversed() })],
  [
    'a deleted group',
    (release) => ({
      ...release,
      phases: release.phases.map((phase) => ({
        ...phase,
        tasks: phase.tasks.filter(({ tasks }) => tasks.length === 0),
      })),
    }),
  ],
  ['a deleted phase', (release) => ({ ...release, phases: release.phases.slice(1) })],
  ['a new phase', (release) => ({ ...release, phases: [...release.phases, phaseWith([taskWith({ title: 'z' })])] })],
  ['a deleted description', (release) => ({ ...release, passive: stored({ description: null }) })],
];

test('each change creates a version, with which its content can be read', async () => {
  const { id } = await inserted(template());
  const contents = [contentOf(await present(id))];
  for (const [, change] of changes) {
    await save(id, change);
    contents.push(contentOf(await present(id)));
  }
  const numbers = contents.map((_, index) => index + 1);
  expect(await numbersOf(id)).toEqual(numbers.toReversed());
  const views = await readVersions(database, id, [...numbers, null, 99]);
  for (const [index, content] of contents.entries())
    expect([changes[index - 1]?.[0], contentOf(views[index])]).toEqual([changes[index - 1]?.[0], content]);
  expect(contentOf(views.at(-2))).toEqual(contents.at(-1));
  expect(views.at(-1)).toBeNull();
});

test('a version has the author, the time and the first changes of its save', async () => {
  const { id } = await inserted(template());
  const text = message('activity.releaseUpdated', { release: { id, title: 'x' }, changes: [], causes: [] });
  const entry: LogEntry = {
    ...{ activityType: 'RELEASE_UPDATED', targetType: 'Release', targetId: id, message: 'Updated', ...text },
    ...{ username: 'ann', eventTime: 1_893_456_000_000 },
  };
  await save(id, renamed('x'), { entries: [entry] });
  await save(id, renamed('y'));
  expect(await listVersions(database, id, { limit: 2, offset: 0 })).toEqual([
    { number: 3, author: 'SYSTEM', changedAt: expect.any(Number), changes: [], changeCount: 0 },
    {
      ...{ number: 2, author: 'ann', changedAt: 1_893_456_000_000, changeCount: 1 },
      changes: [{ message: 'Updated', ...text }],
    },
  ]);
});

test('a template that is older than its history begins with its state before the first change', async () => {
  const { id } = await inserted(template());
  await database.query({ text: 'delete from template_versions where release_id = $1' }, [id]);
  expect(await numbersOf(id)).toEqual([]);
  const before = contentOf(await present(id));
  await save(id, renamed('x'));
  const [, first] = await listVersions(database, id, { limit: 10, offset: 0 });
  expect(first).toEqual({ number: 1, author: null, changedAt: null, changes: [], changeCount: 0 });
  expect(contentOf((await readVersions(database, id, [1]))[0])).toEqual(before);
});

describe('no version is stored', () => {
  test('for a release', async () => {
    const { id } = await inserted(template({ status: 'PLANNED' }));
    await save(id, renamed('x'));
    expect(await numbersOf(id)).toEqual([]);
  });

  test('for a save that changes no content, or that does not take place', async () => {
    const { id } = await inserted(template());
    await save(id, (release) => ({ ...release, authorship: { ...release.authorship, changedBy: 'bob' } }));
    await save(id, (release) => ({ ...release, passive: stored({ attachments: [] }) }));
    const outdated = await storedPlan(database, id);
    await save(id, renamed('x'));
    expect(await savePlan(database, outdated, outcomeOf({ ...outdated.release, title: 'y' }))).toBeNull();
    expect(await numbersOf(id)).toEqual([2, 1]);
  });
});

test('attachments are those of the present template', async () => {
  const attachment = {
    id: 'Attachment1',
    content: 'c',
    name: 'a.txt',
    contentType: 'text/plain',
    size: 1,
    checksum: '0',
  };
  const { id } = await inserted(template());
  await save(id, (release) => ({ ...mapTasks(release, (task) => retitled(task, 'x')), title: 'x' }));
  await save(id, (release) => ({
    ...mapTasks(release, (task) => ({ ...task, passive: stored({ attachments: [attachment] }) })),
    passive: stored({ attachments: [attachment] }),
  }));
  const [view] = await readVersions(database, id, [1]);
  expect(view!.passive.attachments).toEqual([attachment]);
  expect(view!.details.tasks.get(firstTask(view!.release).id)).toMatchObject({
    attachments: [attachment],
    tags: ['x'],
  });
});

test('encrypted texts are masked, and equal texts of users are not', async () => {
  const password = { ...blankVariable, type: 'PasswordStringVariable', id: 'Variable1', key: 'p' } as const;
  const note = `like ${sealed('x')}`;
  const { id } = await inserted(
    releaseWith(
      [phaseWith([taskWith({}, {}, { description: note, properties: { token: sealed('old'), list: [sealed('')] } })])],
      {
        status: 'TEMPLATE',
        variables: [{ ...password, value: sealed('old') }],
        passive: {
          kind: 'new',
          value: { ...(await present((await inserted(empty)).id)).passive, scriptUserPassword: sealed('u') },
        },
      },
    ),
  );
  await save(id, (release) => ({
    ...mapTasks(release, (task) => ({ ...task, passive: stored({ properties: { token: sealed('new') } }) })),
    variables: [{ ...password, value: sealed('new') }],
    title: 'x',
  }));
  const [row] = await database.query<{ readonly undo: string }>(
    { text: 'select undo::text from template_versions where release_id = $1 and number = 2' },
    [id],
  );
  expect(row?.undo.replaceAll(JSON.stringify(note), '')).not.toContain('v1.');
  const [view] = await readVersions(database, id, [1]);
  expect(view!.release.variables[0]!.value).toBe(mask);
  expect(view!.passive.scriptUserPassword).toBe(mask);
  const task = view!.details.tasks.get(firstTask(view!.release).id);
  expect([task?.description, task?.properties]).toEqual([note, { token: mask, list: [mask] }]);
});

test(`the newest ${maxVersions} versions are kept`, async () => {
  const { id } = await inserted(template());
  for (let count = 0; count < maxVersions + 2; count += 1) await save(id, renamed(`Title ${count}`));
  const numbers = await numbersOf(id);
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([maxVersions, maxVersions + 3, 4]);
  const views = await readVersions(database, id, [3, 4]);
  expect(views.map((view) => view?.release.title)).toEqual([undefined, 'Title 2']);
});

test('a large change deletes the oldest versions beyond 32 MB', async () => {
  const { id } = await inserted(template());
  for (const title of ['a', 'b', 'c']) await save(id, renamed(title));
  await database.query(
    {
      text: `update template_versions set bytes = 33000000 where release_id = $1 and number = 3`,
    },
    [id],
  );
  await save(id, renamed('small'));
  expect(await numbersOf(id)).toEqual([5, 4, 3, 2, 1]);
  await save(id, (release) => ({ ...release, passive: stored({ description: 'x'.repeat(100_000) }) }));
  expect(await numbersOf(id)).toEqual([6, 5, 4]);
  expect((await readVersions(database, id, [4]))[0]?.release.title).toBe('c');
});

test('templates that are created together have their first versions', async () => {
  const outcomes = [template(), template()].map((release) => outcomeOf(release));
  await insertTemplates(
    database,
    outcomes.map((outcome) => ({ outcome, teams: [] })),
  );
  for (const { release } of outcomes) expect(await numbersOf(release.id)).toEqual([1]);
});

test('a deleted template has no versions', async () => {
  const { id } = await inserted(template());
  await save(id, renamed('x'));
  await database.transaction((connection) => deletePlan(connection, id));
  expect(await numbersOf(id)).toEqual([]);
  expect(await readVersions(database, id, [1, null])).toEqual([null, null]);
});
