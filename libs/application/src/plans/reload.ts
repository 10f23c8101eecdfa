import type { Database } from '@slipway/persistence/database';
import { type ReleaseView, readPhase, readRelease, readTask, type TaskView } from '@slipway/persistence/plans';
import { notFound } from '../model/find.ts';

/**
 * The current state of objects whose permission was already checked, by the last segments of their ids. Each throws
 * NotFound.
 */
const orNotFound = <T>(match: T | null, label: string, id: string): T => {
  if (match === null) throw notFound(label, id);
  return match;
};

export const reloadPlan = async (database: Database, id: string): Promise<ReleaseView> =>
  orNotFound(await readRelease(database, id), 'release', id);

export const reloadPhase = async (database: Database, id: string): Promise<ReleaseView> =>
  orNotFound(await readPhase(database, id), 'phase', id);

export const reloadTask = async (database: Database, id: string): Promise<TaskView> =>
  orNotFound(await readTask(database, id), 'task', id);
