import { isObject, type Json, parseJson } from '../model/json.ts';
import { passwordMask } from '../model/variable.ts';

/** Replaces every occurrence of secrets in texts. */
export interface Mask {
  text(text: string): string;
  /** Masks the text of a body. In JSON, also masks secrets with escaped characters. */
  body(text: string): string;
  /** Masks all texts and member names of a value. */
  json(value: Json): Json;
}

/** Headers that contain a secret, independent of the endpoint. */
const secretHeader = /authorization|cookie|token|secret|password|api[-_]?key/i;

/** Whether the whole value of a header is masked. Signatures are not masked: they reveal nothing about their key. */
export const isSecretHeader = (name: string, own: readonly string[]): boolean =>
  secretHeader.test(name) || own.some((header) => header.toLowerCase() === name.toLowerCase());

/**
 * Returns a mask for these secrets. It also masks their JSON and URL encodings. `extraForms` returns other encodings of
 * a secret, such as base64.
 */
export function maskOf(secrets: readonly string[], extraForms: (secret: string) => readonly string[] = () => []): Mask {
  const secretTexts = secrets.filter((secret) => secret !== '');
  const secretForms = secretTexts.flatMap((secret) => [
    secret,
    jsonForm(secret),
    urlForm(secret),
    ...extraForms(secret),
  ]);
  // Long texts come first: replacing a short secret inside a long one could leave a part of the long one.
  const maskedForms = [...new Set(secretForms)].sort((a, b) => b.length - a.length);
  const text = (unmasked: string) =>
    maskedForms.reduce((masked, secret) => masked.replaceAll(secret, passwordMask), unmasked);
  const json = (value: Json): Json => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), json(member)]));
  };
  const body = (unmasked: string): string => {
    const masked = text(unmasked);
    const value = maskedForms.length > 0 && masked.includes('\\') ? tryParse(masked) : undefined;
    if (value === undefined) return masked;
    const deep = JSON.stringify(json(value));
    return deep === JSON.stringify(value) ? masked : deep;
  };
  return { text, body, json };
}

const jsonForm = (secret: string): string => JSON.stringify(secret).slice(1, -1);

const urlForm = (secret: string): string => encodeURIComponent(secret.toWellFormed());

function tryParse(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
