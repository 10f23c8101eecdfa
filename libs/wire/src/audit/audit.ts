import { type AuditAction, auditActions, type Instant, type Json } from '@slipway/domain';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { modelInOrder } from '../format/in-order.ts';
import { answeredDate, answeredJson } from '../format/scalars.ts';

/** A line of the audit log (this service's own): who did what to whom, from where. */
export const auditAnswer = z
  .object({
    id: z.int().describe('rises with time'),
    date: answeredDate,
    action: z.enum(auditActions),
    username: z.string().optional().describe('who; absent where nobody is known by the name that was given'),
    address: z.string().optional().describe('of the client; absent where no request asked for it'),
    subject: z
      .string()
      .optional()
      .describe('a user or role by name, the id of what has teams, the note of a token, by what a login was tried'),
    before: answeredJson.optional().describe('what was so before; absent where it is new'),
    after: answeredJson.optional().describe('what is so now; absent where it is gone'),
    count: z.int().describe('of attempts to log in that were alike, within one hour'),
    lastDate: answeredDate.optional().describe('of several such attempts: the last one'),
  })
  .meta({ id: 'AuditLine' });

export type AuditAnswer = z.output<typeof auditAnswer>;

interface AuditView {
  readonly seq: number;
  readonly at: Instant;
  readonly action: AuditAction;
  readonly username: string | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly before: Json;
  readonly after: Json;
  readonly count: number;
  readonly lastAt: Instant | null;
}

/** Renders a line. */
export const showAuditLine = (line: AuditView): AuditAnswer => ({
  id: line.seq,
  date: showDate(line.at),
  action: line.action,
  username: line.username ?? undefined,
  address: line.address ?? undefined,
  subject: line.subject ?? undefined,
  before: modelInOrder(line.before),
  after: modelInOrder(line.after),
  count: line.count,
  lastDate: line.count > 1 ? showDate(line.lastAt) : undefined,
});
