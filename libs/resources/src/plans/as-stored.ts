import { type Database, type ReleaseView, readPhase, readRelease, readTask, type TaskView } from '@slipway/persistence';
import { nothingNamed } from '../model/find.ts';

/**
 * The current state of objects whose permission was already checked, by the last segments of their ids. Each throws
 * NotFound.
 */
const orNothing = <T>(found: T | null, what: string, id: string): T => {
  if (found === null) throw nothingNamed(what, id);
  return found;
};

export const storedPlan = async (database: Database, id: string): Promise<ReleaseView> =>
  orNothing(await readRelease(database, id), 'release', id);

export const storedPhase = async (database: Database, id: string): Promise<ReleaseView> =>
  orNothing(await readPhase(database, id), 'phase', id);

export const storedTask = async (database: Database, id: string): Promise<TaskView> =>
  orNothing(await readTask(database, id), 'task', id);
