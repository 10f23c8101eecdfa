import { startOf } from '../calendar/holds.ts';
import { logPhase, logRelease, type Turn } from '../decision/turn.ts';
import { endPhase, endTask } from '../ending/end.ts';
import type { Phase } from '../model/phase.ts';
import { currentPhase, withPhase } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isAhead, isDone, isFlowing, isInAdvance } from '../model/status.ts';
import { runsTogether, type Task } from '../model/task.ts';
import { sourcesOf } from '../plans/links.ts';
import { missingKeys } from '../variables/variables.ts';
import { activate, finalise } from './activate.ts';
import { behaviourOf } from './behaviours.ts';
import { mirror, mirrorGroup } from './derive-status.ts';
import { begin, isDueToStart } from './start.ts';

/** Takes every step that the plan itself demands, until someone or something has to act. */
export function settle(release: Release, turn: Turn): Release {
  let settled = release;
  for (;;) {
    const next = step(settled, turn);
    if (next === settled) return settled;
    settled = next;
  }
}

/** The next step that the plan itself demands; the same plan when there is none. */
function step(release: Release, turn: Turn): Release {
  if (isDueToStart(release, turn)) return begin(release, turn);
  if (!isFlowing(release.status)) return release;
  const phase = currentPhase(release);
  if (!phase) return complete(release, turn);
  if (phase.status === 'PLANNED') return startPhase(release, phase, turn);
  const next = stepInOrder(release, phase.tasks, turn);
  if (next !== release) return next;
  if (phase.tasks.every((task) => isDone(task.run.status))) return endPhase(release, phase, 'COMPLETED', turn);
  return mirror(release, phase, turn);
}

function complete(release: Release, turn: Turn): Release {
  logRelease(turn, 'RELEASE_COMPLETED', release, 'Completed');
  turn.ended.push(release.id);
  return { ...release, status: 'COMPLETED', endDate: turn.env.now };
}

function startPhase(release: Release, phase: Phase, turn: Turn): Release {
  logPhase(turn, 'PHASE_STARTED', phase, 'Started');
  return withPhase(release, { ...phase, status: 'IN_PROGRESS', startDate: phase.startDate ?? turn.env.now });
}

/** In a phase or a sequential group only the first task that is not done can move. */
function stepInOrder(release: Release, tasks: readonly Task[], turn: Turn): Release {
  const first = tasks.find((task) => !isDone(task.run.status));
  return first ? stepTask(release, first, turn) : release;
}

/** In a parallel group every task can move whose link sources are all done. */
function stepTogether(release: Release, group: Task, turn: Turn): Release {
  const sources = sourcesOf(group.definition.links);
  const done = new Set(sources.size === 0 ? [] : group.tasks.flatMap(({ id, run }) => (isDone(run.status) ? id : [])));
  const isFree = ({ id }: Task) => sources.get(id)?.every((source) => done.has(source)) ?? true;
  for (const task of group.tasks) {
    if (isDone(task.run.status) || (isAhead(task.run.status) && !isFree(task))) continue;
    const next = stepTask(release, task, turn);
    if (next !== release) return next;
  }
  return release;
}

function stepTask(release: Release, task: Task, turn: Turn): Release {
  const { status } = task.run;
  if (isInAdvance(status)) return finalise(release, task, turn);
  if (status === 'PLANNED') return activate(release, task, 'hold', turn);
  if (status === 'PENDING') {
    return (startOf(task) ?? 0) > turn.env.now ? release : activate(release, task, 'hold', turn);
  }
  if (status === 'WAITING_FOR_INPUT') {
    return missingKeys(release, task).length > 0 ? release : activate(release, task, 'precondition', turn);
  }
  return stepRunning(release, task, turn);
}

function stepRunning(release: Release, task: Task, turn: Turn): Release {
  const { status, startDate } = task.run;
  if (status !== 'IN_PROGRESS' && status !== 'FAILING' && status !== 'FAILED') return release;
  const behaviour = behaviourOf(task, turn.env.automatedTypes);
  if (behaviour.isGroup && startDate !== null) return stepGroup(release, task, turn);
  return status === 'IN_PROGRESS' ? behaviour.step(release, task, turn) : release;
}

function stepGroup(release: Release, group: Task, turn: Turn): Release {
  const next = runsTogether(group) ? stepTogether(release, group, turn) : stepInOrder(release, group.tasks, turn);
  if (next !== release) return next;
  if (group.tasks.every((task) => isDone(task.run.status))) return endTask(release, group, 'COMPLETED', turn);
  return mirrorGroup(release, group, turn);
}
