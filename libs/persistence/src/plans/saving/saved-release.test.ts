import { blankPhasePassive, blankTaskPassive, type Release, stored } from '@slipway/domain';
import { afterAll, describe, expect, test } from 'vitest';
import { copied } from '../../../../domain/src/testing.ts';
import { openFreshDatabase } from '../../testing/database.ts';
import { outcomeOf, phaseWith, releaseWith, storedPlan, taskWith } from '../../testing/plans.ts';
import { readRelease } from '../reading/read.ts';
import { insertPlan, savePlan } from './save.ts';

const nowhere = { full: new Map(), archived: new Map(), standings: new Map() };
const { database, close } = await openFreshDatabase();
afterAll(close);

async function saved(release: Release) {
  await insertPlan(database, outcomeOf(release));
  return await storedPlan(database, release.id);
}

const onlyTask = ({ phases }: Release) => phases[0]!.tasks[0]!;

/** With another description of every task. */
const editedIn = (release: Release): Release => ({
  ...release,
  phases: release.phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => ({ ...task, passive: { kind: 'stored', changes: { description: 'new' } } })),
  })),
});

describe('a release that is to be shown', () => {
  const comment = (taskId: string, date: number, text: string) => ({
    id: `Comment${date}`,
    taskId,
    text,
    author: 'ann',
    date,
  });
  /** As it is read, but for the moment, and with blank parts left out. */
  async function read(id: string) {
    const view = await readRelease(database, id);
    if (view === null) throw new Error('no release');
    const { phases, tasks } = view.rest;
    const kept = <T>(parts: ReadonlyMap<string, T>, blank: T) =>
      new Map([...parts].filter(([, part]) => JSON.stringify(part) !== JSON.stringify(blank)));
    const rest = { ...view.rest, phases: kept(phases, blankPhasePassive), tasks: kept(tasks, blankTaskPassive) };
    return { ...view, rest, calendar: expect.anything(), elsewhere: nowhere };
  }

  test('is returned by the statement that creates it, from the present state of its template', async () => {
    const task = taskWith({ title: 'a' }, {}, { description: 'of a', properties: { b: 1, a: 2 } });
    const { release: template, version } = await saved(
      releaseWith([phaseWith([task, taskWith()])], { status: 'TEMPLATE' }),
    );
    const phases = template.phases.map((phase, number) => ({
      ...phase,
      id: `PhaseCopy${number}`,
      passive: copied(phase.id, phase.passive, false),
      tasks: phase.tasks.map((each, index) => ({
        ...each,
        id: `TaskCopy${index}`,
        passive: copied(each.id, each.passive, false),
      })),
    }));
    const copy: Release = {
      ...template,
      id: 'ReleaseCopied',
      status: 'PLANNED',
      passive: copied(template.id, stored, false),
      phases,
    };
    const from = { id: template.id, version };
    expect(
      await insertPlan(database, outcomeOf(copy), { shows: true, from: { ...from, version: version - 1 } }),
    ).toBeNull();
    expect(await storedPlan(database, copy.id).catch(() => null)).toBeNull();
    const made = await insertPlan(database, outcomeOf(copy), { shows: true, from });
    expect(made?.whole).toEqual(await read(copy.id));
    expect(made?.whole?.rest.tasks.get('TaskCopy0')).toMatchObject({ description: 'of a' });
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
    const late = [comment(id, 3, 'third by a slow clock'), comment(id, 6, 'very last')];
    const after = await savePlan(database, plan, outcomeOf(next, { comments: late }), { shows: next.id });
    expect(after?.whole).toEqual(await read(next.id));
    expect(after?.whole?.rest.comments.get(id)?.map(({ date }) => date)).toEqual([2, 3, 5, 6]);
  });

  test('takes a read where parts of it are new among others', async () => {
    const plan = await saved(releaseWith([phaseWith([])]));
    for (const phases of [
      [...plan.release.phases, phaseWith([])],
      plan.release.phases.map((phase) => ({ ...phase, tasks: [taskWith()] })),
    ]) {
      const current = await storedPlan(database, plan.release.id);
      const after = await savePlan(database, current, outcomeOf({ ...plan.release, phases }), {
        shows: plan.release.id,
      });
      expect([after?.version, after?.whole]).toEqual([current.version + 1, null]);
    }
  });
});
