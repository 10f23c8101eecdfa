import type { HttpAnswer, HttpOrder, HttpRedirect } from '@slipway/scripts';
import type { AccessTokens } from './connection/access-tokens.ts';
import { type Connection, urlOf, wantsVerified } from './connection/connection.ts';
import { authorizationOf } from './connection/credentials.ts';
import { type HttpProxy, proxyOf } from './connection/proxy.ts';
import { credentialsIn, type Masks, maskedAnswer, masksOf, type Secret } from './connection/secrets.ts';
import { bodyFrom } from './exchange/answer-body.ts';
import { headerOf } from './exchange/exchange.ts';
import type { HeldAnswers } from './exchange/held-answers.ts';
import { firstStep, withHeaders } from './exchange/order.ts';
import type { Step } from './exchange/redirect.ts';
import type { EgressPolicy } from './policy/policy.ts';
import type { Judge } from './reach/judge.ts';
import { type Arrived, follow, type Trip, take } from './trip.ts';

/** What belongs to an order besides its own words. */
export interface Sending {
  /** All secrets of the caller; the response contains none of them. */
  readonly secrets: readonly Secret[];
  /** the configuration that the order names, opened */
  readonly connection: Connection | null;
  /** others that the asker was given: a request to the host of one goes by its proxy, also where the order names none */
  readonly configurations?: readonly Connection[] | undefined;
  /** The release, trigger or user that the request belongs to, which shares a limit; absent: it counts separately. */
  readonly asker?: string | undefined;
  /** gives the request up */
  readonly signal?: AbortSignal | undefined;
}

export interface Guard {
  readonly policy: EgressPolicy;
  readonly judge: Judge;
  readonly tokens: AccessTokens;
  readonly held: HeldAnswers;
}

/** What came in the end, as scripts are given it. */
function shown({ step, end, passed }: Arrived, masks: Masks): HttpAnswer {
  const headOf = (each: Pick<Arrived, 'step' | 'end'>): HttpRedirect => ({
    status: each.end.status,
    reason: each.end.reason,
    url: each.step.url.href,
    headers: each.end.headers.map(([name, value]) => [name, value]),
  });
  const answer: HttpAnswer = {
    ...headOf({ step, end }),
    ...(passed.length > 0 && { history: passed.map(headOf) }),
    body: bodyFrom(end.bytes, headerOf(end.headers, 'content-type'), masks),
  };
  return maskedAnswer(answer, masks);
}

/** All masked texts of a response: secrets, and their encodings in credentials. */
function masksFor(first: Step, start: Step, proxy: HttpProxy | null, secrets: readonly string[]): Masks {
  const known = masksOf(secrets);
  const isOurs = !first.headers.has('authorization');
  const said = start.headers.get('authorization')?.values ?? [];
  const toProxy = proxy?.authorization ?? null;
  const made = [
    ...said.flatMap((each) => credentialsIn(each, known, isOurs)),
    ...(toProxy === null ? [] : credentialsIn(toProxy, known, true)),
  ];
  return made.length === 0 ? known : masksOf([...secrets, ...made]);
}

/**
 * The step with the credentials for its server. A user name in its URL becomes a header, and is removed from the URL.
 */
async function authorized(
  step: Step,
  order: HttpOrder,
  connection: Connection | null,
  tokenFor: (connection: Connection) => Promise<string>,
): Promise<Step> {
  const said = step.headers.has('authorization');
  const authorization = said ? null : await authorizationOf(order, connection, step.url, tokenFor);
  const url = new URL(step.url);
  url.username = '';
  url.password = '';
  if (authorization === null) return { ...step, url };
  return { ...step, url, headers: withHeaders(step.headers, [['authorization', authorization]]) };
}

/** Sends the request of an order. Throws a `Refusal`, errors of undici, and the reason of `signal`. */
export async function answerTo(
  { policy, judge, tokens, held }: Guard,
  order: HttpOrder,
  { secrets, connection, asker, configurations = [] }: Sending,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const first = firstStep(order);
  const verify = order.verify && (connection === null || wantsVerified(connection));
  const route = connection ?? configurations.find((each) => urlOf(each)?.host === first.url.host);
  const proxy = route === undefined ? null : proxyOf(route);
  const trip: Trip = {
    judge,
    verify,
    allowUnverified: policy.allowUnverified,
    proxy,
    secrets,
    held,
    asker: asker ?? null,
    signal,
  };
  const fetched: string[] = [];
  const tokenFor = async (owner: Connection) => {
    const token = await tokens.of(owner, (url, headers, body) =>
      take(trip, { method: 'POST', url, headers: withHeaders(new Map(), headers), body: Buffer.from(body) }, false),
    );
    fetched.push(token);
    return token;
  };
  const start = await authorized(first, order, connection, tokenFor);
  const came = order.followRedirects
    ? await follow(trip, start)
    : { step: start, end: await take(trip, start, false), passed: [] };
  if (came.end.status === 401 && fetched.length > 0 && connection !== null) tokens.forget(connection);
  return shown(came, masksFor(first, start, proxy, [...secrets.map(({ value }) => value), ...fetched]));
}
