import { clip, mostVariables, NotFound, toRead } from '@slipway/domain';
import {
  list,
  listUpTo,
  releaseIdOf,
  showVariable,
  valuesAnswer,
  valuesAsTexts,
  variableAnswer,
  variableBody,
} from '@slipway/wire';
import type { Deps } from '../deps.ts';
import { type Route, route } from '../http/route.ts';
import { releaseView, templateView, variableView } from '../reads.ts';
import { showFor } from '../shown.ts';
import { addVariable, deleteVariable, replaceVariables, shownVariables, updateVariable } from '../variables.ts';

/** Releases and templates have the same calls for their variables, under different paths and permissions. */
export const families = [
  {
    what: 'Release',
    at: '/releases',
    many: '/releases/{releaseId}/variables',
    view: toRead.variable,
    edit: 'release#edit',
  },
  {
    what: 'Template',
    at: '/templates',
    many: '/templates/{templateId}/variables',
    view: toRead.templateVariable,
    edit: 'template#edit',
  },
] as const;
export type Family = (typeof families)[number];

/** The release or template, whichever the path speaks of, without its phases. */
const owner = (deps: Deps, family: Family, path: Readonly<Partial<Record<'releaseId' | 'templateId', string>>>) =>
  family.what === 'Release'
    ? releaseView(deps, path.releaseId ?? '', false)
    : templateView(deps, path.templateId ?? '', false);

/** A variable of what the path speaks of: a template's is not found among releases. Throws NotFound. */
export async function variableOf(deps: Deps, { what }: Family, written: string) {
  const known = await variableView(deps, written);
  const isTemplate = known.view.release.status === 'TEMPLATE';
  if (isTemplate !== (what === 'Template')) throw new NotFound(`there is no variable '${clip(written)}'`);
  return known;
}

const together = (family: Family): readonly Route[] => [
  route({
    method: 'GET',
    path: family.many,
    name: `get${family.what}Variables`,
    summary: 'The variables',
    permission: family.view,
    reply: list(variableAnswer),
    answer: async (deps, { path }) => shownVariables(deps, await owner(deps, family, path)),
  }),
  route({
    method: 'POST',
    path: family.many,
    name: `create${family.what}Variable`,
    summary: 'Adds a variable',
    permission: family.edit,
    body: variableBody,
    reply: variableAnswer,
    answer: async (deps, { caller, path, body }) => addVariable(deps, caller, await owner(deps, family, path), body),
  }),
  route({
    method: 'PUT',
    path: family.many,
    name: `update${family.what}Variables`,
    summary: 'Makes the variables what is given: those that are not named go',
    permission: family.edit,
    body: listUpTo(mostVariables, variableBody),
    reply: list(variableAnswer),
    answer: async (deps, { caller, path, body }) =>
      replaceVariables(deps, caller, await owner(deps, family, path), body),
  }),
];

const single = (family: Family): readonly Route[] => [
  route({
    method: 'GET',
    path: `${family.at}/{variableId}`,
    name: `get${family.what}Variable`,
    summary: 'A variable',
    permission: family.view,
    reply: variableAnswer,
    answer: async (deps, { path }) => {
      const { variable, view } = await variableOf(deps, family, path.variableId);
      return showVariable(variable, releaseIdOf(view), await showFor(deps, []));
    },
  }),
  route({
    method: 'PUT',
    path: `${family.at}/{variableId}`,
    name: `update${family.what}Variable`,
    summary: 'Changes the fields of a variable that differ from what is stored',
    permission: family.edit,
    body: variableBody,
    reply: variableAnswer,
    answer: async (deps, { caller, path, body }) =>
      updateVariable(deps, caller, await variableOf(deps, family, path.variableId), body),
  }),
  route({
    method: 'DELETE',
    path: `${family.at}/{variableId}`,
    name: `delete${family.what}Variable`,
    summary: 'Deletes a variable',
    permission: family.edit,
    reply: null,
    answer: async (deps, { caller, path }) =>
      deleteVariable(deps, caller, await variableOf(deps, family, path.variableId)),
  }),
];

/** Variables of releases and templates (operations.md, Variables). */
export const variables: readonly Route[] = [
  ...families.flatMap((family) => [...together(family), ...single(family)]),
  route({
    method: 'GET',
    path: '/releases/{releaseId}/variableValues',
    name: 'getVariableValues',
    summary: 'The values of the variables as texts, by ${key}',
    permission: 'release#view',
    reply: valuesAnswer,
    answer: async (deps, { path }) => {
      const { release } = await releaseView(deps, path.releaseId, false);
      return valuesAsTexts(release.variables);
    },
  }),
];
