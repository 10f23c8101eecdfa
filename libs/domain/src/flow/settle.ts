import { earliestStartOf } from '../calendar/start-delays.ts';
import { finishPhase, finishTask } from '../completion/finish.ts';
import { afterEvent } from '../decision/cause.ts';
import { logPhase, logRelease, namedObject } from '../decision/log.ts';
import { type OutcomeDraft, withEnded, withRelease, withReplacedPhase } from '../decision/outcome-draft.ts';
import { message } from '../messages/message.ts';
import type { Phase } from '../model/phase.ts';
import { currentPhase, titleOf } from '../model/plan.ts';
import { isAhead, isDone, isFlowing, isInAdvance } from '../model/status.ts';
import { isParallelGroup, type Task } from '../model/task.ts';
import { sourcesOf } from '../plans/links.ts';
import { missingKeys } from '../variables/values.ts';
import { activate, finalize } from './activate.ts';
import { behaviorOf } from './behaviors.ts';
import { deriveGroupStatus, deriveStatus } from './derive-status.ts';
import { isDueToStart, start } from './start.ts';

/** Runs all automatic steps of the plan, until it waits for a user, a time or an external event. */
export function settle(before: OutcomeDraft): OutcomeDraft {
  let settled = before;
  for (;;) {
    const next = step(settled);
    if (next === settled) return settled;
    settled = next;
  }
}

/** Runs the next automatic step of the plan. Returns the same decision if there is no step. */
function step(before: OutcomeDraft): OutcomeDraft {
  const { release, context } = before;
  if (isDueToStart(release, context)) return start(withPlannedStartCause(before));
  if (!isFlowing(release.status)) return before;
  const phase = currentPhase(release);
  if (!phase) return completeRelease(before);
  if (phase.status === 'PLANNED') return startPhase(before, phase);
  const next = stepInOrder(before, phase.tasks);
  if (next !== before) return next;
  if (phase.tasks.every((task) => isDone(task.run.status))) return finishPhase(before, phase, 'COMPLETED');
  return deriveStatus(before, phase);
}

const withPlannedStartCause = (before: OutcomeDraft): OutcomeDraft => {
  const { id, scheduledStartDate, title } = before.release;
  if (scheduledStartDate === null) return before;
  return afterEvent(before, message('cause.releaseStartPlanned', { release: namedObject(id, title) }));
};

const withDelayCause = (before: OutcomeDraft, task: Task): OutcomeDraft =>
  afterEvent(
    before,
    message(task.run.postponedUntil === null ? 'cause.taskStartPlanned' : 'cause.taskStartDelayed', {
      task: namedObject(task.id, titleOf(task)),
    }),
  );

function completeRelease(before: OutcomeDraft): OutcomeDraft {
  const { release, context } = before;
  const ended = withEnded(logRelease(before, 'RELEASE_COMPLETED', 'activity.releaseCompleted'), [release.id]);
  return withRelease(ended, { ...release, status: 'COMPLETED', endDate: context.env.now });
}

function startPhase(before: OutcomeDraft, phase: Phase): OutcomeDraft {
  const startDate = phase.startDate ?? before.context.env.now;
  return withReplacedPhase(logPhase(before, 'PHASE_STARTED', phase, 'activity.phaseStarted'), {
    ...phase,
    status: 'IN_PROGRESS',
    startDate,
  });
}

/** Runs the automatic step of the first unfinished task of a phase or sequential group. */
function stepInOrder(before: OutcomeDraft, tasks: readonly Task[]): OutcomeDraft {
  const first = tasks.find((task) => !isDone(task.run.status));
  return first ? stepTask(before, first) : before;
}

/**
 * Runs the automatic step of the first task of a parallel group that has one. A task that has not started waits until
 * all its link sources are done.
 */
function stepInParallel(before: OutcomeDraft, group: Task): OutcomeDraft {
  const sources = sourcesOf(group.definition.links);
  const done = new Set(sources.size === 0 ? [] : group.tasks.flatMap(({ id, run }) => (isDone(run.status) ? id : [])));
  const isUnblocked = ({ id }: Task) => sources.get(id)?.every((source) => done.has(source)) ?? true;
  for (const task of group.tasks) {
    if (isDone(task.run.status) || (isAhead(task.run.status) && !isUnblocked(task))) continue;
    const next = stepTask(before, task);
    if (next !== before) return next;
  }
  return before;
}

function stepTask(before: OutcomeDraft, task: Task): OutcomeDraft {
  const { release, context } = before;
  const { status } = task.run;
  if (isInAdvance(status)) return finalize(before, task);
  if (status === 'PLANNED') return activate(before, task, 'hold');
  if (status === 'PENDING') {
    return (earliestStartOf(task) ?? 0) > context.env.now
      ? before
      : activate(withDelayCause(before, task), task, 'hold');
  }
  if (status === 'WAITING_FOR_INPUT') {
    return missingKeys(release, task).length > 0 ? before : activate(before, task, 'precondition');
  }
  return stepRunning(before, task);
}

function stepRunning(before: OutcomeDraft, task: Task): OutcomeDraft {
  const { status, startDate } = task.run;
  if (status !== 'IN_PROGRESS' && status !== 'FAILING' && status !== 'FAILED') return before;
  const behavior = behaviorOf(task, before.context.env.automatedTypes);
  if (behavior.isGroup && startDate !== null) return stepGroup(before, task);
  return status === 'IN_PROGRESS' ? behavior.step(before, task) : before;
}

function stepGroup(before: OutcomeDraft, group: Task): OutcomeDraft {
  const next = isParallelGroup(group) ? stepInParallel(before, group) : stepInOrder(before, group.tasks);
  if (next !== before) return next;
  if (group.tasks.every((task) => isDone(task.run.status))) return finishTask(before, group, 'COMPLETED');
  return deriveGroupStatus(before, group);
}
