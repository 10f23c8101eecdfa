// Import and export of templates of 50 tasks by eight clients, and of files and documents with many templates.
import { writeDocuments } from '@slipway/formats';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { type Client, measure, median, quantile, type Round } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';

const rounds = 3;
const filesPerClient = 25;
const clients = 8;
const maxMs = 60_000;

/** A template as in an exported file. From the second import on, its ids already exist. */
const template = {
  id: 'Applications/Releasebenchfiles',
  type: 'xlrelease.Release',
  title: 'Fifty tasks in a file',
  phases: numbers(5).map((phase) => ({
    id: `Applications/Releasebenchfiles/Phasebenchfiles${phase}`,
    title: `Phase ${phase}`,
    tasks: numbers(10).map((task) => ({
      id: `Taskbenchfiles${phase}x${task}`,
      type: 'xlrelease.Task',
      title: `Do step ${task}`,
      description: 'What has to be done, and by whom it is checked.',
    })),
  })),
};

const times =
  (work: () => Promise<void>): (() => Client) =>
  () => {
    let remaining = filesPerClient;
    return async () => {
      if (remaining-- === 0) return false;
      await work();
      return true;
    };
  };

const row = (name: string, measured: readonly Round[]) => [
  name,
  formatMs(median(measured.map(({ durationsMs }) => quantile(durationsMs, 0.5)))),
  formatMs(median(measured.map(({ durationsMs }) => quantile(durationsMs, 0.99)))),
  median(measured.map(({ durationsMs }) => clients / (quantile(durationsMs, 0.5) / 1000))).toFixed(0),
];

/** Files and documents with these numbers of templates of 10 tasks each. The templates do not exist yet. */
const sizes = [1, 20, 100];

const tasks = numbers(10);
const inFile = (count: number): string =>
  JSON.stringify(
    numbers(count).map((index) => ({
      title: `Of ${count}, ${index}`,
      phases: [{ title: 'Build', tasks: tasks.map((task) => ({ type: 'xlrelease.Task', title: `Task ${task}` })) }],
    })),
  );
const inDocument = (count: number, round: number): string => {
  const phases = [{ phase: 'Build', tasks: tasks.map((task) => ({ name: `Task ${task}` })) }];
  const spec = numbers(count).map((index) => ({ template: `${index} of ${count} in ${round}`, phases }));
  return writeDocuments([{ kind: 'Templates', home: ['Measured'], spec }], []).yaml;
};

async function measureOne({ product }: Bench, path: string, type: string, body: string): Promise<number> {
  const headers = { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': type };
  const startedAt = performance.now();
  const response = await fetch(`${product.origin}${path}`, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 500)}`);
  return performance.now() - startedAt;
}

/** Measures imports of files and documents with many templates: medians of the rounds. */
async function measureConcurrent(bench: Bench): Promise<string> {
  const rows: string[][] = [];
  for (const count of sizes) {
    const [files, documents]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      files.push(await measureOne(bench, '/api/v1/templates/import', 'application/json', inFile(count)));
      documents.push(await measureOne(bench, '/devops-as-code/apply', 'application/yaml', inDocument(count, round)));
    }
    const of = (times: readonly number[]) => median(times.slice(1));
    rows.push([
      String(count),
      formatMs(of(files)),
      formatMs(of(files) / count),
      formatMs(of(documents)),
      formatMs(of(documents) / count),
    ]);
  }
  return formatTable(['new templates', 'import ms', 'import ms each', 'apply ms', 'apply ms each'], rows);
}

async function run(bench: Bench): Promise<string> {
  const { connections, print } = bench;
  const body = JSON.stringify(template);
  const [imports, exports]: [Round[], Round[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const createdPlan: string[] = [];
    const each = connections.slice(0, clients);
    const importing = each.map((http) =>
      times(async () => {
        const { status, text } = await http.send('POST', '/templates/import', body);
        if (status !== 200) throw new Error(`an import was answered ${status}: ${text}`);
        createdPlan.push(JSON.parse(text)[0].id);
      })(),
    );
    const imported = await measure(importing, maxMs);
    const exporting = each.map((http, at) =>
      times(async () => {
        const { status } = await http.send('GET', `/templates/zip/Applications-${createdPlan[at]}`);
        if (status !== 200) throw new Error(`an export was answered ${status}`);
      })(),
    );
    const exported = await measure(exporting, maxMs);
    if (round > 0) {
      imports.push(imported);
      exports.push(exported);
    }
    print(`Round ${round} of ${rounds} is done.`);
  }
  return `Eight clients import a template of 5 phases and 50 tasks as plain JSON, and export it as \`.xlr\`. The IDs in the JSON already exist.

${formatTable(['', 'p50 ms', 'p99 ms', '/s'], [row('import', imports), row('export', exports)])}

Medians of ${rounds} rounds of ${clients * filesPerClient}.

One client imports new templates of 10 tasks from one file, and applies them from one set of documents. The transaction of an import has 10 statements, and the transaction of documents has 22. Both are independent of the number of templates (\`plan-cost.test.ts\`).

${await measureConcurrent(bench)}`;
}

/** Imports and exports templates. */
export const files: Workload = { name: 'files', title: 'Import and export templates of 50 tasks', run };
