import { contextFor } from '../decision/context.ts';
import type { Env } from '../decision/env.ts';
import type { Caller } from '../decision/inputs.ts';
import { beginOutcome } from '../decision/outcome-draft.ts';
import { asJson, type Json } from '../model/json.ts';
import { blankPhase, type Phase, type PhasePassive } from '../model/phase.ts';
import { tasksIn, tasksOf, titleOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import type { Task, TaskDefinition, TaskPassive } from '../model/task.ts';
import { type RestartOptions, restartRelease, rootOf, rootOfTask } from '../restart/restart.ts';
import { countedTasks } from './progress.ts';

export interface TitledItem {
  readonly id: string;
  readonly title: string;
}

/** A field that differs between two versions of a phase or task. An unset value is null. */
export interface FieldDifference {
  readonly field: string;
  readonly original: Json;
  readonly latest: Json;
}

/** A task in the ORIGINAL and the LATEST version of a phase. A version without the task is null. */
export interface TaskDifference {
  readonly original: TitledItem | null;
  readonly latest: TitledItem | null;
  readonly fields: readonly FieldDifference[];
}

/** The differences between the ORIGINAL and the LATEST version of a phase. */
export interface PhaseDifference {
  readonly original: TitledItem;
  readonly latest: TitledItem;
  readonly fields: readonly FieldDifference[];
  /** Only the tasks that differ. */
  readonly tasks: readonly TaskDifference[];
}

/** The effects of a restart, and the differences between the versions that `phaseVersion` selects. */
export interface RestartPreview {
  /** The current phase. */
  readonly closes: readonly TitledItem[];
  readonly skips: readonly TitledItem[];
  readonly copies: readonly {
    readonly source: TitledItem;
    readonly title: string;
    readonly tasks: number;
    readonly skipsInAdvance: readonly TitledItem[];
  }[];
  readonly differences: readonly PhaseDifference[];
}

/** The passive fields of phases and tasks by id, which the loaded release does not contain. */
export interface PassiveParts {
  readonly phases: ReadonlyMap<string, PhasePassive>;
  readonly tasks: ReadonlyMap<string, TaskPassive>;
}

/**
 * Returns the effects of a restart, and the differences between the ORIGINAL and LATEST versions of the copied phases.
 * Runs the restart without saving it, so it throws the same errors: Conflict, NotFound or Forbidden.
 */
export function previewRestart(
  release: Release,
  options: RestartOptions,
  texts: PassiveParts,
  caller: Caller,
  env: Env,
): RestartPreview {
  const after = restartRelease(beginOutcome(release, contextFor(env, caller)), {
    ...options,
    resume: false,
  }).release;
  const previousStatuses = new Map(release.phases.map(({ id, status }) => [id, status]));
  const before = new Map([...tasksOf(release)].map(({ id, run }) => [id, run.status]));
  const skipped = [...tasksOf(after)].filter(
    ({ id, run }) => run.status === 'SKIPPED' && hasChanged(before.get(id), 'SKIPPED'),
  );
  const closedPhases = after.phases.filter(
    ({ id, status }) => status === 'SKIPPED' && hasChanged(previousStatuses.get(id), 'SKIPPED'),
  );
  const pairs = after.phases
    .filter(({ id }) => !previousStatuses.has(id))
    .flatMap((copy) => release.phases.filter(({ id }) => id === copy.originId).map((source) => ({ copy, source })));
  return {
    closes: closedPhases.map(titledPhase),
    skips: skipped.map(titledTask),
    copies: pairs.map(({ copy, source }) => ({
      source: titledPhase(source),
      title: copy.title,
      tasks: countedTasks(copy.tasks).length,
      skipsInAdvance: [...tasksIn(copy.tasks)]
        .filter(({ run }) => run.status === 'SKIPPED_IN_ADVANCE')
        .map(titledSource),
    })),
    differences: differencesOf(release, new Set(pairs.map(({ source }) => rootOf(release, source))), texts),
  };
}

const hasChanged = <S>(status: S | undefined, expected: S): boolean => status !== undefined && status !== expected;
const titledPhase = ({ id, title }: Phase): TitledItem => ({ id, title });
const titledTask = (task: Task): TitledItem => ({ id: task.id, title: titleOf(task) });
/** A copy does not exist yet, so the preview shows the id of its source. */
const titledSource = (copy: Task): TitledItem => ({ id: String(copy.originId), title: titleOf(copy) });

function differencesOf(release: Release, roots: ReadonlySet<Phase>, texts: PassiveParts): readonly PhaseDifference[] {
  return [...roots].flatMap((original) => {
    const latest = release.phases.reduce(
      (latestSoFar, phase) => (rootOf(release, phase) === original ? phase : latestSoFar),
      original,
    );
    const fields = fieldDifferences(phaseFields(original, texts), phaseFields(latest, texts));
    const tasks = latest === original ? [] : taskDifferences(release, original, latest, texts);
    return fields.length === 0 && tasks.length === 0
      ? []
      : [{ original: titledPhase(original), latest: titledPhase(latest), fields, tasks }];
  });
}

function phaseFields(phase: Phase, texts: PassiveParts): Readonly<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.keys(blankPhase).map((field) => [field, Reflect.get(phase, field)]));
  return { ...fields, ...texts.phases.get(phase.id) };
}

function taskDifferences(
  release: Release,
  original: Phase,
  latest: Phase,
  texts: PassiveParts,
): readonly TaskDifference[] {
  const originalTasks = [...tasksIn(original.tasks)];
  const latestTasks = [...tasksIn(latest.tasks)];
  const deletedTasks = originalTasks.filter((old) => !latestTasks.some((task) => rootOfTask(release, task) === old));
  const both = latestTasks.map((task): TaskDifference => {
    const old = originalTasks.find((candidate) => rootOfTask(release, task) === candidate);
    const fields = old ? fieldDifferences(taskFields(old, texts), taskFields(task, texts)) : [];
    return { original: old ? titledTask(old) : null, latest: titledTask(task), fields };
  });
  const deleted = deletedTasks.map((old): TaskDifference => ({ original: titledTask(old), latest: null, fields: [] }));
  return [...both.filter(({ original: old, fields }) => old === null || fields.length > 0), ...deleted];
}

/** Returns the fields of a task that a restart would copy: its definition before it ran, without ids of its parts. */
function taskFields(task: Task, texts: PassiveParts): Readonly<Record<string, unknown>> {
  const { uses, conditions, dependencies, links, ...fields }: TaskDefinition = task.beforeRun ?? task.definition;
  return {
    ...fields,
    conditions: conditions.map(({ title }) => title),
    dependencies: dependencies.map(({ target }) => target),
    links: links.length,
    ...texts.tasks.get(task.id),
  };
}

function fieldDifferences(
  original: Readonly<Record<string, unknown>>,
  latest: Readonly<Record<string, unknown>>,
): readonly FieldDifference[] {
  const fields = new Set([...Object.keys(original), ...Object.keys(latest)]);
  return [...fields]
    .filter((field) => JSON.stringify(original[field]) !== JSON.stringify(latest[field]))
    .map((field) => ({ field, original: toJson(original[field]), latest: toJson(latest[field]) }));
}

const toJson = (value: unknown): Json => asJson(value ?? null);
