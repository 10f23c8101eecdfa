import { releaseResponse, taskResponse } from '@slipway/api-schema/plans';
import { acceptsIdempotencyKey } from '../http/answer-route.ts';
import type { Route } from '../http/route.ts';
import type { Schema } from './schemas.ts';

/** The headers that affect an operation, and the responses to them. */
export interface HeaderDocs {
  readonly parameters: readonly Schema[];
  readonly responses: Schema;
  /** of a response with status 200 */
  readonly headers: Schema | null;
}

const hasETags = ({ etag }: Route): boolean => etag !== undefined;
const supportsIfNoneMatch = (route: Route): boolean => hasETags(route) && route.method === 'GET';
const supportsIfMatch = (route: Route): boolean => hasETags(route) && route.method !== 'GET';
const hasTag = ({ reply, etag }: Route): boolean =>
  reply === releaseResponse || reply === taskResponse || (etag === 'content' && reply !== null);

const parameter = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` });
const refusalRef: Schema = { $ref: '#/components/responses/Refusal' };

/** Headers and responses of the routes of one operation. */
export function describeHeaders(routes: readonly Route[]): HeaderDocs {
  const [ifNoneMatch, ifMatch, key] = [
    routes.some(supportsIfNoneMatch),
    routes.some(supportsIfMatch),
    routes.some(acceptsIdempotencyKey),
  ];
  return {
    parameters: [
      ...(ifNoneMatch ? [parameter('IfNoneMatch')] : []),
      ...(ifMatch ? [parameter('IfMatch')] : []),
      ...(key ? [parameter('IdempotencyKey')] : []),
    ],
    responses: {
      ...(ifNoneMatch && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...(ifMatch && { 412: refusalRef }),
      ...(key && { 422: refusalRef }),
    },
    headers: routes.some(hasTag) ? { ETag: { $ref: '#/components/headers/ETag' } } : null,
  };
}

const text = { type: 'string' };

/** The components to which operations refer. */
export const sharedHeaderDocs = {
  parameters: {
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      schema: text,
      description: 'tags of earlier answers: 304 without a body while one of them holds',
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      schema: text,
      description: 'tags of earlier answers: 412 and no change unless one of them holds',
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
      description:
        'the request runs once in 24 hours, and each repetition gets the same response; another request with the key is 422; 409 reports that the request is running, or was done without a stored response',
    },
  },
  headers: {
    ETag: {
      schema: text,
      description:
        'strong; the same while nothing of the answer changes. After a change it is the tag of what it left. Packed by gzip it ends in -gzip, and conditions take either',
    },
  },
  notModified: {
    description: 'Nothing has changed since the answer with this tag',
    headers: { ETag: { $ref: '#/components/headers/ETag' } },
  },
};
