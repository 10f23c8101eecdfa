import type { HttpRefusal } from '@slipway/script-protocol';

/**
 * The reason why a request has no response. The message is for scripts: it contains no secret, no query and no resolved
 * address.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly type: HttpRefusal;
  constructor(type: HttpRefusal, message: string) {
    super(message);
    this.type = type;
  }
}

/** A request that the policy blocks, and that was not sent. */
export const refused = (message: string): Refusal => new Refusal('HttpRefused', message);
/** A permitted request that failed. */
export const failed = (message: string): Refusal => new Refusal('HttpFailed', message);

/**
 * Messages for the error codes of Node and undici; their own messages contain addresses that only the resolver may
 * see.
 */
const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'has closed the connection',
  EPIPE: 'has closed the connection',
  UND_ERR_SOCKET: 'has closed the connection',
  ETIMEDOUT: 'did not accept the connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept the connection in time',
  EHOSTUNREACH: 'cannot be reached: there is no route to it',
  ENETUNREACH: 'cannot be reached: there is no route to it',
  UND_ERR_HEADERS_OVERFLOW: 'sent headers that are too large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'sent a response that is too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent a response of another length than declared',
  UND_ERR_ABORTED: 'is behind a proxy that refused the connection',
  UND_ERR_INVALID_ARG: 'received a request that is not valid HTTP',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate of an unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate of an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate of an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate of an unknown authority',
  Z_DATA_ERROR: 'sent a body that is not compressed as declared',
};

/** Returns the code of an error, or of its first nested error, such as when no address of a host responds. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === '' || (messages[code] === undefined && error.cause !== undefined)
    ? codeOf(error.cause) || code
    : code;
}

/** Returns the message for a script. */
export function toRefusal(error: unknown, host: string): Refusal {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  return failed(`${host} ${messages[code] ?? `sent an invalid HTTP response${code === '' ? '' : ` (${code})`}`}`);
}
