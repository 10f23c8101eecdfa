import {
  clip,
  idCandidates,
  isTemplate,
  mostVariables,
  NotFound,
  neededForCommand,
  neededToRead,
  viewing,
} from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { visibleVariables } from '@slipway/persistence';
import {
  addVariable,
  deleteVariable,
  type PlanVariable,
  planNamed,
  renderVariable,
  renderVariables,
  replaceVariables,
  templateNamed,
  updateVariable,
  variableNamed,
  variableToUpdate,
} from '@slipway/resources';
import { list, listUpTo, valuesAnswer, valuesAsTexts, variableAnswer, variableBody } from '@slipway/wire';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';

/** Releases and templates have the same calls for their variables, under different paths and permissions. */
export const families = [
  {
    what: 'Release',
    at: '/releases',
    many: '/releases/{releaseId}/variables',
    owner: 'releaseId',
    view: neededToRead.variable,
  },
  {
    what: 'Template',
    at: '/templates',
    many: '/templates/{templateId}/variables',
    owner: 'templateId',
    view: neededToRead.templateVariable,
  },
] as const;
export type Family = (typeof families)[number];

/** What a caller does with variables. */
export type Use = 'view' | 'edit';
const neededFor = { view: viewing, edit: neededForCommand.updateVariable } as const;

type OwnerPath = Readonly<Partial<Record<'releaseId' | 'templateId', string>>>;

/**
 * The release or template that a path names, without its phases. Paths of releases may name templates, too
 * (compatibility.md, Answers). Throws NotFound, Forbidden.
 */
const owner = (deps: Deps, caller: Person, use: Use, { releaseId, templateId = '' }: OwnerPath) =>
  releaseId === undefined
    ? templateNamed(deps.database, caller, templateId, { needed: neededFor[use], phases: false })
    : planNamed(deps.database, caller, releaseId, { needed: neededFor[use], phases: false });

const noVariable = (written: string): NotFound => new NotFound(`there is no variable '${clip(written)}'`);

/** The variable, unless a path of templates names one of a release. Throws NotFound. */
function ofFamily(known: PlanVariable, { what }: Family, written: string): PlanVariable {
  if (what === 'Template' && !isTemplate(known.view.release.status)) throw noVariable(written);
  return known;
}

/** The variable that a path names; one of a release is not found among templates. Throws NotFound, Forbidden. */
export const variableOf = async (deps: Deps, family: Family, caller: Person, use: Use, written: string) =>
  ofFamily(await variableNamed(deps.database, caller, written, neededFor[use]), family, written);

const listRoutes = (family: Family): readonly Route[] => [
  route({
    method: 'GET',
    path: family.many,
    name: `get${family.what}Variables`,
    summary: 'The variables',
    needs: { on: family.owner, anyOf: [family.view] },
    reply: list(variableAnswer),
    answer: async (deps, { caller, path }) => renderVariables(deps, await owner(deps, caller, 'view', path)),
  }),
  route({
    method: 'POST',
    path: family.many,
    name: `create${family.what}Variable`,
    summary: 'Adds a variable',
    needs: { command: 'addVariable', on: family.owner },
    body: variableBody,
    reply: variableAnswer,
    answer: async (deps, { caller, path, body }) =>
      addVariable(deps, caller, await owner(deps, caller, 'edit', path), body),
  }),
  route({
    method: 'PUT',
    path: family.many,
    name: `update${family.what}Variables`,
    summary: 'Makes the variables what is given: those that are not named go',
    needs: { command: 'replaceVariables', on: family.owner },
    body: listUpTo(mostVariables, variableBody),
    reply: list(variableAnswer),
    answer: async (deps, { caller, path, body }) =>
      replaceVariables(deps, caller, await owner(deps, caller, 'edit', path), body),
  }),
];

const itemRoutes = (family: Family): readonly Route[] => [
  route({
    method: 'GET',
    path: `${family.at}/{variableId}`,
    name: `get${family.what}Variable`,
    summary: 'A variable',
    needs: { on: 'variableId', anyOf: [family.view] },
    reply: variableAnswer,
    answer: async (deps, { caller, path }) =>
      renderVariable(deps, await variableOf(deps, family, caller, 'view', path.variableId)),
  }),
  route({
    method: 'PUT',
    path: `${family.at}/{variableId}`,
    name: `update${family.what}Variable`,
    summary: 'Changes the fields of a variable that differ from what is stored',
    needs: { command: 'updateVariable', on: 'variableId' },
    body: variableBody,
    reply: variableAnswer,
    answer: async (deps, { caller, path, body }) =>
      updateVariable(
        deps,
        caller,
        ofFamily(await variableToUpdate(deps.database, caller, path.variableId), family, path.variableId),
        body,
      ),
  }),
  route({
    method: 'DELETE',
    path: `${family.at}/{variableId}`,
    name: `delete${family.what}Variable`,
    summary: 'Deletes a variable',
    needs: { command: 'deleteVariable', on: 'variableId' },
    reply: null,
    answer: async (deps, { caller, path }) =>
      deleteVariable(deps, caller, await variableOf(deps, family, caller, 'edit', path.variableId)),
  }),
];

/** The update of a variable by two more paths, neither of which differs between releases and templates. */
const updates: readonly Route[] = [
  route({
    method: 'PUT',
    path: '/variables/{variableId}',
    name: 'updateVariable',
    summary: 'Changes the fields of a variable of a release or template that differ from what is stored',
    needs: { command: 'updateVariable', on: 'variableId' },
    body: variableBody,
    reply: variableAnswer,
    answer: async (deps, { caller, path, body }) =>
      updateVariable(deps, caller, await variableToUpdate(deps.database, caller, path.variableId), body),
  }),
  route({
    method: 'PUT',
    path: '/releases/{releaseId}/variables/{variableId}',
    name: 'updateVariableOfRelease',
    summary: 'Changes the fields of a variable that differ from what is stored',
    needs: { command: 'updateVariable', on: 'variableId' },
    body: variableBody,
    reply: variableAnswer,
    answer: async (deps, { caller, path, body }) => {
      const known = await variableToUpdate(deps.database, caller, path.variableId);
      if (!idCandidates('Release', path.releaseId).includes(known.view.release.id)) throw noVariable(path.variableId);
      return updateVariable(deps, caller, known, body);
    },
  }),
];

/** Variables of releases and templates (rest-operations.md, Variables). */
export const variables: readonly Route[] = [
  ...families.flatMap((family) => [...listRoutes(family), ...itemRoutes(family)]),
  ...updates,
  route({
    method: 'GET',
    path: '/releases/{releaseId}/variableValues',
    name: 'getVariableValues',
    summary:
      'The values of the variables that it sees as texts, by ${key}, global and folder ones included, passwords left out',
    needs: { on: 'releaseId', anyOf: [neededToRead.variable] },
    reply: valuesAnswer,
    answer: async (deps, { caller, path }) => {
      const { release } = await owner(deps, caller, 'view', path);
      const shared = await visibleVariables(deps.database, release.folderId);
      return valuesAsTexts([...release.variables, ...shared.values()]);
    },
  }),
];
