import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Asker } from '../policy/places.ts';
import type { EgressPolicy, Reachable, Resolve } from '../policy/policy.ts';
import { failed, refused } from '../policy/refusal.ts';
import { addressOf, isGuarded, isHere, isIn, isPublic, isSame } from './addresses.ts';
import { createLookUps, type LookUp } from './look-ups.ts';

/** A host as the URL standard reads it, without brackets. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
};

/** Where a URL leads: decimal, octal and hexadecimal addresses are read as the addresses that they are. */
export function targetOf({ protocol, hostname, port }: URL): Target {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
  return { host, port: port === '' ? (usualPorts[protocol] ?? 0) : Number(port) };
}

/** As people write it. */
export const written = ({ host, port }: Target): string => (isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`);

const systemResolve: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

const names = ({ of }: Reachable, host: string): boolean =>
  (of.kind === 'host' && of.name === host) || (of.kind === 'suffix' && host.endsWith(of.suffix));

function holds({ of }: Reachable, address: string): boolean {
  const real = addressOf(address);
  switch (of.kind) {
    case 'public':
      return isPublic(real);
    case 'network':
      return (
        isIn(real, of.address, of.bits) &&
        (!isGuarded(real) || of.bits === addressOf(of.address).toByteArray().length * 8)
      );
    case 'host':
    case 'suffix':
      return false;
  }
}

const denies = ({ of }: Reachable, address: string): boolean =>
  of.kind === 'public'
    ? isPublic(addressOf(address))
    : of.kind === 'network' && isIn(addressOf(address), of.address, of.bits);

interface Asking {
  readonly asker: Asker;
  readonly signal: AbortSignal;
  readonly byProxy?: boolean;
}

/** Checks the target of a connection. */
export interface Judge {
  /**
   * The checked addresses of a host: the connection uses one of them without another lookup. Throws the same `Refusal`
   * for an unknown name and for a forbidden address. A proxy resolves names itself: with `byProxy`, a name that the
   * operator lists may be unknown here, and has no addresses then.
   */
  addressesOf(target: Target, { asker, signal, byProxy }: Asking): Promise<readonly string[]>;
  /** Whether a host with these addresses receives trace headers. */
  isTraced(target: Target, addresses: readonly string[]): boolean;
}

/** Whether a service of the product has one of these addresses, or may have if its name is unknown now. */
function ownServices(own: EgressPolicy['own'], lookUp: LookUp) {
  return async (addresses: readonly string[], port: number, asker: Asker, signal: AbortSignal): Promise<boolean> => {
    const services = own().flatMap((url) => (URL.canParse(url) ? [targetOf(new URL(url))] : []));
    for (const service of services.filter((each) => each.port === port && each.host !== '')) {
      const theirs = await lookUp(service.host, asker, signal);
      const here = theirs.some((each) => isHere(addressOf(each)));
      const isTheirs = (address: string) => theirs.some((other) => isSame(addressOf(address), addressOf(other)));
      if (theirs.length === 0) return true;
      if (addresses.some((each) => isTheirs(each) || (here && isHere(addressOf(each))))) return true;
    }
    return false;
  };
}

export function createJudge({ allow, deny, trace, own }: EgressPolicy, resolve: Resolve = systemResolve): Judge {
  const lookUp = createLookUps(resolve);
  const atPort = (list: readonly Reachable[], port: number) =>
    list.filter((each) => each.port === null || each.port === port);
  const permitsName = ({ host, port }: Target) =>
    isIP(host) === 0 && atPort(allow, port).some((each) => names(each, host));

  const isOwn = ownServices(own, lookUp);
  const addressesOf: Judge['addressesOf'] = async (target, { asker, signal, byProxy = false }) => {
    const { host, port } = target;
    const no = refused(
      `${written(target)} must not be reached: its name is unknown, or the operator does not allow it (SCRIPT_HTTP_ALLOW)`,
    );
    const denied = atPort(deny, port);
    if (denied.some((each) => names(each, host))) throw no;
    const byName = permitsName(target);
    const addresses = await lookUp(host, asker, signal);
    if (addresses.length === 0 && !byName) throw no;
    if (addresses.length === 0 && !byProxy) throw failed(`${host} is not known here`);
    const allowed = atPort(allow, port);
    const may = (address: string) =>
      (byName && !isGuarded(addressOf(address))) || allowed.some((each) => holds(each, address));
    if (!addresses.every(may)) throw no;
    if (addresses.some((address) => denied.some((each) => denies(each, address)))) throw no;
    if (await isOwn(addresses, port, asker, signal)) throw no;
    return addresses;
  };
  const isTraced: Judge['isTraced'] = ({ host, port }, addresses) =>
    atPort(trace, port).some((each) => names(each, host) || addresses.some((address) => holds(each, address)));
  return { addressesOf, isTraced };
}
