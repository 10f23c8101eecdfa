import { Client } from 'undici';

/** The results of the requests. */
export interface TrafficResult {
  /** a message for each request with an unexpected response */
  readonly failures: readonly string[];
  readonly count: number;
  /** the times from the due time of a request to the end of its response */
  readonly durationsMs: readonly number[];
  /** The expected effects of commands, each exactly once: texts of comments, and titles of releases. */
  readonly comments: readonly string[];
  readonly pushes: readonly string[];
}

export interface Traffic {
  /** Returns and resets the durations. */
  durations(): readonly number[];
  /** Stops sending, and waits for all responses. */
  stop(): Promise<TrafficResult>;
}

/** The targets of requests. */
export interface TrafficTargets {
  readonly url: string;
  /** tasks that can be read and commented on */
  readonly taskIds: readonly string[];
  /** below `/webhooks/` */
  readonly hook: string;
  /** whether clients keep their connections */
  readonly keepAlive?: boolean;
  /** requests per second of all clients; 200 by default */
  readonly perSecond?: number;
}

const clientCount = 70;
/** One of twenty requests is a webhook push, four are comments, and the other fifteen are reads. */
const cycle = 20;
const comments = 4;
/** The limit of concurrent requests. On a slow machine the rate falls at this limit. */
const maxInFlight = 400;

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

const login = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

/** Creates the requests. Each comment has a unique text and each push a unique number. */
function requestsOf({ taskIds, hook }: TrafficTargets) {
  const run = Math.random().toString(36).slice(2, 8);
  const texts: string[] = [];
  const titles: string[] = [];
  let taskIndex = 0;
  const task = (): string => `/api/v1/tasks/${taskIds[taskIndex++ % taskIds.length]}`;
  const read = (): Request => ({ method: 'GET', path: task() });
  const comment = (): Request => {
    const text = `comment ${run} ${texts.length}`;
    texts.push(text);
    return { method: 'POST', path: `${task()}/comment`, body: JSON.stringify({ comment: text }) };
  };
  const push = (): Request => {
    const number = `${run} ${titles.length}`;
    titles.push(`Push ${number}`);
    return { method: 'POST', path: `/webhooks/${hook}`, body: JSON.stringify({ number }) };
  };
  let sent = 0;
  const next = (): Request => {
    const nth = sent++ % cycle;
    if (nth === 0) return push();
    return nth <= comments ? comment() : read();
  };
  return { next, texts, titles };
}

/** Sends requests at a constant rate. */
export function startTraffic(targets: TrafficTargets): Traffic {
  const { next, texts, titles } = requestsOf(targets);
  const { keepAlive = true, perSecond = 200 } = targets;
  const reset = !keepAlive;
  const failures: string[] = [];
  let durationsMs: number[] = [];
  let count = 0;
  const inFlight = new Set<Promise<void>>();
  const clients = Array.from({ length: clientCount }, () => new Client(targets.url));
  const send = async (client: Client | undefined, { method, path, body }: Request): Promise<void> => {
    const due = performance.now();
    const headers = { authorization: login, 'content-type': 'application/json' };
    try {
      const answer = await client?.request({ method, path, headers, reset, ...(body !== undefined && { body }) });
      const text = await answer?.body.text();
      if (answer?.statusCode !== 200) failures.push(`${method} ${path} was answered ${answer?.statusCode}: ${text}`);
    } catch (error) {
      failures.push(`${method} ${path} failed after ${Math.round(performance.now() - due)} ms: ${error}`);
    }
    count += 1;
    durationsMs.push(performance.now() - due);
  };
  const sendNext = (nth: number): void => {
    if (inFlight.size >= maxInFlight) return;
    const sending: Promise<void> = send(clients[nth], next()).finally(() => inFlight.delete(sending));
    inFlight.add(sending);
  };
  const startedAt = performance.now();
  let due = 0;
  const timer = setInterval(() => {
    for (; due < ((performance.now() - startedAt) / 1_000) * perSecond; due += 1) {
      sendNext(due % clientCount);
    }
  }, 10);
  return {
    durations: () => {
      const durations = durationsMs;
      durationsMs = [];
      return durations;
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(inFlight);
      await Promise.all(clients.map((client) => client.close()));
      return { failures, count, durationsMs, comments: texts, pushes: titles };
    },
  };
}
