import type { IncomingMessage } from 'node:http';
import type { Seal } from '@slipway/persistence';
import { z } from 'zod';
import type { Client } from '../http/client/address.ts';
import { cookiesNamed } from '../http/client/cookies.ts';

/** The maximum duration of a login at the provider. */
const seconds = 600;

const kept = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** the path to go to then */
  to: z.string(),
  /** epoch milliseconds */
  until: z.number(),
});

/** What a browser keeps for us while it is at the provider. */
export type KeptAttempt = Omit<z.output<typeof kept>, 'until'>;

type Secure = Pick<Client, 'isSecure'>;

/** As with sessions: only this very host can set it, where there is TLS. */
const nameFor = ({ isSecure }: Secure): string => (isSecure ? '__Host-slipway-sign-on' : 'slipway-sign-on');
const cookie = (value: string, age: number, client: Secure): string =>
  `${nameFor(client)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${client.isSecure ? '; Secure' : ''}`;

/** The header that has a browser keep an attempt, sealed, for ten minutes. */
export const attemptCookie = (seal: Seal, attempt: KeptAttempt, client: Secure, now: number): string =>
  cookie(seal.seal('sign-on', JSON.stringify({ ...attempt, until: now + seconds * 1000 })), seconds, client);

export const noAttemptCookie = (client: Secure): string => cookie('', 0, client);

/** The attempt that a browser has kept; null where there is none, more than one, or one that is too old or not ours. */
export function attemptOf(seal: Seal, { headers }: Pick<IncomingMessage, 'headers'>, client: Secure, now: number) {
  const [value, ...others] = new Set(cookiesNamed(headers, nameFor(client)));
  if (value === undefined || others.length > 0) return null;
  try {
    const { until, ...attempt } = kept.parse(JSON.parse(seal.open('sign-on', value)));
    return now <= until ? attempt : null;
  } catch {
    return null;
  }
}
