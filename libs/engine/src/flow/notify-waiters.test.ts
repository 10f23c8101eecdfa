import type { Command } from '@slipway/domain/commands';
import { type Release, type TaskDraft, tasksOf } from '@slipway/domain/model';
import { readRelease } from '@slipway/persistence/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, order, plan, type TestEnvironment, testUser } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const command = (input: Command) => ({ kind: 'command', caller: testUser, command: input }) as const;
const ids = (release: Release) => [...tasksOf(release)].map(({ id }) => id);
const statuses = (release: Release) => [...tasksOf(release)].map(({ run }) => run.status);
const stored = async (id: string): Promise<Release> => {
  const view = await readRelease(environment.database, id);
  if (view === null) throw new Error(`no release ${id}`);
  return view.release;
};
const gate = (...targets: string[]): TaskDraft => ({
  title: 'gate',
  type: 'GateTask',
  dependencies: targets.map((target) => ({ id: '', target })),
});

describe('a gate that waits for another release', () => {
  test.each([
    ['the release', (target: Release) => target.id],
    ['its phase', (target: Release) => target.phases[0]?.id ?? ''],
    ['its task', (target: Release) => ids(target)[0] ?? ''],
  ])('opens when %s has ended', async (_, of) => {
    const engine = environment.engine();
    const { release: target } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
    const { release } = await createStartedRelease(engine, plan({ Wait: [gate(of(target)), 'after'] }));
    expect(statuses(release)).toEqual(['IN_PROGRESS', 'PLANNED']);
    await engine.dispatch(target.id, command({ type: 'completeTask', taskId: ids(target)[0] ?? '' }));
    await engine.waitUntilIdle();
    expect(statuses(await stored(release.id))).toEqual(['COMPLETED', 'IN_PROGRESS']);
  });

  test('opens immediately if the release has ended before', async () => {
    const engine = environment.engine();
    const { release: target } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
    await engine.dispatch(target.id, command({ type: 'completeTask', taskId: ids(target)[0] ?? '' }));
    const { release } = await createStartedRelease(engine, plan({ Wait: [gate(target.id), 'after'] }));
    expect(statuses(release)).toEqual(['COMPLETED', 'IN_PROGRESS']);
  });

  test('fails if the release is deleted', async () => {
    const engine = environment.engine();
    const { release: template } = await engine.createTemplate(plan({ Build: ['compile'] }), 'Applications', testUser);
    const { release: target } = await engine.createRelease(template.id, order(), testUser);
    const { release } = await createStartedRelease(engine, plan({ Wait: [gate(target.id)] }));
    await engine.deleteRelease(target.id, testUser);
    await engine.waitUntilIdle();
    expect(statuses(await stored(release.id))).toEqual(['FAILED']);
  });

  test('follows a restart of its target to the new phase', async () => {
    const engine = environment.engine();
    const { release: target } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
    const { release } = await createStartedRelease(engine, plan({ Wait: [gate(target.phases[0]?.id ?? ''), 'after'] }));
    const restarted = await engine.dispatch(
      target.id,
      command({
        type: 'restartRelease',
        fromPhaseId: target.phases[0]?.id ?? '',
        phaseVersion: 'LATEST',
        resume: true,
      }),
    );
    await engine.waitUntilIdle();
    const [waiting] = tasksOf(await stored(release.id));
    expect(waiting?.definition.dependencies.map(({ target: id }) => id)).toEqual([restarted.release.phases[1]?.id]);
    await engine.dispatch(target.id, command({ type: 'completeTask', taskId: ids(restarted.release)[1] ?? '' }));
    await engine.waitUntilIdle();
    expect(statuses(await stored(release.id))).toEqual(['COMPLETED', 'IN_PROGRESS']);
  });

  test('is found by the sweep without a notification, and then ignored', async () => {
    const engine = environment.engine();
    const { release: target } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
    const { release } = await createStartedRelease(engine, plan({ Wait: [gate(target.id), 'after'] }));
    await environment.database.query({ text: `update live_releases set status = 'COMPLETED' where id = $1` }, [
      target.id,
    ]);
    expect(await engine.sweep()).toEqual({ due: 0, unnotified: 1, failed: 0 });
    expect(statuses(await stored(release.id))).toEqual(['COMPLETED', 'IN_PROGRESS']);
    expect(await engine.sweep()).toEqual({ due: 0, unnotified: 0, failed: 0 });
  });

  test('is notified once about one target while it waits for another', async () => {
    const engine = environment.engine();
    const { release: one } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
    const { release: other } = await createStartedRelease(engine, plan({ Build: ['compile'] }));
    const { release } = await createStartedRelease(engine, plan({ Wait: [gate(one.id, other.id)] }));
    await engine.dispatch(one.id, command({ type: 'abortRelease' }));
    await engine.waitUntilIdle();
    expect(statuses(await stored(release.id))).toEqual(['IN_PROGRESS']);
    expect(await engine.sweep()).toEqual({ due: 0, unnotified: 0, failed: 0 });
  });

  test('misses no end of a release, in any order of the two transactions', async () => {
    const [one, other] = [environment.engine(), environment.engine()];
    const { release: template } = await one.createTemplate(plan({ Wait: [gate('${x}')] }), 'Applications', testUser);
    expect(template.status).toBe('TEMPLATE');
    for (let round = 0; round < 40; round++) {
      const { release: target } = await createStartedRelease(one, plan({ Build: ['compile'] }));
      const waiting = await one.createTemplate(plan({ Wait: [gate(target.id)] }), 'Applications', testUser);
      const { release: planned } = await one.createRelease(waiting.release.id, order(), testUser);
      await Promise.all([
        one.dispatch(planned.id, command({ type: 'startRelease' })),
        other.dispatch(target.id, command({ type: 'completeTask', taskId: ids(target)[0] ?? '' })),
      ]);
      await Promise.all([one.waitUntilIdle(), other.waitUntilIdle()]);
      expect((await stored(planned.id)).status).toBe('COMPLETED');
    }
  });
});

describe('a task that creates a release', () => {
  const asAdmin = { scriptUsername: 'admin' };
  const creating = (templateId: string, startRelease: boolean): TaskDraft => ({
    title: 'create',
    type: 'CreateReleaseTask',
    creation: {
      newReleaseTitle: 'Child',
      templateId,
      folderId: null,
      startRelease,
      releaseTags: ['made'],
      templateVariables: [],
      createdReleaseId: null,
    },
  });

  test('creates and starts it in the same transaction', async () => {
    const engine = environment.engine();
    const { release: template } = await engine.createTemplate(
      plan({ Build: [{ title: 'compile', description: 'with care' }] }),
      'Applications',
      testUser,
    );
    const { release } = await createStartedRelease(engine, {
      ...plan({ Make: [creating(template.id, true), 'after'] }),
      ...asAdmin,
    });
    const [made] = tasksOf(release);
    const child = await readRelease(environment.database, made?.run.createdReleaseId ?? '');
    expect(child?.release).toMatchObject({ status: 'IN_PROGRESS', title: 'Child', tags: ['made'], depth: 1 });
    expect([...(child?.details.tasks.values() ?? [])].map(({ description }) => description)).toEqual(['with care']);
    expect(child?.teams.teams.map(({ name }) => name)).toEqual(['Template Owner', 'Folder Owner', 'Release Admin']);
    expect(statuses(release)).toEqual(['COMPLETED', 'IN_PROGRESS']);
  });

  test('waits while too many releases run, and continues when one has ended', async () => {
    const engine = environment.engine();
    const { release: template } = await engine.createTemplate(plan({ Build: ['compile'] }), 'Applications', testUser);
    const { release: first } = await createStartedRelease(engine, {
      ...plan({ Make: [creating(template.id, true)] }),
      ...asAdmin,
    });
    const childId = [...tasksOf(first)][0]?.run.createdReleaseId ?? '';
    await environment.database.query(
      { text: `update live_releases set status = 'COMPLETED' where started_from_task_id is not null and id <> $1` },
      [childId],
    );
    const { release } = await createStartedRelease(engine, {
      ...plan({ Make: [creating(template.id, true)] }),
      ...asAdmin,
      maxConcurrentReleases: 1,
    });
    expect(statuses(release)).toEqual(['IN_PROGRESS']);
    const child = await stored(childId);
    await engine.dispatch(childId, command({ type: 'completeTask', taskId: ids(child)[0] ?? '' }));
    await engine.waitUntilIdle();
    expect(statuses(await stored(release.id))).toEqual(['COMPLETED']);
  });
});

describe('scheduled times', () => {
  test('the sweep starts a release automatically at its date', async () => {
    const engine = environment.engine();
    const { release: template } = await engine.createTemplate(plan({ Build: ['compile'] }), 'Applications', testUser);
    const { release: planned } = await engine.createRelease(
      template.id,
      order({ autoStart: true, scheduledStartDate: Date.now() + 60_000 }),
      testUser,
    );
    expect(planned.status).toBe('PLANNED');
    expect(await engine.sweep()).toEqual({ due: 0, unnotified: 0, failed: 0 });
    await environment.database.query(
      {
        text: `update live_releases set version = version + 1, scheduled_start_date = now() - interval '1 second',
          next_wake_at = now() - interval '1 second' where id = $1`,
      },
      [planned.id],
    );
    expect(await engine.sweep()).toEqual({ due: 1, unnotified: 0, failed: 0 });
    expect((await stored(planned.id)).status).toBe('IN_PROGRESS');
    expect(await engine.sweep()).toEqual({ due: 0, unnotified: 0, failed: 0 });
  });

  test('a task waits until after a blackout', async () => {
    const engine = environment.engine();
    const now = Date.now();
    await environment.database.query(
      { text: `insert into blackouts values ('Blackout1', 'Freeze', to_timestamp($1), to_timestamp($2), null)` },
      [now / 1000 - 60, now / 1000 + 3600],
    );
    const { release } = await createStartedRelease(
      engine,
      plan({ Build: [{ title: 'deploy', delayDuringBlackout: true }] }),
    );
    expect(statuses(release)).toEqual(['PENDING']);
    await environment.database.query({ text: 'delete from blackouts' });
  });
});
