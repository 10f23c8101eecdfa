import type { ErrorRequestHandler, Response } from 'express';
import type { Deps } from '../context/deps.ts';
import { type Refusal, refusalFor } from './errors/status-codes.ts';
import { refusalReply, send } from './reply.ts';

/** Answers errors. Only our own faults are logged as errors, and their reasons are never answered. */
export function errorHandler(logger: Deps['logger']): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const refusal = refusalFor(error);
    if (refusal.status >= 500) {
      const { method, path } = request;
      const fields = { requestId: response.locals.requestId, method, path: path.slice(0, 500), error };
      if (refusal.status === 500) logger.error(fields, 'a request failed');
      else logger.warn(fields, 'a request could not be served now');
    }
    sendRefusal(response, refusal);
  };
}

/** Sends a refusal. An answer that has begun can only be cut off; a complete one stays. */
export function sendRefusal(response: Response, refusal: Refusal): void {
  if (!response.headersSent) send(response, refusalReply(refusal, response.req.headers.accept));
  else if (!response.writableEnded) response.destroy();
}
