import { isIP } from 'node:net';

const mappedIpv4 = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/** Both bytes of a part of an address of IPv6, in decimal. */
const bytesOf = (part: string): string => {
  const value = Number.parseInt(part, 16);
  return `${value >> 8}.${value & 255}`;
};

/**
 * An address in canonical form: IPv6 in its shortest form without a zone, and mapped IPv4 as IPv4 (`::ffff:10.1.2.3`,
 * `::ffff:a01:203`). Other texts stay unchanged.
 */
export function canonicalAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [, high, low] = mappedIpv4.exec(hostname) ?? [];
  return high === undefined || low === undefined ? hostname.slice(1, -1) : `${bytesOf(high)}.${bytesOf(low)}`;
}

/** Some proxies add the port: `10.1.2.3:51234`, `[fd00::1]:51234`. Null for what is no address. */
export function parseAddress(rawAddress: string): string | null {
  const text = rawAddress.trim();
  const bare = /^\[(.{1,60})\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : canonicalAddress(bare);
}
