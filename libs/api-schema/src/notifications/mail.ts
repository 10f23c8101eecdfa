import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { list, responseDate } from '../format/scalars.ts';

const suspendedAddress = z.object({
  address: z.string(),
  username: z.string(),
  suspendedAt: responseDate.optional().describe('absent: an earlier version has suspended the address'),
  reason: z.string().optional().describe('the answer of the mail server to the last mail'),
});

/** The mail server, and the mails of all processes (an extension). */
export const mailStateResponse = z
  .object({
    configured: z.boolean().describe('whether SMTP_URL is set'),
    host: z.string().optional(),
    port: z.int().optional(),
    tls: z.boolean().optional().describe('whether the connection uses TLS from its start'),
    login: z.boolean().optional().describe('whether the address of the mail server has a user and a password'),
    from: z.string().optional().describe('MAIL_FROM'),
    lastSuccess: z.object({ at: responseDate }).optional().describe('the last mail that a mail server accepted'),
    lastError: z
      .object({ at: responseDate, reason: z.string() })
      .optional()
      .describe('the last mail that was not accepted, with the reason in one line'),
    waiting: z.int().describe('mails that are not sent yet, also those for digests and quiet hours'),
    failed: z.int().describe('mails of notifications that were rejected permanently, in the ledger'),
    dead: z.int().describe('mails of notifications whose retries have ended, in the ledger'),
    suspendedAddresses: list(suspendedAddress).describe('at most 1000, the latest first'),
  })
  .meta({ id: 'MailState' });
export type MailStateResponse = z.output<typeof mailStateResponse>;

export const mailTestBody = z.object({ address: z.string().max(1_000) }).meta({ id: 'MailTestRequest' });

/** The result of a test mail. */
export const mailTestResponse = z
  .object({
    accepted: z.boolean(),
    response: z.string().optional().describe('the answer of the mail server that accepted the mail'),
    error: z.string().optional().describe('the reason why the mail was not sent, in one line'),
    durationMs: z.int(),
  })
  .meta({ id: 'MailTest' });
export type MailTestResponse = z.output<typeof mailTestResponse>;

interface MailStateView {
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly tls: boolean;
    readonly login: object | null;
    readonly from: string;
  } | null;
  readonly waiting: number;
  readonly failed: number;
  readonly dead: number;
  readonly acceptedAt: Instant | null;
  readonly rejectedAt: Instant | null;
  readonly rejectedReason: string | null;
  readonly suspended: readonly {
    readonly address: string;
    readonly username: string;
    readonly suspendedAt: Instant | null;
    readonly reason: string | null;
  }[];
}

export const showMailState = ({ server, suspended, ...state }: MailStateView): MailStateResponse => ({
  configured: server !== null,
  ...(server !== null && {
    ...{ host: server.host, port: server.port, tls: server.tls, from: server.from },
    login: server.login !== null,
  }),
  ...(state.acceptedAt !== null && { lastSuccess: { at: showDate(state.acceptedAt) } }),
  ...(state.rejectedAt !== null && {
    lastError: { at: showDate(state.rejectedAt), reason: state.rejectedReason ?? '' },
  }),
  waiting: state.waiting,
  failed: state.failed,
  dead: state.dead,
  suspendedAddresses: suspended.map(({ address, username, suspendedAt, reason }) => ({
    ...{ address, username },
    suspendedAt: showDate(suspendedAt),
    reason: reason ?? undefined,
  })),
});
