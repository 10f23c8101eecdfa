// The start and the end of container tasks, in a simulated cluster and at a simulated agent: the time that the product
// adds to that of the container.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runAgent } from '../../services/agent/src/index.ts';
import { type SimulatedCluster, startCluster } from '../../test/harness/containers/cluster.ts';
import type { Program } from '../../test/harness/containers/cluster-state.ts';
import { SimulatedMachine } from '../../test/harness/containers/simulated-engine.ts';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { connect, type Http } from '../measure/http.ts';
import { median } from '../measure/load.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';

const rounds = 12;
const warmRounds = 2;
const atOnce = 16;
/** The duration of a container, so that the task looks at it while it runs. */
const containerMs = 500;
const pollMs = 10;

/** The starts and ends of containers by the variable `RUN`, in milliseconds. */
class Containers {
  readonly #started = new Map<string, PromiseWithResolvers<number>>();
  readonly ended = new Map<string, number>();

  started(run: string): PromiseWithResolvers<number> {
    const known = this.#started.get(run) ?? Promise.withResolvers<number>();
    this.#started.set(run, known);
    return known;
  }

  /** Records the start of a container, which ends after its duration. */
  start(run = ''): Program {
    this.started(run).resolve(performance.now());
    const ended = pause(containerMs).then(() => this.ended.set(run, performance.now()));
    return { ended, output: '{"done":true}\n' };
  }
}

interface Place {
  readonly name: string;
  readonly aim: string;
  /** the properties of the task that select the place */
  readonly fields: object;
}

let runs = 0;

/** Runs a container task. Returns the times before its start and after its end. */
async function runOnce(http: Http, containers: Containers, { fields }: Place) {
  const run = `run${++runs}`;
  const task = { title: 'Box', type: 'container.Run', image: 'bench', environment: { RUN: run }, ...fields };
  const { id } = await http.request<{ readonly id: string }>('POST', '/templates', {
    title: run,
    phases: [{ title: 'Run', tasks: [task] }],
  });
  const begunAt = performance.now();
  const body = { releaseTitle: run, autoStart: true };
  const release = await http.request<{ readonly id: string }>('POST', `/templates/${id}/start`, body);
  const startedAt = await containers.started(run).promise;
  const isCompleted = async () =>
    (await http.request<{ readonly status: string }>('GET', `/releases/${release.id}`)).status === 'COMPLETED';
  while (!(await isCompleted())) await pause(pollMs);
  return { startMs: startedAt - begunAt, endMs: performance.now() - (containers.ended.get(run) ?? 0) };
}

async function measurePlace(http: Http, containers: Containers, place: Place) {
  const singles = [];
  for (const round of numbers(rounds + warmRounds)) {
    const times = await runOnce(http, containers, place);
    if (round > warmRounds) singles.push(times);
  }
  const many = await Promise.all(numbers(atOnce).map(() => runOnce(http, containers, place)));
  const of = (all: typeof many) => [median(all.map(({ startMs }) => startMs)), median(all.map(({ endMs }) => endMs))];
  return [...of(singles), ...of(many)];
}

/** Measures the requests to a cluster that start a Job, without the product. */
async function measureFloor({ url, namespace, token }: SimulatedCluster): Promise<number> {
  const path = `${url}/apis/batch/v1/namespaces/${namespace}/jobs/none`;
  const times: number[] = [];
  for (const _ of numbers(rounds)) {
    const since = performance.now();
    for (const __ of numbers(3)) await (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).text();
    times.push(performance.now() - since);
  }
  return median(times);
}

/** Starts an agent with a simulated engine. Returns its end. */
async function startAgent(http: Http, { origin }: Product, containers: Containers, dir: string) {
  const { token } = await http.request<{ readonly token: string }>('POST', '/personal-access-tokens', {
    ...{ tokenNote: 'bench', globalPermissions: ['runner#registration'] },
  });
  const machine = new SimulatedMachine(({ environment }) => containers.start(environment.RUN));
  const stopping = new AbortController();
  const ended = runAgent({
    settings: { url: origin, token, name: 'bench', labels: ['bench'], slots: 2 * atOnce, dir },
    createEngine: () => machine.engine,
    logger: { info: () => {}, warn: () => {} },
    stopping: stopping.signal,
  }).catch(() => {});
  return async () => {
    stopping.abort(new Error('the measurement has ended'));
    await ended;
  };
}

async function run({ print }: Bench): Promise<string> {
  const containers = new Containers();
  const cluster = await startCluster(({ env }) => containers.start(env.RUN));
  const product = await startProduct({ CONTAINER_TASKS: 'true', SCRIPT_HTTP_ALLOW: '127.0.0.1' });
  const http = connect(product.origin);
  const dir = await mkdtemp(join(tmpdir(), 'slipway-bench-agent-'));
  const stopAgent = await startAgent(http, product, containers, dir);
  const { url, namespace, token } = cluster;
  const connection = { title: 'bench', type: 'configuration.KubernetesCluster', url, namespace, token };
  const { id } = await http.request<{ readonly id: string }>('POST', '/config', connection);
  const floorMs = await measureFloor(cluster);
  const places: readonly Place[] = [
    { name: 'Kubernetes', aim: 'under 500', fields: { cluster: id } },
    { name: 'agent', aim: 'under 1500', fields: { capabilities: ['bench'] } },
  ];
  const rows: (readonly string[])[] = [];
  for (const place of places) {
    const [startMs = 0, ...others] = await measurePlace(http, containers, place);
    const floor = place.name === 'Kubernetes' ? formatMs(floorMs) : '';
    rows.push([place.name, formatMs(startMs), place.aim, floor, ...others.map((ms) => formatMs(ms))]);
    print(rows.at(-1)!.join('  '));
  }
  await stopAgent();
  await http.close();
  await product.stop();
  await cluster.stop();
  await rm(dir, { recursive: true, force: true });
  const names = ['place', 'start ms', 'target', 'floor ms', 'end ms', `${atOnce} at once: start ms`, 'end ms'];
  return `Releases of one container task, whose container runs for ${containerMs} ms. "start ms" is the time from the request that starts the release until the cluster may start the pod, or the agent starts the container. "end ms" is the time from the end of the container until the release is completed. The cluster and the engine of the agent are simulated, so that neither includes the time of a pod.

${formatTable(names, rows)}

Medians of ${rounds} releases, one after the other, and of ${atOnce} releases at once. The floor is three requests to the same cluster, as many as a Job needs. A task looks at a young container once a second. An agent looks at its containers twice a second.`;
}

/** Runs container tasks. */
export const containerTasks: Workload = { name: 'containers', title: 'Container tasks', ownProduct: true, run };
