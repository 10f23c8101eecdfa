import { list, optional } from '@slipway/api-schema/format';
import { variableValue } from '@slipway/api-schema/variables';
import { reloadPlan } from '@slipway/application/plans';
import type { Replacement } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { isUsed, offeredValues } from '@slipway/domain/variables';
import type { Person } from '@slipway/engine';
import { readVisibleVariables } from '@slipway/persistence/variables';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { jsonBody, type Route, route } from '../http/route.ts';
import { findVariable, type OwnerKind, ownerKinds } from './variable-routes.ts';

const replacementBody = z
  .object({
    variable: optional(z.string()).describe('key of the variable that takes its place'),
    value: variableValue.optional().describe('or what takes its place'),
  })
  .meta({ id: 'VariableOrValue' });

function replacementIn({ variable, value }: z.output<typeof replacementBody>): Replacement {
  if (variable) return { kind: 'variable', variable };
  if (value === undefined) throw new Invalid(message('variable.orValueExpected'));
  return { kind: 'value', value };
}

async function replace(
  deps: Deps,
  caller: Person,
  planVariable: Awaited<ReturnType<typeof findVariable>>,
  replacement: Replacement,
) {
  const command = { type: 'replaceVariable', variableId: planVariable.variable.id, by: replacement } as const;
  await deps.engine.dispatch(planVariable.view.release.id, { kind: 'command', caller, command });
}

const useRoutes = (ownerKind: OwnerKind): readonly Route[] => [
  route({
    method: 'GET',
    path: `${ownerKind.basePath}/{variableId}/possibleValues`,
    name: `get${ownerKind.ownerName}VariablePossibleValues`,
    summary: 'The values that a list box offers',
    needs: { on: 'variableId', anyOf: [ownerKind.view] },
    reply: list(z.string()),
    answer: async (deps, { caller, path }) => {
      const { variable, view } = await findVariable(deps, ownerKind, caller, 'view', path.variableId);
      const shared = await readVisibleVariables(deps.database, view.release.folderId);
      return offeredValues(variable, [...view.release.variables, ...shared.values()]) ?? [];
    },
  }),
  route({
    method: 'GET',
    path: `${ownerKind.basePath}/{variableId}/used`,
    name: `is${ownerKind.ownerName}VariableUsed`,
    summary: 'Whether a task or another variable needs the variable',
    needs: { on: 'variableId', anyOf: [ownerKind.view] },
    reply: z.boolean(),
    answer: async (deps, { caller, path }) => {
      const { variable, view } = await findVariable(deps, ownerKind, caller, 'view', path.variableId);
      return isUsed((await reloadPlan(deps.database, view.release.id)).release, variable);
    },
  }),
  route({
    method: 'POST',
    path: `${ownerKind.basePath}/{variableId}/replace`,
    name: `replace${ownerKind.ownerName}Variable`,
    summary: 'Puts another variable or a value wherever the variable is used; the variable itself stays',
    needs: { command: 'replaceVariable', on: 'variableId' },
    body: jsonBody(replacementBody),
    reply: null,
    answer: async (deps, { caller, path, body }) =>
      replace(deps, caller, await findVariable(deps, ownerKind, caller, 'edit', path.variableId), replacementIn(body)),
  }),
];

/**
 * Routes for the uses and the possible values of variables in releases and templates (rest-operations.md, Variables).
 */
export const variableUses: readonly Route[] = ownerKinds.flatMap(useRoutes);
