import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '@slipway/process';
import { canonicalAddress, parseAddress } from './canonical-address.ts';
import { type Hop, hopsOfForwarded, hopsOfList } from './forwarded.ts';

/** The origin of a request, from trusted proxies. */
export interface Client {
  /** of the nearest machine that is no trusted proxy, such as `10.1.2.3` */
  readonly address: string;
  /** whether it speaks TLS, to us or to a proxy */
  readonly isSecure: boolean;
  /** how its browser calls us: values of the header `Host` */
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

/** Follows the hops from the last one on, for as long as who connected there is a trusted proxy itself. */
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
