import { deadlineIn, type HttpAnswer, type HttpOrder, type HttpRefusal } from '@slipway/scripts';
import { answerTo, type Sending } from './answer.ts';
import { createAccessTokens } from './connection/access-tokens.ts';
import { createHeldAnswers } from './exchange/held-answers.ts';
import { sentenceFor } from './exchange/why-failed.ts';
import type { EgressPolicy, Resolve } from './policy/policy.ts';
import { Refusal } from './policy/refusal.ts';
import { createTurns } from './policy/turns.ts';
import { createJudge, targetOf, written } from './reach/judge.ts';

/** The result of an order: the response of a server, or the reason of a failure as a message. */
export type HttpReply =
  | { readonly value: HttpAnswer }
  | { readonly refused: { readonly type: HttpRefusal; readonly message: string } };

type Outcome = 'completed' | 'denied' | 'failed' | 'timeout';

const outcomes: Readonly<Record<HttpRefusal, Outcome>> = {
  HttpRefused: 'denied',
  HttpFailed: 'failed',
  HttpTimeout: 'timeout',
};

/** Counts requests. */
interface Observer {
  /** A request has ended with this outcome, after this number of milliseconds. */
  httpSent(outcome: Outcome, ms: number): void;
}

/** The one way by which what scripts ask for gets out. */
export interface Egress {
  /** Sends an order once, and each redirect of it. Throws only the reason of its signal, and `EgressStopped`. */
  send(order: HttpOrder, sending: Sending): Promise<HttpReply>;
  /** how many requests are under way, and how many wait for others to end */
  readonly load: { readonly underWay: number; readonly waiting: number };
  /** Ends all requests; their effects are unknown. */
  stop(): void;
}

/** This process ends, and the request with it. */
class EgressStopped extends Error {
  override name = 'EgressStopped';
}

const hostOf = ({ url }: HttpOrder): string => (URL.canParse(url) ? written(targetOf(new URL(url))) : '');

/**
 * Runs work within this number of milliseconds, unless it is canceled before. Throws a `Refusal` that begins with
 * `what`.
 */
async function inTime<Value>(
  given: AbortSignal,
  ms: number,
  what: string,
  act: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { signal: late, end } = deadlineIn(ms);
  try {
    return await act(AbortSignal.any([late, given]));
  } catch (error) {
    if (late.aborted && !given.aborted) throw new Refusal('HttpTimeout', `${what} ${ms} ms`);
    throw error;
  } finally {
    end();
  }
}

/** The guard of everything that scripts send; `resolve` answers the addresses of names, else the machine does. */
export function createEgress(policy: EgressPolicy, observer?: Observer, resolve?: Resolve): Egress {
  const guard = {
    policy,
    judge: createJudge(policy, resolve),
    tokens: createAccessTokens(),
    held: createHeldAnswers(),
  };
  const turns = createTurns();
  const stopping = new AbortController();
  /** Its time begins when its turn has come: others who are slow take none of it. */
  const inTurn = async (order: HttpOrder, sending: Sending, given: AbortSignal): Promise<HttpAnswer> => {
    const host = hostOf(order);
    const free = await inTime(
      given,
      policy.timeoutMs,
      'the request was not sent: others have had all places for',
      (signal) => turns.take(host, sending.asker ?? null, signal),
    );
    const ms = Math.min(order.timeoutMs ?? policy.timeoutMs, policy.timeoutMs);
    return await inTime(given, ms, `${host} has not answered within`, (signal) =>
      answerTo(guard, order, sending, signal),
    ).finally(free);
  };
  const send = async (order: HttpOrder, sending: Sending): Promise<HttpReply> => {
    const began = performance.now();
    const given = sending.signal === undefined ? [stopping.signal] : [stopping.signal, sending.signal];
    const report = (outcome: Outcome) => observer?.httpSent(outcome, performance.now() - began);
    try {
      const value = await inTurn(order, sending, AbortSignal.any(given));
      report('completed');
      return { value };
    } catch (error) {
      for (const each of given) each.throwIfAborted();
      const { type, message } = sentenceFor(error, hostOf(order));
      report(outcomes[type]);
      return { refused: { type, message } };
    }
  };
  return {
    send,
    get load() {
      return { underWay: turns.underWay, waiting: turns.waiting };
    },
    stop: () => stopping.abort(new EgressStopped('this process ends')),
  };
}
