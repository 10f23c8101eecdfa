import { STATUS_CODES } from 'node:http';
import { Conflict, Forbidden, Invalid, NotFound } from '@slipway/domain';
import { Outdated, Overloaded } from '@slipway/engine';
import { isUnavailable } from '@slipway/persistence';
import {
  Reused,
  StillAnswering,
  TooLarge,
  TooMany,
  Unauthenticated,
  Unlicensed,
  Unserved,
  Unsupported,
  WrongMethod,
} from './errors.ts';

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
  const status = known?.[1] ?? (isUnavailable(error) ? 503 : 500);
  return {
    status,
    title: STATUS_CODES[status] ?? 'Error',
    detail: known && error instanceof Error ? error.message : withoutReason(status),
    headers: headersFor(error),
  };
}

const withoutReason = (status: number): string =>
  status === 503 ? 'The server is not ready for this now, try again.' : 'The server could not process the request.';

function headersFor(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof Unauthenticated) return { 'WWW-Authenticate': 'Basic realm="Slipway", charset="UTF-8"' };
  if (error instanceof WrongMethod) return { Allow: error.allow.join(', ') };
  if (error instanceof TooMany) return { 'Retry-After': String(error.retryAfterSeconds) };
  if (error instanceof Overloaded || error instanceof StillAnswering) return { 'Retry-After': '1' };
  return {};
}
