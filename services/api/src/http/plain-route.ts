import type { IncomingMessage } from 'node:http';
import type { Person } from '@slipway/engine';
import type { IRouter, RequestHandler } from 'express';
import type { Client } from './client/address.ts';
import { joined } from './path.ts';
import { type Reply, send } from './reply.ts';

/** A request to an endpoint beside the REST surface. */
export interface PlainRequest {
  readonly message: IncomingMessage;
  /** what stands for `*path` in the path of its route, decoded */
  readonly path: string;
  /** below which path the routes are, such as `/slipway` */
  readonly root: string;
  readonly client: Client;
  /** null where nobody has to log in */
  readonly caller: Person | null;
}

/** An endpoint beside the REST surface: its answer is no JSON, or it answers under any method, or nobody logs in. */
export interface PlainRoute {
  readonly method: 'GET' | 'POST' | 'any';
  /** in the notation of express */
  readonly path: string;
  answer(request: PlainRequest): Reply | Promise<Reply>;
}

const handlerOf =
  ({ answer }: PlainRoute): RequestHandler =>
  async (request, response) => {
    const path = joined(request.params.path);
    const { caller = null, client } = response.locals;
    send(response, await answer({ message: request, path, root: request.baseUrl, client, caller }));
  };

/** Adds such endpoints to a router, behind the guards that have to be passed first. */
export function mountPlain(router: IRouter, routes: readonly PlainRoute[], ...guards: readonly RequestHandler[]): void {
  for (const route of routes) {
    const handlers = [...guards, handlerOf(route)];
    if (route.method === 'GET') router.get(route.path, ...handlers);
    else if (route.method === 'POST') router.post(route.path, ...handlers);
    else router.all(route.path, ...handlers);
  }
}
