import { randomUUID } from 'node:crypto';
import { type Caller, NotFound } from '@slipway/domain';
import { inScope } from '@slipway/runtime';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Deps } from '../context/deps.ts';
import { type Refusal, refusalFor } from './errors/status-codes.ts';
import { refuseOtherSites } from './origin.ts';
import { refusalReply, send } from './reply.ts';

const longestPath = 4096;
const plainId = /^[\w.:-]{1,100}$/;

/** Gives every request an id, its own where that is a plain one, and logs its end at level debug. */
export function identify(logger: Deps['logger']): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && plainId.test(given) ? given : randomUUID();
    response.locals.requestId = requestId;
    const begun = performance.now();
    response.once('finish', () => {
      const { method, path } = request;
      const ms = Math.round(performance.now() - begun);
      logger.debug({ requestId, method, path, status: response.statusCode, ms }, 'a request was answered');
    });
    if (request.path.length > longestPath) throw new NotFound('the path is too long to name anything');
    inScope(() => refuseOrEnd(response, refusalFor(null)), next);
  };
}

/** What the gate asks before it lets anyone in. */
interface Checks {
  /** the user of a header, from an address */
  readonly login: (header: string | undefined, address: string) => Promise<string>;
  readonly callerFor: (username: string) => Caller;
  readonly licence: (() => Promise<void>) | null;
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Lets only known users in, from our own pages or none, under a licence where one is asked for. */
export function gate({ login, callerFor, licence }: Checks): RequestHandler {
  return async (request, response, next) => {
    if (!isSafe(request.method)) refuseOtherSites(request.headers);
    const username = await login(request.headers.authorization, request.socket.remoteAddress ?? '');
    if (licence) await licence();
    response.locals.caller = callerFor(username);
    next();
  };
}

/** Answers errors; only our own faults are logged as errors, and their reasons are never answered. */
export function refuse(logger: Deps['logger']): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const refusal = refusalFor(error);
    if (refusal.status >= 500) {
      const { method, path } = request;
      const fields = { requestId: response.locals.requestId, method, path: path.slice(0, 500), error };
      if (refusal.status === 500) logger.error(fields, 'a request failed');
      else logger.warn(fields, 'a request could not be served now');
    }
    refuseOrEnd(response, refusal);
  };
}

/** An answer that has begun cannot be taken back, only cut; one that is complete stays. */
function refuseOrEnd(response: Response, refusal: Refusal): void {
  if (!response.headersSent) send(response, refusalReply(refusal, response.req.headers.accept));
  else if (!response.writableEnded) response.destroy();
}
