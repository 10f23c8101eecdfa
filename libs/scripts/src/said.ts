import type { ScriptEffect } from './effect.ts';

const upTo = (text: string, sign: string): string => text.split(sign, 1).join();

/** `https://host/path` of `https://user:word@host/path?query#part`; the guest has the same rule, by the text alone. */
function bare(url: string): string {
  const address = upTo(upTo(url, '#'), '?');
  const from = address.indexOf('://') + 3;
  if (from < 3) return address;
  const host = upTo(address.slice(from), '/');
  return address.slice(0, from) + address.slice(from + host.lastIndexOf('@') + 1);
}

/** By what an effect is told apart from others when its run is repeated. */
export function saidOf(effect: ScriptEffect): string {
  switch (effect.does) {
    case 'sleep':
      return 'sleep';
    case 'http':
      return `${effect.method} ${bare(effect.url)}`;
  }
}
