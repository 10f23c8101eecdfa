import { describe, expect, test } from 'vitest';
import { at, env, links, plan, pluginType, variable } from '../testing.ts';
import { type Preview, type PreviewContext, type PreviewTask, preview } from './preview.ts';

const previewContext = (more: Partial<PreviewContext> = {}): PreviewContext => ({
  now: at('12:00'),
  blackouts: [],
  preconditions: new Map(),
  targets: new Map(),
  automatedTypes: env().automatedTypes,
  ...more,
});

const clock = (instant: number) => new Date(instant).toISOString().slice(11, 16);
const shownTask = ({ title, startDate, endDate, skipped, tasks }: PreviewTask): string => {
  const inside = tasks.length > 0 ? `(${tasks.map(shownTask).join(' ')})` : '';
  return `${title} ${clock(startDate)}${skipped ? '-' : `-${clock(endDate)}`}${inside}`;
};
/** The estimated times of a plan in one line. */
const shown = ({ phases }: Preview): string =>
  phases.map(({ title, tasks }) => `${title}: ${tasks.map(shownTask).join(' ')}`).join(' | ');

const minutes = (count: number) => ({ plannedDuration: count * 60 });
const task = {
  a: minutes(10),
  b: minutes(20),
  c: minutes(30),
  d: minutes(5),
};

describe('the estimated times', () => {
  test.each([
    ['tasks follow each other', 'P: a. b. | Q: c.', {}, 'P: a 12:00-12:10 b 12:10-12:30 | Q: c 12:30-13:00'],
    [
      'tasks of a parallel group start together',
      'P: g.[a. b.] c.',
      {},
      'P: g 12:00-12:20(a 12:00-12:10 b 12:00-12:20) c 12:20-12:50',
    ],
    [
      'tasks of a sequential group follow each other',
      'P: g.(a. b.)',
      {},
      'P: g 12:00-12:30(a 12:00-12:10 b 12:10-12:30)',
    ],
    [
      'a linked task follows its sources',
      'P: g.[a. b. c.]',
      { g: { links: links('a>c b>c') } },
      'P: g 12:00-12:50(a 12:00-12:10 b 12:00-12:20 c 12:20-12:50)',
    ],
    [
      'a task waits for its date',
      'P: a. b.',
      { b: { ...task.b, scheduledStartDate: at('15:00') } },
      'P: a 12:00-12:10 b 15:00-15:20',
    ],
    [
      'a date in the past does not delay a task',
      'P: a. b.',
      { b: { ...task.b, scheduledStartDate: at('12:05') } },
      'P: a 12:00-12:10 b 12:10-12:30',
    ],
    [
      'a task that does not wait for its date starts',
      'P: a. b.',
      { b: { ...task.b, scheduledStartDate: at('15:00'), waitForScheduledStartDate: false } },
      'P: a 12:00-12:10 b 12:10-12:30',
    ],
    ['a manual task without planned duration takes an hour', 'P: x. a.', {}, 'P: x 12:00-13:00 a 13:00-13:10'],
    [
      'without a duration a task ends when it is due',
      'P: x. a.',
      { x: { dueDate: at('14:00') } },
      'P: x 12:00-14:00 a 14:00-14:10',
    ],
    [
      'a due date in the past is ignored',
      'P: x. a.',
      { x: { dueDate: at('09:00') } },
      'P: x 12:00-13:00 a 13:00-13:10',
    ],
    ['a skipped task takes no time', 'P: a_ b.', {}, 'P: a 12:00- b 12:00-12:20'],
    ['a task completed in advance takes no time', 'P: a= b.', {}, 'P: a 12:00-12:00 b 12:00-12:20'],
    ['a skipped task before a running one takes no time', 'P: a- b>', {}, 'P: a 12:00- b 12:00-12:20'],
    [
      'a completed task without an end date takes no time',
      'P: a+ b>',
      { a: { run: { endDate: null } } },
      'P: a 12:00-12:00 b 12:00-12:20',
    ],
    [
      'a running task ends after its planned duration',
      'P: a+ b> c.',
      {},
      'P: a 12:00-12:00 b 12:00-12:20 c 12:20-12:50',
    ],
  ] as const)('%s', (_, sketch, details, expected) => {
    expect(shown(preview(plan(sketch, { task: { ...task, ...details } }), previewContext()))).toBe(expected);
  });

  test('a late running task ends now', () => {
    expect(shown(preview(plan('P: b> c.', { task }), previewContext({ now: at('13:00') })))).toBe(
      'P: b 12:00-13:00 c 13:00-13:30',
    );
  });
  test('a failed task is retried now', () => {
    expect(shown(preview(plan('P: b! c.', { task }), previewContext({ now: at('13:00') })))).toBe(
      'P: b 12:00-13:00 c 13:00-13:30',
    );
  });
  test('a task or phase that has not started starts now at the earliest', () => {
    const paused = plan('PAUSED P-: a+ b- | P2: c.', { task });
    expect(shown(preview(paused, previewContext({ now: at('13:00') })))).toBe(
      'P: a 12:00-12:00 b 12:00- | P2: c 13:00-13:30',
    );
  });
  test('a plan ends in the year 9999 at the latest', () => {
    const endless = preview(plan('P: a.', { task: { a: { plannedDuration: 1e12 } } }), previewContext());
    expect(new Date(endless.endDate).toISOString()).toBe('9999-12-31T23:59:59.999Z');
  });
  test('a planned release starts at its scheduled date', () => {
    const forecast = preview(plan('P: a.', { task, scheduledStartDate: at('16:00') }), previewContext());
    expect([shown(forecast), clock(forecast.startDate), clock(forecast.endDate)]).toEqual([
      'P: a 16:00-16:10',
      '16:00',
      '16:10',
    ]);
  });
  test('a completed release keeps its actual times', () => {
    const forecast = preview(plan('P: a+', { task }), previewContext({ now: at('18:00') }));
    expect([shown(forecast), clock(forecast.endDate)]).toEqual(['P: a 12:00-12:00', '12:00']);
  });
  test('a task that respects blackouts starts one minute after consecutive blackouts', () => {
    const delayedRelease = plan('P: a. b.', { task: { ...task, b: { ...task.b, delayDuringBlackout: true } } });
    const blackouts = [
      { id: '1', startDate: at('12:05'), endDate: at('13:00') },
      { id: '2', startDate: at('13:00'), endDate: at('14:00') },
    ];
    const forecast = preview(delayedRelease, previewContext({ blackouts }));
    expect(shown(forecast)).toBe('P: a 12:00-12:10 b 14:01-14:21');
    expect(forecast.phases[0]?.tasks[1]).toMatchObject({ heldUntil: at('14:01'), heldBy: 'blackout' });
  });
  test('a start date and a blackout are distinguished', () => {
    const forecast = preview(plan('P: a.', { task: { a: { scheduledStartDate: at('15:00') } } }), previewContext());
    expect(forecast.phases[0]?.tasks[0]).toMatchObject({ heldUntil: at('15:00'), heldBy: 'date' });
  });
  test('circular links of an old plan are ignored', () => {
    const circle = plan('P: g.[a. b.]', { task: { ...task, g: { links: links('a>b b>a') } } });
    expect(shown(preview(circle, previewContext()))).toBe('P: g 12:00-12:00');
  });
});

describe('the skipped tasks', () => {
  const guarded = plan('P: a. b.', {
    task: { ...task, a: { ...task.a, hasPrecondition: true } },
    variables: [variable('go', 'False')],
  });
  test.each([
    ['a constant False skips the task', 'False', 'P: a 12:00- b 12:00-12:20'],
    ['a variable with the value False skips the task', 'result = ${go}', 'P: a 12:00- b 12:00-12:20'],
    ['a constant True starts the task', 'True', 'P: a 12:00-12:10 b 12:10-12:30'],
    ['a precondition that requires a script starts the task', 'len(x) > 0', 'P: a 12:00-12:10 b 12:10-12:30'],
  ])('%s', (_, script, expected) => {
    expect(shown(preview(guarded, previewContext({ preconditions: new Map([['Taska', script]]) })))).toBe(expected);
  });
  test('a task starts if the text of its precondition is not loaded', () => {
    expect(shown(preview(guarded, previewContext()))).toBe('P: a 12:00-12:10 b 12:10-12:30');
  });
});

describe('the blocking and missing parts', () => {
  const waiting = (target: string, more = {}) =>
    plan('P: g. a. | Q: b.', {
      task: { ...task, g: { type: 'GateTask', dependencies: [{ id: 'Dependency1', target }] } },
      ...more,
    });
  const gateOf = (forecast: Preview) => forecast.phases[0]?.tasks[0];

  test('a gate lists its open external target with its estimated end', () => {
    const targets = new Map([['Release9', { state: 'open', endsAt: at('15:00') } as const]]);
    const forecast = preview(waiting('Release9'), previewContext({ targets }));
    expect(gateOf(forecast)).toMatchObject({
      waitsFor: [{ target: 'Release9', state: 'open', endsAt: at('15:00') }],
      needsPerson: false,
    });
    expect(shown(forecast)).toBe('P: g 12:00-15:00 a 15:00-15:10 | Q: b 15:10-15:30');
  });
  test('a completed target does not block a gate', () => {
    const targets = new Map([['Release9', { state: 'done', endsAt: null } as const]]);
    expect(gateOf(preview(waiting('Release9'), previewContext({ targets })))?.waitsFor).toEqual([]);
  });
  test('an unknown target is missing', () => {
    expect(gateOf(preview(waiting('Release9'), previewContext()))?.waitsFor).toEqual([
      { target: 'Release9', state: 'missing', endsAt: null },
    ]);
  });
  test.each([
    ['a later task', 'Taskb', 'open'],
    ['a later phase', 'PhaseQ', 'open'],
  ])('a gate can wait for %s in its own release, whose end is unknown', (_, target, state) => {
    expect(gateOf(preview(waiting(target), previewContext()))?.waitsFor).toEqual([{ target, state, endsAt: null }]);
  });
  test.each([
    ['task', 'Taska'],
    ['phase', 'PhaseP'],
  ])('a gate waits for no target when the %s in its own release is done', (_, target) => {
    const done = plan('P: a+ | Q: g.', {
      task: { g: { type: 'GateTask', dependencies: [{ id: 'Dependency1', target }] } },
    });
    expect(preview(done, previewContext()).phases[1]?.tasks[0]?.waitsFor).toEqual([]);
  });
  test('a gate waits until an earlier target in its release ends', () => {
    const parallel = plan('P: w.[a. g.]', {
      task: { ...task, g: { type: 'GateTask', dependencies: [{ id: 'Dependency1', target: 'Taska' }] } },
    });
    expect(shown(preview(parallel, previewContext()))).toBe('P: w 12:00-12:10(a 12:00-12:10 g 12:00-12:10)');
  });
  test('the target in a variable is its current value', () => {
    const named = (value: string) => waiting('${upstream}', { variables: [variable('upstream', value)] });
    expect(gateOf(preview(named('Applications/Release9'), previewContext()))?.waitsFor).toEqual([
      { target: 'Release9', state: 'missing', endsAt: null },
    ]);
    expect(gateOf(preview(waiting('${upstream}'), previewContext()))?.waitsFor).toEqual([
      { target: '${upstream}', state: 'missing', endsAt: null },
    ]);
  });
  test.each([
    ['a manual task', { type: 'Task' }, true],
    ['a gate with conditions', { type: 'GateTask', conditions: [{ id: 'GateCondition1', title: 'ok' }] }, true],
    ['an empty gate', { type: 'GateTask' }, true],
    ['a create-release task', { type: 'CreateReleaseTask' }, false],
    ['a script task', { type: 'ScriptTask' }, false],
    ['a task of an installed plugin', { type: pluginType }, false],
    ['a task of an uninstalled plugin', { type: 'acme.Gone' }, true],
  ])('whether %s requires a user', (_, details, expected) => {
    expect(gateOf(preview(plan('P: g.', { task: { g: details } }), previewContext()))?.needsPerson).toBe(expected);
  });
  test('required variables without a value are listed for the release and for the tasks that use them', () => {
    const withoutValues = plan('P: a.', {
      variables: [variable('version'), variable('note', 'x')],
      task: { a: { uses: { title: ['version'] } } },
    });
    const forecast = preview(withoutValues, previewContext());
    expect([forecast.missing, forecast.phases[0]?.tasks[0]?.missing]).toEqual([['version'], ['version']]);
  });
  test('the same plan has the same estimate', () => {
    expect(preview(waiting('Release9'), previewContext())).toEqual(preview(waiting('Release9'), previewContext()));
  });
});
