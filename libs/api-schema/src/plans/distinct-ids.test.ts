import { expect, test } from 'vitest';
import { withDistinctIds } from './distinct-ids.ts';
import { taskBody } from './task-body.ts';

interface GroupBody {
  readonly id?: string;
  readonly title?: string;
  readonly tasks?: readonly GroupBody[];
  readonly links?: readonly (readonly [string, string])[];
  readonly waits?: readonly string[];
}

/** A task of a document in a request. */
const body = ({ links, waits, tasks, ...task }: GroupBody): object => ({
  ...task,
  ...(tasks && { tasks: tasks.map(body) }),
  ...(links && { links: links.map(([source, target]) => ({ source, target })) }),
  ...(waits && { dependencies: waits.map((targetId) => ({ targetId })) }),
});

const distinct = (...lists: readonly (readonly GroupBody[])[]) =>
  withDistinctIds(lists.map((tasks) => tasks.map((task) => taskBody.parse(body(task)))));

/** Returns the titles of the tasks to which links and dependencies refer. */
function resolvedReferences(lists: ReturnType<typeof distinct>): readonly string[] {
  const all = lists.flat().flatMap(function below(task): (typeof lists)[number] {
    return [task, ...(task.tasks ?? []).flatMap(below)];
  });
  const titleOf = (id: string | undefined) =>
    all.find((task) => task.id === id || task.id?.endsWith(`/${id?.split('/').at(-1)}`))?.title ?? `no ${id}`;
  return all.flatMap(({ links = [], dependencies = [] }) => [
    ...links.map(({ source, target }) => `${titleOf(source)}>${titleOf(target)}`),
    ...dependencies.map(({ targetId }) => titleOf(targetId)),
  ]);
}

const group = (path: string, names: string, links: readonly (readonly [string, string])[]): GroupBody => ({
  id: path,
  title: `group ${names}`,
  tasks: [...names].map((title, index) => ({ id: `${path}/Task${index + 1}`, title })),
  links,
});

test('groups whose tasks share last segments keep their links, by full paths', () => {
  const [one, two] = ['Applications/Release1/Phase1/TaskG', 'Applications/Release1/Phase2/TaskH'];
  const lists = distinct(
    [group(one, 'ab', [[`${one}/Task1`, `${one}/Task2`]])],
    [group(two, 'cd', [[`${two}/Task2`, `${two}/Task1`]])],
  );
  expect(resolvedReferences(lists)).toEqual(['a>b', 'd>c']);
  const ids = lists.flat().flatMap(({ tasks = [] }) => tasks.map(({ id }) => id));
  expect(ids).toEqual([
    `${one}/Task1`,
    `${one}/Task2`,
    expect.stringMatching(/^Task[0-9a-f]{32}$/),
    expect.stringMatching(/^Task[0-9a-f]{32}$/),
  ]);
});

test('a link by last segments refers to the tasks of its own group', () => {
  const links = [['Task1', 'Task2']] as const;
  expect(resolvedReferences(distinct([group('TaskG', 'ab', links), group('TaskH', 'cd', links)]))).toEqual([
    'a>b',
    'c>d',
  ]);
});

test('the shortest distinct path is used, and groups that share a segment get a longer one', () => {
  const inner = (path: string, names: string) => group(`${path}/TaskX`, names, [['TaskX/Task1', 'TaskX/Task2']]);
  const outer = (path: string, names: string): GroupBody => ({ id: path, title: path, tasks: [inner(path, names)] });
  expect(resolvedReferences(distinct([outer('P/TaskG', 'ab'), outer('P/TaskH', 'cd')]))).toEqual(['a>b', 'c>d']);
});

test('dependencies are resolved by full paths, and refer to the first task if ambiguous', () => {
  const gate: GroupBody = { id: 'R/P/TaskGate', title: 'gate', waits: ['R/P/TaskH/Task1', 'Task1', 'Phase9', '${x}'] };
  const lists = distinct([group('R/P/TaskG', 'ab', []), group('R/P/TaskH', 'cd', []), gate]);
  expect(resolvedReferences(lists)).toEqual(['c', 'a', 'no Phase9', 'no ${x}']);
});

test('ids from paths of lists, or chosen by the server, are also made distinct', () => {
  const lists = distinct([{ id: 'Task1' }, {}], [{ id: 'Task1' }, { id: 'no id' }]);
  expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(4);
});

test('conditions, dependencies and links that share last segments are also made distinct', () => {
  const parts = (path: string) =>
    taskBody.parse({
      conditions: [{ id: `${path}/GateCondition1`, title: 'c' }, { title: 'd' }, { id: '', title: 'e' }],
      dependencies: [{ id: `${path}/Dependency1`, targetId: 'Phase1' }],
      links: [{ id: `${path}/Link1`, source: 'Task1', target: 'Task2' }],
      tasks: [{ conditions: [{ id: `${path}/Task3/GateCondition2` }] }],
    });
  const ids = withDistinctIds([[parts('A')], [parts('B')]])
    .flat()
    .map(({ conditions = [], dependencies = [], links = [], tasks = [] }) =>
      [...conditions, ...dependencies, ...links, ...(tasks[0]?.conditions ?? [])].map(({ id }) => id),
    );
  expect(ids).toEqual([
    ['A/GateCondition1', undefined, '', 'A/Dependency1', 'A/Link1', 'A/Task3/GateCondition2'],
    [undefined, undefined, '', undefined, undefined, undefined],
  ]);
});

test('a document without such ids stays unchanged', () => {
  const lists = [[taskBody.parse(body(group('R/P/TaskG', 'ab', [['Task1', 'Task2']])))]];
  expect(withDistinctIds(lists)).toBe(lists);
});
