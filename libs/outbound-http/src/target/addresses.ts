import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** RFC 6052: IPv6 networks reach IPv4 addresses through these. */
const nat64Prefix = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** IPv6 hands out no addresses elsewhere (RFC 4291, and the registry of IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Clouds return the credentials of a machine at these addresses; other addresses of their networks may be public. */
const metadataAddresses: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/** Ranges without public services: a host name or network in a list never includes these. */
const specialRanges: ReadonlySet<string> = new Set(['linkLocal', 'multicast', 'unspecified', 'broadcast']);

/** The address that a connection is really made to: an IPv4 address in the clothes of IPv6 is that. */
export const parseAddress = (rawAddress: string): Address => ipaddr.process(rawAddress);

/** The IPv4 address in a translated address. */
function untranslated(address: Address): Address {
  if (address instanceof ipaddr.IPv4 || !address.match(nat64Prefix)) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}

/** Whether an address is public: not private, local, or reserved for documentation, tunnels and the like. */
export function isPublic(address: Address): boolean {
  const effective = untranslated(address);
  if (isRestricted(effective) || effective.range() !== 'unicast') return false;
  return effective instanceof ipaddr.IPv4 || effective.match(globalUnicast);
}

/** Link-local, metadata and the like: only an entry of the one address permits it. */
export function isRestricted(address: Address): boolean {
  const effective = untranslated(address);
  return specialRanges.has(effective.range()) || metadataAddresses.has(effective.toString());
}

/** Whether an address is in a network, also as the target of a translator. */
export function isIn(address: Address, network: string, bits: number): boolean {
  const base = parseAddress(network);
  return [address, untranslated(address)].some(
    (candidate) => candidate.kind() === base.kind() && candidate.match(base, bits),
  );
}

/** Whether a connection to one ends where one to the other does. */
export const isSame = (a: Address, b: Address): boolean => untranslated(a).toString() === untranslated(b).toString();

/** Whether it is this machine that answers there. */
export function isLocalMachine(address: Address): boolean {
  const effective = untranslated(address);
  if (effective.range() === 'loopback' || effective.range() === 'unspecified') return true;
  const localInterfaces = Object.values(networkInterfaces()).flatMap((candidate = []) => candidate);
  return localInterfaces.some(
    (candidate) => parseAddress(candidate.address.replace(/%.*$/, '')).toString() === effective.toString(),
  );
}
