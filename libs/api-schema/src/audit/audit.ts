import { type AuditEntry, auditActions } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { responseDate, responseJson } from '../format/scalars.ts';
import { sortModel } from '../format/sorted-json.ts';

/** An entry of the audit log (an extension): the user, the change, the changed object, and the network address. */
export const auditResponse = z
  .object({
    id: z.int().describe('rises with time'),
    date: responseDate,
    action: z.enum(auditActions),
    username: z.string().optional().describe('the user; absent if the name is unknown'),
    address: z.string().optional().describe('of the client; absent without a request'),
    subject: z
      .string()
      .optional()
      .describe('a user or role by name, the id of what has teams, the note of a token, by what a login was tried'),
    before: responseJson.optional().describe('the state before; absent for a creation'),
    after: responseJson.optional().describe('the state after; absent for a deletion'),
    count: z.int().describe('of attempts to log in that were alike, within one hour'),
    lastDate: responseDate.optional().describe('of several such attempts: the last one'),
  })
  .meta({ id: 'AuditLine' });

export type AuditResponse = z.output<typeof auditResponse>;

/** Renders an entry of the audit log. */
export const showAuditLine = (line: AuditEntry): AuditResponse => ({
  id: line.seq,
  date: showDate(line.at),
  action: line.action,
  username: line.username ?? undefined,
  address: line.address ?? undefined,
  subject: line.subject ?? undefined,
  before: sortModel(line.before),
  after: sortModel(line.after),
  count: line.count,
  lastDate: line.count > 1 ? showDate(line.lastAt) : undefined,
});
