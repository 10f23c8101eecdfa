import { databaseProblem, Overloaded } from '@slipway/persistence';
import { CannotStart, type Process } from '@slipway/runtime';

/** What hinders us at the database and is for the person to mend ends the start in one sentence. */
export function refuseDatabase(error: unknown): never {
  const sentence = databaseProblem(error);
  throw sentence === null ? error : new CannotStart(sentence);
}

/** A database that goes away in the middle of a start is told in one sentence, as one that was never there. */
export const orRefuse =
  (start: (process: Process) => Promise<void>) =>
  (process: Process): Promise<void> =>
    start(process).catch((error: unknown) => {
      if (error instanceof Overloaded) refuseDatabase(error);
      throw error;
    });
