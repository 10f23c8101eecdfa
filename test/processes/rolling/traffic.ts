import { Client } from 'undici';

/** The requests of clients, and their results. */
export interface Told {
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
  stop(): Promise<Told>;
}

/** The targets of requests. */
export interface Aims {
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
const mostUnderWay = 400;

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

const login = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

/** What is sent: the text of each comment and the number of each push are their own. */
function requestsOf({ taskIds, hook }: Aims) {
  const run = Math.random().toString(36).slice(2, 8);
  const texts: string[] = [];
  const titles: string[] = [];
  let turn = 0;
  const task = (): string => `/api/v1/tasks/${taskIds[turn++ % taskIds.length]}`;
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
export function startTraffic(aims: Aims): Traffic {
  const { next, texts, titles } = requestsOf(aims);
  const { keepAlive = true, perSecond = 200 } = aims;
  const reset = !keepAlive;
  const failures: string[] = [];
  let durationsMs: number[] = [];
  let count = 0;
  const underWay = new Set<Promise<void>>();
  const clients = Array.from({ length: clientCount }, () => new Client(aims.url));
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
  const begin = (nth: number): void => {
    if (underWay.size >= mostUnderWay) return;
    const sending: Promise<void> = send(clients[nth], next()).finally(() => underWay.delete(sending));
    underWay.add(sending);
  };
  const began = performance.now();
  let due = 0;
  const pace = setInterval(() => {
    for (; due < ((performance.now() - began) / 1_000) * perSecond; due += 1) {
      begin(due % clientCount);
    }
  }, 10);
  return {
    durations: () => {
      const taken = durationsMs;
      durationsMs = [];
      return taken;
    },
    stop: async () => {
      clearInterval(pace);
      await Promise.all(underWay);
      await Promise.all(clients.map((client) => client.close()));
      return { failures, count, durationsMs, comments: texts, pushes: titles };
    },
  };
}
