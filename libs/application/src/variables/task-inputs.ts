import { releaseOf } from '@slipway/api-schema/plans';
import {
  showVariable,
  type TaskVariableResponse,
  type VariableBody,
  variableChanges,
} from '@slipway/api-schema/variables';
import { neededForCommand } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import { Invalid, type Variable } from '@slipway/domain/model';
import { isEmpty, offeredValues } from '@slipway/domain/variables';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import type { TaskView } from '@slipway/persistence/plans';
import { readVisibleVariables } from '@slipway/persistence/variables';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';
import { getTask, reloadTask } from '../plans/find.ts';

/** Returns the variables of a user input task, in its order. */
function inputsOf({ task, variables }: TaskView): readonly Variable[] {
  return task.definition.inputs.flatMap((id) => variables.find((candidate) => candidate.id === id) ?? []);
}

/** Returns the list box values of each variable, or null for a variable without a list box or with an unknown list. */
async function offeredValuesFor(
  database: Database,
  { folderPath, variables }: TaskView,
  inputs: readonly Variable[],
): Promise<readonly (readonly string[] | null)[]> {
  const needsSharedVariables = (variable: Variable) =>
    !isEmpty(variable.valueProvider) && offeredValues(variable, variables) === null;
  const shared = inputs.some(needsSharedVariables)
    ? [...(await readVisibleVariables(database, folderPath.at(-1) ?? '')).values()]
    : [];
  return inputs.map((variable) =>
    variable.type === 'PasswordStringVariable' ? null : offeredValues(variable, [...variables, ...shared]),
  );
}

/** Renders the variables of a user input task with the values that their list boxes offer. */
export async function renderInputs(
  context: Pick<ReadContext, 'typePrefix' | 'database'>,
  view: TaskView,
): Promise<readonly TaskVariableResponse[]> {
  const show = contextWithoutReferences(context);
  const inputs = inputsOf(view);
  const offers = await offeredValuesFor(context.database, view, inputs);
  return inputs.map((variable, index) => ({
    ...showVariable(variable, releaseOf(view), show),
    possibleValues: offers[index] ?? undefined,
  }));
}

/**
 * Updates variables that a user input task lists: all of them, or none. Throws Invalid for others, Conflict,
 * NotFound.
 */
export async function updateInputs(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  bodies: readonly VariableBody[],
): Promise<readonly TaskVariableResponse[]> {
  const { database, engine } = context;
  const view = await getTask(database, caller, rawId, neededForCommand('startTask'));
  const show = contextWithoutReferences(context);
  const renderedInputs = inputsOf(view).map((variable) => showVariable(variable, releaseOf(view), show));
  const changes = bodies.map((body) => {
    const answer = renderedInputs.find(({ id, key }) => id === body.id || key === body.key);
    if (!answer) throw new Invalid(message('variable.notAsked', { key: body.key ?? body.id ?? '' }));
    return { answer, patch: variableChanges(body, answer) };
  });
  const edits = changes.map(({ answer, patch }) => ({
    type: 'updateVariable' as const,
    variableId: answer.id.slice(answer.id.lastIndexOf('/') + 1),
    patch,
  }));
  if (edits.length > 0) {
    const command = { type: 'changePlan', edits } as const;
    await engine.dispatch(view.releaseId, { kind: 'command', caller, command });
  }
  return await renderInputs(context, await reloadTask(database, view.task.id));
}
