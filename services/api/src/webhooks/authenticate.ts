import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Json } from '@slipway/domain/model';
import { readBasic } from '../people/authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import type { ParsedRequest } from './parse-request.ts';

/**
 * Null if the sender is accepted. Otherwise the reason of the refusal, for the log and the list of deliveries. It is
 * never sent to the sender.
 */
export type RefusalReason = string | null;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in constant time, also if they have different lengths. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

type Authentication = (endpoint: Endpoint, parsed: ParsedRequest) => RefusalReason;

const byToken: Authentication = ({ authentication: { properties } }, { byName }) => {
  const header = textOf(properties.header);
  const token = textOf(properties.token);
  const headerValue = byName.get(header.toLowerCase());
  if (headerValue === undefined) return `there is no header ${header}`;
  // Node decodes headers as Latin-1, but some senders write UTF-8.
  const bytes = Buffer.from(headerValue, 'latin1').toString('utf8');
  const matches = [isSame(headerValue, token), isSame(bytes, token)].includes(true);
  return token !== '' && matches ? null : 'the token is wrong';
};

/** Verifies an HMAC in hexadecimal or base64. GitHub writes the name of the hash before it (`sha256=…`). */
const bySignature: Authentication = ({ authentication: { properties } }, { byName, bytes }) => {
  const algorithm = properties.algorithm === 'SHA1' ? 'sha1' : 'sha256';
  const defaultHeader = algorithm === 'sha1' ? 'X-Hub-Signature' : 'X-Hub-Signature-256';
  const header = textOf(properties.header) || defaultHeader;
  const headerValue = byName.get(header.toLowerCase());
  if (headerValue === undefined) return `there is no header ${header}`;
  const secret = textOf(properties.secret);
  const expected = createHmac(algorithm, secret).update(bytes).digest();
  const bare = headerValue.startsWith(`${algorithm}=`) ? headerValue.slice(algorithm.length + 1) : headerValue;
  const isHex = bare.length === 2 * expected.length && /^[0-9a-f]+$/i.test(bare);
  const signature = Buffer.from(bare, isHex ? 'hex' : 'base64');
  const matches = signature.length === expected.length && timingSafeEqual(signature, expected);
  return secret !== '' && matches ? null : 'the signature is wrong';
};

const byPassword: Authentication = ({ authentication: { properties } }, { byName }) => {
  const credentials = readBasic(byName.get('authorization') ?? '');
  if (credentials === null || credentials.username === '') return 'there is no user name and password';
  const matches = [
    isSame(credentials.username, textOf(properties.username)),
    isSame(credentials.password, textOf(properties.password)),
  ];
  return textOf(properties.password) !== '' && !matches.includes(false) ? null : 'wrong user name or password';
};

const authentications: ReadonlyMap<string, Authentication> = new Map([
  ['events.NoAuthentication', () => null],
  ['events.TokenAuthentication', byToken],
  ['events.SignatureAuthentication', bySignature],
  ['events.BasicAuthentication', byPassword],
]);

/** Returns the authentication without a script for an authentication type, or undefined for other types. */
export const authenticationOf = (type: string): Authentication | undefined => authentications.get(type);
