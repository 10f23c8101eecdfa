// HTTP requests from task scripts: the time that one adds to its script, and the rate of sixteen clients.
import { Pool } from 'undici';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { connect, type Http } from '../measure/http.ts';
import { type Client, measure, median } from '../measure/load.ts';
import { processorTime, usageBetween } from '../measure/processor.ts';
import { type Product, startProduct } from '../measure/product.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { type Arrivals, startArrivals } from './arrivals.ts';

const requestsEach = 10;
const maxClients = 16;
const singleClient = 8;
const warmMs = 3_000;
const roundMs = 8_000;

interface Kind {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly aim: string;
  /** Returns a script with `requestsEach` requests to URLs below the origin and the run's name. */
  script(origin: string): string;
}

const javascript = (call: string) => (origin: string) =>
  `// language: javascript
for (let at = 0; at < ${requestsEach}; at++) {
  const answer = http.${call};
  if (answer.status !== 200) throw new Error('status ' + answer.status);
}`.replaceAll('ORIGIN', origin);
const python = (call: string) => (origin: string) =>
  `
server = HttpRequest({'url': 'ORIGIN/' + releaseVariables['run']})
for at in range(${requestsEach}):
    if server.${call}.status != 200: raise Exception('no')
`.replaceAll('ORIGIN', origin);

const kinds: readonly Kind[] = [
  {
    name: 'JavaScript, GET',
    method: 'GET',
    aim: 'under 5',
    script: javascript("get('ORIGIN/' + releaseVariables.run + '/' + at)"),
  },
  {
    name: 'JavaScript, POST',
    method: 'POST',
    aim: '',
    script: javascript("post('ORIGIN/' + releaseVariables.run + '/' + at, { json: { at } })"),
  },
  { name: 'Python, GET', method: 'GET', aim: 'under 40', script: python("get('/%d' % at)") },
  {
    name: 'Python, POST',
    method: 'POST',
    aim: '',
    script: python("post('/%d' % at, '{}', contentType='application/json')"),
  },
];

let runs = 0;

/** Creates a release with one task that runs the script. Returns the arrival times of all its requests. */
async function runOnce(http: Http, arrivals: Arrivals, templateId: string): Promise<readonly number[]> {
  const run = `run${++runs}`;
  const body = { releaseTitle: run, variables: { run }, autoStart: true };
  const arrived = arrivals.of(run, requestsEach);
  await http.request('POST', `/templates/${templateId}/start`, body);
  return await arrived;
}

async function templateFor(http: Http, { name, script }: Kind, origin: string): Promise<string> {
  const variables = [{ key: 'run', type: 'rel.StringVariable', requiresValue: true, showOnReleaseStart: true }];
  const tasks = [{ title: 'Ask', type: 'rel.ScriptTask', script: script(origin) }];
  const { id } = await http.request<{ readonly id: string }>('POST', '/templates', {
    title: name,
    variables,
    phases: [{ title: 'Ask', tasks }],
  });
  return id;
}

/** Measures the time from one request of a script to the next, and the rate of sixteen clients. */
async function measureKind(clients: readonly Http[], arrivals: Arrivals, { pid }: Product, kind: Kind) {
  const template = await templateFor(clients[0]!, kind, arrivals.origin);
  const gaps: number[] = [];
  for (const at of numbers(singleClient + 2)) {
    const times = await runOnce(clients[0]!, arrivals, template);
    if (at > 2) gaps.push(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  }
  const work = clients.map(
    (http): Client =>
      async () => {
        await runOnce(http, arrivals, template);
        return true;
      },
  );
  await measure(work, warmMs);
  const before = processorTime(pid);
  const { perSecond, durationsMs } = await measure(work, roundMs);
  const used = usageBetween(before, processorTime(pid));
  const share = (all: number) => String(Math.round(all / (requestsEach * durationsMs.length)));
  return {
    gapMs: median(gaps),
    perSecond: requestsEach * perSecond,
    used: [share(used.server), share(used.postgres), share(used.runner)],
  };
}

/** Measures the same requests with undici on keep-alive connections. */
async function measureFloor({ origin }: Arrivals, method: Kind['method']) {
  const pool = new Pool(origin, { connections: maxClients });
  const ask: Client = async () => {
    const body = method === 'POST' ? '{}' : null;
    const answer = await pool.request({ method, path: '/floor/0', body });
    await answer.body.text();
    return true;
  };
  await measure([ask], 500);
  const one = await measure([ask], 1_000);
  const all = await measure(
    Array.from({ length: maxClients }, () => ask),
    2_000,
  );
  await pool.close();
  return { gapMs: median(one.durationsMs), perSecond: all.perSecond };
}

async function run({ print }: Bench): Promise<string> {
  const arrivals = await startArrivals();
  const product = await startProduct({ SCRIPT_HTTP_ALLOW: '127.0.0.1' });
  const clients = numbers(maxClients).map(() => connect(product.origin));
  const rows: (readonly string[])[] = [];
  for (const kind of kinds) {
    const floor = await measureFloor(arrivals, kind.method);
    const { gapMs, perSecond, used } = await measureKind(clients, arrivals, product, kind);
    const rates = [perSecond, floor.perSecond].map((rate) => String(Math.round(rate)));
    rows.push([
      kind.name,
      formatMs(gapMs),
      formatMs(floor.gapMs),
      formatMs(gapMs - floor.gapMs),
      kind.aim,
      ...rates,
      ...used,
    ]);
    print(rows.at(-1)!.join('  '));
  }
  await Promise.all(clients.map((client) => client.close()));
  await product.stop();
  await arrivals.close();
  const names = [
    'script',
    'request ms',
    'floor ms',
    'overhead ms',
    'target',
    `${maxClients} clients: /s`,
    'floor /s',
    'server CPU µs',
    'PostgreSQL CPU µs',
    'runner CPU µs',
  ];
  return `Releases of one task, whose script sends ${requestsEach} requests to a server on this machine. For a single running script, "request ms" is the time from one arrival at the server to the next. In this time, the response returns, and the script runs again up to its next request. That request is validated and sent. ${maxClients} clients start such releases one after the other, so their rate includes the creation of releases.

${formatTable(names, rows)}

Medians of ${singleClient} runs, and a rate over ${roundMs / 1000} s. The floor is the same requests by undici over persistent connections, from the process that serves them. Scripts open a connection for each request. CPU is the processor time of one request with sixteen clients, including its share of the release. A POST is written to the journal before it is sent and after its response.`;
}

/** Sends requests from scripts. */
export const requests: Workload = { name: 'requests', title: 'Requests from scripts', ownProduct: true, run };
