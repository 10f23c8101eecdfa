import type { Caller } from '@slipway/domain';
import type { RequestHandler } from 'express';
import { refuseOtherSites } from './origin.ts';

/** What is checked before anyone is let in. */
interface Checks {
  /** the user of a header, from an address */
  readonly login: (header: string | undefined, address: string) => Promise<string>;
  readonly callerFor: (username: string) => Caller;
  readonly licence: (() => Promise<void>) | null;
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Lets only known users in, from our own pages or none, under a licence where one is asked for. */
export function requireAccess({ login, callerFor, licence }: Checks): RequestHandler {
  return async (request, response, next) => {
    if (!isSafe(request.method)) refuseOtherSites(request.headers);
    const username = await login(request.headers.authorization, request.socket.remoteAddress ?? '');
    if (licence) await licence();
    response.locals.caller = callerFor(username);
    next();
  };
}
