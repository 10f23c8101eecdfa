import type { HttpAnswer, HttpOrder, HttpRefusal } from '@slipway/scripts';
import { answerTo, type Sending } from './answer.ts';
import { createAccessTokens } from './connection/access-tokens.ts';
import { createHeldAnswers } from './exchange/held-answers.ts';
import { sentenceFor } from './exchange/why-failed.ts';
import type { EgressPolicy, Resolve } from './policy/policy.ts';
import { Refusal } from './policy/refusal.ts';
import { createTurns } from './policy/turns.ts';
import { createJudge, targetOf, written } from './reach/judge.ts';

/** What came of an order: what a server has answered, or why none has, in a sentence. */
export type HttpReply =
  | { readonly value: HttpAnswer }
  | { readonly refused: { readonly type: HttpRefusal; readonly message: string } };

/** Who counts requests. */
interface Observer {
  /** a request has ended like this, after so many milliseconds */
  httpSent(end: 'answered' | HttpRefusal, ms: number): void;
}

/** The one way by which what scripts ask for gets out. */
export interface Egress {
  /** Sends an order once, and each redirect of it. Throws only the reason of its signal, and `EgressStopped`. */
  send(order: HttpOrder, sending: Sending): Promise<HttpReply>;
  /** how many requests are under way, and how many wait for others to end */
  readonly load: { readonly underWay: number; readonly waiting: number };
  /** Ends all requests; what they have done is not known. */
  stop(): void;
}

/** This process ends, and the request with it. */
class EgressStopped extends Error {
  override name = 'EgressStopped';
}

const hostOf = ({ url }: HttpOrder): string => (URL.canParse(url) ? written(targetOf(new URL(url))) : '');

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
  const inTurn = async (order: HttpOrder, sending: Sending, signal: AbortSignal): Promise<HttpAnswer> => {
    const free = await turns.take(hostOf(order), sending.asker ?? null, signal);
    try {
      return await answerTo(guard, order, sending, signal);
    } finally {
      free();
    }
  };
  const send = async (order: HttpOrder, sending: Sending): Promise<HttpReply> => {
    const began = performance.now();
    const ms = Math.min(order.timeoutMs ?? policy.timeoutMs, policy.timeoutMs);
    const late = AbortSignal.timeout(ms);
    const given = sending.signal === undefined ? [stopping.signal] : [stopping.signal, sending.signal];
    const told = (end: 'answered' | HttpRefusal) => observer?.httpSent(end, performance.now() - began);
    try {
      const value = await inTurn(order, sending, AbortSignal.any([late, ...given]));
      told('answered');
      return { value };
    } catch (error) {
      for (const each of given) each.throwIfAborted();
      const host = hostOf(order);
      const { type, message } = late.aborted
        ? new Refusal('HttpTimeout', `${host} has not answered within ${ms} ms`)
        : sentenceFor(error, host);
      told(type);
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
