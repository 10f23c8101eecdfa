import { append } from '../decision/chain.ts';
import type { DecisionContext } from '../decision/context.ts';
import type { CommandHandlers } from '../decision/handlers.ts';
import type { RestartCommand } from '../decision/inputs.ts';
import { log, logPhase, logRelease, taskEntry } from '../decision/log.ts';
import type { Entry } from '../decision/outcome.ts';
import { type Progress, putRelease } from '../decision/progress.ts';
import { endPhase } from '../ending/end.ts';
import { requireMayPassOver } from '../gates/pass-over.ts';
import { Conflict, clip, NotFound } from '../model/errors.ts';
import type { Phase } from '../model/phase.ts';
import { currentPhase, findPlace, mapPlan, phaseOf, tasksIn, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { isDone, isFlowing, type PhaseVersion } from '../model/status.ts';
import { runsTogether, type Task } from '../model/task.ts';
import { requireSkipping } from '../people/require-command.ts';
import { copyOfPhase, type NewIds, retargeted } from '../plans/build.ts';
import { cannotRelease, requireOpen } from '../plans/guards.ts';

/** From where a release starts again, and which versions of its phases it runs. */
export interface Restart {
  readonly fromPhaseId: string;
  readonly fromTaskId: string | null;
  readonly phaseVersion: PhaseVersion;
  readonly resume: boolean;
}

export const restartHandlers: CommandHandlers<RestartCommand['type']> = {
  restartRelease: (before, command) => restartRelease(before, { ...command, fromTaskId: command.fromTaskId ?? null }),
};

/** Restarts a release that runs, has failed or is paused, from a phase (compatibility.md, Flow). Throws Conflict, NotFound, Forbidden. */
export function restartRelease(before: Progress, order: Restart): Progress {
  const { release } = before;
  requireOpen(release, 'restart a release');
  if (!isFlowing(release.status) && release.status !== 'PAUSED') throw cannotRelease('restart', release);
  return restart(before, order);
}

/**
 * Interrupts the current phase and puts copies of the phases from the chosen one up to it behind it
 * (states.md, Restart from phase; compatibility.md, Flow). Throws NotFound, Conflict or Forbidden.
 */
export function restart(before: Progress, order: Restart): Progress {
  const { release, context } = before;
  const current = currentPhase(release);
  if (!current) throw new Conflict(`cannot restart release '${release.id}': no phase of it is open`);
  const sources = phasesToCopy(release, order, current);
  const [first] = sources;
  const passed = tasksBefore(release, first, order.fromTaskId, context);
  const interrupted = endPhase(logRelease(before, 'RELEASE_RESTARTED', 'Restarted'), current, 'SKIPPED');
  const copied = withCopies(release, interrupted, current, sources, passed);
  return putRelease(copied, {
    ...copied.release,
    status: order.resume ? 'IN_PROGRESS' : 'PAUSED',
    automatedResumeCount: release.automatedResumeCount + (order.resume ? 1 : 0),
  });
}

/** The phase that a chain of copies began with. */
export function rootOf(release: Release, phase: Phase): Phase {
  let root = phase;
  for (;;) {
    const { originId } = root;
    const origin = release.phases.find(({ id }) => id === originId);
    if (!origin) return root;
    root = origin;
  }
}

/** The phases to copy, in order: those from the chosen one up to the current one, in the wanted version. */
function phasesToCopy(release: Release, order: Restart, current: Phase): readonly [Phase, ...Phase[]] {
  const chosen = phaseOf(release, order.fromPhaseId);
  const last = release.phases.indexOf(current);
  if (chosen.index > last) {
    throw new Conflict(`cannot restart from phase '${clip(chosen.phase.title)}': the release has not reached it`);
  }
  const reached = release.phases.slice(0, last + 1);
  const root = rootOf(release, chosen.phase);
  switch (order.phaseVersion) {
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
        later.findLast((other) => rootOf(release, other) === rootOf(release, phase)) === phase;
      return [newest, ...later.filter(isNewest)];
    }
  }
}

/**
 * The tasks of the first source that the restart passes over, because it begins at a later one. The
 * task may be named by its id in any version of the phase.
 */
function tasksBefore(
  release: Release,
  source: Phase,
  fromTaskId: string | null,
  context: DecisionContext,
): ReadonlySet<string> {
  if (fromTaskId === null) return new Set();
  const place = counterpartIn(release, source, fromTaskId);
  if (place.groups.some(runsTogether)) {
    throw new Conflict(
      `cannot restart from task '${clip(place.task.definition.title)}': it is inside a parallel group`,
    );
  }
  const path = [...place.groups, place.task];
  const levels = [source.tasks, ...place.groups.map(({ tasks }) => tasks)];
  const passed = levels.flatMap((tasks, depth) => {
    const groups = place.groups.slice(0, depth);
    const count = tasks.findIndex(({ id }) => id === path[depth]?.id);
    return tasks.slice(0, count).map((task) => ({ task, groups }));
  });
  const skipped = passed.map(({ task }) => task);
  requireSkipping(release, skipped, context);
  requireMayPassOver(release, skipped, context);
  const locked = passed.find(({ task, groups }) =>
    [...groups, ...tasksIn([task])].some(({ definition }) => definition.locked),
  );
  if (locked) throw new Conflict(`cannot skip task '${clip(titleOf(locked.task))}' by a restart while it is locked`);
  return new Set(passed.map(({ task }) => task.id));
}

function counterpartIn(
  release: Release,
  source: Phase,
  taskId: string,
): { readonly task: Task; readonly groups: readonly Task[] } {
  const sought = findPlace(release, taskId);
  const wanted = sought && rootOfTask(release, sought.task);
  const within = (
    tasks: readonly Task[],
    groups: readonly Task[],
  ): { task: Task; groups: readonly Task[] } | undefined => {
    for (const task of tasks) {
      if (task.id === taskId || rootOfTask(release, task) === wanted) return { task, groups };
      const inner = within(task.tasks, [...groups, task]);
      if (inner) return inner;
    }
    return undefined;
  };
  const counterpart = within(source.tasks, []);
  if (!counterpart) throw new NotFound(`there is no task '${clip(taskId)}' in phase '${clip(source.title)}'`);
  return counterpart;
}

/** The task that a chain of copies began with. */
export function rootOfTask(release: Release, task: Task): Task {
  const origin = task.originId === null ? undefined : findPlace(release, task.originId)?.task;
  return origin ? rootOfTask(release, origin) : task;
}

function withCopies(
  old: Release,
  before: Progress,
  current: Phase,
  sources: readonly Phase[],
  passed: ReadonlySet<string>,
): Progress {
  const { release: interrupted, context } = before;
  const newIds: NewIds = new Map();
  const titles = interrupted.phases.map((phase) => ({ root: rootOf(interrupted, phase), title: phase.title }));
  let logged = before;
  const copies = sources.map((source) => {
    const root = rootOf(old, source);
    const title = nextTitle(
      root.title,
      titles.filter((known) => known.root.id === root.id).map((known) => known.title),
    );
    titles.push({ root, title });
    const copy = { ...copyOfPhase(source, context.env, newIds, true), title };
    const ahead = skippedAhead(copy.tasks, passed, context);
    logged = log(logPhase(logged, 'PHASE_RESTARTED', source, 'Restarted'), ahead.entries);
    return { ...copy, tasks: ahead.tasks };
  });
  const after = interrupted.phases.findIndex(({ id }) => id === current.id) + 1;
  const phases = interrupted.phases.toSpliced(after, 0, ...copies);
  const followed = openOnly(old, newIds);
  const release = mapPlan({ ...interrupted, phases }, (task) => {
    if (isDone(task.run.status)) return task;
    // a gate inside the copies follows everything that was copied with it, others only what was interrupted
    const isCopy = task.originId !== null && newIds.get(task.originId) === task.id;
    return retargeted(task, isCopy ? newIds : followed);
  });
  const moves = append(
    logged.moves,
    [...followed].map(([from, to]) => ({ from, to })),
  );
  return putRelease({ ...logged, moves }, release);
}

/** Of the copied phases and tasks, those that were not done: only open dependencies follow a restart. */
function openOnly(before: Release, newIds: NewIds): NewIds {
  const isOpen = (id: string): boolean => {
    const phase = before.phases.find((candidate) => candidate.id === id);
    if (phase) return phase.status !== 'COMPLETED' && phase.status !== 'SKIPPED';
    const place = findPlace(before, id);
    return place !== undefined && !isDone(place.task.run.status);
  };
  return new Map([...newIds].filter(([from]) => isOpen(from)));
}

/** The next free title of a chain: `QA`, `QA (2)`, `QA (3)`. */
function nextTitle(base: string, taken: readonly string[]): string {
  let version = taken.length + 1;
  while (taken.includes(`${base} (${version})`)) version += 1;
  return `${base} (${version})`;
}

function skippedAhead(
  copies: readonly Task[],
  passed: ReadonlySet<string | null>,
  context: DecisionContext,
): { readonly tasks: readonly Task[]; readonly entries: readonly Entry[] } {
  if (passed.size === 0) return { tasks: copies, entries: [] };
  const entries: Entry[] = [];
  const skip = (copy: Task): Task => {
    if (!passed.has(copy.originId)) return { ...copy, tasks: copy.tasks.map(skip) };
    entries.push(taskEntry(context, 'TASK_SKIPPED_IN_ADVANCE', copy, 'Skipped in advance'));
    return { ...copy, run: { ...copy.run, status: 'SKIPPED_IN_ADVANCE', endDate: context.env.now } };
  };
  return { tasks: copies.map(skip), entries };
}
