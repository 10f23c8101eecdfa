import { blankPhasePassive, blankTaskPassive, type Release, storedPassive } from '@slipway/domain/model';
import { afterAll, describe, expect, test } from 'vitest';
import { copyPassive } from '../../../../domain/src/testing.ts';
import { openFreshDatabase } from '../../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import { readRelease } from '../reading/read.ts';
import { insertPlan, savePlan } from './save.ts';

const noLocations = { fullIds: new Map(), archived: new Map(), accessAttributes: new Map() };
const { database, close } = await openFreshDatabase();
afterAll(close);

async function saved(release: Release) {
  await insertPlan(database, outcomeOf(release));
  return await storedPlan(database, release.id);
}

const onlyTask = ({ phases }: Release) => phases[0]!.tasks[0]!;

/** The release with another description of every task. */
const editedIn = (release: Release): Release => ({
  ...release,
  phases: release.phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => ({ ...task, passive: { kind: 'stored', changes: { description: 'new' } } })),
  })),
});

describe('a release for rendering', () => {
  const comment = (taskId: string, date: number, text: string) => ({
    id: `Comment${date}`,
    taskId,
    text,
    author: 'ann',
    date,
  });
  /** The release as read, without the time and without blank parts. */
  async function read(id: string) {
    const view = await readRelease(database, id);
    if (view === null) throw new Error('no release');
    const { phases, tasks } = view.details;
    const onlyNonBlank = <T>(parts: ReadonlyMap<string, T>, blank: T) =>
      new Map([...parts].filter(([, part]) => JSON.stringify(part) !== JSON.stringify(blank)));
    const details = {
      ...view.details,
      phases: onlyNonBlank(phases, blankPhasePassive),
      tasks: onlyNonBlank(tasks, blankTaskPassive),
    };
    return { ...view, details, calendar: expect.anything(), locations: noLocations };
  }

  test('is returned by the statement that creates it, from the current state of its template', async () => {
    const task = taskWith({ title: 'a' }, {}, { description: 'of a', properties: { b: 1, a: 2 } });
    const { release: template, version } = await saved(
      releaseWith([phaseWith([task, taskWith()])], { status: 'TEMPLATE' }),
    );
    const phases = template.phases.map((phase, number) => ({
      ...phase,
      id: `PhaseCopy${number}`,
      passive: copyPassive(phase.id, phase.passive, false),
      tasks: phase.tasks.map((each, index) => ({
        ...each,
        id: `TaskCopy${index}`,
        passive: copyPassive(each.id, each.passive, false),
      })),
    }));
    const copy: Release = {
      ...template,
      id: 'ReleaseCopied',
      status: 'PLANNED',
      passive: copyPassive(template.id, storedPassive, false),
      phases,
    };
    const from = { id: template.id, version };
    expect(
      await insertPlan(database, outcomeOf(copy), { shows: true, from: { ...from, version: version - 1 } }),
    ).toBeNull();
    expect(await storedPlan(database, copy.id).catch(() => null)).toBeNull();
    const inserted = await insertPlan(database, outcomeOf(copy), { shows: true, from });
    expect(inserted?.releaseView).toEqual(await read(copy.id));
    expect(inserted?.releaseView?.details.tasks.get('TaskCopy0')).toMatchObject({ description: 'of a' });
  });

  test('is returned with the changes of a save, and with all comments in order', async () => {
    const before = await saved(releaseWith([phaseWith([taskWith({}, {}, { description: 'old', tags: ['a'] })])]));
    const { id } = onlyTask(before.release);
    await savePlan(
      database,
      before,
      outcomeOf(before.release, { comments: [comment(id, 2, 'second'), comment(id, 5, 'last')] }),
    );
    const plan = await storedPlan(database, before.release.id);
    const next = { ...editedIn(plan.release), title: 'Renamed' };
    const laterComments = [comment(id, 3, 'third by a slow clock'), comment(id, 6, 'very last')];
    const after = await savePlan(database, plan, outcomeOf(next, { comments: laterComments }), { shows: next.id });
    expect(after?.releaseView).toEqual(await read(next.id));
    expect(after?.releaseView?.details.comments.get(id)?.map(({ date }) => date)).toEqual([2, 3, 5, 6]);
  });

  test('requires a read if it has both new and stored parts', async () => {
    const plan = await saved(releaseWith([phaseWith([])]));
    for (const phases of [
      [...plan.release.phases, phaseWith([])],
      plan.release.phases.map((phase) => ({ ...phase, tasks: [taskWith()] })),
    ]) {
      const current = await storedPlan(database, plan.release.id);
      const after = await savePlan(database, current, outcomeOf({ ...plan.release, phases }), {
        shows: plan.release.id,
      });
      expect([after?.version, after?.releaseView]).toEqual([current.version + 1, null]);
    }
  });
});
