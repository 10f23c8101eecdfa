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
  let parameters = new Map<string, string>();
  pair.lastIndex = 0;
  for (;;) {
    const [, name = '', value = '', next = ''] = pair.exec(header) ?? [];
    if (name === '' || parameters.has(name.toLowerCase())) return [];
    parameters.set(name.toLowerCase(), unquoted(value));
    if (next === ';') continue;
    hops.push({
      by: parameters.get('for') ?? '',
      protocol: parameters.get('proto') ?? '',
      host: parameters.get('host') ?? '',
    });
    parameters = new Map();
    if (next === '') return hops;
  }
}

const splitList = (header: string): readonly string[] =>
  header === '' ? [] : header.split(',').map((item) => item.trim());

/**
 * The same of the `X-Forwarded-…` headers. Proxies add to each of them, or replace it: where a list is shorter than that of
 * the addresses, its first value is of the hops before it, too.
 */
export function hopsOfList(addresses: string, protocols: string, hosts: string): readonly Hop[] {
  const [by, protocol, host] = [splitList(addresses), splitList(protocols), splitList(hosts)];
  const valueAt = (list: readonly string[], index: number) => list[Math.max(0, list.length - by.length + index)] ?? '';
  return by.map((rawAddress, index) => ({
    by: rawAddress,
    protocol: valueAt(protocol, index),
    host: valueAt(host, index),
  }));
}
