// Import of templates of 50 tasks by eight clients, and their export again.
import { type Client, measure, median, quantile, type Round } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { ms, table } from '../report/table.ts';

const rounds = 3;
const eachClient = 25;
const clients = 8;
const longestMs = 60_000;

/** As a file holds it, under ids that are taken from the second import on. */
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
    let left = eachClient;
    return async () => {
      if (left-- === 0) return false;
      await work();
      return true;
    };
  };

const row = (name: string, measured: readonly Round[]) => [
  name,
  ms(median(measured.map(({ durationsMs }) => quantile(durationsMs, 0.5)))),
  ms(median(measured.map(({ durationsMs }) => quantile(durationsMs, 0.99)))),
  median(measured.map(({ durationsMs }) => clients / (quantile(durationsMs, 0.5) / 1000))).toFixed(0),
];

async function run({ connections, say }: Bench): Promise<string> {
  const body = JSON.stringify(template);
  const [imports, exports]: [Round[], Round[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const made: string[] = [];
    const each = connections.slice(0, clients);
    const importing = each.map((http) =>
      times(async () => {
        const { status, text } = await http.send('POST', '/templates/import', body);
        if (status !== 200) throw new Error(`an import was answered ${status}: ${text}`);
        made.push(JSON.parse(text)[0].id);
      })(),
    );
    const imported = await measure(importing, longestMs);
    const exporting = each.map((http, at) =>
      times(async () => {
        const { status } = await http.send('GET', `/templates/zip/Applications-${made[at]}`);
        if (status !== 200) throw new Error(`an export was answered ${status}`);
      })(),
    );
    const exported = await measure(exporting, longestMs);
    if (round > 0) {
      imports.push(imported);
      exports.push(exported);
    }
    say(`Round ${round} of ${rounds} is done.`);
  }
  return `Eight clients import a template of 5 phases and 50 tasks as bare JSON, whose ids are taken, and export it as \`.xlr\`.

${table(['', 'p50 ms', 'p99 ms', 'a second'], [row('import', imports), row('export', exports)])}

Medians of ${rounds} rounds of ${clients * eachClient}.`;
}

/** Templates out of files, and into them. */
export const files: Workload = { name: 'files', title: 'Import and export of templates of 50 tasks', run };
