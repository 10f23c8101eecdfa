import type {
  RequestedCondition,
  RequestedPhase,
  RequestedPlan,
  RequestedTask,
  StoredPassives,
} from '@slipway/domain/edits';
import {
  bareKey,
  blankTaskPassive,
  type Release,
  type Task,
  taskPositionOf,
  tasksOf,
  type Variable,
  type VariableDraft,
} from '@slipway/domain/model';
import { changesIn } from '../format/changes.ts';
import { prefixOf, readType } from '../format/type-name.ts';
import { withDistinctIds } from '../plans/distinct-ids.ts';
import { type PhaseBody, type PhaseResponse, phasePatch, renderedPhasePatch } from '../plans/phase.ts';
import type { ReleaseResponse } from '../plans/release.ts';
import type { ReleaseBody } from '../plans/release-request.ts';
import type { TaskResponse } from '../plans/task.ts';
import type { TaskBody } from '../plans/task-body.ts';
import { taskChanges } from '../plans/task-changes.ts';
import { type ParseOptions, taskDraft } from '../plans/task-request.ts';
import type { VariableResponse } from '../variables/variable.ts';
import { chosenId, type VariableBody, variableChanges, variableDraft } from '../variables/variable-request.ts';
import { equalsRendered } from './compare-rendered.ts';

/** The stored and the rendered tasks of a plan, by id. */
interface RenderedTasks {
  readonly tasks: ReadonlyMap<string, Task>;
  readonly stored: Pick<StoredPassives, 'tasks'>;
  readonly answers: ReadonlyMap<string, TaskResponse>;
}

/**
 * Returns the task that a body requests: the differences to the response for an existing task, and all members for a
 * new one. A type in the body is the requested type.
 */
function requestedTask(body: TaskBody, current: RenderedTasks, reading: ParseOptions): RequestedTask {
  const id = chosenId('Task', body.id);
  const task = current.tasks.get(id ?? '');
  const answer = current.answers.get(id ?? '');
  const { tasks, ...own } = body;
  const children = tasks && { tasks: tasks.map((item) => requestedTask(item, current, reading)) };
  if (task === undefined || answer === undefined) return { ...taskDraft(own, reading), id, ...children };
  if (equalsRendered(own, answer)) return { id, ...children };
  const type = own.type === undefined ? task.definition.type : readType(own.type, reading.prefix);
  if (type !== task.definition.type) return { ...taskDraft({ ...own, type }, reading), id, ...children };
  const passive = current.stored.tasks.get(task.id) ?? blankTaskPassive;
  const { conditions: _, ...changes } = taskChanges(
    own,
    { task, passive, answer: { ...answer, tasks: undefined } },
    reading,
  );
  return { ...changes, id, ...(own.conditions && { conditions: conditionsIn(own, task) }), ...children };
}

/** Returns the requested conditions. A condition without a title keeps its title. */
const conditionsIn = ({ conditions = [] }: TaskBody, { definition }: Task): readonly RequestedCondition[] =>
  conditions.map(({ id: rawId, title, checked }) => {
    const id = chosenId('GateCondition', rawId) ?? '';
    const existing = definition.conditions.find((item) => item.id === id);
    return { id, title: title ?? existing?.title ?? '', checked };
  });

/** A plan, and its response. */
export interface RenderedPlan {
  readonly release: Release;
  readonly stored: StoredPassives;
  readonly answer: ReleaseResponse;
}

/**
 * Returns the phases and variables in a request that differ from the response. An empty list of phases is ignored:
 * lists of releases contain it as a short form.
 */
function partsChanged({ phases = [], variables }: ReleaseBody, answer: ReleaseResponse) {
  return {
    ...(phases.length > 0 && !equalsRendered({ phases }, answer) && { phases }),
    ...(variables && !equalsRendered({ variables }, answer) && { variables }),
  };
}

/** Whether the phases, tasks or variables in a body may differ from the response, by a quick comparison. */
export const changesParts = (body: ReleaseBody, answer: ReleaseResponse): boolean =>
  Object.keys(partsChanged(body, answer)).length > 0;

/** Returns the requested phases, tasks and variables. Unchanged ones are absent. */
export function requestedParts(
  body: ReleaseBody,
  current: RenderedPlan,
  reading: ParseOptions,
): Pick<RequestedPlan, 'phases' | 'variables'> {
  const { answer, release } = current;
  const planParseOptions = { ...reading, prefix: prefixOf(body.type, reading.prefix) };
  const { phases, variables } = partsChanged(body, answer);
  return {
    ...(phases && { phases: requestedPhases(phases, current, planParseOptions) }),
    ...(variables && {
      variables: requestedVariables(variables, release.variables, answer.variables, planParseOptions),
    }),
  };
}

const withSubtasks = (tasks: readonly TaskResponse[]): readonly TaskResponse[] =>
  tasks.flatMap((task) => [task, ...withSubtasks(task.tasks ?? [])]);

const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Returns the stored and rendered tasks of a plan, by the last segments of their ids. */
const renderedTasks = ({ release, stored, answer }: RenderedPlan): RenderedTasks => ({
  stored,
  tasks: new Map([...tasksOf(release)].map((task) => [task.id, task])),
  answers: new Map(
    answer.phases.flatMap(({ tasks }) => withSubtasks(tasks)).map((task) => [lastSegmentOf(task.id), task] as const),
  ),
});

/** Returns the requested phases. If several have the same id, the first one keeps it. */
function requestedPhases(
  bodies: readonly PhaseBody[],
  current: RenderedPlan,
  reading: ParseOptions,
): readonly RequestedPhase[] {
  const tasks = renderedTasks(current);
  const lists = withDistinctIds(bodies.map((body) => body.tasks ?? []));
  const answers = new Map(current.answer.phases.map((phase) => [lastSegmentOf(phase.id), phase]));
  const usedIds = new Set<string>();
  return bodies.map((body, index): RequestedPhase => {
    const chosen = chosenId('Phase', body.id) ?? '';
    const id = usedIds.has(chosen) ? '' : chosen;
    usedIds.add(id);
    const children = body.tasks && { tasks: requestedTasks(lists[index] ?? [], tasks, reading) };
    return { ...phaseChanges(body, answers.get(id)), id, ...children };
  });
}

const requestedTasks = (bodies: readonly TaskBody[], current: RenderedTasks, reading: ParseOptions) =>
  bodies.map((body) => requestedTask(body, current, reading));

/** Returns the fields of a phase that differ from the response, or all fields of a new phase. */
const phaseChanges = (body: PhaseBody, answer: PhaseResponse | undefined) =>
  answer === undefined ? phasePatch(body) : changesIn(phasePatch(body), renderedPhasePatch(answer));

/** Returns the requested variables: the differences of existing ones, and all members of new ones. */
function requestedVariables(
  bodies: readonly VariableBody[],
  variables: readonly Variable[],
  answers: readonly VariableResponse[],
  reading: ParseOptions,
): readonly VariableDraft[] {
  return bodies.map((body) => {
    const id = chosenId('Variable', body.id);
    const stored =
      variables.find((variable) => variable.id === id) ?? variables.find(({ key }) => key === bareKey(body.key ?? ''));
    const answer = answers.find((variable) => lastSegmentOf(variable.id) === stored?.id);
    if (stored === undefined || answer === undefined) return variableDraft(body, reading.prefix);
    if (body.type !== undefined && readType(body.type, reading.prefix) !== stored.type) {
      return variableDraft({ ...body, key: body.key ?? stored.key }, reading.prefix);
    }
    const { key = stored.key, ...changes } = variableChanges(body, answer);
    return { ...changes, key, id: stored.id, type: stored.type };
  });
}

const unlessEmpty = <L extends readonly unknown[]>(list: L | undefined): L | undefined =>
  list?.length === 0 ? undefined : list;

/** Returns a task without empty lists, which clients with a generated model send. */
const withoutEmptyLists = (body: TaskBody): TaskBody => ({
  ...body,
  tasks: unlessEmpty(body.tasks?.map(withoutEmptyLists)),
  conditions: unlessEmpty(body.conditions),
  dependencies: unlessEmpty(body.dependencies),
});

/** Whether the tasks in the body of a phase may differ from the response, by a quick comparison. */
export const changesTasks = ({ tasks = [] }: PhaseBody, answer: PhaseResponse): boolean =>
  tasks.length > 0 && !equalsRendered({ tasks: tasks.map(withoutEmptyLists) }, answer);

/**
 * Whether the tasks, conditions or dependencies in the body of a group or gate may differ from the response, by a quick
 * comparison.
 */
export function changesChildren(body: TaskBody, answer: TaskResponse): boolean {
  const { tasks, conditions, dependencies } = withoutEmptyLists(body);
  return !equalsRendered({ tasks, conditions, dependencies }, answer);
}

/**
 * Returns the plan that the body of a phase requests. Tasks that the body contains are removed from other phases, which
 * otherwise stay unchanged.
 */
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

const requestedWithSubtasks = (tasks: readonly RequestedTask[] = []): readonly RequestedTask[] =>
  tasks.flatMap((task) => [task, ...requestedWithSubtasks(task.tasks)]);

/**
 * Returns the plan that the body of a task requests. The type and the lock of the task have separate requests, so the
 * body does not change them. Throws NotFound.
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
  const claimed = new Set(requestedWithSubtasks(requested.tasks).map(({ id }) => id));
  const embed = (tasks: readonly Task[]): readonly RequestedTask[] =>
    tasks.flatMap(({ id, tasks: children }): readonly RequestedTask[] => {
      if (id === taskId) return [requested];
      if (path.has(id)) return [{ id, tasks: embed(children) }];
      return claimed.has(id) ? [] : [{ id }];
    });
  return { phases: embedPhase(current, phase.id, [{ id: phase.id, tasks: embed(phase.tasks) }]) };
}
