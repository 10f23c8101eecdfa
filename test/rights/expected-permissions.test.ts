import { commands } from '@slipway/domain/commands';
import { expect, test } from 'vitest';
import { expectedCommands } from './expected-commands.ts';
import { expectedRoutes } from './expected-permissions.ts';
import { matrixRows, nameOf } from './matrix-rows.ts';
import { type PermissionRule, ruleOf } from './permission-rule.ts';

/** Formats a rule like the table of expected permissions. */
function formatRule({ anyOf, also = [], participant, owner, sees, anywhere }: PermissionRule): string {
  const permissions = [anyOf.join(' | '), ...also].join(' + ');
  const relations = [...(participant ? ['participant'] : []), ...(owner ? ['owner'] : [])];
  const rights = [permissions, ...relations].join(', ');
  return `${rights}${anywhere ? ', anywhere' : ''}${sees === null || sees === anyOf[0] ? '' : ` (sees: ${sees})`}`;
}

/** Returns the permissions that a route declares, or the declaration that it needs none. */
function declaredNeed({ route, request }: (typeof matrixRows)[number]): string {
  const { needs } = route;
  if (request.isPublic) return 'anyone';
  if (request.rule !== undefined) {
    const none: PermissionRule = { anyOf: [], sees: null, kind: null, participant: false, owner: false };
    return formatRule({ ...none, ...ruleOf(route), ...request.rule });
  }
  const rule = ruleOf(route);
  if (rule !== null) return formatRule(rule);
  return typeof needs === 'object' && 'lists' in needs ? `lists ${needs.lists}` : 'anyone';
}

/**
 * The matrix takes what it expects from the declarations of the routes, so it finds a check that differs from its
 * declaration. This table finds a declaration that differs from the contract.
 */
test('each route declares the permission of the contract', () => {
  const declared = matrixRows
    .filter(({ malformed }) => !malformed)
    .map((row) => [[nameOf(row.route), row.request.as].filter(Boolean).join(': '), declaredNeed(row)]);
  expect(Object.fromEntries(declared)).toEqual(expectedRoutes);
});

test('each command needs the permission of the contract', () => {
  const declared = Object.entries(commands).map(([type, { permission }]) => {
    const { anyOf, onTemplate, participant, owner } = { participant: false, owner: false, ...permission };
    const onRelease = formatRule({ anyOf, participant, owner, sees: null, kind: null });
    return [type, `${onRelease}; template: ${onTemplate.join(' | ')}`];
  });
  expect(Object.fromEntries(declared)).toEqual(expectedCommands);
});
