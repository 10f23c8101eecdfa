// `npm run bench [-- <name>… [<minutes>]]`: starts the product, measures its workloads beside their floors, and writes
// RESULTS.md.

import { planCode } from './as-code/plan-code.ts';
import { attachments } from './attachments/attachments.ts';
import { board } from './board/board.ts';
import { containerTasks } from './containers/containers.ts';
import { chains } from './flow/chains.ts';
import { completeTask } from './flow/complete-task-rounds.ts';
import { fallingDue } from './flow/due-releases.ts';
import { sweep } from './flow/sweep.ts';
import { traces } from './flow/traces.ts';
import { insights } from './insights/insights.ts';
import { streams } from './live/streams.ts';
import { maintenance } from './maintenance/maintenance.ts';
import { openCounters } from './measure/counters.ts';
import { openFloor } from './measure/floor.ts';
import { connect } from './measure/http.ts';
import { type Product, startProduct } from './measure/product.ts';
import { type Bench, numbers, type Workload } from './measure/workload.ts';
import { deliveries } from './notifications/deliveries.ts';
import { completeMember } from './people/complete-member.ts';
import { logins } from './people/logins.ts';
import { createStart } from './plans/create-start.ts';
import { files } from './plans/files.ts';
import { planSizes } from './plans/plan-sizes.ts';
import { polling } from './plans/polling.ts';
import { readRelease } from './plans/read-release.ts';
import { backups } from './processes/backups.ts';
import { costs } from './processes/costs.ts';
import { imageStart } from './processes/image-start.ts';
import { pooler } from './processes/pooler.ts';
import { replicas } from './processes/replicas.ts';
import { rolling } from './processes/rolling.ts';
import { memoryTable, memoryTitle, peakMemory } from './report/memory.ts';
import { circumstances, record } from './report/results.ts';
import { polls } from './scripts/polls.ts';
import { requests } from './scripts/requests.ts';
import { waiting } from './scripts/waiting.ts';
import { search } from './search/search.ts';
import { searchMember } from './search/search-member.ts';
import { soak } from './soak/soak.ts';
import { events } from './webhooks/events.ts';
import { webhooks } from './webhooks/webhooks.ts';

const workloads: readonly Workload[] = [
  completeTask,
  planSizes,
  createStart,
  readRelease,
  files,
  completeMember,
  logins,
  planCode,
  polling,
  streams,
  board,
  chains,
  fallingDue,
  sweep,
  traces,
  webhooks,
  events,
  deliveries,
  requests,
  polls,
  containerTasks,
  waiting,
  search,
  searchMember,
  insights,
  attachments,
  costs,
  replicas,
  pooler,
  rolling,
  imageStart,
  backups,
  maintenance,
  soak,
];
/** `npm run chaos` measures this section. Its figures are entered manually. */
const chaosTitle = 'Delay under faults';
const titles = [...workloads.map(({ title }) => title), memoryTitle, chaosTitle];
const maxClients = 16;

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Returns the workloads with these names, or without names all that are not measured alone. Throws for an unknown name.
 */
function selectWorkloads(names: readonly string[]): readonly Workload[] {
  const unknownNames = names.filter((name) => !workloads.some((workload) => workload.name === name));
  const knownNames = workloads.map(({ name }) => name).join(', ');
  if (unknownNames.length > 0) throw new Error(`there is no workload ${unknownNames.join(', ')}: one of ${knownNames}`);
  return workloads.filter(({ name, alone: isSeparate }) =>
    names.length === 0 ? isSeparate !== true : names.includes(name),
  );
}

async function measureAll(bench: Bench, selected: readonly Workload[]): Promise<void> {
  const counters = await openCounters(bench.product.databaseUrl);
  await counters.close();
  const environmentLine = circumstances(counters.version);
  const peaks: (readonly [string, number])[] = [];
  for (const { title, ownProduct, run } of selected) {
    print(`\n${title}`);
    const measured = await run(bench);
    const peak = peakMemory(bench.product.pid);
    const memoryLine = `Peak memory of the server process so far: ${Math.round(peak)} MB.`;
    if (!ownProduct) peaks.push([title, peak]);
    const section = [environmentLine, measured.trim(), ...(ownProduct ? [] : [memoryLine])].join('\n\n');
    await record(title, section, titles);
    print(`\n${section}`);
  }
  if (selected.length === selectWorkloads([]).length) await record(memoryTitle, memoryTable(peaks), titles);
}

async function run(product: Product, selected: readonly Workload[], minutes: number | null): Promise<void> {
  const floor = await openFloor(product.databaseUrl, maxClients);
  const connections = numbers(maxClients).map(() => connect(product.origin));
  try {
    await measureAll({ product, floor, connections, minutes, print }, selected);
  } finally {
    await Promise.all(connections.map((http) => http.close()));
    await floor.close();
  }
}

const commandArguments = process.argv.slice(2);
const isMinutes = (text: string): boolean => /^\d{1,4}$/.test(text);
const selected = selectWorkloads(commandArguments.filter((text) => !isMinutes(text)));
const minutes = commandArguments.filter(isMinutes).map(Number)[0] ?? null;
const product = await startProduct();
try {
  await run(product, selected, minutes);
} finally {
  await product.stop();
}
