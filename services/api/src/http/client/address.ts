import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '@slipway/runtime';

/** Where a request is from, as proxies that are trusted tell it. */
export interface Client {
  /** of the nearest machine that is no trusted proxy, such as `10.1.2.3` */
  readonly address: string;
  /** whether it speaks TLS, to us or to a proxy */
  readonly isSecure: boolean;
  /** how its browser calls us: values of the header `Host` */
  readonly ownHosts: readonly string[];
}

export type ClientOf = (message: Pick<IncomingMessage, 'headers' | 'socket'>) => Client;

/** An address of IPv4 may come written as one of IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** Some proxies add the port: `10.1.2.3:51234`, `[fd00::1]:51234`. Null for what is no address. */
function addressIn(written: string): string | null {
  const text = written.trim();
  const bare = /^\[(.{1,60})\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : plain(bare);
}

const textOf = (header: string | readonly string[] | undefined): string => String(header ?? '');

function listOf(networks: Config['trustedProxies']): BlockList {
  const list = new BlockList();
  for (const { address, bits } of networks) list.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return list;
}

/** An `X-Forwarded-For` is read up to so many addresses from the right. */
const mostHops = 20;

/**
 * Reads where requests are from. `X-Forwarded-For` counts where it comes from a trusted proxy: of its addresses the one
 * furthest to the right that is not trusted itself, since a client may begin the list with anything. `X-Forwarded-Proto`
 * and `X-Forwarded-Host` count from there, too. A public URL says how browsers call us, whatever a proxy says.
 */
export function clientsBehind({ trustedProxies, publicUrl }: Pick<Config, 'trustedProxies' | 'publicUrl'>): ClientOf {
  const trusted = listOf(trustedProxies);
  const isTrusted = (address: string) =>
    trustedProxies.length > 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  const own = publicUrl === undefined ? null : new URL(publicUrl);

  function addressBehind(proxy: string, forwarded: string): string {
    let nearest = proxy;
    for (const written of forwarded.split(',').slice(-mostHops).toReversed()) {
      const address = addressIn(written);
      if (address === null) return nearest;
      nearest = address;
      if (!isTrusted(address)) return nearest;
    }
    return nearest;
  }

  return ({ headers, socket }) => {
    const peer = plain(socket.remoteAddress ?? '');
    const throughProxy = isIP(peer) !== 0 && isTrusted(peer);
    const told = (name: string): string => (throughProxy ? textOf(headers[name]) : '');
    const [protocol = ''] = told('x-forwarded-proto').split(',');
    const [host = ''] = told('x-forwarded-host').split(',');
    return {
      address: addressBehind(peer, told('x-forwarded-for')),
      isSecure: own === null ? protocol.trim().toLowerCase() === 'https' : own.protocol === 'https:',
      ownHosts: [own?.host ?? '', host.trim(), headers.host ?? ''].filter((each) => each !== ''),
    };
  };
}
