import { saveInsightSettings } from '@slipway/persistence/insights';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStartedRelease, openTestEnvironment, plan, type TestEnvironment, testUser } from '../testing.ts';
import { processEndedReleases, recomputeDeployments } from './compute-facts.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const root = 'Applications';
const names = { application: 'app', environment: 'env', stage: 'stage', artifactId: 'artifact' };
const change = (text: string, ...values: readonly string[]) => environment.database.query({ text }, values);
const process = () => processEndedReleases(environment.database, 'UTC');
beforeEach(async () => {
  for (const table of ['insight_releases', 'insight_deployments', 'insight_pending', 'live_releases', 'events'])
    await change(`delete from ${table}`);
  await saveInsightSettings(environment.database, root, { deployment: names, productionStages: ['Production'] });
});

const variable = (key: string, value: string) => ({ key, type: 'StringVariable', value }) as const;
const draft = (stage: string) => ({
  ...plan({ Build: ['compile'] }),
  variables: [
    ...[variable('app', 'Shop'), variable('env', 'prod'), variable('stage', stage)],
    variable('artifact', 'pkg:oci/shop@sha256%3A0b31'),
  ],
});

async function deploy(stage = 'Production'): Promise<string> {
  const { release } = await createStartedRelease(environment.engine(), draft(stage));
  const taskId = release.phases[0]?.tasks[0]?.id ?? '';
  await environment.engine().dispatch(release.id, {
    ...{ kind: 'command', caller: testUser, command: { type: 'completeTask', taskId } },
  });
  return release.id;
}
const rows = () =>
  environment.database.query<Record<string, unknown>>({
    text: `select release_id, application, environment, stage, is_production, succeeded, mark, lead_time is null as no_lead
      from insight_deployments order by ended_at`,
  });

test('each ended release with the setting is one deployment, written with its facts', async () => {
  const [first, second] = [await deploy(), await deploy('Test')];
  const { deployments } = await process();
  expect(deployments.map(({ stage, ended }) => [stage, ended.release.id])).toEqual([
    ['Production', first],
    ['Test', second],
  ]);
  const common = { application: 'Shop', environment: 'prod', succeeded: true, mark: null, no_lead: false };
  const expected = [
    { ...common, release_id: first, stage: 'Production', is_production: true },
    { ...common, release_id: second, stage: 'Test', is_production: false },
  ];
  expect(await rows()).toEqual(expected);
  await change('insert into insight_pending (release_id) values ($1)', first);
  expect((await process()).deployments).toEqual([]);
  expect(await rows()).toEqual(expected);
  await change('insert into insight_pending (release_id, deleted) values ($1, true)', first);
  await process();
  expect(await rows()).toEqual(expected.slice(1));
});

test('a changed setting applies to releases that end later, and to all after a rebuild; marks remain', async () => {
  const first = await deploy('Test');
  await process();
  await change(`update insight_deployments set mark = 'failed'`);
  await saveInsightSettings(environment.database, root, { deployment: names, productionStages: ['test'] });
  expect(await recomputeDeployments(environment.database)).toBe(false);
  expect(await rows()).toMatchObject([{ is_production: false, succeeded: true }]);
  const request = () =>
    change(`update insight_state set deployments_end = '0001-01-02T00:00:00Z', deployments_id = ''`);
  await request();
  await recomputeDeployments(environment.database);
  expect(await rows()).toMatchObject([{ release_id: first, is_production: true, succeeded: false, mark: 'failed' }]);
  await saveInsightSettings(environment.database, root, null);
  await request();
  await recomputeDeployments(environment.database);
  expect(await rows()).toEqual([]);
});

test('each new deployment has one event, which names the first success at its place', async () => {
  const events = () =>
    environment.database.query<Record<string, unknown>>({
      text: `select release_id, version > 0 as versioned, extract(epoch from at) * 1000 as at, data, audience from events
        where type = 'deployment.finished' order by at, release_id`,
    });
  const [first, second] = [await deploy(), await deploy('Test')];
  const { deployments } = await process();
  const expected = deployments.map(({ id, stage, ended: { release } }, index) => ({
    ...{ release_id: release.id, versioned: true, at: String(release.endDate) },
    audience: release.owner === null ? {} : { releaseOwner: release.owner },
    data: {
      release: { id: release.id, title: release.title, status: 'COMPLETED', folderId: release.folderId, tags: [] },
      deployment: {
        ...{ id, application: 'Shop', environment: 'prod', stage, kind: 'normal', outcome: 'succeeded' },
        ...{ artifactId: 'pkg:oci/shop@sha256%3A0b31', first: index === 0 },
      },
    },
  }));
  expect(expected.map(({ release_id }) => release_id)).toEqual([first, second]);
  expect((await events()).map(({ at, ...event }) => ({ ...event, at: String(Number(at)) }))).toEqual(expected);
  for (const [table, column] of [
    ['insight_releases', 'id'],
    ['insight_tasks', 'release_id'],
  ])
    await change(`delete from ${table} where ${column} = $1`, first);
  await change('insert into insight_pending (release_id) values ($1)', first);
  expect((await process()).deployments).toHaveLength(1);
  expect(await events()).toHaveLength(2);
  await deploy();
  await process();
  expect((await events()).map(({ data }) => data)).toMatchObject([
    ...[{ deployment: { first: true } }, { deployment: { first: false } }, { deployment: { first: false } }],
  ]);
});
