// Plans for a thousand templates of ten tasks: without a difference, and with ten different templates. Also plans for
// objects that 100,000 unfinished tasks use.
import { writeDocuments } from '@slipway/formats';
import { formatMs, formatTable } from '../../test/harness/markdown-table.ts';
import { execute } from '../../test/harness/servers/statements.ts';
import { median } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';

const templates = 1_000;
const [releases, tasksEach] = [2_000, 50];
const rounds = 3;
const edited = 10;

const tasks = numbers(10).map((task) => ({ name: `Task ${task}`, description: `What task ${task} is for` }));
const yamlOf = (edits: number): string =>
  writeDocuments(
    [
      {
        kind: 'Templates',
        home: ['Measured'],
        spec: numbers(templates).map((index) => ({
          template: `Plan ${index}`,
          description: index < edits ? 'edited' : 'as it is',
          phases: [{ phase: 'Build', tasks }],
        })),
      },
    ],
    [],
  ).yaml;

/** A variable that 100,000 tasks use, and a connection that 2,000 tasks use. */
const usage = (value: string): string =>
  writeDocuments(
    [
      {
        kind: 'Templates',
        home: ['Measured'],
        spec: [
          { key: 'folder.place', type: 'rel.StringVariable', value },
          { name: 'Chat', type: 'acme.Chat', url: value },
        ],
      },
    ],
    [],
  ).yaml;
const fillYaml = `with made as (
    insert into live_releases (id, status, folder_id, title, flag_status, real_flag_status, tags, auto_start, abort_on_failure,
      risk_score, total_risk_score, rest, variables, passive)
    select 'ReleaseRead' || i, 'PLANNED', (select id from folders where title = 'Measured'), 'Read', 'OK', 'OK', '{}', false,
      false, 0, 0, '{}', '[]', '{}' from generate_series(1, ${releases}) i)
  insert into live_tasks (id, release_id, phase_id, position, type, title, status, flag_status, passive, definition)
  select 'TaskRead' || i || 'n' || k, 'ReleaseRead' || i, 'PhaseRead', k, 'xlrelease.Task', 'Task', 'PLANNED', 'OK',
    jsonb_build_object('properties', jsonb_build_object('script', repeat('print the place ', 120),
      'server', 'Configuration/Custom/' || case k when 1 then 'Chat' else 'Other ' || k end)),
    jsonb_build_object('uses', jsonb_build_object('script', jsonb_build_array('folder.place')))
  from generate_series(1, ${releases}) i, generate_series(1, ${tasksEach}) k`;
const deleteTemplates = `with gone as (delete from live_releases where id like 'ReleaseRead%')
  delete from live_tasks where phase_id = 'PhaseRead'`;

async function run({ product, print }: Bench): Promise<string> {
  const send = async (path: string, yaml: string): Promise<number> => {
    const startedAt = performance.now();
    const response = await fetch(`${product.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/yaml' },
      body: yaml,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`answered ${response.status}: ${text.slice(0, 500)}`);
    return performance.now() - startedAt;
  };
  const [same, secondText] = [yamlOf(0), yamlOf(edited)];
  const created = await send('/devops-as-code/apply', same);
  print(`applied in ${formatMs(created)}`);
  const times = async (yaml: string): Promise<number> => {
    const all: number[] = [];
    for (const _ of numbers(rounds)) all.push(await send('/api/v1/as-code/plan', yaml));
    return median(all);
  };
  const [sameText, editedText] = [await times(same), await times(secondText)];
  await send('/devops-as-code/apply', usage('here'));
  await execute(product.databaseUrl, fillYaml);
  await execute(product.databaseUrl, 'vacuum analyze live_releases, live_tasks');
  const usageText = await times(usage('there'));
  await execute(product.databaseUrl, deleteTemplates);
  const row = (label: string, time: number) => [label, formatMs(time), String(Math.round(templates / (time / 1_000)))];
  const plans = formatTable(
    ['1,000 templates of 10 tasks', 'duration ms', 'templates /s'],
    [
      row('apply, no template exists', created),
      row('plan, no differences', sameText),
      row(`plan, ${edited} templates edited`, editedText),
    ],
  );
  const effects = `A plan changes a variable that ${(releases * tasksEach).toLocaleString('en')} tasks use, and a connection that ${releases.toLocaleString('en')} of them use. It takes ${formatMs(usageText)} ms. One statement for each finds their uses.`;
  return `${plans}\n\n${effects}\n`;
}

export const planCode: Workload = { name: 'plan-code', title: 'Plans as code', run };
