import { describe, expect, test } from 'vitest';
import { findPlace } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { callerAt } from '../people/rights.ts';
import { approve, asking, member } from '../testing/approvals.ts';
import { env, once, onTask, refusal, variable } from '../testing/inputs.ts';
import { at, type Details, noon, plan } from '../testing/notation.ts';
import { endingsOf, isOverdue, lackedBy, lackingOnTask, taskActions, whyForPeople } from './waiting.ts';

const waiting = (release: Release, name = 'a', isLocked = false) => ({
  task: findPlace(release, `Task${name}`)!.task,
  release,
  isLocked,
});
const why = (sketch: string, a: Details = {}) =>
  whyForPeople(waiting(plan(sketch, { task: { a }, variables: [variable('v')] })));

describe('a task waits for people', () => {
  const gate = { type: 'GateTask', owner: 'amy' };
  const on = (...ids: readonly string[]) => ids.map((id) => ({ id, target: 'Releaseout' }));
  test.each<[string, string, Details, string]>([
    ['to complete it', 'B: a>', { owner: 'amy' }, "Task 'a' is in progress: amy has to complete it."],
    [
      'of a team, to fill in values',
      'B: a>',
      { type: 'UserInputTask', team: 'Ops' },
      "Task 'a' is in progress: a member of team 'Ops' has to fill in the values and complete it.",
    ],
    [
      'or for an event',
      'B: a>',
      { type: 'events.WaitForJsonEvent', owner: 'amy' },
      "Task 'a' waits for an event, or for amy to complete it.",
    ],
    [
      'to retry or skip it',
      'B: a!',
      { owner: 'amy', run: { failuresCount: 2 } },
      "Task 'a' has failed 2 times: amy has to retry or skip it.",
    ],
    [
      'for values',
      'B: a?',
      { owner: 'amy', uses: { description: ['v'] } },
      "Task 'a' needs a value for 'v', from amy.",
    ],
    ['as a gate without anything', 'B: a>', gate, "Gate 'a' has all that it waited for: amy has to complete it."],
    [
      'as a gate with conditions and one dependency',
      'B: a>',
      { ...gate, conditions: [{ id: 'GateCondition1', title: 'signed' }], dependencies: on('Dependency1') },
      "Gate 'a' is closed: amy has to tick 1 condition ('signed'); it waits for 1 dependency.",
    ],
    [
      'as a gate whose dependencies are not all done',
      'B: a>',
      {
        ...gate,
        dependencies: on('Dependency1', 'Dependency2', 'Dependency3'),
        run: { observedTargets: { Dependency2: { target: 'Releaseout', state: 'done' } } },
      },
      "Gate 'a' is closed: it waits for 2 dependencies.",
    ],
  ])('%s', (_, sketch, details, sentence) => {
    expect(why(sketch, details)).toBe(sentence);
  });

  test('to approve it', () => {
    const release = plan('Ship: a> b.', { task: { a: asking({ count: 2 }) } });
    expect(whyForPeople(waiting(once(release, env(), approve(member('ann', 'QA'), 'a'))))).toBe(
      "Gate 'a' is closed: missing approvals: 1 of 2 of team 'QA'; given approvals: ann of team 'QA'.",
    );
  });
});

test('a task is overdue from the moment at which it is due, for as long as it is open', () => {
  const of = (sketch: string, a: Details) => isOverdue(waiting(plan(sketch, { task: { a } })).task, noon);
  expect([
    of('B: a>', { dueDate: noon }),
    of('B: a>', { dueDate: at('12:01') }),
    of('B: a>', {}),
    of('B: a+ b>', { dueDate: noon }),
  ]).toEqual([true, false, false, false]);
});

describe('the missing permissions of a user', () => {
  const lacks = (permissions: readonly string[], { a = {}, isLocked = false }: { a?: Details; isLocked?: boolean }) => {
    const caller = callerAt({ username: 'bob', roles: [], permissions: [] }, [{ name: 'Ops', permissions }]);
    return lackedBy(caller, waiting(plan('B: a>', { task: { a } }), 'a', isLocked));
  };
  test.each<[string, readonly string[], Parameters<typeof lacks>[1], ReturnType<typeof lacks>]>([
    ['as owner of a task', [], { a: { owner: 'Bob' } }, { assign: 'release#reassign_task' }],
    ['as a member of its team', [], { a: { team: 'Ops' } }, { assign: 'release#reassign_task' }],
    ['with all that it takes', ['release#task_transition', 'release#reassign_task', 'release#view'], {}, {}],
    [
      'where it is locked',
      ['release#task_transition', 'release#reassign_task', 'release#view'],
      { isLocked: true },
      { assign: 'release#reassign_lock_task' },
    ],
    [
      'who may only see it',
      ['release#view'],
      {},
      {
        complete: 'release#task_transition',
        fail: 'release#task_transition',
        skip: 'release#task_transition',
        retry: 'release#task_transition',
        assign: 'release#reassign_task',
      },
    ],
  ])('%s', (_, permissions, given, lacked) => {
    expect(lacks(permissions, given)).toEqual(lacked);
  });
});

test.each([
  ['Task', true, false],
  ['GateTask', true, false],
  ['events.WaitForJsonEvent', true, true],
  ['CreateReleaseTask', false, true],
  ['SequentialGroup', false, false],
  ['acme.Deploy', true, true],
])('a running %s is ended by people: %s, or aborted: %s', (type, endedByPeople, abortable) => {
  expect(endingsOf(type)).toEqual({ endedByPeople, abortable });
  const running = plan('B: a>', { task: { a: { type } } });
  if (!endedByPeople) expect(refusal(running, onTask('failTask', 'a'))).toMatch(/^Conflict: cannot fail/);
  if (!abortable) expect(refusal(running, onTask('abortTask', 'a'))).toMatch(/^Conflict: cannot abort/);
});

describe('the permissions that a caller lacks on a task', () => {
  const lacking = (permissions: readonly string[], a: Details = {}, { sketch = 'B: a>', isLocked = false } = {}) => {
    const caller = callerAt({ username: 'bob', roles: [], permissions: [] }, [{ name: 'Ops', permissions }]);
    return lackingOnTask(caller, waiting(plan(sketch, { task: { a } }), 'a', isLocked));
  };
  const transitions = Object.fromEntries(
    [
      ...['completeTask', 'skipTask', 'failTask', 'retryTask', 'reopenTask', 'abortTask', 'startTaskNow'],
      ...['assignTask', 'updateCondition'],
    ].map((action) => [action, 'release#task_transition']),
  );
  const ofOthers = { reassignTask: 'release#reassign_task', changeDates: 'release#edit_task_dates' };

  test('are all for a caller without any', () => {
    const all = lacking(['release#view']);
    expect(all).toEqual({
      ...transitions,
      ...ofOthers,
      attachToTask: 'release#edit_task_attachments',
      answerInputs: 'release#edit',
    });
    expect(Object.keys(all).toSorted()).toEqual(taskActions.toSorted());
  });

  test.each<[string, Details]>([
    ['its owner, whatever the case of the name', { owner: 'BOB' }],
    ['a member of its team', { team: 'Ops' }],
  ])('are those that participation does not replace for %s', (_, a) => {
    expect(lacking([], a)).toEqual(ofOthers);
    expect(lacking([], a, { isLocked: true })).toEqual({ ...ofOthers, reassignTask: 'release#reassign_lock_task' });
  });

  test('are empty where one of several is granted', () => {
    const granted = ['release#task_transition', 'release#edit_task_attachments', 'release#reassign_task'];
    expect(lacking([...granted, 'release#edit_task_dates'])).toEqual({});
    expect(lacking(['release#advance_task_transition'])).not.toHaveProperty('completeTask');
    expect(lacking(['release#advance_task_transition'])).toHaveProperty('failTask');
  });

  test('include answers to a task that is not running, even for its owner', () => {
    expect(lacking([], { owner: 'bob' }, { sketch: 'B: x> a.' })).toHaveProperty('answerInputs');
    expect(lacking([], { owner: 'bob' }, { sketch: 'B: a>' })).not.toHaveProperty('answerInputs');
  });
});
