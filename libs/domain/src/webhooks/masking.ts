import { isObject, type Json, parseJson } from '../model/json.ts';
import { passwordMask } from '../model/variable.ts';

/** Replaces every occurrence of secrets in texts. */
export interface Mask {
  text(text: string): string;
  /** the text of a body; if it is JSON, secrets that it writes with escapes are found too */
  body(text: string): string;
  /** every text inside a value, and every name */
  json(value: Json): Json;
}

/** Headers that contain a secret, independent of the endpoint. */
const secretHeader = /authorization|cookie|token|secret|password|api[-_]?key/i;

/** Whether the whole value of a header is masked. Signatures are not: they reveal nothing about their key. */
export const isSecretHeader = (name: string, own: readonly string[]): boolean =>
  secretHeader.test(name) || own.some((each) => each.toLowerCase() === name.toLowerCase());

/**
 * A mask for these secrets, which are also found as they are written in JSON and in an address; `forms` gives
 * further ways in which one may be written, such as base64.
 */
export function maskOf(secrets: readonly string[], forms: (secret: string) => readonly string[] = () => []): Mask {
  const clear = secrets.filter((secret) => secret !== '');
  const written = clear.flatMap((secret) => [secret, inJson(secret), inAddress(secret), ...forms(secret)]);
  // The longest first: replacing a short secret inside a long one could leave half of it.
  const all = [...new Set(written)].sort((one, other) => other.length - one.length);
  const text = (given: string) => all.reduce((masked, secret) => masked.replaceAll(secret, passwordMask), given);
  const json = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), json(member)]));
  };
  const body = (given: string): string => {
    const masked = text(given);
    const value = all.length > 0 && masked.includes('\\') ? parsed(masked) : undefined;
    if (value === undefined) return masked;
    const deep = JSON.stringify(json(value));
    return deep === JSON.stringify(value) ? masked : deep;
  };
  return { text, body, json };
}

const inJson = (secret: string): string => JSON.stringify(secret).slice(1, -1);

const inAddress = (secret: string): string => encodeURIComponent(secret.toWellFormed());

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
