import type { Release } from '@slipway/domain/model';
import { afterAll, describe, expect, test } from 'vitest';
import { copyPassive, mergeChanges } from '../../../../domain/src/testing.ts';
import { openFreshDatabase } from '../../testing/database.ts';
import { firstTask, mapTasks, outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import { readRelease } from '../reading/read.ts';
import { insertPlan, savePlan } from '../saving/save.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

async function saved(release: Release) {
  await insertPlan(database, outcomeOf(release));
  return await storedPlan(database, release.id);
}

const passiveOf = async (releaseId: string, taskId: string) =>
  (await readRelease(database, releaseId))?.details.tasks.get(taskId);
describe('the passive part of a task', () => {
  test('is merged with its changes', async () => {
    const plan = await saved(releaseWith([phaseWith([taskWith({}, {}, { description: 'old', tags: ['a'] })])]));
    const next = mapTasks(plan.release, (task) => ({
      ...task,
      passive: mergeChanges(task.passive, { description: 'new' }),
    }));
    await savePlan(database, plan, outcomeOf(next));
    expect(await passiveOf(next.id, firstTask(next).id)).toMatchObject({ description: 'new', tags: ['a'] });
  });

  test('is copied from another row, also of another release, with changes of the copy', async () => {
    const source = await saved(releaseWith([phaseWith([taskWith({}, {}, { description: 'old', tags: ['a'] })])]));
    const original = firstTask(source.release);
    const passive = mergeChanges(copyPassive(original.id, original.passive, false), { tags: ['b'] });
    const copy = releaseWith([phaseWith([{ ...taskWith(), passive }])]);
    await insertPlan(database, outcomeOf(copy));
    expect(await passiveOf(copy.id, firstTask(copy).id)).toMatchObject({ description: 'old', tags: ['b'] });
  });

  test('is copied from before the run by a restart', async () => {
    const plan = await saved(releaseWith([phaseWith([taskWith({ title: 'old' }, {}, { description: 'old' })])]));
    const edited = mapTasks(plan.release, (task) => ({
      ...task,
      beforeRun: task.definition,
      definition: { ...task.definition, title: 'new' },
      passive: mergeChanges(task.passive, { description: 'new' }),
    }));
    await savePlan(database, plan, outcomeOf(edited));
    const middle = await storedPlan(database, plan.release.id);
    const twice = mapTasks(middle.release, (task) => ({
      ...task,
      passive: mergeChanges(task.passive, { description: 'newer' }),
    }));
    await savePlan(database, middle, outcomeOf(twice));
    const last = await storedPlan(database, plan.release.id);
    const original = firstTask(last.release);
    expect(original.beforeRun?.title).toBe('old');
    const copies = [true, false].map((before) => ({
      ...taskWith(),
      passive: copyPassive(original.id, original.passive, before),
    }));
    const restarted = { ...last.release, phases: [...last.release.phases, phaseWith(copies)] };
    await savePlan(database, last, outcomeOf(restarted));
    const descriptions = await Promise.all(
      copies.map(async ({ id }) => (await passiveOf(restarted.id, id))?.description),
    );
    expect(descriptions).toEqual(['old', 'newer']);
  });

  test('is blank if the original was deleted in the meantime', async () => {
    const copy = releaseWith([
      phaseWith([{ ...taskWith(), passive: { kind: 'copy', of: 'TaskGone', beforeRun: false, changes: null } }]),
    ]);
    await insertPlan(database, outcomeOf(copy));
    expect(await passiveOf(copy.id, firstTask(copy).id)).toMatchObject({ description: null, tags: [] });
  });
});
