import { type Release, type TaskDraft, tasksOf } from '@slipway/domain/model';
import { Overloaded } from '@slipway/persistence/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { openTestEnvironment, order, plan, type TestEnvironment, testUser } from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const creating = (templateId: string): TaskDraft => ({
  title: 'create',
  type: 'CreateReleaseTask',
  creation: {
    newReleaseTitle: 'Child',
    templateId,
    folderId: null,
    startRelease: true,
    releaseTags: [],
    templateVariables: [],
    createdReleaseId: null,
  },
});

/** A template whose releases create a release that runs until its task is completed. */
async function creatorDraft(maxConcurrentReleases: number): Promise<Release> {
  const engine = environment.engine();
  const { release: child } = await engine.createTemplate(plan({ Build: ['compile'] }), 'Applications', testUser);
  const draft = { ...plan({ Make: [creating(child.id)] }), scriptUsername: 'admin', maxConcurrentReleases };
  return (await engine.createTemplate(draft, 'Applications', testUser)).release;
}

/** Starts the release. Retries if a busy machine rejects the start, because a rejected start has no effect. */
async function start(engine: Engine, id: string): Promise<Release> {
  for (;;) {
    try {
      const command = { type: 'startRelease' } as const;
      return (await engine.dispatch(id, { kind: 'command', caller: testUser, command })).release;
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
    }
  }
}

test('a task creates its release while another transaction is creating one', async () => {
  const template = await creatorDraft(100);
  const engine = environment.engine();
  const { release: planned } = await engine.createRelease(template.id, order(), testUser);
  await environment.database.transaction(async (connection) => {
    await connection.query({ text: 'select pg_advisory_xact_lock_shared(5516002)' });
    const release = await start(engine, planned.id);
    expect(release.status).toBe('COMPLETED');
    expect([...tasksOf(release)].map(({ run }) => run.createdReleaseId)).toEqual([expect.stringMatching(/^Release/)]);
  });
});

test('concurrent tasks create releases up to the limit, and the others wait', async () => {
  await environment.database.query({
    text: `update live_releases set status = 'COMPLETED' where started_from_task_id is not null`,
  });
  const template = await creatorDraft(18);
  const planned = await Promise.all(
    Array.from({ length: 22 }, () => environment.engine().createRelease(template.id, order(), testUser)),
  );
  const engines = [environment.engine(), environment.engine()] as const;
  await Promise.all(planned.map(({ release: { id } }, index) => start(index % 2 === 0 ? engines[0] : engines[1], id)));
  const rows = await environment.database.query<{
    readonly status: string;
    readonly made: number;
    readonly count: number;
  }>(
    {
      text: `select r.status, count(m.id) as made, count(distinct r.id) as count from live_releases r
        join live_tasks t on t.release_id = r.id
        left join live_releases m on m.started_from_task_id = t.id and m.status = 'IN_PROGRESS'
        where r.id = any ($1::text[]) group by r.status order by r.status`,
    },
    [planned.map(({ release }) => release.id)],
  );
  expect(rows).toEqual([
    { status: 'COMPLETED', made: 18, count: 18 },
    { status: 'IN_PROGRESS', made: 0, count: 4 },
  ]);
});
