// Insights of a million ended releases over HTTP, for an administrator and for a user who sees a fifth of the folders:
// the requests of the board, a CSV export, the rebuild of the aggregates, and the lag of the facts.
import { cpus, loadavg } from 'node:os';
import pg from 'pg';
import { formatTable } from '../../test/harness/markdown-table.ts';
import { connect, type Http } from '../measure/http.ts';
import { measure, quantile } from '../measure/load.ts';
import { processorTime, usageBetween } from '../measure/processor.ts';
import type { Product } from '../measure/product.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { measureExport } from './export.ts';
import { type Amounts, fillFacts } from './fill.ts';
import { measureLag } from './lag.ts';
import { rebuild } from './rebuild.ts';
import { type InsightRequest, insightRequests } from './requests.ts';

const amounts: Amounts = {
  releases: Number(process.env.BENCH_ARCHIVED ?? 1_000_000),
  departments: 20,
  applications: 9,
  templates: 500,
  years: 5,
};
const repeats = 40;
const maxMs = 60_000;

/** The user who sees the releases of one department in five. The password equals the name. */
const viewer = 'viewer';

/** Gives each department a team, and the viewer a place in some of them and the permission for insights. */
const accessSql = (departments: readonly number[], seen: number): string => `
  delete from teams where scope_id like 'FolderD%';
  insert into teams (id, scope_id, name, permissions, position)
    select 'TeamD' || d, 'FolderD' || d, 'Team ' || d, '{folder#view,release#view}', 0 from unnest(array[${departments.join(',')}]) d;
  insert into team_members (team_id, principal, name, position)
    select 'TeamD' || d, 'user:${viewer}', '${viewer}', 0 from unnest(array[${departments.slice(0, seen).join(',')}]) d;
  insert into roles (id, name, permissions) values ('RoleReporters', 'Reporters', '{reports#view}') on conflict do nothing;
  insert into role_principals (role_id, principal, name) values ('RoleReporters', '${viewer}', '${viewer}') on conflict do nothing;
  update access_version set version = version + 1;`;

/** Creates the viewer, who sees a fifth of the departments. */
async function addViewer(http: Http, url: string, departments: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select from users where username = $1', [viewer]);
  const user = { fullName: 'Viewer', email: '', loginAllowed: true, password: viewer };
  if (rows.length === 0) await http.request('POST', `/users/${viewer}`, user);
  await client.query(accessSql([...Array(departments).keys()], Math.round(departments / 5)));
  for (const table of ['teams', 'team_members']) await client.query(`vacuum analyze ${table}`);
  await client.end();
}

/** The durations of a request in ascending order, and the processor time of server and PostgreSQL, in milliseconds. */
interface Measured {
  readonly durations: readonly number[];
  readonly cpuMs: number;
}

async function measureRequest(http: Http, pid: number, { path, body }: InsightRequest): Promise<Measured> {
  let left = repeats;
  const send = async () => {
    left -= 1;
    if (left < 0) return false;
    await http.request('POST', path, body);
    return true;
  };
  await http.request('POST', path, body);
  const before = processorTime(pid);
  const { durationsMs } = await measure([send], maxMs);
  const { server, postgres } = usageBetween(before, processorTime(pid));
  return { durations: durationsMs, cpuMs: (server + postgres) / durationsMs.length / 1_000 };
}

const columns = [
  ...['request', 'admin p50', 'admin p95', 'admin CPU', 'viewer p50', 'viewer p95', 'viewer CPU', 'target p95'],
];

/** Measures the requests of both users in turn. */
async function requestTable({ origin, pid }: Pick<Product, 'origin' | 'pid'>, print: Bench['print']): Promise<string> {
  const users = [connect(origin), connect(origin, viewer)];
  const rows: (readonly string[])[] = [];
  for (const request of insightRequests) {
    const cells: string[] = [];
    for (const http of users) {
      const { durations, cpuMs } = await measureRequest(http, pid, request);
      cells.push(...[quantile(durations, 0.5), quantile(durations, 0.95), cpuMs].map((ms) => String(Math.round(ms))));
    }
    const row = [request.name, ...cells, request.targetMs === null ? '' : String(request.targetMs)];
    rows.push(row);
    print(row.join('  '));
  }
  await Promise.all(users.map((http) => http.close()));
  return formatTable(columns, rows);
}

async function run({ product, connections, print }: Bench): Promise<string> {
  const [admin] = connections;
  if (admin === undefined) throw new Error('the bench has no client');
  const startedAt = performance.now();
  print(`Making ${amounts.releases} facts of releases…`);
  await fillFacts(product.databaseUrl, amounts);
  await addViewer(admin, product.databaseUrl, amounts.departments);
  print(`Made in ${Math.round((performance.now() - startedAt) / 1000)} s. Rebuilding the aggregates…`);
  const rebuilt = await rebuild(admin, product.databaseUrl);
  print(rebuilt);
  const requests = await requestTable(product, print);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const csv = await measureExport(product);
  print(csv);
  const lag = await measureLag(product.databaseUrl);
  print(lag);
  return `${amounts.releases.toLocaleString('en')} ended releases of ${amounts.years} years in 200 folders, from ${amounts.templates} templates, with 5.5 tasks and 2.5 waits each. The viewer sees ${Math.round(amounts.departments / 5)} of ${amounts.departments} departments. Each request is sent ${repeats} times by one client, in the form of the board. Values are in milliseconds; CPU is the processor time of server and PostgreSQL for each request, which depends less on other load. The load average during the requests was ${load} on ${cpus().length} cores.

${requests}

${[csv, rebuilt, lag].join('\n\n')}`;
}

/** Insights of a large archive. */
export const insights: Workload = { name: 'insights', title: 'Insights', run };
