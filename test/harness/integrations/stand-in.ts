import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Answer } from './answers.ts';
import { jsonFaults, textFaults } from './check-members.ts';
import type { Contract, Pages, RequestContract } from './contract.ts';

/** The answers of a request by its name in the contract. The last one repeats. */
export type Replies = Readonly<Record<string, Answer | readonly Answer[]>>;

/** The login that the server accepts. */
export interface Login {
  readonly username?: string;
  /** the password or token */
  readonly password: string;
}

/** A request that the server has received. */
interface Received {
  /** its name in the contract; null if it is not in the contract */
  readonly name: string | null;
  /** `POST /job/app/build a=1` */
  readonly line: string;
}

/** A server on loopback that responds as a contract describes, and refuses each other request. */
export interface StandIn {
  readonly url: string;
  readonly received: readonly Received[];
  /** what the requests and answers of a test have in addition to the contract, or lack */
  readonly violations: readonly string[];
  /** Deletes the received requests, and uses these answers from now on. */
  reset(replies: Replies): void;
  count(name: string): number;
  stop(): Promise<void>;
}

/** The headers that each client sends. */
const commonHeaders = new Set(
  `accept accept-encoding accept-language authorization connection content-length content-type cookie host user-agent
  traceparent tracestate transfer-encoding sec-fetch-mode`.split(/\s+/),
);

interface Parsed {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

async function parse(message: IncomingMessage): Promise<Parsed> {
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://localhost');
  const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)] as const);
  const body = (await buffer(message)).toString();
  return { method: message.method ?? '', path: pathname, query: searchParams, headers: new Map(headers), body };
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+\*\}/g, '(.+)')
      .replace(/\{\w+\}/g, '([^/]+)')}$`,
  );

/** Returns the request of the contract, or the reason why there is none. */
function matchRequest({ requests }: Contract, { method, path }: Parsed) {
  const samePath = Object.entries(requests).filter(([, { request }]) =>
    patternOf(request.slice(request.indexOf(' ') + 1)).test(path),
  );
  const found = samePath.find(([, { request }]) => request.startsWith(`${method} `));
  if (found !== undefined) return { name: found[0], request: found[1] };
  return samePath.length === 0
    ? { status: 404, fault: `${method} ${path} is not in the contract` }
    : { status: 405, fault: `${method} is not a method of ${path}` };
}

function isLoggedIn({ authentication }: Contract, { headers }: Parsed, { username = '', password }: Login): boolean {
  switch (authentication.kind) {
    case 'none':
      return true;
    case 'basic':
      return headers.get('authorization') === `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    case 'bearer':
      return headers.get('authorization') === `Bearer ${password}`;
    case 'header':
      return headers.get(authentication.header.toLowerCase()) === `${authentication.prefix}${password}`;
  }
}

/** Returns what a request has in addition to its contract, or lacks. */
function requestFaults(request: RequestContract, parsed: Parsed, loginHeader: string): readonly string[] {
  const { query, headers, body } = parsed;
  const own = new Map([...headers].filter(([name]) => name in request.headers || !isCommon(name, loginHeader)));
  return [
    ...textFaults('query', new Map(query), request.query),
    ...textFaults('headers', own, request.headers),
    ...bodyFaults(request, body, headers.get('content-type') ?? ''),
  ];
}

const isCommon = (name: string, loginHeader: string): boolean => commonHeaders.has(name) || name === loginHeader;

function bodyFaults({ form, json, mediaType }: RequestContract, body: string, type: string): readonly string[] {
  if (form !== undefined) {
    const isForm = type.startsWith('application/x-www-form-urlencoded');
    return isForm ? textFaults('form', new Map(new URLSearchParams(body)), form) : ['the body is not a form'];
  }
  if (json === undefined) return body === '' ? [] : ['the request has a body'];
  if (mediaType !== undefined && type !== mediaType) return [`the body has the media type '${type}'`];
  if (mediaType === undefined && !/\bjson\b/.test(type)) return ['the body is not JSON'];
  try {
    return jsonFaults('body', JSON.parse(body), json);
  } catch {
    return ['the body is not JSON'];
  }
}

/** Returns a page of a list as the contract describes it. */
function page(pages: Pages, list: readonly unknown[], { path, query }: Parsed, url: string): Answer {
  switch (pages.kind) {
    case 'link': {
      const size = Number(query.get(pages.size) ?? pages.defaultSize);
      const number = Number(query.get(pages.page) ?? 1);
      const next = new URLSearchParams([...query, [pages.page, String(number + 1)]]);
      next.set(pages.page, String(number + 1));
      const hasMore = number * size < list.length;
      const link = { Link: `<${url}${path}?${next}>; rel="next"` };
      return { json: list.slice((number - 1) * size, number * size), headers: hasMore ? link : {} };
    }
    case 'offset': {
      const start = Number(query.get(pages.start) ?? 0);
      const size = Number(query.get(pages.size) ?? pages.defaultSize);
      return { json: { [pages.list]: list.slice(start, start + size), [pages.total]: list.length } };
    }
    case 'token': {
      const start = Number(query.get(pages.token) ?? 0);
      const end = start + pages.defaultSize;
      const next = end < list.length ? { [pages.next]: String(end) } : {};
      return { json: { [pages.list]: list.slice(start, end), ...next } };
    }
  }
}

/** Returns a body with a text at the path of the contract for errors. */
const errorBody = (path: string, text: string): unknown =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), text);

/** Starts a server with the contract of an integration, and the answers of a test. */
export async function startStandIn(contract: Contract, login: Login): Promise<StandIn> {
  const received: Received[] = [];
  const violations: string[] = [];
  let replies: Replies = {};
  let counts = new Map<string, number>();
  const { authentication } = contract;
  const loginHeader = authentication.kind === 'header' ? authentication.header.toLowerCase() : 'authorization';
  const refuse = (status: number, fault: string): Answer => {
    violations.push(fault);
    return { status, error: fault };
  };
  const nextAnswer = (name: string, request: RequestContract): Answer => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const given = replies[name];
    const answers: readonly Answer[] = given === undefined ? [] : Array.isArray(given) ? given : [given as Answer];
    const answer = answers[Math.min(count, answers.length) - 1];
    if (answer === undefined) return refuse(500, `the test has no answer for '${name}'`);
    if (answer.json !== undefined)
      violations.push(...jsonFaults(`answer of ${name}`, answer.json, request.reply.json ?? {}));
    return answer;
  };
  const answerTo = (parsed: Parsed): { readonly answer: Answer; readonly request: RequestContract | null } => {
    const match = matchRequest(contract, parsed);
    const query = parsed.query.size === 0 ? '' : `?${parsed.query}`;
    const line = `${parsed.method} ${parsed.path}${query} ${parsed.body}`.trim();
    received.push({ name: match.name ?? null, line });
    if (match.request === undefined) return { answer: refuse(match.status, match.fault), request: null };
    const { name, request } = match;
    if (!request.anonymous && !isLoggedIn(contract, parsed, login))
      return { answer: { status: 401, error: 'Unauthorized' }, request };
    const faults = requestFaults(request, parsed, loginHeader);
    if (faults.length > 0) return { answer: refuse(400, `${name}: ${faults.join('; ')}`), request };
    const answer = nextAnswer(name, request);
    if (answer.items === undefined || request.pages === undefined) return { answer, request };
    return { answer: page(request.pages, answer.items, parsed, url()), request };
  };
  const server = createServer((message, response) => {
    const respond = async (): Promise<void> => {
      const { answer, request } = answerTo(await parse(message));
      if (answer.isSilent) return;
      if (answer.hangsUp) response.destroy();
      else send(response, answer, request, contract.errorMember, url());
    };
    // The client may have closed the connection.
    respond().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = (): string => `http://127.0.0.1:${port}`;
  return {
    url: url(),
    received,
    violations,
    reset: (next) => {
      replies = next;
      counts = new Map();
      received.length = 0;
      violations.length = 0;
    },
    count: (name) => received.filter((entry) => entry.name === name).length,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(
  response: ServerResponse,
  answer: Answer,
  request: RequestContract | null,
  errorMember: string,
  url: string,
): void {
  const { status = request?.reply.status ?? 200, headers = {}, json, text, error } = answer;
  const value = error === undefined ? json : errorBody(errorMember, error);
  const type = value === undefined ? {} : { 'Content-Type': 'application/json' };
  const filled = Object.entries({ ...type, ...headers }).map(([name, header]) => [
    name,
    header.replace('{server}', url),
  ]);
  response.writeHead(status, Object.fromEntries(filled));
  response.end(value === undefined ? (text ?? '') : JSON.stringify(value));
}
