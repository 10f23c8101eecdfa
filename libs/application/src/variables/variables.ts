import { releaseIdOf } from '@slipway/api-schema/plans';
import {
  showVariable,
  type VariableBody,
  type VariableResponse,
  variableChanges,
  variableDraft,
} from '@slipway/api-schema/variables';
import type { Command } from '@slipway/domain/decision';
import { bareKey, type VariableDraft } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { ReleaseView } from '@slipway/persistence/plans';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';
import type { PlanVariable } from './find.ts';

type PrefixContext = Pick<ReadContext, 'typePrefix'>;

export const renderVariable = (context: PrefixContext, { variable, view }: PlanVariable): VariableResponse =>
  showVariable(variable, releaseIdOf(view), contextWithoutReferences(context));

export const renderVariables = (context: PrefixContext, view: ReleaseView): readonly VariableResponse[] =>
  view.release.variables.map((variable) => renderVariable(context, { variable, view }));

/** What a body changes of a variable as it is. */
export const variablePatch = (context: PrefixContext, planVariable: PlanVariable, body: VariableBody) =>
  variableChanges(body, renderVariable(context, planVariable));

const dispatch = ({ engine }: ResourceContext, caller: Person, { release }: ReleaseView, command: Command) =>
  engine.dispatch(release.id, { kind: 'command', caller, command });

/** A sent variable without the fields that equal what was answered. Without a type it keeps the one that it has. */
function draftFor(answers: readonly VariableResponse[], body: VariableBody, prefix: string): VariableDraft {
  const ownKey = bareKey(body.key ?? '');
  const answer = answers.find(({ id, key }) => key === ownKey || id === body.id);
  const draft = variableDraft({ ...body, type: body.type ?? answer?.type }, prefix);
  if (!answer) return draft;
  const { id, key, type } = draft;
  return { ...variableChanges(body, answer), id, key, type };
}

/** Adds a variable. Throws Invalid, Conflict. */
export async function addVariable(
  context: ResourceContext,
  caller: Person,
  view: ReleaseView,
  body: VariableBody,
): Promise<VariableResponse> {
  const draft = variableDraft(body, context.typePrefix);
  const { release } = await dispatch(context, caller, view, { type: 'addVariable', variable: draft });
  const variable = release.variables.find(({ key }) => key === draft.key);
  if (!variable) throw new Error('a variable was added and is not there');
  return renderVariable(context, { variable, view });
}

/** Makes the variables what is given. Throws Invalid, Conflict. */
export async function replaceVariables(
  context: ResourceContext,
  caller: Person,
  view: ReleaseView,
  bodies: readonly VariableBody[],
): Promise<readonly VariableResponse[]> {
  const answers = renderVariables(context, view);
  const variables = bodies.map((body) => draftFor(answers, body, context.typePrefix));
  const { release } = await dispatch(context, caller, view, { type: 'replaceVariables', variables });
  return renderVariables(context, { ...view, release });
}

/** Changes what differs of a variable. Throws Invalid, Conflict, NotFound. */
export async function updateVariable(
  context: ResourceContext,
  caller: Person,
  planVariable: PlanVariable,
  body: VariableBody,
): Promise<VariableResponse> {
  const { variable, view } = planVariable;
  const command: Command = {
    type: 'updateVariable',
    variableId: variable.id,
    patch: variablePatch(context, planVariable, body),
  };
  const { release } = await dispatch(context, caller, view, command);
  const updated = release.variables.find(({ id }) => id === variable.id) ?? variable;
  return renderVariable(context, { variable: updated, view });
}

/** Deletes a variable. Throws Conflict, NotFound. */
export async function deleteVariable(
  context: ResourceContext,
  caller: Person,
  { variable, view }: PlanVariable,
): Promise<void> {
  await dispatch(context, caller, view, { type: 'deleteVariable', variableId: variable.id });
}
