import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Secret } from 'kubernetes-models/v1/Secret';
import {
  ClusterState,
  type JobObject,
  type Program,
  type SecretObject,
  type StartedContainer,
} from './cluster-state.ts';

/** An answer that replaces that of the cluster; with `after`, the request has an effect first. */
export interface ClusterFault {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly after?: boolean;
}

/** A simulated Kubernetes API server with one namespace. */
export interface SimulatedCluster {
  readonly url: string;
  readonly token: string;
  readonly namespace: string;
  readonly state: ClusterState;
  /** the received requests, such as `POST jobs` */
  readonly requests: string[];
  /** requests that a real server would not accept */
  readonly violations: readonly string[];
  /** Decides about the fault of a request, which is a line such as `GET pods`. */
  fault: (request: string) => ClusterFault | null;
  /** Refuses connections until `resume`. The state stays. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const namespace = 'slipway-jobs';
const token = 'token-of-the-service-account';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
const status = (code: number, message: string): Answer => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, message },
});
const ok = (body: unknown, code = 200): Answer => ({ status: code, body });

/** A request whose path has been matched. */
interface Matched {
  readonly method: string;
  readonly kind: string;
  readonly name: string | undefined;
  readonly part: string | undefined;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly contentType: string;
}

const pathForm = new RegExp(
  `^/(?:apis/batch/v1/namespaces/${namespace}/(jobs)|api/v1/namespaces/${namespace}/(secrets|pods))(?:/([a-z0-9.-]+))?(?:/(log))?$`,
);

/** Returns the validation error of an object for the schema of its kind; null: none. */
function faultOf(kind: string, object: unknown): string | null {
  try {
    const model = kind === 'jobs' ? new Job(object as never) : new Secret(object as never);
    model.validate();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function create(state: ClusterState, { kind, body, contentType }: Matched): Answer {
  if (contentType !== 'application/json') return status(415, `the content type is ${contentType}`);
  const object = JSON.parse(body);
  const fault = faultOf(kind, object);
  if (fault !== null || object.metadata.namespace !== namespace) return status(422, fault ?? 'wrong namespace');
  const { name } = object.metadata;
  const known: ReadonlyMap<string, unknown> = kind === 'jobs' ? state.jobs : state.secrets;
  if (known.has(name)) return status(409, `${kind} "${name}" already exists`);
  if (kind === 'jobs') return ok(state.createJob(object as JobObject), 201);
  state.secrets.set(name, object as SecretObject);
  return ok(object, 201);
}

function patchJob(state: ClusterState, { name = '', body, contentType }: Matched): Answer {
  const job = state.jobs.get(name);
  if (job === undefined) return status(404, `jobs.batch "${name}" not found`);
  if (contentType !== 'application/merge-patch+json') return status(415, contentType);
  if (body !== '{"spec":{"suspend":false}}') return status(422, 'unexpected patch');
  state.resume(job);
  return ok(job);
}

function remove(state: ClusterState, { kind, name = '' }: Matched): Answer {
  const known: ReadonlyMap<string, unknown> = kind === 'jobs' ? state.jobs : state.secrets;
  if (!known.has(name)) return status(404, `${kind} "${name}" not found`);
  if (kind === 'jobs') state.deleteJob(name);
  else state.secrets.delete(name);
  return ok({ kind: 'Status', status: 'Success' });
}

function readLog(state: ClusterState, { name = '', query }: Matched): Answer {
  const pod = state.pods.get(name);
  if (pod === undefined) return status(404, `pods "${name}" not found`);
  if (pod.status.phase === 'Pending') return status(400, 'container "main" in pod is waiting to start');
  const lines = pod.log.split(/(?<=\n)/);
  const log = query.has('tailLines') ? lines.slice(-Number(query.get('tailLines'))).join('') : pod.log;
  return ok(log.slice(0, Number(query.get('limitBytes'))));
}

function handle(state: ClusterState, request: Matched): Answer | null {
  const { method, kind, name, part, query } = request;
  switch (`${method} ${kind}${name === undefined ? '' : '/name'}${part === undefined ? '' : `/${part}`}`) {
    case 'POST jobs':
    case 'POST secrets':
      return create(state, request);
    case 'GET jobs/name': {
      const job = state.jobs.get(name ?? '');
      return job === undefined ? status(404, `jobs.batch "${name}" not found`) : ok(job);
    }
    case 'PATCH jobs/name':
      return patchJob(state, request);
    case 'DELETE jobs/name':
    case 'DELETE secrets/name':
      return remove(state, request);
    case 'GET pods': {
      const jobName = query.get('labelSelector')?.replace('job-name=', '');
      const items = [...state.pods.values()].filter(({ metadata }) => metadata.labels['job-name'] === jobName);
      return ok({ kind: 'PodList', apiVersion: 'v1', items: items.map(({ log: _, ...pod }) => pod) });
    }
    case 'GET pods/name/log':
      return readLog(state, request);
  }
  return null;
}

/** The certificate of a server that identifies its clients by their certificate instead of a token, in PEM. */
interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
  readonly clients: string;
}

const createListener = (identity: ServerIdentity | null, listener: RequestListener): Server => {
  if (identity === null) return createServer(listener);
  const { cert, key, clients } = identity;
  return createSecure({ cert, key, ca: clients, requestCert: true, rejectUnauthorized: false }, listener);
};

const isIdentified = ({ socket, headers }: IncomingMessage): boolean =>
  socket instanceof TLSSocket ? socket.authorized : headers.authorization === `Bearer ${token}`;

/** Starts a simulated cluster whose containers run these programs. */
export async function startCluster(
  run: (container: StartedContainer) => Program,
  identity: ServerIdentity | null = null,
): Promise<SimulatedCluster> {
  const state = new ClusterState(run);
  const violations: string[] = [];
  const requests: string[] = [];
  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(message);
    const send = ({ status: code, body: answer }: Answer, headers = {}): void => {
      const isText = typeof answer === 'string';
      response.writeHead(code, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
      response.end(isText ? answer : JSON.stringify(answer));
    };
    const url = new URL(message.url ?? '/', 'http://cluster');
    const [path, jobs, others, name, part] = pathForm.exec(url.pathname) ?? [];
    const { method = '', headers } = message;
    const kind = jobs ?? others ?? '';
    const line = `${method} ${kind}${part === undefined ? '' : ` ${part}`}`;
    requests.push(line);
    if (!isIdentified(message)) return send(status(401, 'Unauthorized'));
    if (path === undefined) {
      violations.push(`${method} ${url.pathname}`);
      return send(status(404, 'the server could not find the requested resource'));
    }
    const fault = cluster.fault(line);
    const failed = status(fault?.status ?? 200, 'a fault of the test');
    if (fault !== null && fault.after !== true) return send(failed, fault.headers);
    const contentType = headers['content-type'] ?? '';
    const answer = handle(state, { method, kind, name, part, query: url.searchParams, body, contentType });
    const isRefused = answer === null || answer.status === 415 || answer.status === 422;
    if (isRefused) violations.push(`${line}: ${JSON.stringify(answer?.body)}`);
    send(fault === null ? (answer ?? status(405, 'the server does not allow this method')) : failed);
  };
  let server: Server | null = null;
  let port = 0;
  const resume = async (): Promise<void> => {
    server = createListener(identity, (message, response) => void respond(message, response));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const pause = async (): Promise<void> => {
    const closed = server === null ? Promise.resolve() : once(server, 'close');
    server?.close();
    server?.closeAllConnections();
    server = null;
    await closed;
  };
  await resume();
  const cluster: SimulatedCluster = {
    ...{
      url: `${identity === null ? 'http' : 'https'}://127.0.0.1:${port}`,
      token,
      namespace,
      state,
      requests,
      violations,
      fault: () => null,
    },
    ...{ pause, resume },
    stop: async () => {
      state.stop();
      await pause();
    },
  };
  return cluster;
}
