import { formsOfSecret, type HttpAnswer, masking } from '@slipway/scripts';
import { refused } from '../policy/refusal.ts';

/** Something that nobody should read. */
export interface Secret {
  readonly value: string;
  /** the hosts that it may be sent to, as their configuration names them: with their ports, where these are not the usual ones; null: it belongs to no host */
  readonly hosts: readonly string[] | null;
}

/** Shorter ones stand in requests that have nothing to do with them. */
const shortestBound = 8;

/** An answer in which the secrets that it repeats are masked. */
export function maskedAnswer(answer: HttpAnswer, secrets: readonly string[]): HttpAnswer {
  const masked = masking(secrets);
  const { body } = answer;
  return {
    ...answer,
    reason: masked(answer.reason),
    url: masked(answer.url),
    headers: answer.headers.map(([name, value]) => [masked(name), masked(value)]),
    body: 'text' in body ? { text: masked(body.text) } : body,
  };
}

/** Throws a `Refusal` where a request to a host has a secret in it that is bound to another host. */
export function keepToHosts(host: string, sent: readonly string[], secrets: readonly Secret[]): void {
  const foreign = secrets.filter(
    ({ value, hosts }) => hosts !== null && value.length >= shortestBound && !hosts.includes(host),
  );
  const forms = new Set(foreign.flatMap(({ value }) => formsOfSecret(value)));
  if (sent.some((text) => [...forms].some((form) => text.includes(form)))) {
    throw refused(`the request to ${host} holds a secret of a configuration whose url names another host`);
  }
}
