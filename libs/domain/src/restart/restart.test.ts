import { describe, expect, test } from 'vitest';
import { tasksOf } from '../model/plan.ts';
import { examples, parseInput } from '../testing/examples.ts';
import { applyInputs, caller, command, decide, env, links, log, refusal } from '../testing/inputs.ts';
import { formatPlan, noon, plan, type TaskOverrides } from '../testing/notation.ts';

const locked = { locked: true };
const tasks = { k: locked, kk: locked, kg: locked };

const rows = examples(`
  the current phase is interrupted and closed, its copy follows it
    QA: a+ b> c. | Ship: d. => restart QA => PAUSED QA-: a+ b- c- | QA (2): a. b. c. | Ship: d.
    QA: a+ b> c= d_ | Ship: e. => restart QA => PAUSED QA-: a+ b- c+ d- | QA (2): a. b. c. d. | Ship: e.
  with resume it goes on at once
    QA: a+ b> | Ship: d. => restart QA resume => IN_PROGRESS QA-: a+ b- | QA (2): a> b. | Ship: d.
  all phases from the chosen one up to the current one are copied; a completed phase stays COMPLETED
    Build: a+ | QA: b+ c! | Ship: d. => restart Build => PAUSED Build: a+ | QA-: b+ c- | Build (2): a. | QA (2): b. c. | Ship: d.
    Build: a- | QA: b> => restart Build => PAUSED Build: a- | QA-: b- | Build (2): a. | QA (2): b.
    One: a+ | Two: b+ | Three: c> => restart Two => PAUSED One: a+ | Two: b+ | Three-: c- | Two (2): b. | Three (2): c.
  when it is paused the current phase is the first open one
    PAUSED QA-: a- | Two: b. | Ship: c. => restart Two => PAUSED QA-: a- | Two-: b- | Two (2): b. | Ship: c.
  from a task: those before it in the first copy are skipped in advance
    QA: a+ b+ c> d. => restart QA c => PAUSED QA-: a+ b+ c- d- | QA (2): a_ b_ c. d.
    QA: a+ b+ c> d. => restart QA c resume => IN_PROGRESS QA-: a+ b+ c- d- | QA (2): a- b- c> d.
    Build: a+ b+ | QA: c> => restart Build b => PAUSED Build: a+ b+ | QA-: c- | Build (2): a_ b. | QA (2): c.
    QA: a> b. => restart QA a => PAUSED QA-: a- b- | QA (2): a. b.
  also from a task inside nested sequential groups
    QA: a+ s>(b+ t>(c+ d>) e.) => restart QA d => PAUSED QA-: a+ s-(b+ t-(c+ d-) e-) | QA (2): a_ s.(b_ t.(c_ d.) e.)
    QA: p+[x+ y+] s>(b+ c>) => restart QA c resume => IN_PROGRESS QA-: p+[x+ y+] s-(b+ c-) | QA (2): p-[x- y-] s>(b- c>)
    QA: a+ p>[x> y>] => restart QA p => PAUSED QA-: a+ p-[x- y-] | QA (2): a_ p.[x. y.]
  a release can be restarted in every running state
    QA: p/[a! b>] => restart QA => PAUSED QA-: p-[a- b-] | QA (2): p.[a. b.]
    QA: a? b. => restart QA => PAUSED QA-: a- b- | QA (2): a. b.
    QA: a* => restart QA => PAUSED QA-: a- | QA (2): a.
`);

test.each(rows)('%s: %s, %s', (_, sketch, inputText, expected) => {
  expect(formatPlan(decide(plan(sketch), parseInput(inputText)).release)).toBe(expected);
});

const refusals = examples(`
  the phase and the task must exist
    QA: a> => restart Build => NotFound: there is no phase 'PhaseBuild' in release 'Release1'
    QA: a> => restart QA b => NotFound: there is no task 'Taskb' in phase 'QA'
    Build: a+ | QA: b> => restart Build b => NotFound: there is no task 'Taskb' in phase 'Build'
  the flow must have reached the phase
    QA: a> | Ship: b. => restart Ship => Conflict: cannot restart from phase 'Ship': the release has not reached it
  a restart cannot begin inside a parallel group
    QA: p>[a> b>] => restart QA b => Conflict: cannot restart from task 'b': it is inside a parallel group
    QA: p>[s>(a+ b>)] => restart QA b => Conflict: cannot restart from task 'b': it is inside a parallel group
  a locked task, a task in a locked group, and a group with a locked task cannot be skipped
    QA: k+ b> => restart QA b => Conflict: cannot skip task 'k' by a restart while it is locked
    QA: s+(k+) b> => restart QA b => Conflict: cannot skip task 's' by a restart while it is locked
    QA: kg>(a+ b>) => restart QA b => Conflict: cannot skip task 'a' by a restart while it is locked
`);

test.each(refusals)('%s: %s, %s', (_, sketch, inputText, message) => {
  const names = Object.entries(tasks).filter(([name]) => new RegExp(`\\b${name}[^a-z0-9 ]`).test(sketch));
  expect(refusal(plan(sketch, { task: Object.fromEntries(names) }), parseInput(inputText))).toBe(message);
});

test('a restart without an open phase is rejected', () => {
  const message = "Conflict: cannot restart release 'Release1': it has no open phase";
  expect(refusal(plan('PAUSED QA-: a-'), parseInput('restart QA'))).toBe(message);
});

test('a restart that skips tasks requires the permission to skip, a restart from the first task does not', () => {
  const from = (task: string) =>
    command(
      { type: 'restartRelease', fromPhaseId: 'PhaseQA', fromTaskId: task, phaseVersion: 'LATEST', resume: false },
      caller('bob', 'release#task_transition', 'release#advance_task_transition'),
    );
  const message = 'Forbidden: Permission release#task_transition on APPLICATIONS on Release1 is not granted to you.';
  expect(refusal(plan('QA: a+ b>'), from('Taskb'))).toBe(message);
  expect(formatPlan(decide(plan('QA: a+ b>'), from('Taska')).release)).toBe('PAUSED QA-: a+ b- | QA (2): a. b.');
});

describe('the versions of a phase', () => {
  /** QA has been restarted once: `Phasen1` is QA (2), with tasks `Taskn2` and `Taskn3`. */
  const twice = (environment = env()) =>
    applyInputs(plan('QA: a+ b> | Ship: c.'), environment, parseInput('restart QA resume'));
  const then = (inputText: string) => {
    const environment = env();
    return formatPlan(applyInputs(twice(environment), environment, parseInput(inputText)));
  };
  const before = 'QA-: a+ b- | QA (2)-: a- b-';

  test.each([
    ['LATEST copies the newest of a chain', 'restart QA', `PAUSED ${before} | QA (3): a. b. | Ship: c.`],
    ['by the id of any version', 'restart n1', `PAUSED ${before} | QA (3): a. b. | Ship: c.`],
    ['ORIGINAL copies the original phase', 'restart QA ORIGINAL', `PAUSED ${before} | QA (3): a. b. | Ship: c.`],
    ['also by the id of a copy', 'restart n1 ORIGINAL', `PAUSED ${before} | QA (3): a. b. | Ship: c.`],
    ['ALL copies every version', 'restart QA ALL', `PAUSED ${before} | QA (3): a. b. | QA (4): a. b. | Ship: c.`],
    ['beginning with the chosen one', 'restart n1 ALL', `PAUSED ${before} | QA (3): a. b. | Ship: c.`],
    ['a task can be chosen by its id in any version', 'restart QA b', `PAUSED ${before} | QA (3): a_ b. | Ship: c.`],
    ['by its id in the newest version', 'restart QA n3', `PAUSED ${before} | QA (3): a_ b. | Ship: c.`],
    ['in the original by the id of a copy', 'restart QA n3 ORIGINAL', `PAUSED ${before} | QA (3): a_ b. | Ship: c.`],
  ])('%s: %s', (_, inputText, expected) => {
    expect(then(inputText)).toBe(expected);
  });

  test('copies contain the id of their origin, also in a chain of copies', () => {
    const environment = env();
    const thrice = applyInputs(twice(environment), environment, parseInput('restart QA resume'));
    expect(thrice.phases.map(({ title, originId }) => [title, originId])).toEqual([
      ['QA', null],
      ['QA (2)', 'PhaseQA'],
      ['QA (3)', 'Phasen1'],
      ['Ship', null],
    ]);
    expect(twice().phases[1]?.tasks.map(({ id, originId }) => [id, originId])).toEqual([
      ['Taskn2', 'Taska'],
      ['Taskn3', 'Taskb'],
    ]);
    const fresh = env();
    expect(applyInputs(twice(fresh), fresh, parseInput('restart n1 ORIGINAL')).phases[2]?.originId).toBe('PhaseQA');
  });

  test('LATEST copies each chain once, from the newest version of the chosen phase', () => {
    const environment = env();
    const both = applyInputs(plan('Build: a+ | QA: b>'), environment, parseInput('restart Build resume'));
    expect(formatPlan(both)).toBe('IN_PROGRESS Build: a+ | QA-: b- | Build (2): a> | QA (2): b.');
    const early = applyInputs(both, environment, parseInput('restart Build'));
    expect(formatPlan(early)).toBe('PAUSED Build: a+ | QA-: b- | Build (2)-: a- | Build (3): a. | QA (2): b.');
    const later = applyInputs(both, environment, parseInput('complete n2'), parseInput('restart Build'));
    expect(formatPlan(later)).toBe(
      'PAUSED Build: a+ | QA-: b- | Build (2): a+ | QA (2)-: b- | Build (3): a. | QA (3): b.',
    );
  });

  test('a title that is in use is skipped', () => {
    const environment = env();
    const titled = command({ type: 'updatePhase', phaseId: 'PhaseQA', patch: { title: 'QA (2)' } });
    const renamed = applyInputs(plan('QA: a>'), environment, titled, parseInput('restart QA'));
    expect(formatPlan(renamed)).toBe('PAUSED QA (2)-: a- | QA (2) (2): a.');
    const clash = command({ type: 'updatePhase', phaseId: 'Phasen1', patch: { title: 'QA (3)' } });
    const third = applyInputs(plan('QA: a>'), env(), parseInput('restart QA'), clash, parseInput('restart n1'));
    expect(formatPlan(third)).toBe('PAUSED QA-: a- | QA (3)-: a- | QA (4): a.');
  });
});

describe('the copies of a restart', () => {
  test('contain tasks as they were before they first ran', () => {
    const edit = (taskId: string, title: string) => command({ type: 'updateTask', taskId, patch: { title } });
    const release = plan('QA: a> b.');
    const edited = applyInputs(release, env(), edit('Taska', 'edited'), edit('Taskb', 'prepared'));
    const failed = applyInputs(edited, env(), parseInput('fail a'), edit('Taska', 'twice'));
    const { release: restarted } = decide(failed, parseInput('restart QA'));
    expect(formatPlan(restarted)).toBe('PAUSED QA-: twice- prepared- | QA (2): a. prepared.');
    expect(restarted.phases[1]?.tasks[0]?.passive).toEqual({
      kind: 'copy',
      of: 'Taska',
      beforeRun: true,
      changes: null,
    });
    expect(restarted.phases[1]?.tasks[1]?.passive).toEqual({
      kind: 'copy',
      of: 'Taskb',
      beforeRun: false,
      changes: null,
    });
  });

  test('have no run data: no dates, failures, ticks or values', () => {
    const ran: TaskOverrides = {
      run: { failuresCount: 3, checked: ['GateCondition1'], values: { v: 1 }, postponedUntil: noon },
    };
    const [copy] =
      decide(plan('QA: a>', { task: { a: ran } }), parseInput('restart QA')).release.phases[1]?.tasks ?? [];
    expect(copy?.run).toMatchObject({ status: 'PLANNED', startDate: null, endDate: null, failuresCount: 0 });
    expect(copy?.run).toMatchObject({ checked: [], values: null, postponedUntil: null, script: null });
  });

  test('have new ids and links among themselves, without links to deleted tasks', () => {
    const group: TaskOverrides = { links: links('a>b b>c') };
    const environment = env();
    const running = plan('QA: p>[a> b. c.]', { task: { p: group } });
    const title = command({ type: 'updateTask', taskId: 'Taskp', patch: { title: 'q' } });
    const deletion = command({ type: 'deleteTask', taskId: 'Taskb' });
    const { phases } = applyInputs(running, environment, title, deletion, parseInput('restart QA'));
    const [copy] = phases[1]?.tasks ?? [];
    expect(copy?.tasks).toHaveLength(2);
    expect(copy?.definition.links).toEqual([]);
    const afterRestart = applyInputs(running, env(), parseInput('restart QA'));
    const [unchangedTask] = afterRestart.phases[1]?.tasks ?? [];
    const [a, b, c] = unchangedTask?.tasks.map(({ id }) => id) ?? [];
    expect(unchangedTask?.definition.links.map(({ source, target }) => [source, target])).toEqual([
      [a, b],
      [b, c],
    ]);
    const ids = [...tasksOf(afterRestart)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('can be edited while the release is paused, and another restart copies the edits', () => {
    const environment = env();
    const edit = command({ type: 'updateTask', taskId: 'Taskn2', patch: { title: 'better' } });
    const release = applyInputs(
      plan('QA: a>'),
      environment,
      parseInput('restart QA'),
      edit,
      parseInput('resume'),
      parseInput('restart n1 resume'),
    );
    expect(formatPlan(release)).toBe('IN_PROGRESS QA-: a- | QA (2)-: better- | QA (3): better>');
  });

  test('are counted as a resume only when the release resumes automatically', () => {
    expect(decide(plan('QA: a>'), parseInput('restart QA')).release.automatedResumeCount).toBe(0);
    expect(decide(plan('QA: a>'), parseInput('restart QA resume')).release.automatedResumeCount).toBe(1);
  });

  test('are logged, and so are the ends and moves of interrupted tasks', () => {
    const outcome = decide(plan('QA: a+ b>'), parseInput('restart QA b'));
    expect(log(outcome)).toEqual([
      'RELEASE_RESTARTED 1',
      'TASK_SKIPPED b',
      'PHASE_CLOSED QA',
      'PHASE_RESTARTED QA',
      'TASK_SKIPPED_IN_ADVANCE n2',
    ]);
    expect(outcome.ended).toEqual(['Taskb', 'PhaseQA']);
    expect(outcome.moves).toEqual([
      { from: 'PhaseQA', to: 'Phasen1' },
      { from: 'Taskb', to: 'Taskn3' },
    ]);
  });
});
