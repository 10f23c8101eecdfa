import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { responseDate } from '../format/scalars.ts';

/** A session of a browser (permissions.md, section 6). */
export const sessionResponse = z
  .object({
    id: z.string(),
    begunDate: responseDate,
    lastUsedDate: responseDate.describe('to the minute'),
    lastUsedFrom: z.string().describe('an address'),
    agent: z.string().describe('the user agent'),
    current: z.boolean().describe('whether it is the session of the request'),
  })
  .meta({ id: 'Session' });

export type SessionResponse = z.output<typeof sessionResponse>;

interface SessionView {
  readonly id: string;
  readonly begunAt: Instant;
  readonly lastUsedAt: Instant;
  readonly lastUsedFrom: string;
  readonly agent: string;
}

export const showSession = (session: SessionView, currentId: string | null): SessionResponse => ({
  id: session.id,
  begunDate: showDate(session.begunAt),
  lastUsedDate: showDate(session.lastUsedAt),
  lastUsedFrom: session.lastUsedFrom,
  agent: session.agent,
  current: session.id === currentId,
});
