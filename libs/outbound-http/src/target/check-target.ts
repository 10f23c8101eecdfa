import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Requester } from '../policy/host-limiter.ts';
import type { AddressRule, EgressPolicy, Resolve } from '../policy/policy.ts';
import { failed, refused } from '../policy/refusal.ts';
import { isIn, isLocalMachine, isPublic, isRestricted, isSame, parseAddress } from './addresses.ts';
import { createDnsLookup, type DnsLookup } from './dns-lookup.ts';

/** A host as the URL standard normalizes it, without brackets. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

const defaultPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'ssh:': 22,
};

/**
 * Returns the target of a URL. The URL parser has already normalized decimal, octal and hexadecimal addresses, except for
 * SSH. A host that is invalid in HTTP has no name, so it is unknown.
 */
export function targetOf({ protocol, hostname: rawName, port }: URL): Target {
  const normalized = `http://${rawName}`;
  const hostname = protocol !== 'ssh:' ? rawName : URL.canParse(normalized) ? new URL(normalized).hostname : '';
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
  return { host, port: port === '' ? (defaultPorts[protocol] ?? 0) : Number(port) };
}

/** Formats a target as `host:port`. */
export const formatTarget = ({ host, port }: Target): string =>
  isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;

const systemResolve: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

const matchesName = ({ of }: AddressRule, host: string): boolean =>
  (of.kind === 'host' && of.name === host) || (of.kind === 'suffix' && host.endsWith(of.suffix));

function matchesAddress({ of }: AddressRule, address: string): boolean {
  const parsed = parseAddress(address);
  switch (of.kind) {
    case 'public':
      return isPublic(parsed);
    case 'network':
      return (
        isIn(parsed, of.address, of.bits) &&
        (!isRestricted(parsed) || of.bits === parseAddress(of.address).toByteArray().length * 8)
      );
    case 'host':
    case 'suffix':
      return false;
  }
}

const matchesDenied = ({ of }: AddressRule, address: string): boolean =>
  of.kind === 'public'
    ? isPublic(parseAddress(address))
    : of.kind === 'network' && isIn(parseAddress(address), of.address, of.bits);

interface CheckOptions {
  readonly requester: Requester;
  readonly signal: AbortSignal;
  readonly byProxy?: boolean;
}

/** Checks the target of a connection. */
export interface TargetChecker {
  /**
   * Returns the checked addresses of a host. The connection uses one of them without another lookup. Throws the same
   * `Refusal` for an unknown name and for a forbidden address. A proxy resolves names itself: with `byProxy`, a name
   * that the operator lists can be unknown here. It then has no addresses.
   */
  addressesOf(target: Target, { requester, signal, byProxy }: CheckOptions): Promise<readonly string[]>;
  /** Whether a host with these addresses receives trace headers. */
  isTraced(target: Target, addresses: readonly string[]): boolean;
}

/** Whether a service of the product has one of these addresses, or may have if its name is unknown now. */
function createOwnServiceCheck(own: EgressPolicy['own'], lookUp: DnsLookup) {
  return async (
    addresses: readonly string[],
    port: number,
    requester: Requester,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const services = own().flatMap((url) => (URL.canParse(url) ? [targetOf(new URL(url))] : []));
    for (const service of services.filter((item) => item.port === port && item.host !== '')) {
      const serviceAddresses = await lookUp(service.host, requester, signal);
      const isLocal = serviceAddresses.some((item) => isLocalMachine(parseAddress(item)));
      const isServiceAddress = (address: string) =>
        serviceAddresses.some((candidate) => isSame(parseAddress(address), parseAddress(candidate)));
      if (serviceAddresses.length === 0) return true;
      if (addresses.some((item) => isServiceAddress(item) || (isLocal && isLocalMachine(parseAddress(item)))))
        return true;
    }
    return false;
  };
}

export function createTargetChecker(
  { allow, deny, trace, own }: EgressPolicy,
  resolve: Resolve = systemResolve,
): TargetChecker {
  const lookUp = createDnsLookup(resolve);
  const atPort = (list: readonly AddressRule[], port: number) =>
    list.filter((item) => item.port === null || item.port === port);
  const permitsName = ({ host, port }: Target) =>
    isIP(host) === 0 && atPort(allow, port).some((item) => matchesName(item, host));

  const isOwn = createOwnServiceCheck(own, lookUp);
  const addressesOf: TargetChecker['addressesOf'] = async (target, { requester, signal, byProxy = false }) => {
    const { host, port } = target;
    const refusal = () =>
      refused(
        `${formatTarget(target)} cannot be reached: its name is unknown, or the operator does not allow it (SCRIPT_HTTP_ALLOW)`,
      );
    const denied = atPort(deny, port);
    if (denied.some((item) => matchesName(item, host))) throw refusal();
    const isNameAllowed = permitsName(target);
    const addresses = await lookUp(host, requester, signal);
    if (addresses.length === 0 && !isNameAllowed) throw refusal();
    if (addresses.length === 0 && !byProxy) throw failed(`${host} cannot be resolved`);
    const allowed = atPort(allow, port);
    const isAllowed = (address: string) =>
      (isNameAllowed && !isRestricted(parseAddress(address))) || allowed.some((item) => matchesAddress(item, address));
    if (!addresses.every(isAllowed)) throw refusal();
    if (addresses.some((address) => denied.some((item) => matchesDenied(item, address)))) throw refusal();
    if (await isOwn(addresses, port, requester, signal)) throw refusal();
    return addresses;
  };
  const isTraced: TargetChecker['isTraced'] = ({ host, port }, addresses) =>
    atPort(trace, port).some(
      (item) => matchesName(item, host) || addresses.some((address) => matchesAddress(item, address)),
    );
  return { addressesOf, isTraced };
}
