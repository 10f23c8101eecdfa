import { placeOf, type Task, type WantedPhase, type WantedPlan, type WantedTask } from '@slipway/domain';
import { withDistinctIds } from '../plans/distinct-ids.ts';
import type { PhaseAnswer, PhaseBody } from '../plans/phase.ts';
import type { TaskAnswer } from '../plans/task-answer.ts';
import type { TaskBody } from '../plans/task-body.ts';
import type { Reading } from '../plans/task-request.ts';
import { echoes } from './echo.ts';
import { type AnsweredPlan, answeredTasks, wantedPhases } from './wanted-plan.ts';
import { wantedTask } from './wanted-task.ts';

const unlessEmpty = <L extends readonly unknown[]>(list: L | undefined): L | undefined =>
  list?.length === 0 ? undefined : list;

/** A task without empty lists: clients that fill in their own model of a task send these. */
const saying = (body: TaskBody): TaskBody => ({
  ...body,
  tasks: unlessEmpty(body.tasks?.map(saying)),
  conditions: unlessEmpty(body.conditions),
  dependencies: unlessEmpty(body.dependencies),
});

/** Whether a body wants the tasks of a phase to be other than they were answered, as far as one sees at a glance. */
export const wantsOtherTasks = ({ tasks = [] }: PhaseBody, answer: PhaseAnswer): boolean =>
  tasks.length > 0 && !echoes({ tasks: tasks.map(saying) }, answer);

/** The same of the tasks of a group, and of the conditions and dependencies of a gate. */
export function wantsOtherInside(body: TaskBody, answer: TaskAnswer): boolean {
  const { tasks, conditions, dependencies } = saying(body);
  return !echoes({ tasks, conditions, dependencies }, answer);
}

/** The plan as a body of one of its phases wants it: others lose what it takes from them, and stay as they are otherwise. */
export function wantedInPhase(
  body: PhaseBody,
  phaseId: string,
  there: AnsweredPlan,
  reading: Reading,
): Pick<WantedPlan, 'phases'> {
  const sent = { ...body, id: phaseId, tasks: unlessEmpty(body.tasks)?.map(saying) };
  return { phases: around(there, phaseId, wantedPhases([sent], there, reading)) };
}

const around = ({ release }: AnsweredPlan, phaseId: string, wanted: readonly WantedPhase[]): readonly WantedPhase[] =>
  release.phases.flatMap(({ id }): readonly WantedPhase[] => (id === phaseId ? wanted : [{ id }]));

const within = (tasks: readonly WantedTask[] = []): readonly WantedTask[] =>
  tasks.flatMap((task) => [task, ...within(task.tasks)]);

/**
 * The plan as a body of one of its tasks wants it. Its type and its lock have calls of their own, which a PUT of a task
 * leaves to them. Throws NotFound.
 */
export function wantedInTask(
  body: TaskBody,
  taskId: string,
  there: AnsweredPlan,
  reading: Reading,
): Pick<WantedPlan, 'phases'> {
  const { phase, groups } = placeOf(there.release, taskId);
  const sent = { ...saying(body), id: taskId, type: undefined, locked: undefined };
  const [[distinct = sent] = []] = withDistinctIds([[sent]]);
  const wanted = wantedTask(distinct, answeredTasks(there), reading);
  const path = new Set(groups.map(({ id }) => id));
  const claimed = new Set(within(wanted.tasks).map(({ id }) => id));
  const placed = (tasks: readonly Task[]): readonly WantedTask[] =>
    tasks.flatMap(({ id, tasks: inner }): readonly WantedTask[] => {
      if (id === taskId) return [wanted];
      if (path.has(id)) return [{ id, tasks: placed(inner) }];
      return claimed.has(id) ? [] : [{ id }];
    });
  return { phases: around(there, phase.id, [{ id: phase.id, tasks: placed(phase.tasks) }]) };
}
