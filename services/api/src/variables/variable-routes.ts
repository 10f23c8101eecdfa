import { list, listUpTo } from '@slipway/api-schema/format';
import { valuesAsTexts, valuesResponse, variableBody, variableResponse } from '@slipway/api-schema/variables';
import { getPlan, getTemplate } from '@slipway/application/plans';
import {
  addVariable,
  deleteVariable,
  getVariable,
  getVariableForUpdate,
  type PlanVariable,
  renderVariable,
  renderVariables,
  replaceVariables,
  updateVariable,
} from '@slipway/application/variables';
import { neededForCommand } from '@slipway/domain/commands';
import { idCandidates } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { isTemplate, maxVariables, NotFound } from '@slipway/domain/model';
import { neededToRead, neededToView } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { readVisibleVariables } from '@slipway/persistence/variables';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';

/** The differences between the variable routes of releases and templates: paths and permissions. */
export const ownerKinds = [
  {
    ownerName: 'Release',
    basePath: '/releases',
    listPath: '/releases/{releaseId}/variables',
    owner: 'releaseId',
    view: neededToRead.variable,
  },
  {
    ownerName: 'Template',
    basePath: '/templates',
    listPath: '/templates/{templateId}/variables',
    owner: 'templateId',
    view: neededToRead.templateVariable,
  },
] as const;
export type OwnerKind = (typeof ownerKinds)[number];

/** The access to variables that a request needs. */
export type Use = 'view' | 'edit';
const neededFor = { view: neededToView, edit: neededForCommand('updateVariable') } as const;

type OwnerPath = Readonly<Partial<Record<'releaseId' | 'templateId', string>>>;

/**
 * Returns the release or template in the path, without its phases. Paths of releases can also contain template ids
 * (compatibility.md, Answers). Throws NotFound, Forbidden.
 */
const findOwner = (deps: Deps, caller: Person, use: Use, { releaseId, templateId = '' }: OwnerPath) =>
  releaseId === undefined
    ? getTemplate(deps.database, caller, templateId, { needed: neededFor[use], phases: false })
    : getPlan(deps.database, caller, releaseId, { needed: neededFor[use], phases: false });

const variableNotFound = (rawId: string): NotFound => new NotFound(message('notFound.variable', { id: rawId }));

/** Rejects the variable of a release in a template path. Throws NotFound. */
function requireOwnerKind(planVariable: PlanVariable, { ownerName }: OwnerKind, rawId: string): PlanVariable {
  if (ownerName === 'Template' && !isTemplate(planVariable.view.release.status)) throw variableNotFound(rawId);
  return planVariable;
}

/** Returns the variable in the path. Template paths do not find variables of releases. Throws NotFound, Forbidden. */
export const findVariable = async (deps: Deps, ownerKind: OwnerKind, caller: Person, use: Use, rawId: string) =>
  requireOwnerKind(await getVariable(deps.database, caller, rawId, neededFor[use]), ownerKind, rawId);

const listRoutes = (ownerKind: OwnerKind): readonly Route[] => [
  route({
    method: 'GET',
    path: ownerKind.listPath,
    name: `get${ownerKind.ownerName}Variables`,
    summary: 'The variables',
    needs: { on: ownerKind.owner, anyOf: [ownerKind.view] },
    reply: list(variableResponse),
    answer: async (deps, { caller, path }) => renderVariables(deps, await findOwner(deps, caller, 'view', path)),
  }),
  route({
    method: 'POST',
    path: ownerKind.listPath,
    name: `create${ownerKind.ownerName}Variable`,
    summary: 'Adds a variable',
    needs: { command: 'addVariable', on: ownerKind.owner },
    body: jsonBody(variableBody),
    reply: variableResponse,
    answer: async (deps, { caller, path, body }) =>
      addVariable(deps, caller, await findOwner(deps, caller, 'edit', path), body),
  }),
  route({
    method: 'PUT',
    path: ownerKind.listPath,
    name: `update${ownerKind.ownerName}Variables`,
    summary: 'Makes the variables what is given: those that are not named go',
    needs: { command: 'replaceVariables', on: ownerKind.owner },
    body: jsonBody(listUpTo(maxVariables, variableBody)),
    reply: list(variableResponse),
    answer: async (deps, { caller, path, body }) =>
      replaceVariables(deps, caller, await findOwner(deps, caller, 'edit', path), body),
  }),
];

const itemRoutes = (ownerKind: OwnerKind): readonly Route[] => [
  route({
    method: 'GET',
    path: `${ownerKind.basePath}/{variableId}`,
    name: `get${ownerKind.ownerName}Variable`,
    summary: 'A variable',
    needs: { on: 'variableId', anyOf: [ownerKind.view] },
    reply: variableResponse,
    answer: async (deps, { caller, path }) =>
      renderVariable(deps, await findVariable(deps, ownerKind, caller, 'view', path.variableId)),
  }),
  route({
    method: 'PUT',
    path: `${ownerKind.basePath}/{variableId}`,
    name: `update${ownerKind.ownerName}Variable`,
    summary: 'Changes the fields of a variable that differ from what is stored',
    needs: { command: 'updateVariable', on: 'variableId' },
    body: jsonBody(variableBody),
    reply: variableResponse,
    answer: async (deps, { caller, path, body }) =>
      updateVariable(
        deps,
        caller,
        requireOwnerKind(
          await getVariableForUpdate(deps.database, caller, path.variableId),
          ownerKind,
          path.variableId,
        ),
        body,
      ),
  }),
  route({
    method: 'DELETE',
    path: `${ownerKind.basePath}/{variableId}`,
    name: `delete${ownerKind.ownerName}Variable`,
    summary: 'Deletes a variable',
    needs: { command: 'deleteVariable', on: 'variableId' },
    reply: null,
    answer: async (deps, { caller, path }) =>
      deleteVariable(deps, caller, await findVariable(deps, ownerKind, caller, 'edit', path.variableId)),
  }),
];

/** Two more paths for the update of a variable, which are the same for releases and templates. */
const updates: readonly Route[] = [
  route({
    method: 'PUT',
    path: '/variables/{variableId}',
    name: 'updateVariable',
    summary: 'Changes the fields of a variable of a release or template that differ from what is stored',
    needs: { command: 'updateVariable', on: 'variableId' },
    body: jsonBody(variableBody),
    reply: variableResponse,
    answer: async (deps, { caller, path, body }) =>
      updateVariable(deps, caller, await getVariableForUpdate(deps.database, caller, path.variableId), body),
  }),
  route({
    method: 'PUT',
    path: '/releases/{releaseId}/variables/{variableId}',
    name: 'updateVariableOfRelease',
    summary: 'Changes the fields of a variable that differ from what is stored',
    needs: { command: 'updateVariable', on: 'variableId' },
    body: jsonBody(variableBody),
    reply: variableResponse,
    answer: async (deps, { caller, path, body }) => {
      const planVariable = await getVariableForUpdate(deps.database, caller, path.variableId);
      if (!idCandidates('Release', path.releaseId).includes(planVariable.view.release.id))
        throw variableNotFound(path.variableId);
      return updateVariable(deps, caller, planVariable, body);
    },
  }),
];

/** Routes for variables of releases and templates (rest-operations.md, Variables). */
export const variables: readonly Route[] = [
  ...ownerKinds.flatMap((ownerKind) => [...listRoutes(ownerKind), ...itemRoutes(ownerKind)]),
  ...updates,
  route({
    method: 'GET',
    path: '/releases/{releaseId}/variableValues',
    name: 'getVariableValues',
    summary:
      'The values of the variables that it sees as texts, by ${key}, global and folder ones included, passwords left out',
    needs: { on: 'releaseId', anyOf: [neededToRead.variable] },
    reply: valuesResponse,
    answer: async (deps, { caller, path }) => {
      const { release } = await findOwner(deps, caller, 'view', path);
      const shared = await readVisibleVariables(deps.database, release.folderId);
      return valuesAsTexts([...release.variables, ...shared.values()]);
    },
  }),
];
