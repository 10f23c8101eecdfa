import { describe, expect, test } from 'vitest';
import { pickLength } from '../harness/test-length.ts';
import { token as gaugeToken } from './gauge/server.ts';
import type { PluginName } from './harness/catalog.ts';
import { serveWithCrashes } from './harness/crashable-tasks.ts';
import { PluginServers } from './harness/plugin-servers.ts';

const ready = new PluginServers();

/** One task of each kind: a request, a request with a key, a loop with pauses, a chain of scripts, JavaScript. */
const tasks = {
  bugtrail: () => ({
    type: 'bugtrail.CreateIssue',
    server: ready.connection('bugtrail'),
    project: 'SHIP',
    summary: 'x',
  }),
  gauge: () => ({
    type: 'gauge.Watch',
    server: ready.connection('gauge'),
    apiToken: gaugeToken,
    series: 'errors',
    most: 9,
    minutes: 0,
  }),
  forge: () => ({ type: 'forge.RunPlan', forgeServer: ready.connection('forge'), planKey: 'SHIP' }),
  rollout: () => ({
    type: 'rollout.Deploy',
    server: ready.connection('rollout'),
    application: 'a',
    version: '1',
    environment: 'e',
  }),
  switchyard: () => ({ type: 'switchyard.SetFlag', server: ready.connection('switchyard'), flag: 'new checkout' }),
} as const satisfies Partial<Record<PluginName, () => object>>;

type Kind = keyof typeof tasks;

/** The crash point of the first process, the changes that reach the server, and the method of a lost request. */
const deaths: readonly (readonly [kind: Kind, point: string, changes: readonly string[], lost: string | null])[] = [
  ['bugtrail', 'before-journal', ['POST /rest/issue'], null],
  ['bugtrail', 'after-journal', [], 'POST'],
  ['bugtrail', 'before-request', [], 'POST'],
  ['bugtrail', 'after-request', ['POST /rest/issue'], 'POST'],
  ['bugtrail', 'after-journal:2', ['POST /rest/issue'], null],
  ['bugtrail', 'before-fact', ['POST /rest/issue'], null],
  ['gauge', 'after-request', ['POST /api/annotations', 'POST /api/annotations'], null],
  ['forge', 'before-fact', ['POST /api/queue'], null],
  ['forge', 'after-fact', ['POST /api/queue'], null],
  ['rollout', 'after-request:2', ['POST /deployit/deployment', 'POST /deployit/tasks/d-1/start'], 'POST'],
  ['rollout', 'after-fact', ['POST /deployit/deployment', 'POST /deployit/tasks/d-1/start'], null],
  ['switchyard', 'after-request:2', ['PATCH /flags/new%20checkout'], 'PATCH'],
];

const planName = (kind: Kind, point: string) => `${kind} ${point}`;

/** The short run has a crash after a request that has no key, after one with a key, and before a fact. */
const crashPoints = pickLength({
  short: deaths.filter(([kind, point]) =>
    ['bugtrail after-request', 'gauge after-request', 'forge before-fact'].includes(planName(kind, point)),
  ),
  long: deaths,
});

const { start, dieAt, runToEnd, planned } = serveWithCrashes(ready, Object.keys(tasks) as Kind[], () =>
  Object.fromEntries(crashPoints.map(([kind, point]) => [planName(kind, point), tasks[kind]()])),
);

describe('if a process crashes and another continues its script, no change is sent twice, and the task reports an unknown result', () => {
  test.each(crashPoints)('%s, killed at %s', async (kind, point, changes, lost) => {
    const server = ready.server(kind);
    const before = server.changes().length;
    const id = planned(planName(kind, point));
    await start(id);
    await dieAt(point);
    const { status, comments } = await runToEnd(id);
    const sent = server.changes().slice(before);
    expect(sent.map((change) => change.replace(/\/d-\d+\//, '/d-1/'))).toEqual(changes);
    const host = server.url.replace('http://', '');
    const sentence = `The result of ${lost} ${host} is unknown: the request was sent, and its response was lost`;
    if (lost === null)
      expect([status, comments.join()]).toEqual(['COMPLETED', expect.not.stringContaining('is unknown')]);
    else expect([status, comments.join()]).toEqual(['FAILED', expect.stringContaining(sentence)]);
  });

  test('a request that was repeated with its key had one effect', () => {
    expect(ready.server('gauge').annotations.size).toBe(1);
  });
});
