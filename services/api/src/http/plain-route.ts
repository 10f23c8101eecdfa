import type { IncomingMessage } from 'node:http';
import type { Person } from '@slipway/engine';
import type { IRouter, Request, RequestHandler, Response } from 'express';
import type { Client } from './client/address.ts';
import { joinSegments } from './path.ts';
import { type Reply, send } from './reply.ts';
import { StreamedAnswer, sendStreamed } from './writing/streamed-answer.ts';

/** A request to an endpoint outside the REST API. */
export interface PlainRequest {
  readonly message: IncomingMessage;
  /** as requested: the path with the context root, and the query */
  readonly address: string;
  /** The value of `*path` in the path of its route, decoded. */
  readonly path: string;
  /** the context root, such as `/slipway` */
  readonly root: string;
  readonly client: Client;
  /** Null without a login. */
  readonly caller: Person | null;
}

/** An endpoint outside the REST API: its response is not JSON, or it accepts any method, or needs no login. */
export interface PlainRoute {
  readonly method: 'GET' | 'POST' | 'any';
  /** in the notation of express */
  readonly path: string;
  /** The path contains a secret: the log has the route instead. */
  readonly hidesPath?: true;
  answer(request: PlainRequest): Reply | Promise<Reply | StreamedAnswer>;
}

const handlerOf =
  ({ path: pattern, hidesPath, answer }: PlainRoute): RequestHandler =>
  async (request, response) => {
    response.locals.answeredBy = pattern;
    response.locals.hidesPath = hidesPath === true;
    const path = joinSegments(request.params.path);
    const { caller = null, client } = response.locals;
    const { baseUrl: root, originalUrl: address } = request;
    const reply = await answer({ message: request, address, path, root, client, caller });
    if (reply instanceof StreamedAnswer) await sendStreamed(response, reply);
    else send(response, reply);
  };

/** The path of a request for the log: the path of its route if the path contains a secret. */
export const loggedPath = ({ path }: Pick<Request, 'path'>, { locals }: Pick<Response, 'locals'>): string =>
  locals.hidesPath === true && typeof locals.answeredBy === 'string' ? locals.answeredBy : path;

/** Adds such endpoints to a router, after the guards that a request must pass first. */
export function mountPlain(router: IRouter, routes: readonly PlainRoute[], ...guards: readonly RequestHandler[]): void {
  for (const route of routes) {
    const handlers = [...guards, handlerOf(route)];
    if (route.method === 'GET') router.get(route.path, ...handlers);
    else if (route.method === 'POST') router.post(route.path, ...handlers);
    else router.all(route.path, ...handlers);
  }
}
