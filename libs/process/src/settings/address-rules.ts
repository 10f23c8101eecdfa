import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

interface Network {
  readonly kind: 'network';
  readonly address: string;
  /** the length of the network prefix in bits */
  readonly bits: number;
}

/** A rule for the targets of scripts; port null: all ports. */
interface AddressRule {
  readonly of:
    | { readonly kind: 'public' }
    | { readonly kind: 'host'; readonly name: string }
    | { readonly kind: 'suffix'; readonly suffix: string }
    | Network;
  readonly port: number | null;
}

/** A host in brackets if it contains colons, otherwise without, and an optional port. */
const parts = /^(?:\[([^\]]{1,60})\]|([^:[\]]{1,253}))(?::(\d{1,5}))?$/;
const name = /^[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62}){0,40}$/;

function parseNetwork(text: string): Network | null {
  const [address = '', bits, ...more] = text.split('/');
  // a zone such as `%eth0` is local to one machine, so such an address is not a network
  const maxBits = address.includes('%') ? 0 : ({ 4: 32, 6: 128 }[isIP(address)] ?? 0);
  if (maxBits === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const length = bits === undefined ? maxBits : Number(bits);
  return length > maxBits ? null : { kind: 'network', address, bits: length };
}

/**
 * Parses a comma-separated list of addresses and networks, such as `10.0.0.5, fd00::/8`; null if an entry is invalid.
 */
export function parseNetworks(text: string) {
  const networks = text.split(',').map((entry) => parseNetwork(entry.trim()));
  return networks.every((entry) => entry !== null) ? networks : null;
}

function parseHost(text: string): AddressRule['of'] | null {
  const isSuffix = text.startsWith('*.');
  const host = domainToASCII(isSuffix ? text.slice(2) : text);
  // the URL standard parses a name with a numeric last label as an address
  if (!name.test(host) || /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(host)) return null;
  return isSuffix ? { kind: 'suffix', suffix: `.${host}` } : { kind: 'host', name: host };
}

function parseMatch(text: string): AddressRule['of'] | null {
  return text === 'public' ? { kind: 'public' } : (parseNetwork(text) ?? parseHost(text));
}

function parseRule(text: string): AddressRule | null {
  const network = parseNetwork(text);
  if (network !== null) return { of: network, port: null };
  const [, inBrackets, plain = '', port = null] = parts.exec(text) ?? [];
  const of = inBrackets === undefined ? parseMatch(plain) : parseNetwork(inBrackets);
  if (of === null || Number(port) > 65_535) return null;
  return { of, port: port === null ? null : Number(port) };
}

/** Parses a list of hosts, such as `public,*.acme.example:443,10.1.0.0/16`; null if it is invalid. */
export function parseAddressRules(text: string): readonly AddressRule[] | null {
  if (text.trim() === 'none') return [];
  const entries = text.split(',').map((entry) => parseRule(entry.trim()));
  return entries.every((entry) => entry !== null) ? entries : null;
}
