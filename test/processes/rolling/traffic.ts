import { Client } from 'undici';

/** The requests of clients, and their results. */
export interface TrafficResult {
  /** a line for each request that was not answered as it has to be */
  readonly failures: readonly string[];
  readonly count: number;
  /** from the moment at which each was to be sent until its whole answer */
  readonly durationsMs: readonly number[];
  /** what each command was to leave behind, once: texts of comments, and titles of releases */
  readonly comments: readonly string[];
  readonly pushes: readonly string[];
}

export interface Traffic {
  /** Takes and resets the durations. */
  durations(): readonly number[];
  /** Sends nothing more, and waits for every answer. */
  stop(): Promise<TrafficResult>;
}

/** The targets of requests. */
export interface TrafficTargets {
  readonly url: string;
  /** tasks that can be read and commented on */
  readonly taskIds: readonly string[];
  /** below `/webhooks/` */
  readonly hook: string;
  /** whether connections are kept, as most clients do */
  readonly keepAlive?: boolean;
  /** requests of all clients together; 200 by default */
  readonly perSecond?: number;
}

const clientCount = 70;
/** Of twenty requests one is a push of a webhook and four are comments; all others read. */
const cycle = 20;
const comments = 4;
/** More at once are not sent: the machine is too slow, and the rate falls. */
const maxInFlight = 400;

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

const login = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

/** What is sent: the text of each comment and the number of each push are their own. */
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
