import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '@slipway/engine';
import { expect, onTestFinished, test } from 'vitest';
import { runAgent } from '../../../services/agent/src/index.ts';
import { startCluster } from '../../harness/containers/cluster.ts';
import type { Program } from '../../harness/containers/cluster-state.ts';
import { SimulatedMachine } from '../../harness/containers/simulated-engine.ts';
import { freshDatabase } from '../../harness/database.ts';
import { type ServerProcess, startServer } from '../../harness/product/serve.ts';
import { expireScriptLeases } from '../../harness/product/start-script-scheduler.ts';
import { parallel, startRelease } from '../../harness/rest/plans.ts';
import { createRestClient } from '../../harness/rest/rest-client.ts';
import { pickLength, seed, systemTestTimeoutMs } from '../../harness/test-length.ts';

/** Returns pseudorandom numbers from 0 to 1, always the same for a seed. */
function numbersFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const size = pickLength({
  short: { releases: 1, jobs: 12, rounds: 1 },
  long: { releases: 10, jobs: 20, rounds: 8 },
});

test(
  'while the product, the agents and the API server of the cluster crash, each container runs once and none stays',
  async () => {
    const random = numbersFrom(seed);
    let crashed = Promise.withResolvers<void>();
    // Half of the containers end at once, and the others after the next crash.
    const program = (): Program => ({
      ended: random() < 0.5 ? Promise.resolve() : crashed.promise,
      log: 'line\n',
      output: '{"done":true}\n',
    });
    const cluster = await startCluster(program);
    const machines = [new SimulatedMachine(program), new SimulatedMachine(program)];
    const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
    const database = await freshDatabase();
    const secretKey = '0'.repeat(64);
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey,
      ADMIN_PASSWORD: 'admin',
      SAMPLES: 'false',
      CONTAINER_TASKS: 'true',
    };
    let server: ServerProcess = await startServer({ env });
    const rest = createRestClient(() => server.url);
    // The product uses the bytes of its key.
    const engineKey = Buffer.from(secretKey, 'hex').toString('base64');
    const opened = await openEngine({ url: database.url, secretKey: engineKey, warn: () => {} });
    const { token } = await rest.post<{ token: string }>('/personal-access-tokens', { tokenNote: 'agent' });
    const startAgent = (nth: number) => {
      const stopping = new AbortController();
      const settings = { token, name: `agent ${nth}`, labels: ['agent'], slots: 8, dir: join(folder, String(nth)) };
      const ended = runAgent({
        settings: {
          ...settings,
          get url() {
            return server.url;
          },
        },
        createEngine: () => machines[nth]!.engine,
        logger: { info: () => {}, warn: () => {} },
        stopping: stopping.signal,
        lookMs: 20,
      }).catch(() => {});
      return async () => {
        stopping.abort(new Error('the test kills the agent'));
        await ended;
      };
    };
    const agents = [startAgent(0), startAgent(1)];
    onTestFinished(async () => {
      for (const stop of agents) await stop();
      await server.stop();
      await opened.stop();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
      await database.drop();
    });
    const { url, namespace, token: clusterToken } = cluster;
    const type = 'configuration.KubernetesCluster';
    const connection = await rest.post<{ id: string }>('/config', {
      title: 'c',
      type,
      url,
      namespace,
      token: clusterToken,
    });
    const places = [{ cluster: connection.id }, { capabilities: ['agent'] }];
    const task = (nth: number) => ({ title: `box ${nth}`, type: 'container.Run', image: 'test', ...places[nth % 2] });
    const tasks = Array.from({ length: size.jobs }, (_, nth) => task(nth));
    const releases = await Promise.all(
      Array.from({ length: size.releases }, () => startRelease(rest, { Ship: [parallel('all', ...tasks)] })),
    );
    const crashServer = async () => {
      process.kill(server.pid, 'SIGKILL');
      server = await startServer({ env });
      for (const { id } of releases) await expireScriptLeases(opened, id.slice(id.lastIndexOf('/') + 1));
    };
    const crashAgent = async (nth: number) => {
      await agents[nth]!();
      agents[nth] = startAgent(nth);
    };
    const startedJobs = () => [
      ...cluster.state.started.map(({ job }) => job),
      ...machines.flatMap((machine) => machine.started),
    ];
    const total = size.releases * size.jobs;
    for (let round = 0; round < size.rounds; round += 1) {
      const next = Math.ceil(((round + random()) * total) / (size.rounds + 1));
      await expect.poll(() => startedJobs().length).toBeGreaterThanOrEqual(next);
      await Promise.all([crashServer(), cluster.pause(), crashAgent(round % 2)]);
      await cluster.resume();
      crashed.resolve();
      crashed = Promise.withResolvers();
    }
    crashed.resolve();
    const statuses = () =>
      Promise.all(releases.map(async ({ id }) => (await rest.get<{ status: string }>(`/releases/${id}`)).status));
    await expect
      .poll(statuses, { timeout: systemTestTimeoutMs / 2, interval: 500 })
      .toEqual(releases.map(() => 'COMPLETED'));
    const started = startedJobs();
    expect(new Set(started).size).toBe(started.length);
    expect(started.length).toBe(total);
    const left = async () => [
      ...[cluster.state.jobs.size, cluster.state.secrets.size, ...machines.map(({ containers }) => containers.size)],
      (await opened.database.query({ text: 'select from container_jobs' })).length,
    ];
    await expect.poll(left, { timeout: systemTestTimeoutMs / 2 }).toEqual([0, 0, 0, 0, 0]);
    expect(cluster.violations).toEqual([]);
  },
  systemTestTimeoutMs,
);
