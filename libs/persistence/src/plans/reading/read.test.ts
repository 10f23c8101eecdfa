import type { Release, Task } from '@slipway/domain/model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../../test/harness/database.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { archiveRelease } from '../../maintenance/archive.ts';
import { makeFolders } from '../../testing/folders.ts';
import { outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import { insertPlan } from '../saving/save.ts';
import { locate, locateRelease } from './locate.ts';
import { readPhase, readRelease, readReleases } from './read.ts';
import { readTask } from './read-task.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  await makeFolders(database);
});
afterAll(async () => {
  await database.stop();
  await fresh.drop();
});

const deep = taskWith({ title: 'deep' }, {}, { description: 'inside' });
const inner = taskWith({ title: 'inner', type: 'SequentialGroup' }, {}, {}, [deep, taskWith({ title: 'second' })]);
const outer = taskWith({ title: 'outer', type: 'ParallelGroup' }, {}, {}, [inner]);
const gate = taskWith({
  title: 'gate',
  type: 'GateTask',
  conditions: [{ id: 'GateCondition1', title: 'checked' }],
  dependencies: [{ id: 'Dependency1', target: 'ReleaseX' }],
});
const form = taskWith({ title: 'form', type: 'UserInputTask' });
const variable = {
  id: 'Variable1',
  type: 'StringVariable',
  key: 'x',
  value: 'y',
  requiresValue: true,
  showOnReleaseStart: true,
  inherited: false,
  multiline: false,
  preventInterpolation: false,
  label: null,
  description: null,
  valueProvider: null,
  externalVariableValue: null,
  referencedType: null,
} as const;

const lineTimes = [
  [0, 990],
  [2, 997],
] as const;

let release: Release;
beforeAll(async () => {
  release = releaseWith([phaseWith([outer, gate]), phaseWith([form])], { folderId: 'FolderAa', variables: [variable] });
  const comments = [deep, gate, gate].map(({ id }, index) => ({
    id: `Comment${index}`,
    taskId: id,
    text: `text ${index}`,
    author: 'ann',
    date: 1_000 - index,
    ...(index === 2 && { lineTimes }),
  }));
  await insertPlan(database, outcomeOf(release, { comments }));
});

describe('a release for rendering', () => {
  test('contains its plan, passive parts, folders and comments, oldest first', async () => {
    const view = await readRelease(database, release.id);
    expect(view).toMatchObject({
      version: (await storedPlan(database, release.id)).version,
      folderPath: ['Applications', 'FolderA', 'FolderAa'],
    });
    expect(view?.release).toEqual((await storedPlan(database, release.id)).release);
    expect(view?.details.tasks.get(deep.id)?.description).toBe('inside');
    expect([...(view?.details.tasks.keys() ?? [])].sort()).toEqual(
      [outer, inner, deep, inner.tasks[1]!, gate, form].map(({ id }) => id).sort(),
    );
    expect(view?.details.comments.get(gate.id)).toEqual([
      { id: 'Comment2', taskId: gate.id, text: 'text 2', author: 'ann', date: 998, lineTimes },
      { id: 'Comment1', taskId: gate.id, text: 'text 1', author: 'ann', date: 999 },
    ]);
  });
  test('contains no phases if they are not requested', async () => {
    expect(await readReleases(database, [release.id], { phases: false })).toMatchObject([{ release: { phases: [] } }]);
  });
  test('is returned in the order of the ids, without unknown ids', async () => {
    const emptyRelease = releaseWith([]);
    await insertPlan(database, outcomeOf(emptyRelease));
    const views = await readReleases(database, [emptyRelease.id, 'ReleaseNone', release.id]);
    expect(views.map((view) => view.release.id)).toEqual([emptyRelease.id, release.id]);
    expect(await readRelease(database, 'ReleaseNone')).toBeNull();
  });
  test('contains only one phase if it is read for this phase', async () => {
    const [, second] = release.phases;
    const view = await readPhase(database, second?.id ?? '');
    expect(view?.release).toMatchObject({ id: release.id, phases: [{ id: second?.id, tasks: [{ id: form.id }] }] });
    expect(view?.release.phases).toHaveLength(1);
    expect(await readPhase(database, 'PhaseNone')).toBeNull();
  });
});

describe('a task for rendering', () => {
  const shown = async ({ id }: Task) => {
    const view = await readTask(database, id);
    if (view === null) throw new Error('no task');
    return view;
  };
  test('contains its position and comments, but no variables', async () => {
    const view = await shown(gate);
    expect(view).toMatchObject({
      releaseId: release.id,
      releaseStatus: 'PLANNED',
      groupIds: [],
      variables: [],
      version: (await storedPlan(database, release.id)).version,
    });
    expect(view.phaseId).toBe(release.phases[0]?.id);
    expect(view.task.definition).toEqual(gate.definition);
    expect(view.details.comments.get(gate.id)).toEqual([
      { id: 'Comment2', taskId: gate.id, text: 'text 2', author: 'ann', date: 998, lineTimes },
      { id: 'Comment1', taskId: gate.id, text: 'text 1', author: 'ann', date: 999 },
    ]);
  });
  test('contains the ids of the groups around it, outermost first', async () => {
    expect(await shown(deep)).toMatchObject({ groupIds: [outer.id, inner.id], task: { id: deep.id } });
  });
  test('contains all tasks of a group, with their passive parts and comments', async () => {
    const view = await shown(outer);
    expect(view.task.tasks.map(({ id, tasks }) => [id, ...tasks.map((task) => task.id)])).toEqual([
      [inner.id, deep.id, inner.tasks[1]?.id],
    ]);
    expect(view.details.tasks.get(deep.id)?.description).toBe('inside');
    expect(view.details.comments.get(deep.id)?.map(({ text }) => text)).toEqual(['text 0']);
  });
  test('contains the variables for a user input task', async () => {
    expect((await shown(form)).variables).toEqual([variable]);
  });
  test('is null if it does not exist', async () => {
    expect(await readTask(database, 'TaskNone')).toBeNull();
  });
});

describe('the location of an object by its id', () => {
  test.each([
    ['Task', () => [deep.id], { taskId: deep.id }],
    ['Phase', () => [release.phases[0]?.id ?? ''], { taskId: null }],
    ['Variable', () => ['Variable1'], { taskId: null }],
    ['GateCondition', () => ['GateCondition1'], { taskId: gate.id }],
    ['Dependency', () => ['Dependency1'], { taskId: gate.id }],
  ] as const)('%s', async (kind, candidates, expected) => {
    expect(await locate(database, kind, candidates())).toEqual({
      id: candidates()[0],
      releaseId: release.id,
      ...expected,
      access: {
        folderId: release.folderId,
        releaseId: release.id,
        status: release.status,
        owner: release.owner,
        task: expected.taskId === null ? null : { owner: null, team: null },
      },
    });
  });
  test('is that of the first existing id', async () => {
    expect(await locate(database, 'Task', ['TaskNone', gate.id, deep.id])).toMatchObject({ id: gate.id });
    expect(await locate(database, 'Task', ['TaskNone'])).toBeNull();
  });
  test('requires a path for an ambiguous id', async () => {
    const twin = releaseWith([], { variables: [variable] });
    await insertPlan(database, outcomeOf(twin));
    expect(await locate(database, 'Variable', ['Variable1'])).toBeNull();
    expect(await locate(database, 'Variable', ['Variable1'], ['Applications', twin.id])).toMatchObject({
      releaseId: twin.id,
    });
  });
  test('is also found for archived releases, with a marker', async () => {
    const over = releaseWith([phaseWith([taskWith()])], { status: 'COMPLETED' });
    await insertPlan(database, outcomeOf(over));
    await archiveRelease(database, over.id);
    expect(await locateRelease(database, [over.id])).toEqual({
      id: over.id,
      archived: true,
      access: { folderId: over.folderId, releaseId: over.id, status: over.status, owner: over.owner, task: null },
    });
    expect(await readRelease(database, over.id)).toBeNull();
    const view = await readRelease(database, over.id, { archived: true });
    expect(view?.release).toMatchObject({ archived: true, phases: [{ tasks: [{}] }] });
  });
});

test('a pending script from before timers existed has no timer', async () => {
  const waiting = { id: 'Script1', purpose: 'task', attempt: 1, startedAt: 0, leaseUntil: 1 } as const;
  const awaited = { ...waiting, timer: null, script: null, printed: null };
  const task = taskWith({ type: 'ScriptTask' }, { status: 'IN_PROGRESS', script: awaited });
  const release = releaseWith([phaseWith([task])], { status: 'IN_PROGRESS' });
  await insertPlan(database, outcomeOf(release));
  await database.query({ text: 'update live_tasks set run = $2 where id = $1' }, [
    task.id,
    JSON.stringify({ script: waiting }),
  ]);
  expect((await readTask(database, task.id))?.task.run.script).toEqual(awaited);
});
