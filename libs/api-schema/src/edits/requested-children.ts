import type { RequestedPhase, RequestedPlan, RequestedTask } from '@slipway/domain/edits';
import { type Task, taskPositionOf } from '@slipway/domain/model';
import { withDistinctIds } from '../plans/distinct-ids.ts';
import type { PhaseBody, PhaseResponse } from '../plans/phase.ts';
import type { TaskBody } from '../plans/task-body.ts';
import type { ParseOptions } from '../plans/task-request.ts';
import type { TaskResponse } from '../plans/task-response.ts';
import { equalsRendered } from './compare-rendered.ts';
import { type RenderedPlan, renderedTasks, requestedPhases } from './requested-plan.ts';
import { requestedTask } from './requested-task.ts';

const unlessEmpty = <L extends readonly unknown[]>(list: L | undefined): L | undefined =>
  list?.length === 0 ? undefined : list;

/** A task without empty lists: clients that fill in their own model of a task send these. */
const withoutEmptyLists = (body: TaskBody): TaskBody => ({
  ...body,
  tasks: unlessEmpty(body.tasks?.map(withoutEmptyLists)),
  conditions: unlessEmpty(body.conditions),
  dependencies: unlessEmpty(body.dependencies),
});

/** Whether a body wants the tasks of a phase to be other than they were answered, as far as one sees at a glance. */
export const changesTasks = ({ tasks = [] }: PhaseBody, answer: PhaseResponse): boolean =>
  tasks.length > 0 && !equalsRendered({ tasks: tasks.map(withoutEmptyLists) }, answer);

/** The same of the tasks of a group, and of the conditions and dependencies of a gate. */
export function changesChildren(body: TaskBody, answer: TaskResponse): boolean {
  const { tasks, conditions, dependencies } = withoutEmptyLists(body);
  return !equalsRendered({ tasks, conditions, dependencies }, answer);
}

/** The plan as a body of one of its phases wants it: others lose what it takes from them, and stay as they are otherwise. */
export function planFromPhase(
  body: PhaseBody,
  phaseId: string,
  current: RenderedPlan,
  reading: ParseOptions,
): Pick<RequestedPlan, 'phases'> {
  const ownBody = { ...body, id: phaseId, tasks: unlessEmpty(body.tasks)?.map(withoutEmptyLists) };
  return { phases: embedPhase(current, phaseId, requestedPhases([ownBody], current, reading)) };
}

const embedPhase = (
  { release }: RenderedPlan,
  phaseId: string,
  requested: readonly RequestedPhase[],
): readonly RequestedPhase[] =>
  release.phases.flatMap(({ id }): readonly RequestedPhase[] => (id === phaseId ? requested : [{ id }]));

const withSubtasks = (tasks: readonly RequestedTask[] = []): readonly RequestedTask[] =>
  tasks.flatMap((task) => [task, ...withSubtasks(task.tasks)]);

/**
 * The plan as a body of one of its tasks wants it. Its type and its lock have calls of their own, which a PUT of a task
 * leaves to them. Throws NotFound.
 */
export function planFromTask(
  body: TaskBody,
  taskId: string,
  current: RenderedPlan,
  reading: ParseOptions,
): Pick<RequestedPlan, 'phases'> {
  const { phase, groups } = taskPositionOf(current.release, taskId);
  const ownBody = { ...withoutEmptyLists(body), id: taskId, type: undefined, locked: undefined };
  const [[distinctBody = ownBody] = []] = withDistinctIds([[ownBody]]);
  const requested = requestedTask(distinctBody, renderedTasks(current), reading);
  const path = new Set(groups.map(({ id }) => id));
  const claimed = new Set(withSubtasks(requested.tasks).map(({ id }) => id));
  const embed = (tasks: readonly Task[]): readonly RequestedTask[] =>
    tasks.flatMap(({ id, tasks: children }): readonly RequestedTask[] => {
      if (id === taskId) return [requested];
      if (path.has(id)) return [{ id, tasks: embed(children) }];
      return claimed.has(id) ? [] : [{ id }];
    });
  return { phases: embedPhase(current, phase.id, [{ id: phase.id, tasks: embed(phase.tasks) }]) };
}
