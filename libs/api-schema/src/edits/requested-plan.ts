import type { RequestedPhase, RequestedPlan, StoredPassives } from '@slipway/domain/edits';
import { bareKey, type Release, tasksOf, type Variable, type VariableDraft } from '@slipway/domain/model';
import { changesIn } from '../format/changes.ts';
import { prefixOf, readType } from '../format/type-name.ts';
import { withDistinctIds } from '../plans/distinct-ids.ts';
import { type PhaseBody, type PhaseResponse, phasePatch, renderedPhasePatch } from '../plans/phase.ts';
import type { ReleaseBody } from '../plans/release-request.ts';
import type { ReleaseResponse } from '../plans/release-response.ts';
import type { TaskBody } from '../plans/task-body.ts';
import type { ParseOptions } from '../plans/task-request.ts';
import type { TaskResponse } from '../plans/task-response.ts';
import type { VariableResponse } from '../variables/variable.ts';
import { chosenId, type VariableBody, variableChanges, variableDraft } from '../variables/variable-request.ts';
import { equalsRendered } from './compare-rendered.ts';
import { type RenderedTasks, requestedTask } from './requested-task.ts';

/** A plan as it was read, and what was answered of it. */
export interface RenderedPlan {
  readonly release: Release;
  readonly stored: StoredPassives;
  readonly answer: ReleaseResponse;
}

/**
 * The phases and variables in a request for a rendered plan, if they differ. An empty list of phases is ignored: lists
 * of releases contain it as a short form.
 */
function partsChanged({ phases = [], variables }: ReleaseBody, answer: ReleaseResponse) {
  return {
    ...(phases.length > 0 && !equalsRendered({ phases }, answer) && { phases }),
    ...(variables && !equalsRendered({ variables }, answer) && { variables }),
  };
}

/** Whether a body wants phases, tasks or variables to be other than they were answered, as far as one sees at a glance. */
export const changesParts = (body: ReleaseBody, answer: ReleaseResponse): boolean =>
  Object.keys(partsChanged(body, answer)).length > 0;

/** The phases, tasks and variables in a request for a rendered plan; unchanged ones are absent. */
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

/** The rendered tasks, by the last segments of ids. */
export const renderedTasks = ({ release, stored, answer }: RenderedPlan): RenderedTasks => ({
  stored,
  tasks: new Map([...tasksOf(release)].map((task) => [task.id, task])),
  answers: new Map(
    answer.phases.flatMap(({ tasks }) => withSubtasks(tasks)).map((task) => [lastSegmentOf(task.id), task] as const),
  ),
});

/** The phases that a body wants; of several with one id the first is meant. */
export function requestedPhases(
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

/** The fields that differ from those of the phase that was answered; all of a new one. */
const phaseChanges = (body: PhaseBody, answer: PhaseResponse | undefined) =>
  answer === undefined ? phasePatch(body) : changesIn(phasePatch(body), renderedPhasePatch(answer));

/** The variables in a request: the differences of existing ones, and all members of new ones. */
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
