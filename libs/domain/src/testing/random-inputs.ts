import type { Command, Fact, Input } from '../commands/registry.ts';
import type { TargetMove } from '../decision/inputs.ts';
import type { ScriptHttpRequest, ScriptResult } from '../decision/script-result.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isLive, phaseVersions, type TaskStatus } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { isGroupType } from '../model/task-types.ts';
import { caller, command, fact } from './inputs.ts';
import { noon } from './notation.ts';
import { type Dice, externalIds, pick, randomPhase, randomTask, randomTaskFields } from './random-walk.ts';

const missingTaskId = 'Tasknobody';
const types = ['Task', 'Script', 'GateTask', 'CreateReleaseTask', 'ParallelGroup', 'SequentialGroup'] as const;

/** Returns a random task, preferably a running or failed one. */
function randomTaskOf(release: Release, dice: Dice): Task | undefined {
  const tasks = [...tasksOf(release)];
  const activeTasks = tasks.filter(({ run }) => isLive(run.status) || run.status === 'FAILED');
  return pick(dice, activeTasks.length > 0 && dice(12) > 0 ? activeTasks : tasks);
}

const containersOf = (release: Release): readonly string[] => [
  ...release.phases.map(({ id }) => id),
  ...[...tasksOf(release)].filter(({ definition }) => isGroupType(definition.type)).map(({ id }) => id),
];

/** Returns a command that suits the status of a task. */
function suitableVerb({ run: { status } }: Task, dice: Dice): Command['type'] {
  const suitable: Partial<Record<TaskStatus, readonly Command['type'][]>> = {
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
  return pick(dice, suitable[status] ?? ['commentTask']) ?? 'commentTask';
}

function randomTransition(release: Release, dice: Dice): Command {
  const task = randomTaskOf(release, dice);
  const taskId = task?.id ?? missingTaskId;
  const verbs = [
    'completeTask',
    'failTask',
    'skipTask',
    'retryTask',
    'reopenTask',
    'abortTask',
    'startTaskNow',
  ] as const;
  const suitable = task && dice(10) > 1 ? suitableVerb(task, dice) : undefined;
  const type = verbs.find((verb) => verb === suitable) ?? pick(dice, verbs) ?? 'skipTask';
  return { type, taskId, comment: dice(4) === 0 ? 'because' : null };
}

function randomTaskEdit(release: Release, dice: Dice): Command {
  const task = randomTaskOf(release, dice);
  const taskId = task?.id ?? missingTaskId;
  const containerId = pick(dice, containersOf(release)) ?? missingTaskId;
  const position = dice(2) === 0 ? null : dice(5);
  const [source = missingTaskId, target = missingTaskId] = [
    pick(dice, task?.tasks ?? [])?.id,
    pick(dice, task?.tasks ?? [])?.id,
  ];
  const edits: readonly Command[] = [
    { type: 'addTask', containerId, task: randomTask(dice), position },
    { type: 'addTask', containerId, task: randomTask(dice), position: null },
    { type: 'copyTask', taskId, containerId, position },
    { type: 'moveTask', taskId, containerId, position },
    { type: 'moveTask', taskId: pick(dice, [...tasksOf(release)])?.id ?? missingTaskId, containerId, position },
    { type: 'deleteTask', taskId: pick(dice, [...tasksOf(release)])?.id ?? missingTaskId },
    { type: 'updateTask', taskId, patch: randomTaskFields(dice) },
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

function randomGateEdit(release: Release, dice: Dice): Command {
  const gates = [...tasksOf(release)].filter(({ definition }) => definition.type === 'GateTask');
  const gate = pick(dice, gates);
  const taskId = gate?.id ?? missingTaskId;
  const conditionId = pick(dice, gate?.definition.conditions ?? [])?.id ?? 'GateConditionnone';
  const dependencyId = pick(dice, gate?.definition.dependencies ?? [])?.id ?? 'Dependencynone';
  const own = pick(dice, [...tasksOf(release)])?.id ?? missingTaskId;
  const target = pick(dice, [...externalIds, '${target}', own, release.phases[0]?.id ?? own]) ?? own;
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

function randomReleaseEdit(release: Release, dice: Dice): Command {
  const phaseId = pick(dice, release.phases)?.id ?? 'Phasenone';
  const variableId = pick(dice, release.variables)?.id ?? 'Variablenone';
  const edits: readonly Command[] = [
    { type: 'addPhase', phase: randomPhase(dice), position: dice(2) === 0 ? null : dice(4) },
    { type: 'updatePhase', phaseId, patch: { title: `P${dice(9)}`, flagStatus: 'AT_RISK' } },
    { type: 'copyPhase', phaseId, targetPosition: dice(release.phases.length + 1) },
    { type: 'movePhase', phaseId, position: dice(release.phases.length + 1) },
    { type: 'deletePhase', phaseId },
    { type: 'updateRelease', patch: { title: `R${dice(9)}`, dueDate: release.dueDate } },
    { type: 'updateVariable', variableId, patch: { value: dice(2) === 0 ? null : 'z' } },
    {
      type: 'updateVariable',
      variableId: 'Variabletarget',
      patch: { value: pick(dice, [...externalIds, 'nowhere']) ?? null },
    },
    { type: 'addVariable', variable: { type: 'StringVariable', key: 'late', value: null } },
    { type: 'deleteVariable', variableId },
    { type: 'replaceVariables', variables: release.variables.slice(dice(2)) },
    { type: 'replaceVariable', variableId, by: { kind: 'variable', variable: 'needed' } },
    { type: 'replaceVariable', variableId, by: { kind: 'value', value: 'fixed' } },
  ];
  return pick(dice, edits) ?? { type: 'resumeRelease' };
}

function randomReleaseTransition(release: Release, dice: Dice): Command {
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

function randomScriptFact(release: Release, dice: Dice): Fact {
  const waitingTasks = [...tasksOf(release)].filter(({ run }) => run.script !== null);
  const task = pick(dice, waitingTasks);
  const runId = dice(12) === 0 ? 'Scriptstale' : (task?.run.script?.id ?? 'Scriptnone');
  const current = task?.run.script?.attempt ?? 0;
  const attempt = dice(12) === 0 ? current + 1 : current;
  if (dice(3) === 0) return { type: 'scriptStarted', runId, attempt: attempt + 1, leaseUntil: noon };
  const requests = Array.from({ length: dice(3) }, () => randomRequest(dice));
  if (dice(8) === 0) return { type: 'scriptReleased', runId, attempt, retryAt: noon, requests };
  if (dice(12) === 0)
    return { type: 'scriptLeaseRenewed', runId, attempt, leaseUntil: noon + dice(3) * 60_000, requests };
  if (dice(12) === 0)
    return {
      type: 'scriptCanceled',
      taskId: task?.id ?? missingTaskId,
      requests,
      comment: dice(2) === 0 ? 'not known' : null,
    };
  if (dice(8) === 0) return { type: 'scriptSleeps', runId, attempt, until: noon + dice(120) * 60_000, requests };
  const result: ScriptResult =
    dice(4) === 0
      ? { status: 'failed', error: 'Traceback: no', output: null }
      : { status: 'succeeded', value: dice(4) > 0, output: dice(5) === 0 ? 'printed' : null };
  const taskId = task?.id ?? missingTaskId;
  const actionLists: readonly (readonly Command[])[] = [
    [],
    [{ type: 'retryTask', taskId }],
    [{ type: 'skipTask', taskId, comment: 'given up' }],
    [{ type: 'updateVariable', variableId: 'Variableneeded', patch: { value: 'from a script' } }],
    [randomTaskEdit(release, dice), { type: 'retryTask', taskId }],
    [{ type: dice(8) === 0 ? 'abortRelease' : 'startRelease' }],
    [randomReleaseEdit(release, dice), randomTaskEdit(release, dice), randomGateEdit(release, dice)],
  ];
  const by = dice(2) === 0 ? caller('bot') : null;
  const report = { runId, attempt, actions: pick(dice, actionLists) ?? [], by, requests };
  if (dice(6) > 0) return { type: 'scriptFinished', ...report, result };
  const script = dice(2) === 0 ? 'acme/Poll.py' : 'acme/Wait.py';
  return { type: 'scriptScheduled', ...report, script, pauseMs: dice(120) * 60_000, output: result.output };
}

function randomMailFact(release: Release, dice: Dice): Fact {
  const mail = pick(
    dice,
    [...tasksOf(release)].flatMap(({ run }) => run.mail ?? []),
  );
  const mailId = dice(12) === 0 ? 'Mailstale' : (mail?.id ?? 'Mailnone');
  const current = mail?.attempt ?? 0;
  const attempt = dice(12) === 0 ? current + 1 : current;
  if (dice(3) === 0) return { type: 'mailClaimed', mailId, attempt: attempt + 1, leaseUntil: noon + dice(3) * 60_000 };
  if (dice(3) === 0)
    return { type: 'mailAccepted', mailId, attempt, refused: dice(3) === 0 ? ['x@example.com: 550 no'] : [] };
  return { type: 'mailRejected', mailId, attempt, permanent: dice(4) === 0, reason: '451 try again' };
}

const randomRequest = (dice: Dice): ScriptHttpRequest => ({
  at: noon + dice(60) * 60_000,
  method: 'GET',
  host: 'ci.example.com',
  status: dice(3) === 0 ? null : 200,
  durationMs: dice(1_000),
});

function randomFact(release: Release, dice: Dice): Fact {
  const moves: readonly TargetMove[] = [
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

/** Returns the next input of a walk: usually a valid one, sometimes an invalid one. Seed 0 is the fact `timePassed`. */
export function randomInput(release: Release, seed: number, dice: Dice): Input {
  const roll = seed === 0 ? 0 : 1 + dice(100);
  if (release.status === 'PAUSED' && roll > 80) return command({ type: 'resumeRelease' });
  if (roll < 10) return fact(randomFact(release, dice));
  const hasWaitingMail = [...tasksOf(release)].some(({ run }) => run.mail !== null);
  if (roll < 18 && hasWaitingMail) return fact(randomMailFact(release, dice));
  const hasWaitingScript = [...tasksOf(release)].some(({ run }) => run.script !== null);
  if (roll < 35 && hasWaitingScript) return fact(randomScriptFact(release, dice));
  const by = caller('amy', ...(dice(10) === 0 ? (['release#edit_blackout', 'release#task_transition'] as const) : []));
  if (roll < 70) return command(randomTransition(release, dice), by);
  if (roll < 80) return command(randomTaskEdit(release, dice), by);
  if (roll < 87) return command(randomGateEdit(release, dice), by);
  if (roll < 93) return command(randomReleaseEdit(release, dice), by);
  return command(randomReleaseTransition(release, dice), by);
}
