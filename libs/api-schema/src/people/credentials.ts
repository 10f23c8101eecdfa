import { message } from '@slipway/domain/messages';
import type { Instant } from '@slipway/domain/model';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { expects } from '../format/expects.ts';
import { date, list, name, nameList, optional, responseDate } from '../format/scalars.ts';

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

/** A request for a personal access token (permissions.md, section 6). */
export const tokenBody = z
  .object({
    tokenNote: z.string(expects(message('expected.text'))),
    username: optional(name).describe('of a user who cannot log in to make it; left out: yours'),
    globalPermissions: optional(nameList).describe(
      'the only permissions that count, and no team; left out: all that its owner may do',
    ),
    expiryDate: optional(date).describe('within a year; left out: it holds until it is ended'),
  })
  .meta({ id: 'PersonalAccessTokenRequest' });
export type TokenBody = z.output<typeof tokenBody>;

/** A personal access token without its text. */
export const tokenResponse = z
  .object({
    id: z.string(),
    username: z.string().describe('of its owner'),
    tokenNote: z.string(),
    globalPermissions: list(z.string()).optional().describe('absent: all that its owner may do'),
    createdDate: responseDate,
    expiryDate: responseDate.optional().describe('absent: it holds until it is ended'),
    lastUsedDate: responseDate.optional().describe('to the minute'),
    lastUsedFrom: z.string().optional().describe('an address'),
  })
  .meta({ id: 'PersonalAccessToken' });

export type TokenResponse = z.output<typeof tokenResponse>;

/** A new personal access token. Only this response contains its text. */
export const newTokenResponse = tokenResponse
  .extend({ token: z.string().describe('its text, which is not shown again') })
  .meta({ id: 'NewPersonalAccessToken' });

export type NewTokenResponse = z.output<typeof newTokenResponse>;

interface TokenView {
  readonly id: string;
  readonly username: string;
  readonly note: string;
  readonly permissions: readonly string[] | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly lastUsedAt: Instant | null;
  readonly lastUsedFrom: string | null;
}

export const showToken = (token: TokenView): TokenResponse => ({
  id: token.id,
  username: token.username,
  tokenNote: token.note,
  globalPermissions: token.permissions ?? undefined,
  createdDate: showDate(token.createdAt),
  expiryDate: showDate(token.expiresAt),
  lastUsedDate: showDate(token.lastUsedAt),
  lastUsedFrom: token.lastUsedFrom ?? undefined,
});
