import { randomUUID } from 'node:crypto';
import { message } from '@slipway/domain/messages';
import { NotFound } from '@slipway/domain/model';
import { inScope } from '@slipway/process';
import { beginRequest, noopSpan, type OpenSpan } from '@slipway/tracing';
import type { Request, RequestHandler, Response } from 'express';
import type { Deps } from '../dependencies/deps.ts';
import type { ClientReader } from './client/address.ts';
import { sendRefusal } from './error-handler.ts';
import { refusalFor } from './errors/status-codes.ts';
import { loggedPath } from './plain-route.ts';

const maxPathLength = 4096;
const plainId = /^[\w.:-]{1,100}$/;

/**
 * Gives each request an id, that of the client if it is a plain one; determines its origin; measures its duration, and logs its
 * end at level debug.
 */
export function requestScope(
  { logger, metrics }: Pick<Deps, 'logger' | 'metrics'>,
  clientOf: ClientReader,
): RequestHandler {
  return (request, response, next) => {
    const rawId = request.headers['x-request-id'];
    const requestId = typeof rawId === 'string' && plainId.test(rawId) ? rawId : randomUUID();
    response.locals.requestId = requestId;
    response.locals.client = clientOf(request);
    const startedAt = performance.now();
    const span = spanOf(request, response);
    response.once('finish', () => {
      const { method } = request;
      const path = loggedPath(request, response);
      const durationMs = performance.now() - startedAt;
      const ms = Math.round(durationMs);
      const { statusCode: status } = response;
      span.run(() => {
        const lasts = response.locals.lasts === true;
        metrics.answered(
          { subject: subjectOf(response), method: methodLabel(method), status },
          lasts ? null : durationMs,
        );
        logger.debug({ requestId, method, path, status, ms }, 'a request was answered');
      });
    });
    if (request.path.length > maxPathLength) throw new NotFound(message('request.pathTooLong'));
    inScope(
      () => sendRefusal(response, refusalFor(null)),
      () => span.run(next),
    );
  };
}

/** Probes poll every few seconds, and are not traced. */
const probePath = /\/(?:livez|readyz|metrics)$/;
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const methodLabel = (method: string): string => (methods.has(method) ? method : '_OTHER');

/** The subject of a request: the first word of its route, which clients cannot choose. */
function subjectOf({ locals: { answeredBy } }: Response): string {
  if (typeof answeredBy !== 'string') return 'none';
  const [, first = '', version = '', subject = ''] = answeredBy.split('/');
  return first === 'api' ? subject : first || version;
}

/** The span of a request until its response. Its name is the method and the path of its route, never the requested path. */
function spanOf({ method, path, headers }: Request, response: Response): OpenSpan {
  const methodName = methodLabel(method);
  if (probePath.test(path)) return noopSpan;
  const span = beginRequest(methodName, headers.traceparent, { 'http.request.method': methodName });
  response.once('close', () => {
    const { answeredBy } = response.locals;
    if (typeof answeredBy === 'string') {
      span.rename(`${methodName} ${answeredBy}`);
      span.setFields({ 'http.route': answeredBy });
    }
    const { statusCode, writableFinished } = response;
    span.setFields({ 'http.response.status_code': statusCode });
    if (!writableFinished && response.locals.lasts !== true) span.fail('cut');
    else if (statusCode >= 500) span.fail(String(statusCode));
    span.end();
  });
  return span;
}
