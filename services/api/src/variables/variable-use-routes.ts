import { Invalid, isUsed, offeredValues, type Replacement } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { visibleVariables } from '@slipway/persistence';
import { storedPlan } from '@slipway/resources';
import { list, optional, variableValue } from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { type Route, route } from '../http/route.ts';
import { type Family, families, variableOf } from './variable-routes.ts';

const replacementBody = z
  .object({
    variable: optional(z.string()).describe('key of the variable that takes its place'),
    value: variableValue.optional().describe('or what takes its place'),
  })
  .meta({ id: 'VariableOrValue' });

function replacementIn({ variable, value }: z.output<typeof replacementBody>): Replacement {
  if (variable) return { kind: 'variable', variable };
  if (value === undefined) throw new Invalid('expected a variable or a value');
  return { kind: 'value', value };
}

async function replace(deps: Deps, caller: Person, known: Awaited<ReturnType<typeof variableOf>>, by: Replacement) {
  const command = { type: 'replaceVariable', variableId: known.variable.id, by } as const;
  await deps.engine.dispatch(known.view.release.id, { kind: 'command', caller, command });
}

const uses = (family: Family): readonly Route[] => [
  route({
    method: 'GET',
    path: `${family.at}/{variableId}/possibleValues`,
    name: `get${family.what}VariablePossibleValues`,
    summary: 'The values that a list box offers',
    needs: { on: 'variableId', anyOf: [family.view] },
    reply: list(z.string()),
    answer: async (deps, { caller, path }) => {
      const { variable, view } = await variableOf(deps, family, caller, 'view', path.variableId);
      const shared = await visibleVariables(deps.database, view.release.folderId);
      return offeredValues(variable, [...view.release.variables, ...shared.values()]) ?? [];
    },
  }),
  route({
    method: 'GET',
    path: `${family.at}/{variableId}/used`,
    name: `is${family.what}VariableUsed`,
    summary: 'Whether a task or another variable needs the variable',
    needs: { on: 'variableId', anyOf: [family.view] },
    reply: z.boolean(),
    answer: async (deps, { caller, path }) => {
      const { variable, view } = await variableOf(deps, family, caller, 'view', path.variableId);
      return isUsed((await storedPlan(deps.database, view.release.id)).release, variable);
    },
  }),
  route({
    method: 'POST',
    path: `${family.at}/{variableId}/replace`,
    name: `replace${family.what}Variable`,
    summary: 'Puts another variable or a value wherever the variable is used; the variable itself stays',
    needs: { command: 'replaceVariable', on: 'variableId' },
    body: replacementBody,
    reply: null,
    answer: async (deps, { caller, path, body }) =>
      replace(deps, caller, await variableOf(deps, family, caller, 'edit', path.variableId), replacementIn(body)),
  }),
];

/** Where variables of releases and templates are used, and what they may hold (rest-operations.md, Variables). */
export const variableUses: readonly Route[] = families.flatMap(uses);
