import { Overloaded } from '@slipway/engine';

interface Limits {
  /** at the same time, by everybody and by each user */
  readonly most: number;
  readonly ofOne: number;
  /** how many wait at most, and for how many milliseconds */
  readonly waiting: number;
  readonly waitMs: number;
  /** what there are too many of */
  readonly what: string;
}

/** Leaves the place that somebody has; once is enough. */
export type Leave = () => void;

interface Waiting {
  readonly username: string;
  readonly go: () => void;
}

/**
 * Places for files that are on their way in or out. Who finds none waits, before anything of the body is read, and those
 * who have waited the longest go first; one user never has so many that others find none. `enter` throws Overloaded when
 * too many wait, or none was free in time.
 */
export function transferPlaces({ most, ofOne, waiting, waitMs, what }: Limits) {
  const taken = new Map<string, number>();
  const queue = new Set<Waiting>();
  let underWay = 0;
  const overloaded = () => new Overloaded(`too many ${what} at once, try again`);
  const mayGo = (username: string): boolean => underWay < most && (taken.get(username) ?? 0) < ofOne;

  function take(username: string): Leave {
    underWay += 1;
    taken.set(username, (taken.get(username) ?? 0) + 1);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      underWay -= 1;
      const left = (taken.get(username) ?? 0) - 1;
      if (left > 0) taken.set(username, left);
      else taken.delete(username);
      [...queue].find((one) => mayGo(one.username))?.go();
    };
  }

  return {
    enter: async (username: string): Promise<Leave> => {
      if (mayGo(username)) return take(username);
      if (queue.size >= waiting) throw overloaded();
      return await new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(late);
          queue.delete(one);
        };
        const go = (): void => {
          end();
          resolve(take(username));
        };
        const one = { username, go };
        const late = setTimeout(() => {
          end();
          reject(overloaded());
        }, waitMs);
        queue.add(one);
      });
    },
  };
}

/** Shorter than a body may fail to come. */
const waitMs = 30_000;

/** Each takes about half a megabyte. */
export const uploads = transferPlaces({ most: 8, ofOne: 4, waiting: 64, waitMs, what: 'uploads' });

/** Each takes about half a megabyte. */
export const downloads = transferPlaces({ most: 16, ofOne: 8, waiting: 128, waitMs, what: 'downloads' });

/** Each lies in the database until it is read, beside what comes of it. */
export const largeFiles = transferPlaces({ most: 2, ofOne: 1, waiting: 16, waitMs, what: 'large files' });
