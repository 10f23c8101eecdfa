import { deadlineIn, type HttpRefusal, type HttpRequest, type HttpResponse } from '@slipway/script-protocol';
import { createAccessTokens } from './connection/access-tokens.ts';
import { createDispatchers } from './exchange/dispatchers.ts';
import { createResponseMemory } from './exchange/response-body.ts';
import { performRequest, type SendOptions } from './perform-request.ts';
import { createHostLimiter } from './policy/host-limiter.ts';
import type { EgressPolicy, Resolve } from './policy/policy.ts';
import { Refusal, toRefusal } from './policy/refusal.ts';
import type { Protocols } from './protocols.ts';
import { createTargetChecker, formatTarget, targetOf } from './target/check-target.ts';

/** The result of an order: the response of a server, or the reason of a failure as a message. */
export type HttpReply =
  | { readonly value: HttpResponse }
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

/** Sends the HTTP requests of scripts. There is no other way out. */
export interface Egress {
  /**
   * Sends a request, and follows its redirects, without retries. Throws only the reason of its signal, and
   * `EgressStopped`.
   */
  send(request: HttpRequest, options: SendOptions): Promise<HttpReply>;
  /** the numbers of running and of waiting requests */
  readonly load: { readonly underWay: number; readonly waiting: number };
  /** Aborts all requests, so that their effects are unknown. */
  stop(): void;
}

/** Aborts a request because this process stops. */
class EgressStopped extends Error {
  override name = 'EgressStopped';
}

const hostOf = ({ url }: HttpRequest): string => (URL.canParse(url) ? formatTarget(targetOf(new URL(url))) : '');

/**
 * Runs work with a time limit in milliseconds, unless it is canceled before. Throws a `Refusal` that begins with
 * `what`.
 */
async function withTimeout<Value>(
  cancelSignal: AbortSignal,
  ms: number,
  prefix: string,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { signal: timeout, end } = deadlineIn(ms);
  try {
    return await work(AbortSignal.any([timeout, cancelSignal]));
  } catch (error) {
    if (timeout.aborted && !cancelSignal.aborted) throw new Refusal('HttpTimeout', `${prefix} ${ms} ms`);
    throw error;
  } finally {
    end();
  }
}

/** Parts that a process or a test can add to the requests of scripts. */
interface EgressOptions {
  readonly observer?: Observer | undefined;
  /** Returns the addresses of a name; by default, the system resolves names. */
  readonly resolve?: Resolve | undefined;
  /** The protocols besides HTTP; none by default. */
  readonly protocols?: Protocols | undefined;
}

/** Creates the only way for requests of scripts. */
export function createEgress(policy: EgressPolicy, { observer, resolve, protocols = {} }: EgressOptions = {}): Egress {
  const services = {
    policy,
    protocols,
    targetChecker: createTargetChecker(policy, resolve),
    tokens: createAccessTokens(),
    dispatchers: createDispatchers(),
    responseMemory: createResponseMemory(),
  };
  const hostLimiter = createHostLimiter();
  const stopping = new AbortController();
  /** The time limit starts when the request gets a slot, so that slow requests of others do not count. */
  const sendQueued = async (
    request: HttpRequest,
    options: SendOptions,
    cancelSignal: AbortSignal,
  ): Promise<HttpResponse> => {
    const host = hostOf(request);
    const release = await withTimeout(
      cancelSignal,
      policy.timeoutMs,
      'the request was not sent: other requests to the host used all slots for',
      (signal) => hostLimiter.acquire(host, options.requester ?? null, signal),
    );
    const ms = Math.min(request.timeoutMs ?? policy.timeoutMs, policy.timeoutMs);
    return await withTimeout(cancelSignal, ms, `${host} did not respond within`, (signal) =>
      performRequest(services, request, options, signal),
    ).finally(release);
  };
  const send = async (request: HttpRequest, options: SendOptions): Promise<HttpReply> => {
    const startedAt = performance.now();
    const cancelSignal = options.signal === undefined ? [stopping.signal] : [stopping.signal, options.signal];
    const report = (outcome: Outcome) => observer?.httpSent(outcome, performance.now() - startedAt);
    try {
      const value = await sendQueued(request, options, AbortSignal.any(cancelSignal));
      report('completed');
      return { value };
    } catch (error) {
      for (const signal of cancelSignal) signal.throwIfAborted();
      const { type, message } = toRefusal(error, hostOf(request));
      report(outcomes[type]);
      return { refused: { type, message } };
    }
  };
  return {
    send,
    get load() {
      return { underWay: hostLimiter.underWay, waiting: hostLimiter.waiting };
    },
    stop: () => {
      stopping.abort(new EgressStopped('this process is stopping'));
      services.dispatchers.stop();
    },
  };
}
