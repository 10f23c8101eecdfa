import type { ScriptEffect } from './effect.ts';
import { formsOfSecret } from './secret-forms.ts';

const upTo = (text: string, sign: string): string => text.split(sign, 1).join();

/** `https://host/path` of `https://user:word@host/path?query#part`; the guest has the same rule, by the text alone. */
function bare(url: string): string {
  const address = upTo(upTo(url, '#'), '?');
  const from = address.indexOf('://') + 3;
  if (from < 3) return address;
  const host = upTo(address.slice(from), '/');
  return address.slice(0, from) + address.slice(from + host.lastIndexOf('@') + 1);
}

/** The description of an effect, which a repetition is compared with. */
export function saidOf(effect: ScriptEffect): string {
  switch (effect.does) {
    case 'sleep':
      return 'sleep';
    case 'http':
      return `${effect.method} ${bare(effect.url)}`;
  }
}

/** Shorter ones stand in every other name. */
const shortestSecret = 4;

/** A host as people may read it: a script may have made it of a password, in whatever form. */
export function shownHost(host: string, secrets: readonly string[]): string {
  const lower = host.toLowerCase();
  const isIn = (secret: string) =>
    secret.length >= shortestSecret && formsOfSecret(secret).some((form) => lower.includes(form.toLowerCase()));
  return secrets.some(isIn) ? '********' : host;
}

/** Method and host of a description: the path may contain a secret. */
export function shownSaid(said: string, secrets: readonly string[]): string {
  const [, method = '', scheme = '', host = ''] = /^(\S*)(?: ([^/]*\/\/)?([^/]*))?/.exec(said) ?? [];
  return host === '' ? method : `${method} ${scheme}${shownHost(host, secrets)}`;
}
