import { randomInt } from 'node:crypto';

// The lengths of random and repeated tests. `npm test` runs a short version that is the same each time;
// `npm run test:long` sets `TEST_LONG=true` and runs the long version with random values.

/** Whether this run uses the long versions. */
export const isLong = process.env.TEST_LONG === 'true';

/** A short and a long version of a size, such as a number of rounds. */
interface Lengths<T> {
  readonly short: T;
  readonly long: T;
}

/** Returns the version for this run. */
export const pickLength = <T>({ short, long }: Lengths<T>): T => (isLong ? long : short);

/** The seed of the random tests of this process. Set `TEST_SEED` to the seed that a failed test prints. */
export const seed = Number(process.env.TEST_SEED ?? pickLength({ short: 20_261_127, long: randomInt(2 ** 31) }));

/** Returns parameters of fast-check, which prints the seed when a property fails. */
export const fastCheckOptions = (numRuns: Lengths<number>) => ({ numRuns: pickLength(numRuns), seed });

/** The time limit of a test of the whole system, in milliseconds. The limit of all other tests is 60 seconds. */
export const systemTestTimeoutMs = 240_000 * Number(process.env.TEST_TIME_SCALE ?? pickLength({ short: 1, long: 15 }));

/** Returns all items of a corpus in the long version, and every third one in the short version. */
export const sampleCorpus = <T>(items: readonly T[]): readonly T[] =>
  isLong ? items : items.filter((_, index) => index % 3 === seed % 3);
