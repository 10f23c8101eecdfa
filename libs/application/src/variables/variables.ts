import { releaseIdOf } from '@slipway/api-schema/plans';
import {
  showVariable,
  type VariableBody,
  type VariableResponse,
  variableChanges,
  variableDraft,
} from '@slipway/api-schema/variables';
import { type Command, neededForCommand } from '@slipway/domain/commands';
import { idCandidates } from '@slipway/domain/ids';
import { bareKey, notFound, type Variable, type VariableDraft } from '@slipway/domain/model';
import { inputTaskFor, isGranted, type PermissionRequirement } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { locate, type ReleaseView, readRelease } from '@slipway/persistence/plans';
import { findSharedVariable, type SharedVariableView } from '@slipway/persistence/variables';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { contextWithoutReferences } from '../model/render-context.ts';
import { accessSubject, permissionScope, requirePermission } from '../model/require-permission.ts';
import { getPartLocation } from '../plans/find.ts';

/** A variable of a live release or template. `view` is the release or template without its phases. */
export interface PlanVariable {
  readonly variable: Variable;
  readonly view: ReleaseView;
}

/** Returns the variable of a live release or template with an id. Throws NotFound, Forbidden. */
export async function getVariable(
  database: Database,
  person: Person,
  rawId: string,
  needed?: PermissionRequirement,
): Promise<PlanVariable> {
  const match = await getPartLocation(database, person, 'Variable', rawId, needed);
  const view = await readRelease(database, match.releaseId, { phases: false });
  const variable = view?.release.variables.find(({ id }) => id === match.id);
  if (!view || !variable) throw notFound('variable', rawId);
  return { variable, view };
}

/**
 * Returns the variable with an id, for an update. A user who can complete a running task that lists the variable needs
 * no permission on the release. The domain checks the changed members. Throws NotFound, Forbidden.
 */
export async function getVariableForUpdate(database: Database, person: Person, rawId: string): Promise<PlanVariable> {
  const located = await locate(database, 'Variable', idCandidates('Variable', rawId), rawId.split('/').slice(0, -1));
  if (located === null) throw notFound('variable', rawId);
  const { access: attributes, releaseId, id } = located;
  const needed = neededForCommand('updateVariable');
  const caller = await person.callerAt(permissionScope(attributes));
  const phases = !isGranted(needed, caller, accessSubject(attributes));
  const view = await readRelease(database, releaseId, { phases, comments: false });
  const variable = view?.release.variables.find((candidate) => candidate.id === id);
  if (!view || !variable) throw notFound('variable', rawId);
  const isTaskInput = phases && inputTaskFor(view.release, id, caller) !== undefined;
  if (phases && !isTaskInput) await requirePermission(person, attributes, { label: 'variable', rawId, needed });
  return { variable, view };
}

/** Returns the global or folder variable with an id. Throws NotFound, also for a variable of another owner. */
export async function getSharedVariable(
  database: Database,
  rawId: string,
  owner?: { readonly folderId: string | null },
): Promise<SharedVariableView> {
  const match = await findSharedVariable(database, idCandidates('Variable', rawId));
  if (match === null || (owner !== undefined && match.folderId !== owner.folderId)) throw notFound('variable', rawId);
  return match;
}

type PrefixContext = Pick<ReadContext, 'typePrefix'>;

export const renderVariable = (context: PrefixContext, { variable, view }: PlanVariable): VariableResponse =>
  showVariable(variable, releaseIdOf(view), contextWithoutReferences(context));

export const renderVariables = (context: PrefixContext, view: ReleaseView): readonly VariableResponse[] =>
  view.release.variables.map((variable) => renderVariable(context, { variable, view }));

const dispatch = ({ engine }: ResourceContext, caller: Person, { release }: ReleaseView, command: Command) =>
  engine.dispatch(release.id, { kind: 'command', caller, command });

/**
 * Returns the draft of a variable from a request, without the fields that equal the response. A missing type keeps the
 * current type.
 */
function draftFor(answers: readonly VariableResponse[], body: VariableBody, prefix: string): VariableDraft {
  const ownKey = bareKey(body.key ?? '');
  const answer = answers.find(({ id, key }) => key === ownKey || id === body.id);
  const draft = variableDraft({ ...body, type: body.type ?? answer?.type }, prefix);
  if (!answer) return draft;
  const { id, key, type } = draft;
  return { ...variableChanges(body, answer), id, key, type };
}

/** Returns the command that adds a variable. Throws Invalid. */
export const variableAddition = ({ typePrefix }: PrefixContext, body: VariableBody) =>
  ({ type: 'addVariable', variable: variableDraft(body, typePrefix) }) as const;

/** Returns the command that changes the differing members of a variable. */
export const variableUpdate = (context: PrefixContext, planVariable: PlanVariable, body: VariableBody): Command => ({
  type: 'updateVariable',
  variableId: planVariable.variable.id,
  patch: variableChanges(body, renderVariable(context, planVariable)),
});

/** Adds a variable. Throws Invalid, Conflict. */
export async function addVariable(
  context: ResourceContext,
  caller: Person,
  view: ReleaseView,
  body: VariableBody,
): Promise<VariableResponse> {
  const command = variableAddition(context, body);
  const { release } = await dispatch(context, caller, view, command);
  const variable = release.variables.find(({ key }) => key === command.variable.key);
  if (!variable) throw new Error('a variable was added and is not there');
  return renderVariable(context, { variable, view });
}

/** Replaces all variables of a release or template. Throws Invalid, Conflict. */
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

/** Changes the members of a variable that differ from the body. Throws Invalid, Conflict, NotFound. */
export async function updateVariable(
  context: ResourceContext,
  caller: Person,
  planVariable: PlanVariable,
  body: VariableBody,
): Promise<VariableResponse> {
  const { variable, view } = planVariable;
  const { release } = await dispatch(context, caller, view, variableUpdate(context, planVariable, body));
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
