import type { Route } from '../../services/api/src/http/route.ts';
import { routes } from '../../services/api/src/routes.ts';
import type { Ask, Asks } from './ask.ts';
import { everywhere } from './asks/everywhere.ts';
import { folders } from './asks/folders.ts';
import { plans } from './asks/plans.ts';
import { reads } from './asks/reads.ts';
import { tasks } from './asks/tasks.ts';
import { admin, type Cell, cellsOf, nobody } from './cells.ts';
import { type Rule, ruleOf } from './rule.ts';

export const asks: Asks = { ...reads, ...plans, ...tasks, ...folders, ...everywhere };
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** One request of a route, with all its callers. */
export interface Row {
  readonly route: Route;
  readonly ask: Ask;
  readonly cells: readonly Cell[];
  /** Only a 403 shows that a caller is not permitted. */
  readonly open: boolean;
  /** a body that cannot be read is sent */
  readonly malformed: boolean;
}

const none: Rule = { anyOf: [], sees: null, kind: null, participant: false, owner: false };

/** Whom nothing keeps off. */
const anybody: readonly Cell[] = [nobody, admin].map((asker) => ({
  what: asker.name,
  asker,
  site: 'own',
  expected: 'allowed',
}));

function rowsOf(route: Route): readonly Row[] {
  const declared = ruleOf(route);
  return [asks[nameOf(route)] ?? []].flat().flatMap((ask: Ask) => {
    const rule = ask.anybody ? null : ask.rule === undefined ? declared : { ...none, ...declared, ...ask.rule };
    const open = rule === null || rule.sees === null;
    const row = { route, ask, open, malformed: false, cells: rule === null ? anybody : cellsOf(rule) };
    // what cannot be read is refused by what the route declares
    const isRead = route.body !== undefined && declared !== null && ask.as === undefined;
    return isRead ? [row, { ...row, malformed: true, cells: cellsOf(declared) }] : [row];
  });
}

export const rows: readonly Row[] = routes.flatMap(rowsOf);
