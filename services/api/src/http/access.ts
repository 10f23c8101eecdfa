import type { Identity, Person } from '@slipway/engine';
import type { RequestHandler } from 'express';
import { refuseOtherSites } from './origin.ts';

/** What is checked before anyone is let in. */
interface Checks {
  /** who a header says that it is, from an address */
  readonly login: (header: string | undefined, address: string) => Promise<Identity>;
  readonly person: (identity: Identity) => Promise<Person>;
  readonly licence: (() => Promise<void>) | null;
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Lets only known users in, from our own pages or none, under a licence where one is asked for. */
export function requireAccess({ login, person, licence }: Checks): RequestHandler {
  return async (request, response, next) => {
    if (!isSafe(request.method)) refuseOtherSites(request.headers);
    const address = request.socket.remoteAddress ?? '';
    response.locals.address = address;
    const identity = await login(request.headers.authorization, address);
    if (licence) await licence();
    response.locals.caller = await person(identity);
    next();
  };
}
