import type { FilterExpression } from '../triggers/event-filter.ts';
import type { EventField, SenderAuthentication } from './sender.ts';

const expression = (path: string, operator: FilterExpression['operator'], value = ''): FilterExpression => ({
  ...{ path, operator, value },
  valueType: 'STRING',
});

export const equals = (path: string, value: string) => expression(path, 'EQUALS', value);
export const differs = (path: string, value: string) => expression(path, 'NOT_EQUALS', value);
export const startsWith = (path: string, value: string) => expression(path, 'STARTS_WITH', value);
export const exists = (path: string) => expression(path, 'EXISTS');
export const isBoolean = (path: string, value: boolean): FilterExpression => ({
  ...expression(path, 'EQUALS', String(value)),
  valueType: 'BOOLEAN',
});

/** Creates a field whose value is at a path into the payload. */
export const field = (name: EventField['name'], path: string, prefix = ''): EventField => ({
  ...{ name, path: `event.${path}` },
  ...(prefix !== '' && { prefix }),
});

/** The authentication of a sender that signs its requests with HMAC-SHA256. */
export const signature = (header: string): SenderAuthentication => ({
  type: 'events.SignatureAuthentication',
  properties: { algorithm: 'SHA256', header },
});

/** The authentication of a sender that sends a token in a header. */
export const headerToken = (header: string): SenderAuthentication => ({
  type: 'events.TokenAuthentication',
  properties: { header },
});

/** The authentication of a sender that can only send a token in its URL. */
export const parameterToken = (parameter: string): SenderAuthentication => ({
  type: 'events.ParameterAuthentication',
  properties: { parameter },
});

/** The warning for senders whose only secret is a part of their URL. */
export const urlTokenWarning =
  'It does not sign its requests. The token in the URL is the only protection, so logs of proxies can contain it.';

/** The warning for senders that send a token in a header. */
export const headerTokenWarning =
  'It does not sign its requests. The token proves the sender, but not that the body is unchanged, so use HTTPS.';

/** The values of the samples. */
export const sampleCommit = '5d1c1f0e9c3b4a7d8e6f2a1b0c9d8e7f6a5b4c3d';
export const samplePerson = { name: 'Ada', email: 'ada@example.com' } as const;
export const sampleTime = '2026-05-04T08:00:00Z';
export const sampleDigest = `sha256:${'a'.repeat(64)}`;
