import { neededForCommand } from '@slipway/domain';
import { expect, test } from 'vitest';
import { expectedCommands, expectedRoutes } from './expected.ts';
import { nameOf, rows } from './rows.ts';
import { type Rule, ruleOf } from './rule.ts';

/** A rule as the table of expected rights writes it. */
function words({ anyOf, also = [], participant, owner, sees, anywhere }: Rule): string {
  const permissions = [anyOf.join(' | '), ...also].join(' + ');
  const relations = [...(participant ? ['participant'] : []), ...(owner ? ['owner'] : [])];
  const rights = [permissions, ...relations].join(', ');
  return `${rights}${anywhere ? ', anywhere' : ''}${sees === null || sees === anyOf[0] ? '' : ` (sees: ${sees})`}`;
}

/** What a route needs: its rule, else how it declares that it has none. */
function needOf({ route, ask }: (typeof rows)[number]): string {
  const { needs } = route;
  if (ask.anybody) return 'anyone';
  if (ask.rule !== undefined) {
    const none: Rule = { anyOf: [], sees: null, kind: null, participant: false, owner: false };
    return words({ ...none, ...ruleOf(route), ...ask.rule });
  }
  const rule = ruleOf(route);
  if (rule !== null) return words(rule);
  return typeof needs === 'object' && 'lists' in needs ? `lists ${needs.lists}` : 'anyone';
}

/**
 * The matrix takes what it expects from the declarations of the routes, so it finds a check that differs from its
 * declaration. This table finds a declaration that differs from the contract.
 */
test('each route declares the permission of the contract', () => {
  const declared = rows
    .filter(({ malformed }) => !malformed)
    .map((row) => [[nameOf(row.route), row.ask.as].filter(Boolean).join(': '), needOf(row)]);
  expect(Object.fromEntries(declared)).toEqual(expectedRoutes);
});

test('each command needs the permission of the contract', () => {
  const declared = Object.entries(neededForCommand).map(([type, needed]) => {
    const { anyOf, onTemplate, participant, owner } = { participant: false, owner: false, ...needed };
    const onRelease = words({ anyOf, participant, owner, sees: null, kind: null });
    return [type, `${onRelease}; template: ${onTemplate.join(' | ')}`];
  });
  expect(Object.fromEntries(declared)).toEqual(expectedCommands);
});
