import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '@slipway/process';

/** The origin of a request, from trusted proxies. */
export interface Client {
  /** of the nearest machine that is not a trusted proxy, such as `10.1.2.3` */
  readonly address: string;
  /** whether it uses TLS, to this server or to a proxy */
  readonly isSecure: boolean;
  /** the names of this server that its browser uses: values of the header `Host` */
  readonly ownHosts: readonly string[];
}

export type ClientReader = (message: Pick<IncomingMessage, 'headers' | 'socket'>) => Client;

/** The members that proxies set. */
type ForwardedData = Pick<Client, 'address'> & Pick<Hop, 'protocol' | 'host'>;

const textOf = (header: string | readonly string[] | undefined): string => String(header ?? '');

type IsTrusted = (address: string) => boolean;

function createTrustCheck(networks: Config['trustedProxies']): IsTrusted {
  const list = new BlockList();
  for (const { address, bits } of networks) list.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return (address) =>
    networks.length > 0 && isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** The maximum number of hops that are read, from the right. */
const maxHops = 20;

/** Follows the hops, from the last one, as long as the client of a hop is a trusted proxy. */
function followHops(peer: string, hops: readonly Hop[], isTrusted: IsTrusted): ForwardedData {
  let forwarded: ForwardedData = { address: peer, protocol: '', host: '' };
  for (const { by, protocol, host } of hops.slice(-maxHops).toReversed()) {
    const address = parseAddress(by);
    forwarded = {
      address: address ?? forwarded.address,
      protocol: protocol || forwarded.protocol,
      host: host || forwarded.host,
    };
    if (address === null || !isTrusted(address)) return forwarded;
  }
  return forwarded;
}

/**
 * The data in the headers of a trusted proxy. If both kinds exist, one may come from the client through a proxy that
 * handles only the other: unless their addresses are equal, the address of the proxy counts.
 */
function readForwarded(headers: IncomingMessage['headers'], peer: string, isTrusted: IsTrusted): ForwardedData {
  const [list = '', protocols = '', hosts = ''] = ['for', 'proto', 'host'].map((name) =>
    textOf(headers[`x-forwarded-${name}`]),
  );
  const standard = textOf(headers.forwarded);
  const byStandard = followHops(peer, hopsOfForwarded(standard), isTrusted);
  const byList = followHops(peer, hopsOfList(list, protocols, hosts), isTrusted);
  const [protocol = '', host = ''] = [protocols, hosts].map((header) => header.split(',')[0]?.trim());
  const isAmbiguous = standard !== '' && list !== '' && byStandard.address !== byList.address;
  return {
    address: isAmbiguous ? peer : (list === '' ? byStandard : byList).address,
    protocol: byList.protocol || protocol || byStandard.protocol,
    host: byList.host || host || byStandard.host,
  };
}

/**
 * Reads the origin of requests. `X-Forwarded-For`, or `Forwarded`, counts from a trusted proxy: the rightmost address
 * that is not trusted itself, because a client may send any list. Protocol and host come from the same hop. A public
 * URL overrides the headers of a proxy.
 */
export function createClientReader({
  trustedProxies,
  publicUrl,
}: Pick<Config, 'trustedProxies' | 'publicUrl'>): ClientReader {
  const isTrusted = createTrustCheck(trustedProxies);
  const ownUrl = publicUrl === undefined ? null : new URL(publicUrl);

  return ({ headers, socket }) => {
    const peer = canonicalAddress(socket.remoteAddress ?? '');
    const directData: ForwardedData = { address: peer, protocol: '', host: '' };
    const { address, protocol, host } = isTrusted(peer) ? readForwarded(headers, peer, isTrusted) : directData;
    return {
      address,
      isSecure: ownUrl === null ? protocol.toLowerCase() === 'https' : ownUrl.protocol === 'https:',
      ownHosts: [ownUrl?.host ?? '', host, headers.host ?? ''].filter((hostName) => hostName !== ''),
    };
  };
}

const mappedIpv4 = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/** Two bytes of an IPv6 address, in decimal. */
const bytesOf = (part: string): string => {
  const value = Number.parseInt(part, 16);
  return `${value >> 8}.${value & 255}`;
};

/**
 * An address in canonical form: IPv6 in its shortest form without a zone, and mapped IPv4 as IPv4 (`::ffff:10.1.2.3`,
 * `::ffff:a01:203`). Other texts stay unchanged.
 */
function canonicalAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [, high, low] = mappedIpv4.exec(hostname) ?? [];
  return high === undefined || low === undefined ? hostname.slice(1, -1) : `${bytesOf(high)}.${bytesOf(low)}`;
}

/** Some proxies add the port: `10.1.2.3:51234`, `[fd00::1]:51234`. Null for an invalid address. */
function parseAddress(rawAddress: string): string | null {
  const text = rawAddress.trim();
  const bare = /^\[(.{1,60})\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : canonicalAddress(bare);
}

/** The data of one proxy about its client. */
interface Hop {
  /** as sent: an address with or without a port, `unknown`, `_hidden` */
  readonly by: string;
  /** `https`, `http`; empty if absent */
  readonly protocol: string;
  readonly host: string;
}

/** `name=value` and the separator after it: `;` before more of this hop, `,` before the next hop, or the end. */
const pair = /[ \t]*([\w-]{1,32})=("(?:[^"\\]|\\.)*"|[^\s",;]*)[ \t]*([;,]|$)/y;

const unquoted = (value: string): string =>
  value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;

/** The hops of a header `Forwarded` (RFC 7239), the farthest first. Empty for an invalid header. */
function hopsOfForwarded(header: string): readonly Hop[] {
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
 * The hops of the `X-Forwarded-…` headers. A proxy appends to each header, or replaces it: if a list is shorter than the list
 * of addresses, its first value also counts for the hops before it.
 */
function hopsOfList(addresses: string, protocols: string, hosts: string): readonly Hop[] {
  const [by, protocol, host] = [splitList(addresses), splitList(protocols), splitList(hosts)];
  const valueAt = (list: readonly string[], index: number) => list[Math.max(0, list.length - by.length + index)] ?? '';
  return by.map((rawAddress, index) => ({
    by: rawAddress,
    protocol: valueAt(protocol, index),
    host: valueAt(host, index),
  }));
}
