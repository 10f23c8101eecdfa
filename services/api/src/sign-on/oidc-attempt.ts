import type { IncomingMessage } from 'node:http';
import type { Seal } from '@slipway/persistence/secrets';
import { z } from 'zod';
import type { Client } from '../http/client/address.ts';
import { cookiesNamed } from '../http/client/cookies.ts';

/** The maximum duration of a login at the provider. */
const maxAgeSeconds = 600;

const storedAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** the path to go to then */
  to: z.string(),
  /** epoch milliseconds */
  until: z.number(),
});

/** What a browser keeps for us while it is at the provider. */
export type StoredAttempt = Omit<z.output<typeof storedAttempt>, 'until'>;

type Secure = Pick<Client, 'isSecure'>;

/** As with sessions: only this very host can set it, where there is TLS. */
const cookieName = ({ isSecure }: Secure): string => (isSecure ? '__Host-slipway-sign-on' : 'slipway-sign-on');
const cookie = (value: string, maxAge: number, client: Secure): string =>
  `${cookieName(client)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${client.isSecure ? '; Secure' : ''}`;

/** The header that has a browser keep an attempt, sealed, for ten minutes. */
export const attemptCookie = (seal: Seal, attempt: StoredAttempt, client: Secure, now: number): string =>
  cookie(
    seal.seal('sign-on', JSON.stringify({ ...attempt, until: now + maxAgeSeconds * 1000 })),
    maxAgeSeconds,
    client,
  );

export const expiredAttemptCookie = (client: Secure): string => cookie('', 0, client);

/** The attempt that a browser has kept; null where there is none, more than one, or one that is too old or not ours. */
export function readAttempt(seal: Seal, { headers }: Pick<IncomingMessage, 'headers'>, client: Secure, now: number) {
  const [value, ...others] = new Set(cookiesNamed(headers, cookieName(client)));
  if (value === undefined || others.length > 0) return null;
  try {
    const { until, ...attempt } = storedAttempt.parse(JSON.parse(seal.open('sign-on', value)));
    return now <= until ? attempt : null;
  } catch {
    return null;
  }
}
