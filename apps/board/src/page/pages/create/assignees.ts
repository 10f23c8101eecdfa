import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../navigation/ids.ts';

/** A user or team with tasks in the new release. */
export interface Assignee {
  readonly name: string;
  readonly isTeam: boolean;
  readonly taskCount: number;
}

/** The people and teams of a new release. */
export interface Assignees {
  /** First users, then teams, each with the most tasks first. */
  readonly list: readonly Assignee[];
  /** The number of tasks without an assignee that a person has to complete. */
  readonly unassignedCount: number;
  /** The number of approvals that gates need. */
  readonly approvalCount: number;
}

type PreviewTask = PreviewResponse['phases'][number]['tasks'][number];

/** Returns all tasks of the tasks, in the order of the plan. */
const flatten = <Task extends { readonly tasks?: readonly Task[] | undefined }>(
  tasks: readonly Task[],
): readonly Task[] => tasks.flatMap((task) => [task, ...flatten(task.tasks ?? [])]);

/** Replaces each `${key}` by its value, unless it has none. */
const resolve = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{([^}]+)\}/g, (placeholder, key: string) =>
    Object.hasOwn(values, key) ? values[key] || placeholder : placeholder,
  );

const compare = (one: Assignee, other: Assignee): number =>
  Number(one.isTeam) - Number(other.isTeam) || other.taskCount - one.taskCount || one.name.localeCompare(other.name);

/**
 * Returns the people and teams with tasks in the release that a template becomes. `values` are the values of variables,
 * which may contain assignees. Skipped tasks of the preview do not count.
 */
export function assigneesOf(
  { phases }: Pick<ReleaseResponse, 'phases'>,
  preview: Pick<PreviewResponse, 'phases'>,
  values: Readonly<Record<string, string>>,
): Assignees {
  const previewed = new Map<string, PreviewTask>(
    flatten(preview.phases.flatMap(({ tasks }) => tasks)).map((task) => [lastSegment(task.id), task]),
  );
  const tasks = flatten<TaskResponse>(phases.flatMap((phase) => phase.tasks)).filter(
    ({ id }) => previewed.get(lastSegment(id))?.skipped !== true,
  );
  const counts = new Map<string, Assignee>();
  const add = (rawName: string | undefined, isTeam: boolean): void => {
    if (rawName === undefined || rawName === '') return;
    const name = resolve(rawName, values);
    const key = `${isTeam} ${name}`;
    counts.set(key, { name, isTeam, taskCount: (counts.get(key)?.taskCount ?? 0) + 1 });
  };
  for (const { owner, team } of tasks) {
    add(owner, false);
    add(team, true);
  }
  return {
    list: [...counts.values()].toSorted(compare),
    unassignedCount: tasks.filter(
      ({ id, owner, team }) => !owner && !team && previewed.get(lastSegment(id))?.needsPerson === true,
    ).length,
    approvalCount: tasks.reduce((sum, { approvalRequirements = [] }) => sum + approvalRequirements.length, 0),
  };
}
