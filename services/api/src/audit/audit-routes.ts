import { auditResponse, showAuditLine } from '@slipway/api-schema/audit';
import { date, list, name, oneOf, optional, wholeNumber } from '@slipway/api-schema/format';
import { auditActions } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import { readAudit } from '@slipway/persistence/audit';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, route } from '../http/route.ts';

const action = oneOf(auditActions);

const query = z.object({
  username: optional(name).describe('the actions of this user'),
  subject: optional(name).describe('the changes of this user, role, team or token'),
  action: optional(z.union([action.transform((entry) => [entry]), z.array(action)])).describe('one, or any of several'),
  address: optional(name).describe('the actions from this address'),
  from: optional(date).describe('not before'),
  to: optional(date).describe('before'),
  before: optional(wholeNumber()).describe(
    'lines older than the one with this id: the next page, however many new ones come',
  ),
  page: optional(wholeNumber()).describe('from 0'),
  resultsPerPage: optional(wholeNumber()).describe('default 100, at most 1000'),
});

async function listPage(
  { database }: Deps,
  { action, page = 0, resultsPerPage = 100, ...filter }: z.output<typeof query>,
) {
  const actions = action?.flatMap((entry) => entry ?? []);
  const limit = Math.min(resultsPerPage, 1000);
  const lines = await readAudit(database, { ...filter, actions }, { limit, offset: page * limit });
  return lines.map(showAuditLine);
}

/** The audit log: logins, and changes of users, roles, teams and tokens (an extension). */
export const audit: readonly Route[] = [
  route({
    method: 'GET',
    path: '/audit',
    name: 'getAudit',
    summary: 'Logins, and changes of users, roles, teams and tokens, the newest entry first',
    needs: { global: [neededToRead.audit] },
    query,
    reply: list(auditResponse),
    answer: (deps, { query }) => listPage(deps, query),
  }),
];
