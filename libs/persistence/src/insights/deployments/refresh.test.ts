import { assessDeployments, type DeploymentState } from '@slipway/domain/insights';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { timestamp } from '../../database/instants.ts';
import { openFreshDatabase } from '../../testing/database.ts';
import { refreshDeployments, storeLeadTimes } from './refresh.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);
const change = (text: string, values: readonly (string | null)[] = []) => database.query({ text }, values);
beforeEach(async () => {
  await change('delete from insight_deployments');
  await change('delete from insight_incidents');
});

const hour = 3_600_000;
const start = Date.parse('2026-05-01T00:00:00Z');
const at = (hours: number) => start + hours * hour;
const place = { scopeId: 'Folder1', application: 'Shop', environment: 'prod' };

interface Seed {
  readonly hours: number;
  readonly created?: number;
  readonly environment?: string;
  readonly failedAttempt?: boolean;
  readonly kind?: string;
}
async function insert(id: string, { hours, created = hours - 1, environment = 'prod', ...rest }: Seed): Promise<void> {
  const { failedAttempt = false, kind = 'normal' } = rest;
  await change(
    `insert into insight_deployments (id, release_id, folder_id, scope_id, application, environment, is_production,
        created_at, ended_at, failed_attempt, kind, succeeded)
      values ($1, $1, 'Folder1', 'Folder1', 'Shop', $2, true, $3, $4, $5::boolean, $6, not $5::boolean)`,
    [id, environment, timestamp(at(created)), timestamp(at(hours)), String(failedAttempt), kind],
  );
}
const refreshAt = (...hours: readonly number[]) =>
  refreshDeployments(
    database,
    hours.map((each) => ({ ...place, endedAt: at(each) })),
  );

interface Row extends DeploymentState {
  readonly id: string;
  readonly result: object;
}
const readAll = () =>
  database.query<Row>({
    text: `select id, ended_at as "endedAt", failed_attempt as "failedAttempt", kind, mark, json_build_object(
        'succeeded', succeeded, 'failed', failed, 'recovery', recovery,
        'recoveredAt', (extract(epoch from recovered_at) * 1000)::bigint) as result,
      (select coalesce(json_agg(json_build_object('startedAt', (extract(epoch from i.started_at) * 1000)::bigint,
          'endedAt', (extract(epoch from i.ended_at) * 1000)::bigint)), '[]')
        from insight_incidents i where i.deployment_id = d.id) as incidents
      from insight_deployments d order by ended_at, id`,
  });

/** A pseudo-random number below a limit, the same in each run. */
let state = 42;
const random = (limit: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state % limit;
};
const oneOf = <T>(values: readonly T[]): T | undefined => values[random(values.length)];

/** Changes one random deployment or incident, as a writer does. */
async function changeOne(step: number): Promise<void> {
  const hours = random(400);
  const id = `Deployment${hours}`;
  const action = random(4);
  if (action === 0) await change('delete from insight_deployments where id = $1', [id]);
  else if (action === 1)
    await change('update insight_deployments set mark = $2 where id = $1', [
      id,
      oneOf(['failed', 'succeeded', null]) ?? null,
    ]);
  else if (action === 2) {
    const end = random(2) === 0 ? null : timestamp(at(hours + 1 + random(20)));
    await change(
      `insert into insight_incidents (folder_id, id, scope_id, application, environment, started_at, ended_at)
        values ('Folder1', $1, 'Folder1', 'Shop', 'prod', $2, $3)`,
      [`INC-${step}`, timestamp(at(hours)), end],
    );
  } else {
    await change('delete from insight_deployments where id = $1', [id]);
    await insert(id, {
      hours,
      failedAttempt: random(3) === 0,
      kind: oneOf(['normal', 'normal', 'normal', 'hotfix', 'rollback']) ?? 'normal',
    });
  }
  await refreshAt(hours);
}

test('results after any changes in any order equal those of the whole history', async () => {
  for (let step = 0; step < 150; step++) {
    await changeOne(step);
    if (step % 10 !== 9) continue;
    const rows = await readAll();
    expect(rows.map(({ result }) => result)).toEqual(assessDeployments(rows));
  }
});

test('an incident belongs to the latest deployment that ended before it, also to one that is added later', async () => {
  await insert('Deployment1', { hours: 1 });
  await change(
    `insert into insight_incidents (folder_id, id, scope_id, application, environment, started_at)
      values ('Folder1', 'INC-1', 'Folder1', 'Shop', 'prod', $1)`,
    [timestamp(at(5))],
  );
  const linked = async () =>
    (await database.query<{ id: string }>({ text: 'select deployment_id as id from insight_incidents' }))[0]?.id;
  await refreshAt(1);
  expect(await linked()).toBe('Deployment1');
  await insert('Deployment4', { hours: 4 });
  await insert('Deployment6', { hours: 6 });
  await refreshAt(4, 6);
  expect(await linked()).toBe('Deployment4');
  expect((await readAll()).map(({ result }) => result)).toMatchObject([
    { failed: false },
    { failed: true },
    { failed: false },
  ]);
});

test('the lead time begins with the earliest release after the one of the last success there', async () => {
  await insert('Deployment1', { hours: 10, created: 2 });
  await insert('Deployment2', { hours: 20, created: 3, failedAttempt: true });
  await insert('Deployment3', { hours: 30, created: 25, environment: 'test' });
  await insert('Deployment4', { hours: 40, created: 26 });
  await insert('Deployment5', { hours: 50, created: 45, kind: 'rollback' });
  await insert('Deployment6', { hours: 60, created: 55 });
  const ids = ['Deployment1', 'Deployment2', 'Deployment3', 'Deployment4', 'Deployment5', 'Deployment6'];
  await storeLeadTimes(database, ids);
  const rows = await database.query<{ hours: number | null }>({
    text: `select lead_time / ${hour}.0 as hours from insight_deployments order by id`,
  });
  expect(rows.map(({ hours }) => (hours === null ? null : Number(hours)))).toEqual([8, 17, 28, 37, null, 15]);
});
