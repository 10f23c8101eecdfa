import { describe, expect, test } from 'vitest';
import type { Input } from '../decision/inputs.ts';
import type { TaskPatch } from '../model/draft.ts';
import { stored } from '../model/passive.ts';
import { withTask } from '../model/plan.ts';
import { blankTaskPassive, type Task } from '../model/task.ts';
import { say } from '../testing/examples.ts';
import { command, decided, env, links, log, once, task } from '../testing/inputs.ts';
import { at, plan, show } from '../testing/notation.ts';

const move = (name: string, containerId: string, position?: number) =>
  command({ type: 'moveTask', taskId: `Task${name}`, containerId, ...(position !== undefined && { position }) });
const erase = (name: string) => command({ type: 'deleteTask', taskId: `Task${name}` });
const update = (name: string, patch: TaskPatch) => command({ type: 'updateTask', taskId: `Task${name}`, patch });

describe('links', () => {
  test('go with the task that they held on to', () => {
    const release = plan('Build: a> p.[b. c. d.]', { task: { p: { links: links('b>c c>d') } } });
    const left = (input: Input) => task(decided(release, input).release, 'p').definition.links.map(({ id }) => id);
    expect(left(erase('b'))).toEqual(['Linkcd']);
    expect(left(move('c', 'PhaseBuild'))).toEqual([]);
    expect(left(move('d', 'Taskp', 0))).toEqual(['Linkbc']);
    const other = plan('Build: a> p.[b. c. d.]', { task: { p: { links: links('b>c') } } });
    expect(task(decided(other, erase('d')).release, 'p').definition).toBe(task(other, 'p').definition);
  });

  test('are set with the group, those to other tasks fall away', () => {
    const { release } = decided(
      plan('Build: p.[a. b.] c.'),
      update('p', { links: [...links('a>b'), ...links('a>c')] }),
    );
    expect(task(release, 'p').definition.links).toEqual(links('a>b'));
  });
});

describe('an update of a task', () => {
  const release = plan('Build: a> b.');

  test('names the changed fields in the log, with what was stored, new or copied', () => {
    const told = (passive: Task['passive']) => {
      const before = withTask(release, { ...task(release, 'a'), passive });
      const patch = { title: 'better', description: 'text', flagComment: null };
      const world = { ...env().world, passives: new Map([['Taska', { ...blankTaskPassive, flagComment: 'look' }]]) };
      return decided(before, update('a', patch), env({ world })).entries.map(({ message }) => message);
    };
    const title = "Updated task 'better': title from 'a' to 'better'";
    expect([
      told(stored),
      told({ kind: 'stored', changes: { description: 'old' } }),
      told({ kind: 'new', value: { ...blankTaskPassive, description: 'mine' } }),
      told({ kind: 'copy', of: 'Taskz', beforeRun: false, changes: null }),
    ]).toEqual([
      [`${title}, description from nothing to 'text', flag comment from 'look' to nothing`],
      [`${title}, description from 'old' to 'text', flag comment from 'look' to nothing`],
      [`${title}, description from 'mine' to 'text'`],
      [`${title}, description to 'text', flag comment to nothing`],
    ]);
  });

  test('changes what is planned, what runs and what failed', () => {
    expect(task(decided(release, update('a', { owner: 'bob' })).release, 'a').definition.owner).toBe('bob');
    const outcome = decided(plan('Build: a!'), update('a', { title: 'better', description: 'text' }));
    expect(task(outcome.release, 'a').definition.title).toBe('better');
    expect(task(outcome.release, 'a').passive).toEqual({ kind: 'stored', changes: { description: 'text' } });
    expect(log(outcome)).toEqual(['TASK_UPDATED a']);
  });

  test('with what it has is quiet, also for locks, conditions and dependencies, which have commands of their own', () => {
    for (const patch of [
      {},
      { title: 'a' },
      { locked: true },
      { conditions: [] },
      { dependencies: [] },
    ] satisfies TaskPatch[]) {
      const outcome = decided(release, update('a', patch));
      expect(outcome.release).toBe(release);
      expect(outcome.entries).toEqual([]);
    }
  });

  test('keeps the definition it first ran with, once', () => {
    const first = task(release, 'a').definition;
    const twice = once(release, env(), update('a', { title: 'x' }), update('a', { title: 'y' }));
    expect(task(twice, 'a').beforeRun).toBe(first);
    expect(task(decided(release, update('b', { title: 'x' })).release, 'b').beforeRun).toBe(null);
    const refused = plan('Build: a! b.', { task: { a: { run: { startDate: null } } } });
    expect(task(decided(refused, update('a', { title: 'x' })).release, 'a').beforeRun?.title).toBe('a');
  });

  test('derives what the rules read from its texts', () => {
    const changed = decided(
      release,
      update('b', { precondition: 'True', failureHandler: 'fix()', description: '${v} ${v}' }),
    );
    expect(task(changed.release, 'b').definition).toMatchObject({
      hasPrecondition: true,
      hasFailureHandler: true,
      uses: { description: ['v'] },
    });
    const cleared = decided(
      changed.release,
      update('b', { precondition: null, failureHandler: '', description: null }),
    );
    expect(task(cleared.release, 'b').definition).toMatchObject({
      hasPrecondition: false,
      hasFailureHandler: false,
      uses: {},
    });
  });

  test('stores that it was flagged', () => {
    const flagged = decided(release, update('b', { flagStatus: 'AT_RISK' })).release;
    const calm = decided(flagged, update('b', { flagStatus: 'OK' })).release;
    expect([task(flagged, 'b').run.hasBeenFlagged, task(calm, 'b').run.hasBeenFlagged]).toEqual([true, true]);
  });

  test('of a date holds a task that has not started', () => {
    const dated = decided(release, update('b', { scheduledStartDate: at('15:00') })).release;
    expect(show(decided(dated, say('complete a')).release)).toBe('IN_PROGRESS Build: a+ b~');
  });
});

test('phaseRecoverOp is stored, and changes nothing', () => {
  const { release } = decided(plan('Build: a> b.'), update('a', { phaseRecoverOp: 'RESTART_PHASE' }));
  expect(task(release, 'a').passive).toEqual({ kind: 'stored', changes: { phaseRecoverOp: 'RESTART_PHASE' } });
  expect(show(decided(release, say('fail a')).release)).toBe('FAILED Build: a! b.');
});
