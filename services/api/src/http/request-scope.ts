import { randomUUID } from 'node:crypto';
import { NotFound } from '@slipway/domain';
import { inScope } from '@slipway/runtime';
import type { RequestHandler } from 'express';
import type { Deps } from '../context/deps.ts';
import type { ClientOf } from './client/address.ts';
import { sendRefusal } from './error-handler.ts';
import { refusalFor } from './errors/status-codes.ts';

const longestPath = 4096;
const plainId = /^[\w.:-]{1,100}$/;

/**
 * Gives every request an id, its own where that is a plain one, finds out where it is from, and logs its end at level debug.
 */
export function requestScope(logger: Deps['logger'], clientOf: ClientOf): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && plainId.test(given) ? given : randomUUID();
    response.locals.requestId = requestId;
    response.locals.client = clientOf(request);
    const begun = performance.now();
    response.once('finish', () => {
      const { method, path } = request;
      const ms = Math.round(performance.now() - begun);
      logger.debug({ requestId, method, path, status: response.statusCode, ms }, 'a request was answered');
    });
    if (request.path.length > longestPath) throw new NotFound('the path is too long to name anything');
    inScope(() => sendRefusal(response, refusalFor(null)), next);
  };
}
