import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** RFC 6052: IPv6 networks reach IPv4 addresses through these. */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** IPv6 hands out no addresses elsewhere (RFC 4291, and the registry of IANA). */
const handedOut = ipaddr.IPv6.parseCIDR('2000::/3');

/** Clouds return the credentials of a machine at these addresses; other addresses of their networks may be public. */
const metadata: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/** Ranges without public services: a host name or network in a list never includes these. */
const special: ReadonlySet<string> = new Set(['linkLocal', 'multicast', 'unspecified', 'broadcast']);

/** The address that a connection is really made to: an IPv4 address in the clothes of IPv6 is that. */
export const addressOf = (written: string): Address => ipaddr.process(written);

/** The IPv4 address in a translated address. */
function meant(address: Address): Address {
  if (address instanceof ipaddr.IPv4 || !address.match(translated)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}

/** Whether an address is public: not private, local, or reserved for documentation, tunnels and the like. */
export function isPublic(address: Address): boolean {
  const real = meant(address);
  if (isGuarded(real) || real.range() !== 'unicast') return false;
  return real instanceof ipaddr.IPv4 || real.match(handedOut);
}

/** Link-local, metadata and the like: only an entry of the one address permits it. */
export function isGuarded(address: Address): boolean {
  const real = meant(address);
  return special.has(real.range()) || metadata.has(real.toString());
}

/** Whether an address is in a network, also as the target of a translator. */
export function isIn(address: Address, network: string, bits: number): boolean {
  const base = addressOf(network);
  return [address, meant(address)].some((each) => each.kind() === base.kind() && each.match(base, bits));
}

/** Whether a connection to one ends where one to the other does. */
export const isSame = (one: Address, other: Address): boolean => meant(one).toString() === meant(other).toString();

/** Whether it is this machine that answers there. */
export function isHere(address: Address): boolean {
  const real = meant(address);
  if (real.range() === 'loopback' || real.range() === 'unspecified') return true;
  const own = Object.values(networkInterfaces()).flatMap((each = []) => each);
  return own.some((each) => addressOf(each.address.replace(/%.*$/, '')).toString() === real.toString());
}
