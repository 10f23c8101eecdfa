import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** RFC 6052: an IPv6 network reaches IPv4 addresses through this prefix. */
const nat64Prefix = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** All public IPv6 addresses are in this range (RFC 4291, and the IANA registry). */
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

/** Parses an address. An IPv4-mapped IPv6 address becomes the IPv4 address. */
export const parseAddress = (rawAddress: string): Address => ipaddr.process(rawAddress);

/** Returns the IPv4 address that an address is translated to, or the address itself. */
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

/** Link-local, metadata and similar addresses, which only a rule for the single address permits. */
export function isRestricted(address: Address): boolean {
  const effective = untranslated(address);
  return specialRanges.has(effective.range()) || metadataAddresses.has(effective.toString());
}

/** Whether an address, or its translated IPv4 address, is in a network. */
export function isIn(address: Address, network: string, bits: number): boolean {
  const base = parseAddress(network);
  return [address, untranslated(address)].some(
    (candidate) => candidate.kind() === base.kind() && candidate.match(base, bits),
  );
}

/** Whether two addresses lead to the same target. */
export const isSame = (a: Address, b: Address): boolean => untranslated(a).toString() === untranslated(b).toString();

/** Whether an address belongs to this machine. */
export function isLocalMachine(address: Address): boolean {
  const effective = untranslated(address);
  if (effective.range() === 'loopback' || effective.range() === 'unspecified') return true;
  const localInterfaces = Object.values(networkInterfaces()).flatMap((candidate = []) => candidate);
  return localInterfaces.some(
    (candidate) => parseAddress(candidate.address.replace(/%.*$/, '')).toString() === effective.toString(),
  );
}
