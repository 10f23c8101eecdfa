import type { ErrorRequestHandler, Response } from 'express';
import type { Deps } from '../dependencies/deps.ts';
import { isPageRequest, listsType } from './client/negotiation.ts';
import { type Refusal, refusalFor } from './errors/status-codes.ts';
import { loggedPath } from './plain-route.ts';
import { refusalReply, send } from './reply.ts';
import { pagePolicy } from './writing/page-policy.ts';

/** Sends responses for errors. Only internal errors are logged as errors, and their reasons are never sent. */
export function errorHandler(logger: Deps['logger']): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const refusal = refusalFor(error);
    if (refusal.status >= 500) {
      const { method } = request;
      const path = loggedPath(request, response).slice(0, 500);
      const fields = { requestId: response.locals.requestId, method, path, error };
      if (refusal.status === 500) logger.error(fields, 'a request failed');
      else logger.warn(fields, 'a request could not be served now');
    }
    sendRefusal(response, refusal);
  };
}

/** Whether a script of a page sent the request: a browser would show its own Basic dialog before the page. */
const isScript = ({ headers }: Response['req']): boolean =>
  headers['sec-fetch-dest'] === 'empty' || /^xmlhttprequest$/i.test(String(headers['x-requested-with']));

const headersFor = ({ status, headers }: Refusal, { req }: Response): Refusal['headers'] => ({
  ...headers,
  ...(status === 401 && isScript(req) && { 'WWW-Authenticate': 'Bearer realm="Slipway"' }),
  ...(isPageRequest(req) && { 'Content-Security-Policy': pagePolicy }),
});

/** Sends a refusal. A response that has begun is aborted; a complete one is not changed. */
export function sendRefusal(response: Response, refusal: Refusal): void {
  const headers = headersFor(refusal, response);
  if (!response.headersSent)
    send(response, refusalReply({ ...refusal, headers }, listsType(response.req, 'application/problem+json')));
  else if (!response.writableEnded) response.destroy();
}
