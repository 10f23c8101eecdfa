import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { token as gaugeToken } from './gauge/server.ts';
import { commentsOf, createTaskHelpers, pollUntil } from './harness/plugin-tasks.ts';
import { servePlugins } from './harness/serve-plugins.ts';

const { rest, server, connection, output } = servePlugins([
  'forge',
  'millwork',
  'larder',
  'probe',
  'rollout',
  'trialrun',
  'confvault',
  'switchyard',
  'drydock',
  'gauge',
]);
const { start, until, run } = createTaskHelpers(rest);

test.concurrent('a build server is polled in a loop with pauses', async () => {
  const plan = { planKey: 'SHIP', buildProperties: { branch: 'main', 'a b': 'c' } };
  const built = await run({ type: 'forge.RunPlan', forgeServer: connection('forge'), ...plan });
  expect(built).toMatchObject({
    status: 'COMPLETED',
    buildNumber: '1',
    buildState: 'Successful',
    statusLine: '50 % done',
  });
  expect(commentsOf(built)).toEqual(['Build number is 1\n\nBuild completed successfully']);
  expect(server('forge').builds).toEqual([
    {
      plan: 'SHIP',
      looked: 2,
      properties: {
        property: [
          { name: 'a b', value: 'c' },
          { name: 'branch', value: 'main' },
        ],
      },
    },
  ]);
  expect(server('forge').changes()).toEqual(['POST /api/queue']);
});

test.concurrent('a build server with a queue is polled by a chain of scripts', async () => {
  const mill = server('millwork');
  mill.result = null;
  mill.runs = false;
  const job = { jobName: 'team/rocket', jobParameters: 'target = prod\n\nx=1=2' };
  const release = await start({ type: 'millwork.Build', server: connection('millwork'), ...job });
  await pollUntil(() => mill.count('GET /queue/item/:id/api/json') > 0);
  await pollUntil(async () => (await until(release, 'IN_PROGRESS')).statusLine === 'Waiting for a place');
  mill.runs = true;
  await pollUntil(async () => (await until(release, 'IN_PROGRESS')).buildNumber === '1');
  mill.result = 'SUCCESS';
  const built = await until(release, 'COMPLETED', 'FAILED');
  expect(built).toMatchObject({ status: 'COMPLETED', buildStatus: 'SUCCESS', statusLine: 'Running #1' });
  expect(mill.builds).toEqual([{ branch: 'main', target: 'prod', x: '1=2' }]);
  expect(mill.changes()).toEqual(['POST /job/team/job/rocket/buildWithParameters']);
  expect(commentsOf(built).at(-1)).toContain('ended: SUCCESS');
});

test.concurrent('an artifact is read as XML and as bytes, and uploaded elsewhere unchanged', async () => {
  const larder = server('larder');
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, at) => (at * 7) % 256));
  larder.versions.set('staging', ['1.0', '1.1']);
  larder.artifacts.set('/staging/org/acme/rocket/1.1/rocket-1.1.bin', bytes);
  const promoted = await run({ type: 'larder.Promote', server: connection('larder'), coordinates: 'org.acme:rocket' });
  const checksum = createHash('sha1').update(bytes).digest('hex');
  expect([promoted.status, commentsOf(promoted)]).toEqual(['COMPLETED', ['2 versions, 1.1 is the latest']]);
  expect(promoted).toMatchObject({ version: '1.1', size: 1_000, checksum });
  expect(larder.artifacts.get('/releases/org/acme/rocket/1.1/rocket-1.1.bin')).toEqual(bytes);
});

test.concurrent('a scanner is polled with urllib2 until its scan has ended', async () => {
  const at = { server: connection('probe'), project: 'a b', pollSeconds: 1 };
  const qualityTask = await run({ type: 'probe.CheckQuality', ...at, thresholds: { debt: '10', blockers: '0' } });
  expect([qualityTask.status, commentsOf(qualityTask)]).toEqual(['COMPLETED', ['Quality is as wanted']]);
  expect(qualityTask).toMatchObject({
    measures: { blockers: '0', debt: '7' },
    report: `${server('probe').url}/dashboard?id=a+b`,
  });
  expect(server('probe').count('GET /api/scans/:id')).toBe(2);
});

test.concurrent('a deployment tool with an XML API is polled by a chain of scripts', async () => {
  const deploy = { application: 'R&D', version: '2.0', environment: 'Prod <1>' };
  const deployed = await run({ type: 'rollout.Deploy', server: connection('rollout'), ...deploy });
  expect(deployed).toMatchObject({
    status: 'COMPLETED',
    deploymentId: 'd-1',
    state: 'EXECUTED',
    statusLine: '2 of 2 steps',
  });
  expect(commentsOf(deployed)).toEqual(['* Stop R&D: DONE\n* Start: DONE']);
  expect(server('rollout').prepared[0]).toContain('<environment>Prod &lt;1&gt;</environment>');
  expect(server('rollout').changes()).toEqual(['POST /deployit/deployment', 'POST /deployit/tasks/d-1/start']);
});

test.concurrent('a test runner is called with httplib for several concurrent sessions', async () => {
  const suite = { suite: 'smoke', browsers: ['firefox', 'chrome'] };
  const suiteTask = await run({ type: 'trialrun.RunSuite', grid: connection('trialrun'), ...suite });
  expect(suiteTask).toMatchObject({
    status: 'COMPLETED',
    passed: 20,
    failed: 0,
    results: { chrome: '10 passed, 0 failed', firefox: '10 passed, 0 failed' },
  });
  expect(server('trialrun').sessions.map(({ browser }) => browser)).toEqual(['chrome', 'firefox']);
});

test.concurrent('a store accepts client credentials, and its secrets are never visible', async () => {
  const at = { server: connection('confvault') };
  const read = await run({ type: 'confvault.ReadSecret', ...at, path: 'prod/db', key: 'password' });
  expect([read.status, read.value, commentsOf(read)]).toEqual(['COMPLETED', '********', ['Read password']]);
  const copied = await run({
    type: 'confvault.CopyKeys',
    ...at,
    fromPath: 'prod/db',
    toPath: 'test/db',
    overrides: { user: 'qa' },
  });
  expect([copied.status, copied.copied]).toEqual(['COMPLETED', ['password', 'user']]);
  expect(server('confvault').keys.get('test/db')).toEqual({ user: 'qa', password: 'database-secret' });
  expect(output()).not.toMatch(/vault-client-secret|vault-token-|database-secret/);
});

test.concurrent('a feature flag is changed step by step, in JavaScript', async () => {
  const flag = { flag: 'new checkout', percentages: ['10', '50', '100'] };
  const set = await run({ type: 'switchyard.SetFlag', server: connection('switchyard'), ...flag });
  expect(set).toMatchObject({ status: 'COMPLETED', previous: 'off', version: 4, statusLine: '100 %' });
  expect(commentsOf(set)).toEqual(['new checkout was off']);
  expect(server('switchyard').flags.get('new checkout')).toEqual({ enabled: true, percentage: 100, version: 4 });
  expect(server('switchyard').count('PATCH /flags/:flag')).toBe(3);
});

test.concurrent('an image gets another tag in a registry that needs a token for each request', async () => {
  const tags = { image: 'team/rocket', tag: '1.9.0', newTag: '2.0.0', removeOld: true };
  const retagged = await run({ type: 'drydock.Retag', registry: connection('drydock'), ...tags });
  expect([retagged.status, retagged.digest]).toEqual(['COMPLETED', 'sha256:24']);
  expect([...server('drydock').manifests]).toEqual([['2.0.0', '{"layers":["sha256:1"]}\n']]);
});

test.concurrent('a time series is watched for some time after an annotation', async () => {
  const watch = { apiToken: gaugeToken, series: 'errors', most: 5, minutes: 0 };
  const watched = await run({ type: 'gauge.Watch', server: connection('gauge'), ...watch });
  expect([watched.status, watched.highest]).toEqual(['COMPLETED', 3]);
  expect([...server('gauge').annotations.values()]).toMatchObject([
    { id: 'a0', title: 'run', tags: ['release', 'Plan'] },
  ]);
});
