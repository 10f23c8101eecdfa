import type { Route } from '../../services/api/src/http/route.ts';
import { routes } from '../../services/api/src/routes.ts';
import { admin, cellsOf, type MatrixCell, unprivileged } from './matrix-cells.ts';
import type { MatrixRequest, MatrixRequests } from './matrix-request.ts';
import { type PermissionRule, ruleOf } from './permission-rule.ts';
import { folderRequests } from './requests/folders.ts';
import { planRequests } from './requests/plans.ts';
import { readRequests } from './requests/reads.ts';
import { taskRequests } from './requests/tasks.ts';
import { unscopedRequests } from './requests/unscoped.ts';

export const requests: MatrixRequests = {
  ...readRequests,
  ...planRequests,
  ...taskRequests,
  ...folderRequests,
  ...unscopedRequests,
};
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** One request of a route, with all its callers. */
export interface MatrixRow {
  readonly route: Route;
  readonly request: MatrixRequest;
  readonly cells: readonly MatrixCell[];
  /** Only a 403 shows that a caller is not permitted. */
  readonly open: boolean;
  /** whether an unreadable body is sent */
  readonly malformed: boolean;
}

const noRule: PermissionRule = { anyOf: [], sees: null, kind: null, participant: false, owner: false };

/** Public requests are allowed for users without permissions, too. */
const publicCells: readonly MatrixCell[] = [unprivileged, admin].map((caller) => ({
  label: caller.name,
  caller,
  site: 'own',
  expected: 'allowed',
}));

function rowsOf(route: Route): readonly MatrixRow[] {
  const declared = ruleOf(route);
  return [requests[nameOf(route)] ?? []].flat().flatMap((request: MatrixRequest) => {
    const rule = request.isPublic
      ? null
      : request.rule === undefined
        ? declared
        : { ...noRule, ...declared, ...request.rule };
    const open = rule === null || rule.sees === null;
    const row = { route, request, open, malformed: false, cells: rule === null ? publicCells : cellsOf(rule) };
    // an unreadable body is refused according to the declaration of the route
    const isRead = route.body?.kind === 'json' && declared !== null && request.as === undefined;
    return isRead ? [row, { ...row, malformed: true, cells: cellsOf(declared) }] : [row];
  });
}

export const matrixRows: readonly MatrixRow[] = routes.flatMap(rowsOf);
