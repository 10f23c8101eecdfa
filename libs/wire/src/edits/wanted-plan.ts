import {
  bareKey,
  type Release,
  type StoredPassives,
  tasksOf,
  type Variable,
  type VariableDraft,
  type WantedPhase,
  type WantedPlan,
} from '@slipway/domain';
import { changesIn } from '../format/changes.ts';
import { prefixOf, readType } from '../format/type-name.ts';
import { withDistinctIds } from '../plans/distinct-ids.ts';
import { answeredPhasePatch, type PhaseAnswer, type PhaseBody, phasePatch } from '../plans/phase.ts';
import type { ReleaseAnswer } from '../plans/release-answer.ts';
import type { ReleaseBody } from '../plans/release-request.ts';
import type { TaskAnswer } from '../plans/task-answer.ts';
import type { TaskBody } from '../plans/task-body.ts';
import type { Reading } from '../plans/task-request.ts';
import type { VariableAnswer } from '../variables/variable.ts';
import { chosenId, type VariableBody, variableChanges, variableDraft } from '../variables/variable-request.ts';
import { echoes } from './echo.ts';
import { type AnsweredTasks, wantedTask } from './wanted-task.ts';

/** A plan as it was read, and what was answered of it. */
export interface AnsweredPlan {
  readonly release: Release;
  readonly stored: StoredPassives;
  readonly answer: ReleaseAnswer;
}

/**
 * The phases and variables in a request for a rendered plan, if they differ. An empty list of phases is ignored: lists
 * of releases contain it as a short form.
 */
function partsChanged({ phases = [], variables }: ReleaseBody, answer: ReleaseAnswer) {
  return {
    ...(phases.length > 0 && !echoes({ phases }, answer) && { phases }),
    ...(variables && !echoes({ variables }, answer) && { variables }),
  };
}

/** Whether a body wants phases, tasks or variables to be other than they were answered, as far as one sees at a glance. */
export const wantsOtherParts = (body: ReleaseBody, answer: ReleaseAnswer): boolean =>
  Object.keys(partsChanged(body, answer)).length > 0;

/** The phases, tasks and variables in a request for a rendered plan; unchanged ones are absent. */
export function wantedParts(
  body: ReleaseBody,
  there: AnsweredPlan,
  reading: Reading,
): Pick<WantedPlan, 'phases' | 'variables'> {
  const { answer, release } = there;
  const own = { ...reading, prefix: prefixOf(body.type, reading.prefix) };
  const { phases, variables } = partsChanged(body, answer);
  return {
    ...(phases && { phases: wantedPhases(phases, there, own) }),
    ...(variables && { variables: wantedVariables(variables, release.variables, answer.variables, own) }),
  };
}

const withinAnswers = (tasks: readonly TaskAnswer[]): readonly TaskAnswer[] =>
  tasks.flatMap((task) => [task, ...withinAnswers(task.tasks ?? [])]);

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The rendered tasks, by the last segments of ids. */
export const answeredTasks = ({ release, stored, answer }: AnsweredPlan): AnsweredTasks => ({
  stored,
  tasks: new Map([...tasksOf(release)].map((task) => [task.id, task])),
  answers: new Map(
    answer.phases.flatMap(({ tasks }) => withinAnswers(tasks)).map((task) => [lastOf(task.id), task] as const),
  ),
});

/** The phases that a body wants; of several with one id the first is meant. */
export function wantedPhases(
  bodies: readonly PhaseBody[],
  there: AnsweredPlan,
  reading: Reading,
): readonly WantedPhase[] {
  const tasks = answeredTasks(there);
  const lists = withDistinctIds(bodies.map((body) => body.tasks ?? []));
  const answers = new Map(there.answer.phases.map((phase) => [lastOf(phase.id), phase]));
  const seen = new Set<string>();
  return bodies.map((body, index): WantedPhase => {
    const chosen = chosenId('Phase', body.id) ?? '';
    const id = seen.has(chosen) ? '' : chosen;
    seen.add(id);
    const inside = body.tasks && { tasks: wantedTasks(lists[index] ?? [], tasks, reading) };
    return { ...phaseChanges(body, answers.get(id)), id, ...inside };
  });
}

const wantedTasks = (bodies: readonly TaskBody[], there: AnsweredTasks, reading: Reading) =>
  bodies.map((body) => wantedTask(body, there, reading));

/** The fields that differ from those of the phase that was answered; all of a new one. */
const phaseChanges = (body: PhaseBody, answer: PhaseAnswer | undefined) =>
  answer === undefined ? phasePatch(body) : changesIn(phasePatch(body), answeredPhasePatch(answer));

/** The variables in a request: the differences of existing ones, and all members of new ones. */
function wantedVariables(
  bodies: readonly VariableBody[],
  variables: readonly Variable[],
  answers: readonly VariableAnswer[],
  reading: Reading,
): readonly VariableDraft[] {
  return bodies.map((body) => {
    const id = chosenId('Variable', body.id);
    const known =
      variables.find((each) => each.id === id) ?? variables.find(({ key }) => key === bareKey(body.key ?? ''));
    const answer = answers.find((each) => lastOf(each.id) === known?.id);
    if (known === undefined || answer === undefined) return variableDraft(body, reading.prefix);
    if (body.type !== undefined && readType(body.type, reading.prefix) !== known.type) {
      return variableDraft({ ...body, key: body.key ?? known.key }, reading.prefix);
    }
    const { key = known.key, ...changes } = variableChanges(body, answer);
    return { ...changes, key, id: known.id, type: known.type };
  });
}
