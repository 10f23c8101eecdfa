import { STATUS_CODES } from 'node:http';
import { Conflict, clip, Forbidden, Invalid, NotFound } from '@slipway/domain';
import { Outdated, Overloaded } from '@slipway/engine';

/** The caller gave no name and password, or wrong ones. */
export class Unauthenticated extends Error {
  override readonly name = 'Unauthenticated';
}

/** The operator's licence is expired or invalid (rest-api.md, section Errors). */
export class Unlicensed extends Error {
  override readonly name = 'Unlicensed';
}

/** The path exists, but not for this method. */
export class WrongMethod extends Error {
  override readonly name = 'WrongMethod';
  /** the methods that would do */
  readonly allow: readonly string[];
  constructor(message: string, allow: readonly string[]) {
    super(message);
    this.allow = allow;
  }
}

/** The body is larger than this call takes. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The body is no JSON by its content type. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** Too many failed logins; it pays to wait. */
export class TooMany extends Error {
  override readonly name = 'TooMany';
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Something that this request needs, such as a script runner, is not there or has no time. */
export class Unserved extends Error {
  override readonly name = 'Unserved';
}

/** Something else was asked for under the same idempotency key before. */
export class Reused extends Error {
  override readonly name = 'Reused';
}

/** The same request is being answered at this moment; it pays to wait. */
export class StillAnswering extends Conflict {
  override readonly name = 'Conflict';
}

/** The one table from what an error means to its status (decisions.md, Answers). */
const statuses = [
  [Invalid, 400],
  [Unauthenticated, 401],
  [Unlicensed, 402],
  [Forbidden, 403],
  [URIError, 400],
  [NotFound, 404],
  [WrongMethod, 405],
  [Conflict, 409],
  [Outdated, 412],
  [TooLarge, 413],
  [Unsupported, 415],
  [Reused, 422],
  [TooMany, 429],
  [Overloaded, 503],
  [Unserved, 503],
] as const;

/** An error as it is answered: never a stack, never a text of ours that was not meant for callers. */
export interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What to answer for whatever was thrown; what was not meant for callers is answered with a fixed text. */
export function refusalFor(error: unknown): Refusal {
  const known = statuses.find(([meaning]) => error instanceof meaning);
  const status = known?.[1] ?? (isOutOfReach(error) ? 503 : 500);
  return {
    status,
    title: STATUS_CODES[status] ?? 'Error',
    detail: known && error instanceof Error ? error.message : withoutReason(status),
    headers: headersFor(error),
  };
}

const withoutReason = (status: number): string =>
  status === 503 ? 'The server is not ready for this now, try again.' : 'The server could not process the request.';

/** Connections that cannot be had, by the codes of PostgreSQL and Node, and knex's name for a pool that is used up. */
const outOfReach = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|57P0[123]|53300|08\w{3})$/;

function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KnexTimeoutError') return true;
  return 'code' in error && typeof error.code === 'string' && outOfReach.test(error.code);
}

function headersFor(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof Unauthenticated) return { 'WWW-Authenticate': 'Basic realm="Slipway", charset="UTF-8"' };
  if (error instanceof WrongMethod) return { Allow: error.allow.join(', ') };
  if (error instanceof TooMany) return { 'Retry-After': String(error.retryAfterSeconds) };
  if (error instanceof Overloaded || error instanceof StillAnswering) return { 'Retry-After': '1' };
  return {};
}

/** The refusal that rest-api.md (section Errors) gives for a missing permission. */
export function lacking(permission: string, objectId: string): Forbidden {
  return new Forbidden(`Permission ${permission} on APPLICATIONS on ${clip(objectId)} is not granted to you.`);
}
