import { type Asker, createPlaces, type Places } from './places.ts';
import { limits } from './policy.ts';

/** Limits concurrent requests, in total and for each host, so that a slow host does not take all slots. */
export interface Turns {
  /** Returns the function that releases the slot; throws the reason of `signal` if that comes first. */
  take(host: string, asker: Asker, signal: AbortSignal): Promise<() => void>;
  readonly underWay: number;
  readonly waiting: number;
}

/** The places of one host, and how many have them or wait for them. */
interface HostPlaces {
  readonly places: Places;
  users: number;
}

export function createTurns(): Turns {
  const all = createPlaces(limits.underWay);
  const hosts = new Map<string, HostPlaces>();
  const join = (host: string): HostPlaces => {
    const known = hosts.get(host) ?? { places: createPlaces(limits.underWayPerHost), users: 0 };
    known.users += 1;
    hosts.set(host, known);
    return known;
  };
  const leave = (host: string, known: HostPlaces): void => {
    known.users -= 1;
    if (known.users === 0) hosts.delete(host);
  };
  const take = async (host: string, asker: Asker, signal: AbortSignal): Promise<() => void> => {
    const known = join(host);
    const gone: (() => void)[] = [() => leave(host, known)];
    const free = () => {
      for (const each of gone) each();
    };
    try {
      gone.push(await known.places.take(asker, signal));
      gone.push(await all.take(asker, signal));
      return free;
    } catch (error) {
      free();
      throw error;
    }
  };
  return {
    take,
    get underWay() {
      return all.taken;
    },
    get waiting() {
      return (
        all.waiting + Array.from(hosts.values(), ({ places }) => places.waiting).reduce((sum, each) => sum + each, 0)
      );
    },
  };
}
