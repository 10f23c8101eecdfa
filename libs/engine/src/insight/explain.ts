import { awaitedSource, type Explanation, explainRelease, explainTask, targetOf, tasksOf } from '@slipway/domain';
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
    const tasks = [...tasksOf(release)];
    const running = tasks.filter(({ run }) => run.status === 'IN_PROGRESS');
    const world = await readCircumstances(connection, {
      folderId: release.folderId,
      targetIds: running.flatMap((gate) => gate.definition.dependencies.flatMap((one) => targetOf(gate, one) ?? [])),
      sourceIds: running.flatMap((task) => awaitedSource(task) ?? []),
      failedIds: tasks.flatMap(({ id, run }) => (run.status === 'FAILED' ? [id] : [])),
    });
    return taskId === null ? explainRelease(release, world) : explainTask(release, taskId, world);
  }, 'read');
}
