/** The data of one proxy about its client. */
export interface Hop {
  /** as it was written: an address with or without a port, `unknown`, `_hidden` */
  readonly by: string;
  /** `https`, `http`; empty if absent */
  readonly protocol: string;
  readonly host: string;
}

/** `name=value` and what follows it: `;` for more of this hop, `,` for the next hop, or the end. */
const pair = /[ \t]*([\w-]{1,32})=("(?:[^"\\]|\\.)*"|[^\s",;]*)[ \t]*([;,]|$)/y;

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;

/** The hops of a header `Forwarded` (RFC 7239), the farthest first. Empty for an invalid header. */
export function hopsOfForwarded(header: string): readonly Hop[] {
  const hops: Hop[] = [];
  let named = new Map<string, string>();
  pair.lastIndex = 0;
  for (;;) {
    const [, name = '', value = '', next = ''] = pair.exec(header) ?? [];
    if (name === '' || named.has(name.toLowerCase())) return [];
    named.set(name.toLowerCase(), unquoted(value));
    if (next === ';') continue;
    hops.push({ by: named.get('for') ?? '', protocol: named.get('proto') ?? '', host: named.get('host') ?? '' });
    named = new Map();
    if (next === '') return hops;
  }
}

const listIn = (header: string): readonly string[] =>
  header === '' ? [] : header.split(',').map((each) => each.trim());

/**
 * The same of the `X-Forwarded-…` headers. Proxies add to each of them, or replace it: where a list is shorter than that of
 * the addresses, its first value is of the hops before it, too.
 */
export function hopsOfList(addresses: string, protocols: string, hosts: string): readonly Hop[] {
  const [by, protocol, host] = [listIn(addresses), listIn(protocols), listIn(hosts)];
  const beside = (list: readonly string[], index: number) => list[Math.max(0, list.length - by.length + index)] ?? '';
  return by.map((written, index) => ({ by: written, protocol: beside(protocol, index), host: beside(host, index) }));
}
