import { currentTraceparent } from '@slipway/tracing';
import type { HttpProxy } from './connection/proxy.ts';
import { keepToHosts, type Secret } from './connection/secrets.ts';
import { type Exchanged, exchange, locationOf } from './exchange/exchange.ts';
import type { HeldAnswers } from './exchange/held-answers.ts';
import { redirected, type Step } from './exchange/redirect.ts';
import type { Asker } from './policy/places.ts';
import { limits } from './policy/policy.ts';
import { refused } from './policy/refusal.ts';
import { type Judge, targetOf } from './reach/judge.ts';

/** What holds for an order and for each redirect of it. */
export interface Trip {
  readonly judge: Judge;
  readonly verify: boolean;
  /** whether certificates need not be verified, where the order does not want it */
  readonly allowUnverified: boolean;
  readonly proxy: HttpProxy | null;
  readonly secrets: readonly Secret[];
  readonly held: HeldAnswers;
  readonly asker: Asker;
  readonly signal: AbortSignal;
}

/** All that a step sends, as texts in which a secret would be found. */
function sentBy({ url, headers, body }: Step): readonly string[] {
  const lines = Array.from(headers.values(), ({ values }) => values).flat();
  return [url.href, ...lines, ...(body === null ? [] : [body.toString('latin1'), body.toString()])];
}

/** With the trace under way, unless the script has one of its own. */
function traced(headers: Step['headers']): Step['headers'] {
  const traceparent = currentTraceparent();
  if (traceparent === null || headers.has('traceparent')) return headers;
  return new Map([...headers, ['traceparent', { name: 'traceparent', values: [traceparent] }]]);
}

/** Judges where a step leads, and takes it. Throws a `Refusal`, and what undici throws. */
export async function take(
  { judge, verify, allowUnverified, proxy, secrets, held, asker, signal }: Trip,
  step: Step,
  followed: boolean,
): Promise<Exchanged> {
  if (step.url.protocol === 'https:' && !verify && !allowUnverified) {
    throw refused('the operator does not allow certificates that are not verified (SCRIPT_HTTP_ALLOW_UNVERIFIED)');
  }
  keepToHosts(step.url.host, sentBy(step), secrets);
  const target = targetOf(step.url);
  const direct = await judge.addressesOf(target, { asker, signal, byProxy: proxy !== null });
  const addresses = proxy === null ? direct : await judge.addressesOf(targetOf(new URL(proxy.url)), { asker, signal });
  signal.throwIfAborted();
  const headers = judge.isTraced(target, direct) ? traced(step.headers) : step.headers;
  return await exchange(
    { ...step, headers, verify, addresses, proxy },
    { signal, followed, holding: { held, asker: asker ?? step.url.host } },
  );
}

/** These change nothing, however often they are sent (RFC 9110, 9.2.1). */
const asking: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A step and its answer. */
interface Passed {
  readonly step: Step;
  readonly end: Exchanged;
}

/** The last step and its answer, and the redirects before it in their order. */
export interface Arrived extends Passed {
  readonly passed: readonly Passed[];
}

/** Takes a step and those that redirects ask for, and answers the last one. */
export async function follow(trip: Trip, first: Step): Promise<Arrived> {
  let step = first;
  const passed: Passed[] = [];
  const sent = new Set<string>();
  for (let count = 0; count <= limits.redirects; count += 1) {
    const { method, url } = step;
    if (!asking.has(method) && sent.has(url.href))
      throw refused(`the server redirects a ${method} to where it has been sent already`);
    sent.add(url.href);
    const end = await take(trip, step, true);
    const location = locationOf(end);
    if (location === null) return { step, end, passed };
    passed.push({ step, end });
    step = redirected(step, end.status, location);
  }
  throw refused(`the server redirects more than ${limits.redirects} times`);
}
