import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Properties } from '@slipway/domain/configurations';
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

const isSameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

type Authentication = (endpoint: Endpoint, parsed: ParsedRequest) => RefusalReason;

/** Returns the secrets that are valid now: the current one, and during a rotation the previous one. */
const secretsIn = (properties: Properties, name: 'token' | 'secret'): readonly string[] => {
  const previous = name === 'token' ? properties.previousToken : properties.previousSecret;
  return [textOf(properties[name]), textOf(previous)].filter((secret) => secret !== '');
};

/** Whether one of the secrets passes a test. Tests all of them, so that the time does not depend on which one does. */
const anySecret = (secrets: readonly string[], test: (secret: string) => boolean): boolean =>
  secrets.map(test).includes(true);

/** Whether a token in a request is valid. Node decodes headers as Latin-1, but some senders write UTF-8. */
function isValidToken(properties: Properties, sent: string): boolean {
  const decoded = Buffer.from(sent, 'latin1').toString('utf8');
  return anySecret(secretsIn(properties, 'token'), (token) =>
    [isSame(sent, token), isSame(decoded, token)].includes(true),
  );
}

const byToken: Authentication = ({ authentication: { properties } }, { byName }) => {
  const header = textOf(properties.header);
  const headerValue = byName.get(header.toLowerCase());
  if (headerValue === undefined) return `there is no header ${header}`;
  const isAuthorization = header.toLowerCase() === 'authorization';
  const [, bearer] = (isAuthorization ? /^bearer +(.+)$/i.exec(headerValue) : null) ?? [];
  const matches = [headerValue, bearer ?? ''].map((sent) => isValidToken(properties, sent));
  return matches.includes(true) ? null : 'the token is wrong';
};

/** Verifies a token in a query parameter, for senders whose only setting is a URL. */
const byParameter: Authentication = ({ authentication: { properties } }, { parameters }) => {
  const parameter = textOf(properties.parameter);
  const [sent, ...others] = Object.hasOwn(parameters, parameter) ? (parameters[parameter] ?? []) : [];
  if (sent === undefined) return `there is no parameter ${parameter}`;
  if (others.length > 0) return `there are several parameters ${parameter}`;
  return anySecret(secretsIn(properties, 'token'), (token) => isSame(sent, token)) ? null : 'the token is wrong';
};

/** Verifies an HMAC in hexadecimal or base64. GitHub writes the name of the hash before it (`sha256=…`). */
const bySignature: Authentication = ({ authentication: { properties } }, { byName, bytes }) => {
  const algorithm = properties.algorithm === 'SHA1' ? 'sha1' : 'sha256';
  const defaultHeader = algorithm === 'sha1' ? 'X-Hub-Signature' : 'X-Hub-Signature-256';
  const header = textOf(properties.header) || defaultHeader;
  const headerValue = byName.get(header.toLowerCase());
  if (headerValue === undefined) return `there is no header ${header}`;
  const bare = headerValue.startsWith(`${algorithm}=`) ? headerValue.slice(algorithm.length + 1) : headerValue;
  const matches = anySecret(secretsIn(properties, 'secret'), (secret) => {
    const expected = createHmac(algorithm, secret).update(bytes).digest();
    const isHex = bare.length === 2 * expected.length && /^[0-9a-f]+$/i.test(bare);
    return isSameBytes(Buffer.from(bare, isHex ? 'hex' : 'base64'), expected);
  });
  return matches ? null : 'the signature is wrong';
};

/** The maximum difference between the time in a signed request and this clock, in seconds (Standard Webhooks). */
const maxClockDifference = 300;

/** Verifies a signature of Standard Webhooks, as GitLab sends it with a signing token. */
const byStandardWebhook: Authentication = ({ authentication: { properties } }, { byName, bytes }) => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    byName.get(name),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined)
    return 'there is no header webhook-id, webhook-timestamp or webhook-signature';
  const matches = anySecret(secretsIn(properties, 'secret'), (secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bytes).digest();
    const sent = signatures.split(' ').filter((entry) => entry.startsWith('v1,'));
    return (
      key.length > 0 && sent.map((entry) => isSameBytes(Buffer.from(entry.slice(3), 'base64'), expected)).includes(true)
    );
  });
  if (!matches) return 'the signature is wrong';
  const difference = Math.abs(Date.now() / 1_000 - Number(timestamp));
  return difference <= maxClockDifference ? null : 'the time of the request differs by more than five minutes';
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
  ['events.ParameterAuthentication', byParameter],
  ['events.StandardWebhooksAuthentication', byStandardWebhook],
  ['events.SignatureAuthentication', bySignature],
  ['events.BasicAuthentication', byPassword],
]);

/** Returns the authentication without a script for an authentication type, or undefined for other types. */
export const authenticationOf = (type: string): Authentication | undefined => authentications.get(type);
