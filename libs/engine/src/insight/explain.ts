import { type Explanation, explainRelease, explainTask, lookupFor } from '@slipway/domain';
import { type Database, loadPlan, readCircumstances } from '@slipway/persistence';

/**
 * Why a live release, or the task of it that is named, does not move; null where there is none, or it is a template.
 * Reads one moment of the narrow plan and changes nothing. Throws NotFound for a task that is not in it.
 */
export async function explain(
  database: Database,
  releaseId: string,
  taskId: string | null = null,
): Promise<Explanation | null> {
  return await database.transaction(async (connection) => {
    const plan = await loadPlan(connection, releaseId);
    if (plan === null) return null;
    const { release } = plan;
    const world = await readCircumstances(connection, lookupFor(release));
    return taskId === null ? explainRelease(release, world) : explainTask(release, taskId, world);
  }, 'read');
}
