import { planChanges, type RequestedPlan, type StoredPassives } from '@slipway/domain/edits';
import type { Release } from '@slipway/domain/model';
import { type ReleaseView, readRelease } from '@slipway/persistence/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../environment/ids.ts';
import { openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const read = async (id: string): Promise<ReleaseView> => (await readRelease(environment.database, id))!;
const storedOf = ({ passive, details: rest }: ReleaseView): StoredPassives => ({ release: passive, ...rest });
const editsTo = (view: ReleaseView, wantedPlan: RequestedPlan) =>
  planChanges(view.release, wantedPlan, storedOf(view), newId);
const change = async (id: string, wantedPlan: RequestedPlan) => {
  const command = { type: 'changePlan', edits: editsTo(await read(id), wantedPlan) } as const;
  return (await environment.engine().dispatch(id, { kind: 'command', caller: testUser, command })).release;
};
const make = async (id: string) => {
  const draft = plan({
    Build: [
      { id: `Task${id}a`, title: 'a' },
      { title: 'gate', type: 'GateTask', id: `Task${id}gate` },
    ],
    Ship: [{ id: `Task${id}g`, title: 'g', type: 'ParallelGroup', tasks: [{ id: `Task${id}b`, title: 'b' }] }],
  });
  const phases = draft.phases?.map((phase) => ({ ...phase, id: `Phase${id}${phase.title}` }));
  return (await environment.engine().createTemplate({ ...draft, phases: phases ?? [] }, 'Applications', testUser))
    .release;
};
const titles = ({ phases }: Release) =>
  phases.map(({ title, tasks }) => [
    title,
    ...tasks.map((task) => [task.definition.title, ...task.tasks.map(({ definition }) => definition.title)].join(' ')),
  ]);

test('a plan changes to the requested one, and is stored that way', async () => {
  const { id } = await make('One');
  const wantedPlan: RequestedPlan = {
    patch: { description: 'Rewritten' },
    phases: [
      {
        id: 'PhaseNew',
        title: 'New',
        tasks: [
          { id: 'TaskOnea', description: 'first' },
          { id: 'TaskNew', title: 'x' },
        ],
      },
      {
        id: 'PhaseOneShip',
        color: '#123456',
        tasks: [
          { id: 'TaskOneb' },
          {
            id: 'TaskOnegate',
            conditions: [{ id: 'GateConditionNew', title: 'sure?', checked: true }],
            dependencies: [{ id: 'DependencyNew', target: 'TaskNew' }],
          },
        ],
      },
    ],
    variables: [{ id: 'VariableNew', key: 'v', type: 'StringVariable', value: '1' }],
  };
  await change(id, wantedPlan);
  const view = await read(id);
  expect(titles(view.release)).toEqual([
    ['New', 'a', 'x'],
    ['Ship', 'b', 'gate'],
  ]);
  expect(view.details.tasks.get('TaskOnea')?.description).toBe('first');
  expect(editsTo(view, wantedPlan)).toEqual([]);
});

test('ids that are taken elsewhere are replaced, also in references', async () => {
  const secondPlan = await make('Two');
  const own = await make('Three');
  const release = await change(own.id, {
    phases: [
      {
        id: 'PhaseTwoBuild',
        title: 'New',
        tasks: [
          {
            id: 'TaskTwog',
            type: 'ParallelGroup',
            title: 'group',
            tasks: [{ id: 'TaskTwob', title: 'new' }, { id: 'TaskThreea' }],
            links: [{ id: '', source: 'TaskTwob', target: 'TaskThreea' }],
          },
          { id: 'TaskThreegate', dependencies: [{ id: '', target: 'TaskTwob' }] },
        ],
      },
      { id: 'PhaseThreeShip' },
    ],
  });
  expect(titles(release)).toEqual([
    ['New', 'group new a', 'gate'],
    ['Ship', 'g b'],
  ]);
  const [phase] = release.phases;
  const [group, gate] = phase!.tasks;
  const taskId = group!.tasks[0]!.id;
  expect([phase!.id, group!.id, taskId]).toEqual(
    ['Phase', 'Task', 'Task'].map((kind) => expect.stringMatching(`^${kind}[0-9a-f]{32}$`)),
  );
  expect(group!.definition.links).toMatchObject([{ source: taskId, target: 'TaskThreea' }]);
  expect(gate!.definition.dependencies).toMatchObject([{ target: taskId }]);
  expect((await read(secondPlan.id)).release).toEqual(secondPlan);
});

test('if one edit is refused, no edit is stored', async () => {
  const { id } = await make('Four');
  const before = await read(id);
  const wantedPlan: RequestedPlan = { phases: [{ id: 'PhaseFourShip', tasks: [{ id: 'TaskFoura', title: ' ' }] }] };
  await expect(change(id, wantedPlan)).rejects.toThrow("task 'a' (TaskFoura): title: a task needs a title");
  expect((await read(id)).release).toEqual(before.release);
});
