import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerProbes, type Config, type Health, type Logger, listen, type Metrics } from '@slipway/process';
import { compilationRequest, jarText, languages, maxRequestBytes, scriptRequest } from '@slipway/script-protocol';
import { readTraceparent } from '@slipway/tracing';
import { z } from 'zod';
import { MissingModules } from './modules/module-store.ts';
import { Busy } from './pool/child-pool.ts';
import type { Runner } from './runner.ts';

export interface ServerOptions {
  readonly runner: Runner;
  readonly config: Pick<Config, 'host' | 'port' | 'managementPort'>;
  readonly secret: string;
  readonly health: Health;
  readonly metrics: Pick<Metrics, 'expose'>;
  readonly logger: Logger;
}

/** A listening server, for example at `http://127.0.0.1:5518`. */
export interface Server {
  readonly address: string;
  /** Makes each further response close its connection, so that clients connect to another runner. */
  drain(): void;
  /**
   * Rejects new requests and waits for running ones. Closes the connections of runs that take longer than `graceMs`.
   */
  stop(): Promise<void>;
}

/**
 * The scripts of webhooks end within this time. Clients run an interrupted script of a task again in another runner.
 */
const graceMs = 5_000;

/** An error for the client. Its message is one line, and never contains the script or its inputs. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const compileRequest = z.object({ language: z.enum(languages), script: z.string() });
const moduleFiles = z.record(z.string(), z.string());
const paths: readonly unknown[] = ['/run', '/compile', '/compile-all', '/inspect', '/modules'];
const probes = ['/livez', '/readyz', '/metrics'];
const json = 'application/json';
const plain = 'text/plain; charset=utf-8';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > maxRequestBytes) throw new Refusal(413, `a request can have at most ${maxRequestBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse<T>(schema: z.ZodType<T>, body: string): T {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Refusal(400, 'the request is not JSON');
  }
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  throw new Refusal(400, `the request is invalid at ${error?.issues[0]?.path.join('.')}`);
}

/** Returns a signal that is aborted when the client disconnects before the response. */
function disconnectSignal(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  const onClose = (): void => disconnected.abort(new Refusal(499, 'the client has disconnected'));
  if (response.destroyed) onClose();
  response.once('close', () => response.writableFinished || onClose());
  return disconnected.signal;
}

function reply(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
}

async function serveScript(runner: Runner, request: IncomingMessage, response: ServerResponse): Promise<string> {
  const body = await bodyOf(request);
  if (request.url === '/run') {
    const parsedRequest = parse(scriptRequest, body);
    return JSON.stringify(await runner.run(parsedRequest, body, disconnectSignal(response)));
  }
  if (request.url === '/modules') {
    runner.storeModules(body, parse(moduleFiles, body));
    return '{}';
  }
  if (request.url === '/inspect')
    return JSON.stringify(await runner.inspect(parse(jarText, body), disconnectSignal(response)));
  if (request.url === '/compile-all') {
    const { scripts, timeMs } = parse(compilationRequest, body);
    return JSON.stringify({ faults: await runner.compileAll(scripts, timeMs, disconnectSignal(response)) });
  }
  const { language, script } = parse(compileRequest, body);
  return JSON.stringify({ error: await runner.compile(language, script, disconnectSignal(response)) });
}

/** Returns the trace id of the request, for the log. */
function traceOf({ headers }: IncomingMessage): { readonly traceId?: string } {
  const trace = readTraceparent(headers.traceparent);
  return trace === null ? {} : { traceId: trace.traceId };
}

function refuse(error: unknown, request: IncomingMessage, response: ServerResponse, logger: Logger): void {
  if (response.destroyed) return;
  if (error instanceof Refusal) reply(response, error.status, plain, `${error.message}\n`);
  else if (error instanceof Busy) reply(response, 503, plain, `${error.message}\n`);
  else if (error instanceof MissingModules) reply(response, 409, json, JSON.stringify({ missing: error.digests }));
  else {
    logger.error({ error, ...traceOf(request) }, 'could not run a script');
    reply(response, 500, plain, 'the script could not be run\n');
  }
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function createHandler({ runner, secret, health, metrics, config }: ServerOptions): RequestHandler {
  const expected = digest(`Bearer ${secret}`);
  const answerProbe = answerProbes({ health, metrics });
  const ownProbes: readonly unknown[] = config.managementPort === undefined ? probes : [];
  return async (request, response) => {
    const { url, method } = request;
    if (ownProbes.includes(url)) return answerProbe(request, response);
    if (!paths.includes(url)) throw new Refusal(404, 'there is nothing here');
    if (method !== 'POST') throw new Refusal(405, 'use POST');
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      throw new Refusal(401, 'the client is not authenticated');
    reply(response, 200, json, await serveScript(runner, request, response));
  };
}

/**
 * Serves `/run`, `/compile`, `/compile-all`, `/inspect` and `/modules`, and the probes unless they have a separate
 * port. Throws `StartupError` if the port is not available.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, logger } = options;
  const answer = createHandler(options);
  const { address, drain, stop } = await listen(config, (request, response) => {
    answer(request, response).catch((error) => {
      // The rest of a rejected body is not read, so the connection cannot serve another request.
      if (!request.complete) response.setHeader('connection', 'close');
      refuse(error, request, response, logger);
    });
  });
  return { address, drain, stop: () => stop(graceMs) };
}
