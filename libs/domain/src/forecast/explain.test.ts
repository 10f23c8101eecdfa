import { describe, expect, test } from 'vitest';
import type { ExplanationContext } from '../flow/reasons.ts';
import { explanationContext, reasonLines } from '../testing/explanation-context.ts';
import { links, variable } from '../testing/inputs.ts';
import { at, type PlanOverrides, plan } from '../testing/notation.ts';
import { explainRelease } from './explain.ts';

const reasonsOf = (sketch: string, more: PlanOverrides = {}, contextOverrides: Partial<ExplanationContext> = {}) =>
  reasonLines(explainRelease(plan(sketch, more), explanationContext(contextOverrides)));
const freeze = { id: 'Blackout1', label: 'Freeze', startDate: at('11:00'), endDate: at('14:59') };
const locked = 'cannot be skipped or edited before it is unlocked.';

describe('a release waits', () => {
  test.each<[string, string, PlanOverrides, Partial<ExplanationContext>, readonly string[]]>([
    [
      'for a user to start it',
      'B: a.',
      {},
      {},
      ["notStarted: Release 'Webshop 1.0' was not started: a user has to start it."],
    ],
    [
      'for a user, regardless of its date, without automatic start',
      'B: a.',
      { scheduledStartDate: at('15:00') },
      {},
      [
        "notStarted: Release 'Webshop 1.0' was not started: a user has to start it. Automatic start is off, so the planned start, 2030-01-01 15:00:00 UTC, has no effect.",
      ],
    ],
    [
      'for no event, as a template',
      'TEMPLATE B: a.',
      {},
      {},
      ["notStarted: Release 'Webshop 1.0' is a template: create a release from it to run it."],
    ],
    [
      'for the scriptUsername that its create-release task needs',
      'B: a. c.',
      { autoStart: true, task: { c: { type: 'CreateReleaseTask' } } },
      {},
      [
        "notStarted: Release 'Webshop 1.0' cannot start: scriptUsername: a value is required, because task 'c' (Taskc) creates a release.",
      ],
    ],
    [
      'only for the scriptUsername, after its date has passed',
      'B: a. c.',
      { autoStart: true, scheduledStartDate: at('11:00'), task: { c: { type: 'CreateReleaseTask' } } },
      {},
      [
        "notStarted: Release 'Webshop 1.0' cannot start: scriptUsername: a value is required, because task 'c' (Taskc) creates a release.",
      ],
    ],
    [
      'for its date',
      'B: a.',
      { autoStart: true, scheduledStartDate: at('15:00') },
      {},
      ["date: Release 'Webshop 1.0' starts automatically at 2030-01-01 15:00:00 UTC."],
    ],
    [
      'for its date and for values',
      'B: a.',
      { autoStart: true, scheduledStartDate: at('15:00'), variables: [variable('v')] },
      {},
      [
        "date: Release 'Webshop 1.0' starts automatically at 2030-01-01 15:00:00 UTC.",
        "input: Release 'Webshop 1.0' needs a value for 'v' before it can start.",
      ],
    ],
    [
      'only for values after its date has passed',
      'B: a.',
      { autoStart: true, scheduledStartDate: at('11:00'), variables: [variable('v')] },
      {},
      ["input: Release 'Webshop 1.0' needs a value for 'v' before it can start."],
    ],
    ['for no event if it starts at once', 'B: a.', { autoStart: true }, {}, []],
    [
      'for a user to resume it',
      'PAUSED A-: a- | B: b.',
      {},
      {},
      ["paused: Release 'Webshop 1.0' was restarted without resume and is paused: a user has to resume it."],
    ],
    ['for no event after its end', 'B: a+', {}, {}, []],
    [
      'for the owner of a task',
      'B: a+ b> c.',
      { task: { b: { owner: 'bob', team: 'Ops' } } },
      {},
      ["person: Task 'b' is in progress: bob has to complete it."],
    ],
    [
      'for the team of a task',
      'B: b>',
      { task: { b: { team: 'Ops' } } },
      {},
      ["person: Task 'b' is in progress: a member of team 'Ops' has to complete it."],
    ],
    [
      'for an event, or for the owner of its task',
      'B: b>',
      { task: { b: { type: 'events.WaitForJsonEvent', eventSource: 'Configuration1', owner: 'bob', locked: true } } },
      { sources: new Map([['Configuration1', { title: 'Pushes', folderId: null, listens: true }]]) },
      [
        "event: Task 'b' waits for an event from 'Pushes', or for bob to complete it.",
        `locked: Task 'b' is locked: it ${locked}`,
      ],
    ],
    [
      'for an event at a disabled or deleted endpoint',
      'B: p>[a> b>]',
      {
        task: {
          a: { type: 'events.WaitForJsonEvent', eventSource: 'Configuration1', owner: 'amy' },
          b: { type: 'events.WaitForJsonEvent', eventSource: 'Configuration2', owner: 'bob' },
        },
      },
      { sources: new Map([['Configuration1', { title: 'Pushes', folderId: null, listens: false }]]) },
      [
        "event: Task 'a' waits for an event from 'Pushes', which currently accepts no events, or for amy to complete it.",
        "event: Task 'b' waits for an event from 'Configuration2', which no longer exists, or for bob to complete it.",
      ],
    ],
    [
      'for a person, where a task has no event source',
      'B: b>',
      { task: { b: { type: 'events.WaitForJsonEvent', owner: 'bob' } } },
      {},
      ["person: Task 'b' has no event source: bob has to complete it."],
    ],
    [
      'for values from anybody',
      'B: b>',
      { task: { b: { type: 'UserInputTask' } } },
      {},
      [
        "person: Task 'b' is in progress: a user with the permission to complete tasks of others has to fill in the values and complete it.",
      ],
    ],
    [
      'for the tasks in its groups, and not for those that these wait for',
      'B: g>[k+ a> b. h>(c+ d> e.) i.[j.]] f.',
      { task: { g: { links: links('a>b') }, a: { owner: 'amy' }, d: { owner: 'dan' } } },
      {},
      [
        "person: Task 'a' is in progress: amy has to complete it.",
        "person: Task 'd' is in progress: dan has to complete it.",
      ],
    ],
    [
      'for a task that has failed, though a lock is on it',
      'B: b!',
      { task: { b: { owner: 'bob', locked: true, run: { failuresCount: 2 } } } },
      { comments: new Map([['Taskb', 'disk full']]) },
      [
        "failed: Task 'b' has failed 2 times: bob has to retry or skip it. Last comment: disk full",
        `locked: Task 'b' is locked: it ${locked}`,
      ],
    ],
    [
      'for a task that has failed without a word',
      'B: b!',
      { task: { b: { owner: 'bob' } } },
      {},
      ["failed: Task 'b' has failed: bob has to retry or skip it."],
    ],
    [
      'for a group whose precondition has failed',
      'B: g![a.]',
      { task: { g: { owner: 'amy', run: { startDate: null } } } },
      {},
      ["failed: Task 'g' has failed: amy has to retry or skip it."],
    ],
    [
      'for missing values',
      'B: b?',
      {
        variables: [variable('v', null, { label: 'Version' }), variable('w'), variable('x', 'there')],
        task: { b: { owner: 'bob', uses: { title: ['v', 'w', 'x'] } } },
      },
      {},
      ["input: Task 'b' needs a value for 'Version' (v) and 'w', from bob."],
    ],
    [
      'for room',
      'B: b>',
      { task: { b: { type: 'CreateReleaseTask', run: { waitsForCapacity: true } } } },
      {},
      ["capacity: Task 'b' waits for capacity: too many releases that tasks created are running."],
    ],
    [
      'for the date of a task',
      'B: b~',
      { task: { b: { scheduledStartDate: at('15:00') } } },
      {},
      ["date: Task 'b' waits for its start date, 2030-01-01 15:00:00 UTC. Start it now to skip the wait."],
    ],
    [
      'for the date of a task, and then for a blackout',
      'B: b~',
      { task: { b: { scheduledStartDate: at('14:00'), delayDuringBlackout: true } } },
      { blackouts: [freeze] },
      [
        "date: Task 'b' waits for its start date, 2030-01-01 14:00:00 UTC. Start it now to skip the wait.",
        "blackout: Task 'b' will be postponed then by the blackout 'Freeze' until 2030-01-01 15:00:00 UTC.",
      ],
    ],
    [
      'for a date that no blackout touches',
      'B: b~',
      { task: { b: { scheduledStartDate: at('16:00'), delayDuringBlackout: true } } },
      { blackouts: [freeze] },
      ["date: Task 'b' waits for its start date, 2030-01-01 16:00:00 UTC. Start it now to skip the wait."],
    ],
    [
      'for the end of a blackout',
      'B: b~',
      { task: { b: { run: { postponedUntil: at('15:00') } } } },
      { blackouts: [freeze] },
      [
        "blackout: Task 'b' was postponed by the blackout 'Freeze' until 2030-01-01 15:00:00 UTC. Start it now to skip the wait.",
      ],
    ],
    [
      'for the end of a blackout that is not known any more',
      'B: b~',
      { task: { b: { run: { postponedUntil: at('15:00') } } } },
      {},
      ["blackout: Task 'b' was postponed by a blackout until 2030-01-01 15:00:00 UTC. Start it now to skip the wait."],
    ],
    [
      'for a date that is gone',
      'B: b~',
      {},
      {},
      ["date: Task 'b' waits for its start date, 2030-01-01 12:00:00 UTC. Start it now to skip the wait."],
    ],
  ])('%s', (_, sketch, more, contextOverrides, expected) => {
    expect(reasonsOf(sketch, more, contextOverrides)).toEqual(expected);
  });
});
