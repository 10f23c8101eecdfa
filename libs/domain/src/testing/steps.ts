import type { Command, Fact, Input, Move } from '../decision/inputs.ts';
import type { MadeRequest, ScriptResult } from '../decision/script-result.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isLive, phaseVersions, type TaskStatus } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { caller, command, fact } from './inputs.ts';
import { noon } from './notation.ts';
import { type Dice, outside, pick, someFields, somePhase, someTask } from './walk.ts';

const nobody = 'Tasknobody';
const types = ['Task', 'Script', 'GateTask', 'CreateReleaseTask', 'ParallelGroup', 'SequentialGroup'] as const;

/** A random task, preferably a running or failed one. */
function someTaskOf(release: Release, dice: Dice): Task | undefined {
  const tasks = [...tasksOf(release)];
  const hot = tasks.filter(({ run }) => isLive(run.status) || run.status === 'FAILED');
  return pick(dice, hot.length > 0 && dice(12) > 0 ? hot : tasks);
}

const containersOf = (release: Release): readonly string[] => [
  ...release.phases.map(({ id }) => id),
  ...[...tasksOf(release)].filter(({ definition }) => isGroupType(definition.type)).map(({ id }) => id),
];

/** The verb that takes a task further, most of the time. */
function fittingVerb({ run: { status } }: Task, dice: Dice): Command['type'] {
  const fitting: Partial<Record<TaskStatus, readonly Command['type'][]>> = {
    IN_PROGRESS: ['completeTask', 'completeTask', 'failTask', 'failTask', 'abortTask', 'abortTask', 'skipTask'],
    FAILED: ['retryTask', 'retryTask', 'retryTask', 'skipTask'],
    FAILING: ['commentTask'],
    WAITING_FOR_INPUT: ['commentTask', 'commentTask', 'skipTask'],
    PENDING: ['startTaskNow', 'startTaskNow', 'skipTask'],
    COMPLETED_IN_ADVANCE: ['reopenTask'],
    SKIPPED_IN_ADVANCE: ['reopenTask'],
    PLANNED: ['completeTask', 'skipTask'],
    QUEUED: ['abortTask'],
    PRECONDITION_IN_PROGRESS: ['abortTask'],
    FAILURE_HANDLER_QUEUED: ['abortTask'],
  };
  return pick(dice, fitting[status] ?? ['commentTask']) ?? 'commentTask';
}

function transition(release: Release, dice: Dice): Command {
  const task = someTaskOf(release, dice);
  const taskId = task?.id ?? nobody;
  const verbs = [
    'completeTask',
    'failTask',
    'skipTask',
    'retryTask',
    'reopenTask',
    'abortTask',
    'startTaskNow',
  ] as const;
  const fitting = task && dice(10) > 1 ? fittingVerb(task, dice) : undefined;
  const type = verbs.find((verb) => verb === fitting) ?? pick(dice, verbs) ?? 'skipTask';
  return { type, taskId, comment: dice(4) === 0 ? 'because' : null };
}

function editTask(release: Release, dice: Dice): Command {
  const task = someTaskOf(release, dice);
  const taskId = task?.id ?? nobody;
  const containerId = pick(dice, containersOf(release)) ?? nobody;
  const position = dice(2) === 0 ? null : dice(5);
  const [source = nobody, target = nobody] = [pick(dice, task?.tasks ?? [])?.id, pick(dice, task?.tasks ?? [])?.id];
  const edits: readonly Command[] = [
    { type: 'addTask', containerId, task: someTask(dice), position },
    { type: 'addTask', containerId, task: someTask(dice), position: null },
    { type: 'copyTask', taskId, containerId, position },
    { type: 'moveTask', taskId, containerId, position },
    { type: 'moveTask', taskId: pick(dice, [...tasksOf(release)])?.id ?? nobody, containerId, position },
    { type: 'deleteTask', taskId: pick(dice, [...tasksOf(release)])?.id ?? nobody },
    { type: 'updateTask', taskId, patch: someFields(dice) },
    { type: 'updateTask', taskId, patch: { title: `u${dice(100)} ${dice(2) ? '${needed}' : ''}` } },
    { type: 'updateTask', taskId, patch: { links: [{ id: '', source, target }] } },
    { type: 'assignTask', taskId, owner: pick(dice, ['amy', 'bob', null]) ?? null },
    { type: dice(3) === 0 ? 'lockTask' : 'unlockTask', taskId },
    { type: 'commentTask', taskId, comment: 'hello' },
    { type: 'startTask', taskId, values: { needed: 'y' } },
    { type: 'changeTaskType', taskId, targetType: pick(dice, types) ?? 'Task' },
  ];
  return pick(dice, edits) ?? { type: 'resumeRelease' };
}

function editGate(release: Release, dice: Dice): Command {
  const gates = [...tasksOf(release)].filter(({ definition }) => definition.type === 'GateTask');
  const gate = pick(dice, gates);
  const taskId = gate?.id ?? nobody;
  const conditionId = pick(dice, gate?.definition.conditions ?? [])?.id ?? 'GateConditionnone';
  const dependencyId = pick(dice, gate?.definition.dependencies ?? [])?.id ?? 'Dependencynone';
  const own = pick(dice, [...tasksOf(release)])?.id ?? nobody;
  const target = pick(dice, [...outside, '${target}', own, release.phases[0]?.id ?? own]) ?? own;
  const edits: readonly Command[] = [
    { type: 'addCondition', taskId, title: 'signed', checked: dice(2) === 0 },
    { type: 'updateCondition', conditionId, checked: dice(4) > 0 },
    { type: 'updateCondition', conditionId, checked: true },
    { type: 'updateCondition', conditionId, title: 'renamed' },
    { type: 'deleteCondition', conditionId },
    { type: 'addDependency', taskId, target },
    { type: 'deleteDependency', dependencyId },
  ];
  return pick(dice, edits) ?? { type: 'resumeRelease' };
}

function editRelease(release: Release, dice: Dice): Command {
  const phaseId = pick(dice, release.phases)?.id ?? 'Phasenone';
  const variableId = pick(dice, release.variables)?.id ?? 'Variablenone';
  const edits: readonly Command[] = [
    { type: 'addPhase', phase: somePhase(dice), position: dice(2) === 0 ? null : dice(4) },
    { type: 'updatePhase', phaseId, patch: { title: `P${dice(9)}`, flagStatus: 'AT_RISK' } },
    { type: 'copyPhase', phaseId, targetPosition: dice(release.phases.length + 1) },
    { type: 'movePhase', phaseId, position: dice(release.phases.length + 1) },
    { type: 'deletePhase', phaseId },
    { type: 'updateRelease', patch: { title: `R${dice(9)}`, dueDate: release.dueDate } },
    { type: 'updateVariable', variableId, patch: { value: dice(2) === 0 ? null : 'z' } },
    {
      type: 'updateVariable',
      variableId: 'Variabletarget',
      patch: { value: pick(dice, [...outside, 'nowhere']) ?? null },
    },
    { type: 'addVariable', variable: { type: 'StringVariable', key: 'late', value: null } },
    { type: 'deleteVariable', variableId },
    { type: 'replaceVariables', variables: release.variables.slice(dice(2)) },
    { type: 'replaceVariable', variableId, by: { kind: 'variable', variable: 'needed' } },
    { type: 'replaceVariable', variableId, by: { kind: 'value', value: 'fixed' } },
  ];
  return pick(dice, edits) ?? { type: 'resumeRelease' };
}

function steerRelease(release: Release, dice: Dice): Command {
  const fromPhaseId = pick(dice, release.phases)?.id ?? 'Phasenone';
  const fromTaskId = dice(2) === 0 ? null : (pick(dice, [...tasksOf(release)])?.id ?? null);
  const phaseVersion = pick(dice, phaseVersions) ?? 'LATEST';
  const steps: readonly Command[] = [
    { type: 'restartRelease', fromPhaseId, fromTaskId, phaseVersion, resume: dice(2) === 0 },
    { type: 'restartRelease', fromPhaseId, fromTaskId: null, phaseVersion, resume: true },
    { type: 'resumeRelease' },
    { type: 'resumeRelease' },
    { type: 'startRelease' },
    dice(25) === 0 ? { type: 'abortRelease', abortComment: 'enough' } : { type: 'startRelease' },
    { type: 'deleteRelease' },
  ];
  return pick(dice, steps) ?? { type: 'resumeRelease' };
}

function answer(release: Release, dice: Dice): Fact {
  const asking = [...tasksOf(release)].filter(({ run }) => run.script !== null);
  const task = pick(dice, asking);
  const runId = dice(12) === 0 ? 'Scriptstale' : (task?.run.script?.id ?? 'Scriptnone');
  const current = task?.run.script?.attempt ?? 0;
  const attempt = dice(12) === 0 ? current + 1 : current;
  if (dice(3) === 0) return { type: 'scriptStarted', runId, attempt: attempt + 1, leaseUntil: noon };
  const requests = Array.from({ length: dice(3) }, () => someRequest(dice));
  if (dice(8) === 0) return { type: 'scriptReleased', runId, attempt, retryAt: noon, requests };
  if (dice(12) === 0) return { type: 'scriptGoesOn', runId, attempt, leaseUntil: noon + dice(3) * 60_000, requests };
  if (dice(12) === 0)
    return { type: 'scriptGivenUp', taskId: task?.id ?? nobody, requests, comment: dice(2) === 0 ? 'not known' : null };
  if (dice(8) === 0) return { type: 'scriptSleeps', runId, attempt, until: noon + dice(120) * 60_000, requests };
  const result: ScriptResult =
    dice(4) === 0
      ? { ended: 'badly', error: 'Traceback: no', output: null }
      : { ended: 'well', value: dice(4) > 0, output: dice(5) === 0 ? 'printed' : null };
  const taskId = task?.id ?? nobody;
  const wishes: readonly (readonly Command[])[] = [
    [],
    [{ type: 'retryTask', taskId }],
    [{ type: 'skipTask', taskId, comment: 'given up' }],
    [{ type: 'updateVariable', variableId: 'Variableneeded', patch: { value: 'from a script' } }],
    [editTask(release, dice), { type: 'retryTask', taskId }],
    [{ type: dice(8) === 0 ? 'abortRelease' : 'startRelease' }],
    [editRelease(release, dice), editTask(release, dice), editGate(release, dice)],
  ];
  const by = dice(2) === 0 ? caller('bot') : null;
  const left = { runId, attempt, actions: pick(dice, wishes) ?? [], by, requests };
  if (dice(6) > 0) return { type: 'scriptFinished', ...left, result };
  const script = dice(2) === 0 ? 'acme/Poll.py' : 'acme/Wait.py';
  return { type: 'scriptScheduled', ...left, script, pauseMs: dice(120) * 60_000, output: result.output };
}

const someRequest = (dice: Dice): MadeRequest => ({
  at: noon + dice(60) * 60_000,
  method: 'GET',
  host: 'ci.example.com',
  status: dice(3) === 0 ? null : 200,
  durationMs: dice(1_000),
});

function worldFact(release: Release, dice: Dice): Fact {
  const moves: readonly Move[] = [
    { from: 'Taskout', to: 'Taskelsewhere' },
    { from: 'Phaseout', to: release.phases[0]?.id ?? 'Phaseout' },
  ];
  const fact = pick<Fact>(dice, [
    { type: 'timePassed' },
    { type: 'timePassed' },
    { type: 'targetsChanged' },
    { type: 'targetsChanged' },
    { type: 'targetsMoved', moves: moves.slice(dice(2)) },
  ]);
  return fact ?? { type: 'timePassed' };
}

/** The next input of a walk: mostly what takes the release further, sometimes nonsense. Seed 0 is time passing. */
export function someInput(release: Release, seed: number, dice: Dice): Input {
  const turn = seed === 0 ? 0 : 1 + dice(100);
  if (release.status === 'PAUSED' && turn > 80) return command({ type: 'resumeRelease' });
  if (turn < 10) return fact(worldFact(release, dice));
  const isAsking = [...tasksOf(release)].some(({ run }) => run.script !== null);
  if (turn < 35 && isAsking) return fact(answer(release, dice));
  const by = caller('amy', ...(dice(10) === 0 ? (['release#edit_blackout', 'release#task_transition'] as const) : []));
  if (turn < 70) return command(transition(release, dice), by);
  if (turn < 80) return command(editTask(release, dice), by);
  if (turn < 87) return command(editGate(release, dice), by);
  if (turn < 93) return command(editRelease(release, dice), by);
  return command(steerRelease(release, dice), by);
}
