import { describe, expect, test } from 'vitest';
import type { Input } from '../commands/registry.ts';
import type { TaskPatch } from '../model/draft.ts';
import { storedPassive } from '../model/passive.ts';
import { withTask } from '../model/plan.ts';
import { blankTaskPassive, type Task } from '../model/task.ts';
import { parseInput } from '../testing/examples.ts';
import { applyInputs, command, decide, env, links, log, task } from '../testing/inputs.ts';
import { at, formatPlan, plan } from '../testing/notation.ts';

const move = (name: string, containerId: string, position?: number) =>
  command({ type: 'moveTask', taskId: `Task${name}`, containerId, ...(position !== undefined && { position }) });
const erase = (name: string) => command({ type: 'deleteTask', taskId: `Task${name}` });
const update = (name: string, patch: TaskPatch) => command({ type: 'updateTask', taskId: `Task${name}`, patch });

describe('links', () => {
  test('are deleted with their tasks', () => {
    const release = plan('Build: a> p.[b. c. d.]', { task: { p: { links: links('b>c c>d') } } });
    const remainingLinks = (input: Input) =>
      task(decide(release, input).release, 'p').definition.links.map(({ id }) => id);
    expect(remainingLinks(erase('b'))).toEqual(['Linkcd']);
    expect(remainingLinks(move('c', 'PhaseBuild'))).toEqual([]);
    expect(remainingLinks(move('d', 'Taskp', 0))).toEqual(['Linkbc']);
    const parallelRelease = plan('Build: a> p.[b. c. d.]', { task: { p: { links: links('b>c') } } });
    expect(task(decide(parallelRelease, erase('d')).release, 'p').definition).toBe(
      task(parallelRelease, 'p').definition,
    );
  });

  test('are set with the group, and links to other tasks are dropped', () => {
    const { release } = decide(plan('Build: p.[a. b.] c.'), update('p', { links: [...links('a>b'), ...links('a>c')] }));
    expect(task(release, 'p').definition.links).toEqual(links('a>b'));
  });
});

describe('an update of a task', () => {
  const release = plan('Build: a> b.');

  test('logs the changed fields with their stored, new or copied values', () => {
    const updatedTexts = (passive: Task['passive']) => {
      const before = withTask(release, { ...task(release, 'a'), passive });
      const patch = { title: 'better', description: 'text', flagComment: null };
      const environment = {
        ...env().data,
        passives: new Map([['Taska', { ...blankTaskPassive, flagComment: 'look' }]]),
      };
      return decide(before, update('a', patch), env({ data: environment })).entries.map(({ message }) => message);
    };
    const title = "Updated task 'better': title from 'a' to 'better'";
    expect([
      updatedTexts(storedPassive),
      updatedTexts({ kind: 'stored', changes: { description: 'old' } }),
      updatedTexts({ kind: 'new', value: { ...blankTaskPassive, description: 'mine' } }),
      updatedTexts({ kind: 'copy', of: 'Taskz', beforeRun: false, changes: null }),
    ]).toEqual([
      [`${title}, description from nothing to 'text', flag comment from 'look' to nothing`],
      [`${title}, description from 'old' to 'text', flag comment from 'look' to nothing`],
      [`${title}, description from 'mine' to 'text'`],
      [`${title}, description to 'text', flag comment to nothing`],
    ]);
  });

  test('changes planned, running and failed tasks', () => {
    expect(task(decide(release, update('a', { owner: 'bob' })).release, 'a').definition.owner).toBe('bob');
    const outcome = decide(plan('Build: a!'), update('a', { title: 'better', description: 'text' }));
    expect(task(outcome.release, 'a').definition.title).toBe('better');
    expect(task(outcome.release, 'a').passive).toEqual({ kind: 'stored', changes: { description: 'text' } });
    expect(log(outcome)).toEqual(['TASK_UPDATED a']);
  });

  test('logs nothing without changes, and ignores locks, conditions and dependencies', () => {
    for (const patch of [
      {},
      { title: 'a' },
      { locked: true },
      { conditions: [] },
      { dependencies: [] },
    ] satisfies TaskPatch[]) {
      const outcome = decide(release, update('a', patch));
      expect(outcome.release).toBe(release);
      expect(outcome.entries).toEqual([]);
    }
  });

  test('stores the definition of the first run once', () => {
    const first = task(release, 'a').definition;
    const twice = applyInputs(release, env(), update('a', { title: 'x' }), update('a', { title: 'y' }));
    expect(task(twice, 'a').beforeRun).toBe(first);
    expect(task(decide(release, update('b', { title: 'x' })).release, 'b').beforeRun).toBe(null);
    const refused = plan('Build: a! b.', { task: { a: { run: { startDate: null } } } });
    expect(task(decide(refused, update('a', { title: 'x' })).release, 'a').beforeRun?.title).toBe('a');
  });

  test('derives fields from its texts', () => {
    const changed = decide(
      release,
      update('b', { precondition: 'True', failureHandler: 'fix()', description: '${v} ${v}' }),
    );
    expect(task(changed.release, 'b').definition).toMatchObject({
      hasPrecondition: true,
      hasFailureHandler: true,
      uses: { description: ['v'] },
    });
    const cleared = decide(changed.release, update('b', { precondition: null, failureHandler: '', description: null }));
    expect(task(cleared.release, 'b').definition).toMatchObject({
      hasPrecondition: false,
      hasFailureHandler: false,
      uses: {},
    });
  });

  test('stores that the task was flagged', () => {
    const flagged = decide(release, update('b', { flagStatus: 'AT_RISK' })).release;
    const calm = decide(flagged, update('b', { flagStatus: 'OK' })).release;
    expect([task(flagged, 'b').run.hasBeenFlagged, task(calm, 'b').run.hasBeenFlagged]).toEqual([true, true]);
  });

  test('with a date delays a task that has not started', () => {
    const dated = decide(release, update('b', { scheduledStartDate: at('15:00') })).release;
    expect(formatPlan(decide(dated, parseInput('complete a')).release)).toBe('IN_PROGRESS Build: a+ b~');
  });
});

test('phaseRecoverOp is stored without any effect', () => {
  const { release } = decide(plan('Build: a> b.'), update('a', { phaseRecoverOp: 'RESTART_PHASE' }));
  expect(task(release, 'a').passive).toEqual({ kind: 'stored', changes: { phaseRecoverOp: 'RESTART_PHASE' } });
  expect(formatPlan(decide(release, parseInput('fail a')).release)).toBe('FAILED Build: a! b.');
});
