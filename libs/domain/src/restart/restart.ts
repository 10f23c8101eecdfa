import { finishPhase } from '../completion/finish.ts';
import { append } from '../decision/chain.ts';
import type { DecisionContext } from '../decision/context.ts';
import { log, logPhase, logRelease, taskEntry } from '../decision/log.ts';
import type { LogEntry } from '../decision/outcome.ts';
import { type OutcomeDraft, withRelease } from '../decision/outcome-draft.ts';
import { requireMayRestartPast } from '../gates/skip-gate.ts';
import { message } from '../messages/message.ts';
import { Conflict, NotFound } from '../model/errors.ts';
import type { Phase } from '../model/phase.ts';
import { currentPhase, findTaskPosition, mapPlan, phaseOf, tasksIn, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isDone, isFlowing, type PhaseVersion } from '../model/status.ts';
import { isParallelGroup, type Task } from '../model/task.ts';
import { gateType } from '../model/task-types.ts';
import { isGranted, mayView, permissionsFor } from '../people/access-attributes.ts';
import { neededToTransitionInAdvance } from '../people/needed-permissions.ts';
import { refusal } from '../people/refusal.ts';
import { buildPhaseCopy, type NewIds, retarget } from '../plans/build.ts';
import { releaseStateConflict, requireOpen } from '../plans/guards.ts';

/** The phase and task from which a release restarts, and the versions of the phases to copy. */
export interface RestartOptions {
  readonly fromPhaseId: string;
  readonly fromTaskId: string | null;
  readonly phaseVersion: PhaseVersion;
  readonly resume: boolean;
}

/**
 * Restarts a running, failed or paused release from a phase (compatibility.md, Flow). Throws Conflict, NotFound,
 * Forbidden.
 */
export function restartRelease(before: OutcomeDraft, options: RestartOptions): OutcomeDraft {
  const { release } = before;
  requireOpen(release, 'restartRelease');
  if (!isFlowing(release.status) && release.status !== 'PAUSED') throw releaseStateConflict('restart', release);
  return restart(before, options);
}

/**
 * Skips the rest of the current phase and inserts copies of the phases after it, from the chosen phase to the current
 * one (states.md, Restart from phase; compatibility.md, Flow). Throws NotFound, Conflict or Forbidden.
 */
export function restart(before: OutcomeDraft, options: RestartOptions): OutcomeDraft {
  const { release, context } = before;
  const current = currentPhase(release);
  if (!current) throw new Conflict(message('restart.noOpenPhase', { id: release.id }));
  const sources = phasesToCopy(release, options, current);
  const [first] = sources;
  const skippedIds = tasksBefore(release, first, options.fromTaskId, context);
  const interrupted = finishPhase(
    logRelease(before, 'RELEASE_RESTARTED', 'activity.releaseRestarted'),
    current,
    'SKIPPED',
  );
  const restarted = insertCopies(release, interrupted, current, sources, skippedIds);
  return withRelease(restarted, {
    ...restarted.release,
    status: options.resume ? 'IN_PROGRESS' : 'PAUSED',
    automatedResumeCount: release.automatedResumeCount + (options.resume ? 1 : 0),
  });
}

/** Returns the first phase in a chain of copies. */
export function rootOf(release: Release, phase: Phase): Phase {
  let root = phase;
  for (;;) {
    const { originId } = root;
    const origin = release.phases.find(({ id }) => id === originId);
    if (!origin) return root;
    root = origin;
  }
}

/** Returns the phases to copy: those from the chosen to the current phase, in order and in the requested version. */
function phasesToCopy(release: Release, options: RestartOptions, current: Phase): readonly [Phase, ...Phase[]] {
  const chosen = phaseOf(release, options.fromPhaseId);
  const last = release.phases.indexOf(current);
  if (chosen.index > last) {
    throw new Conflict(message('restart.phaseNotReached', { title: chosen.phase.title }));
  }
  const reached = release.phases.slice(0, last + 1);
  const root = rootOf(release, chosen.phase);
  switch (options.phaseVersion) {
    case 'ALL':
      return [chosen.phase, ...reached.slice(chosen.index + 1)];
    case 'ORIGINAL': {
      const later = reached.slice(reached.indexOf(root) + 1);
      return [root, ...later.filter(({ originId }) => originId === null)];
    }
    case 'LATEST': {
      const newest = reached.reduce((last, phase) => (rootOf(release, phase) === root ? phase : last), root);
      const later = reached.slice(reached.indexOf(newest) + 1);
      const isNewest = (phase: Phase): boolean =>
        later.findLast((laterPhase) => rootOf(release, laterPhase) === rootOf(release, phase)) === phase;
      return [newest, ...later.filter(isNewest)];
    }
  }
}

/**
 * Returns the ids of the tasks that the restart skips in the first phase, because it begins at a later task. Its id can
 * be that of any version of the phase. Throws NotFound, Conflict or Forbidden.
 */
function tasksBefore(
  release: Release,
  source: Phase,
  fromTaskId: string | null,
  context: DecisionContext,
): ReadonlySet<string> {
  if (fromTaskId === null) return new Set();
  const taskPosition = counterpartIn(release, source, fromTaskId);
  if (taskPosition.groups.some(isParallelGroup)) {
    throw new Conflict(message('restart.parallelGroup', { title: taskPosition.task.definition.title }));
  }
  const path = [...taskPosition.groups, taskPosition.task];
  const levels = [source.tasks, ...taskPosition.groups.map(({ tasks }) => tasks)];
  const skippedTasks = levels.flatMap((tasks, depth) => {
    const groups = taskPosition.groups.slice(0, depth);
    const count = tasks.findIndex(({ id }) => id === path[depth]?.id);
    return tasks.slice(0, count).map((task) => ({ task, groups }));
  });
  const skipped = skippedTasks.map(({ task }) => task);
  requireSkipping(release, skipped, context);
  requireMayRestartPast(release, skipped, context);
  const locked = skippedTasks.find(({ task, groups }) =>
    [...groups, ...tasksIn([task])].some(({ definition }) => definition.locked),
  );
  if (locked) throw new Conflict(message('restart.lockedTask', { title: titleOf(locked.task) }));
  return new Set(skippedTasks.map(({ task }) => task.id));
}

function counterpartIn(
  release: Release,
  source: Phase,
  taskId: string,
): { readonly task: Task; readonly groups: readonly Task[] } {
  const soughtPosition = findTaskPosition(release, taskId);
  const wantedRoot = soughtPosition && rootOfTask(release, soughtPosition.task);
  const findCounterpart = (
    tasks: readonly Task[],
    groups: readonly Task[],
  ): { task: Task; groups: readonly Task[] } | undefined => {
    for (const task of tasks) {
      if (task.id === taskId || rootOfTask(release, task) === wantedRoot) return { task, groups };
      const inner = findCounterpart(task.tasks, [...groups, task]);
      if (inner) return inner;
    }
    return undefined;
  };
  const counterpart = findCounterpart(source.tasks, []);
  if (!counterpart) throw new NotFound(message('notFound.taskInPhase', { id: taskId, phase: source.title }));
  return counterpart;
}

/** Returns the first task in a chain of copies. */
export function rootOfTask(release: Release, task: Task): Task {
  const origin = task.originId === null ? undefined : findTaskPosition(release, task.originId)?.task;
  return origin ? rootOfTask(release, origin) : task;
}

function insertCopies(
  old: Release,
  before: OutcomeDraft,
  current: Phase,
  sources: readonly Phase[],
  skippedIds: ReadonlySet<string>,
): OutcomeDraft {
  const { release: interrupted, context } = before;
  const newIds: NewIds = new Map();
  const titles = interrupted.phases.map((phase) => ({ root: rootOf(interrupted, phase), title: phase.title }));
  let logged = before;
  const copies = sources.map((source) => {
    const root = rootOf(old, source);
    const title = nextTitle(
      root.title,
      titles.filter((existing) => existing.root.id === root.id).map((existing) => existing.title),
    );
    titles.push({ root, title });
    const copy = { ...buildPhaseCopy(source, context.env, newIds, true), title };
    const ahead = skipInAdvance(copy.tasks, skippedIds, context);
    logged = log(logPhase(logged, 'PHASE_RESTARTED', source, 'activity.phaseRestarted'), ahead.entries);
    return { ...copy, tasks: ahead.tasks };
  });
  const after = interrupted.phases.findIndex(({ id }) => id === current.id) + 1;
  const phases = interrupted.phases.toSpliced(after, 0, ...copies);
  const followedIds = openIds(old, newIds);
  const release = mapPlan({ ...interrupted, phases }, (task) => {
    if (isDone(task.run.status)) return task;
    // A gate inside the copies depends on all copied targets. Other gates depend on copies of unfinished targets only.
    const isCopy = task.originId !== null && newIds.get(task.originId) === task.id;
    return retarget(task, isCopy ? newIds : followedIds);
  });
  const moves = append(
    logged.moves,
    [...followedIds].map(([from, to]) => ({ from, to })),
  );
  return withRelease({ ...logged, moves }, release);
}

/** Returns the copied phases and tasks that were not done. Only dependencies on these move to the copies. */
function openIds(before: Release, newIds: NewIds): NewIds {
  const isOpen = (id: string): boolean => {
    const phase = before.phases.find((candidate) => candidate.id === id);
    if (phase) return phase.status !== 'COMPLETED' && phase.status !== 'SKIPPED';
    const taskPosition = findTaskPosition(before, id);
    return taskPosition !== undefined && !isDone(taskPosition.task.run.status);
  };
  return new Map([...newIds].filter(([from]) => isOpen(from)));
}

/** Returns the next unused title in a chain of copies: `QA`, `QA (2)`, `QA (3)`. */
function nextTitle(base: string, usedTitles: readonly string[]): string {
  let version = usedTitles.length + 1;
  while (usedTitles.includes(`${base} (${version})`)) version += 1;
  return `${base} (${version})`;
}

function skipInAdvance(
  copies: readonly Task[],
  skippedIds: ReadonlySet<string | null>,
  context: DecisionContext,
): { readonly tasks: readonly Task[]; readonly entries: readonly LogEntry[] } {
  if (skippedIds.size === 0) return { tasks: copies, entries: [] };
  const entries: LogEntry[] = [];
  const skip = (copy: Task): Task => {
    if (!skippedIds.has(copy.originId)) return { ...copy, tasks: copy.tasks.map(skip) };
    entries.push(taskEntry(context, 'TASK_SKIPPED_IN_ADVANCE', copy, 'activity.taskSkippedInAdvance'));
    return { ...copy, run: { ...copy.run, status: 'SKIPPED_IN_ADVANCE', endDate: context.env.now } };
  };
  return { tasks: copies.map(skip), entries };
}

/**
 * Requires the permission to skip each task before the start of a restart. If there are gates among them, the stored
 * author of a script also needs it. Throws Forbidden, NotVisible.
 */
function requireSkipping(
  release: Release,
  tasks: readonly Task[],
  { caller, scriptAuthor }: Pick<DecisionContext, 'caller' | 'scriptAuthor'>,
): void {
  const needed = neededToTransitionInAdvance;
  const hasGates = [...tasksIn(tasks)].some(({ definition }) => definition.type === gateType);
  if (scriptAuthor && hasGates) requireSkipping(release, tasks, { caller: scriptAuthor, scriptAuthor: undefined });
  const missing = caller && tasks.find((task) => !isGranted(needed, caller, { release, task }));
  if (!missing) return;
  const [permission] = permissionsFor(needed, { release });
  throw refusal({ permission, kind: 'release', id: release.id, mayView: mayView(caller, { release }) });
}
