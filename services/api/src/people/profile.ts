import type { Caller } from '@slipway/domain';
import type { RequestHandler, Response } from 'express';
import { replyJson } from '../http/reply.ts';

/** Who is logged in: build servers ask for it to learn whether address and login are right, and read the status. */
export const profile =
  (callerOf: (response: Response) => Caller): RequestHandler =>
  (_request, response) => {
    const { username } = callerOf(response);
    replyJson(response, { username });
  };
