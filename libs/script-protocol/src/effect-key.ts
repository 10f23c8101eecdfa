import type { ScriptEffect } from './effect.ts';
import { secretForms } from './secret-forms.ts';

const textBefore = (text: string, sign: string): string => text.split(sign, 1).join();

/** `https://host/path` of `https://user:word@host/path?query#part`; the guest has the same rule, by the text alone. */
function withoutQuery(url: string): string {
  const address = textBefore(textBefore(url, '#'), '?');
  const from = address.indexOf('://') + 3;
  if (from < 3) return address;
  const host = textBefore(address.slice(from), '/');
  return address.slice(0, from) + address.slice(from + host.lastIndexOf('@') + 1);
}

/** The description of an effect, which a repetition is compared with. */
export function effectKey(effect: ScriptEffect): string {
  switch (effect.does) {
    case 'sleep':
      return 'sleep';
    case 'http':
      return `${effect.method} ${withoutQuery(effect.url)}`;
  }
}

/** Shorter ones stand in every other name. */
const minSecretLength = 4;

/** A host as people may read it: a script may have made it of a password, in whatever form. */
export function maskedHost(host: string, secrets: readonly string[]): string {
  const lower = host.toLowerCase();
  const isIn = (secret: string) =>
    secret.length >= minSecretLength && secretForms(secret).some((form) => lower.includes(form.toLowerCase()));
  return secrets.some(isIn) ? '********' : host;
}

/** Method and host of a description: the path may contain a secret. */
export function maskedEffectKey(key: string, secrets: readonly string[]): string {
  const [, method = '', scheme = '', host = ''] = /^(\S*)(?: ([^/]*\/\/)?([^/]*))?/.exec(key) ?? [];
  return host === '' ? method : `${method} ${scheme}${maskedHost(host, secrets)}`;
}
