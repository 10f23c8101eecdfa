import { formsOfSecret, type HttpAnswer } from '@slipway/scripts';
import { refused } from '../policy/refusal.ts';

/** Something that nobody should read. */
export interface Secret {
  readonly value: string;
  /** the hosts that it may be sent to, as their configuration names them; null: it belongs to no host */
  readonly hosts: readonly string[] | null;
}

const mask = '********';
/** Shorter ones would mask every other word. */
const shortestMasked = 4;
/** Shorter ones stand in requests that have nothing to do with them. */
const shortestBound = 8;

/** What masks every one of these secrets in a text. */
function masking(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= shortestMasked);
  // The longest first: one may be part of another.
  const forms = [...new Set(long.flatMap(formsOfSecret))].toSorted((one, other) => other.length - one.length);
  return (text) =>
    forms.reduce((masked, form) => (masked.includes(form) ? masked.replaceAll(form, mask) : masked), text);
}

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
