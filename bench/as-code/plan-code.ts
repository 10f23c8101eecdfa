// Plans of a thousand templates of ten tasks: of those that are as they shall be, and where ten differ.
import { writeDocuments } from '@slipway/formats';
import { median } from '../measure/load.ts';
import { type Bench, numbers, type Workload } from '../measure/workload.ts';
import { ms, table } from '../report/table.ts';

const templates = 1_000;
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

async function run({ product, say }: Bench): Promise<string> {
  const send = async (path: string, yaml: string): Promise<number> => {
    const began = performance.now();
    const response = await fetch(`${product.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/yaml' },
      body: yaml,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`answered ${response.status}: ${text.slice(0, 500)}`);
    return performance.now() - began;
  };
  const [same, other] = [yamlOf(0), yamlOf(edited)];
  const made = await send('/devops-as-code/apply', same);
  say(`applied in ${ms(made)}`);
  const times = async (yaml: string): Promise<number> => {
    const all: number[] = [];
    for (const _ of numbers(rounds)) all.push(await send('/api/v1/as-code/plan', yaml));
    return median(all);
  };
  const [ofSame, ofEdited] = [await times(same), await times(other)];
  const row = (what: string, time: number) => [what, ms(time), String(Math.round(templates / (time / 1_000)))];
  return table(
    ['1,000 templates of 10 tasks', 'took', 'templates a second'],
    [
      row('apply, where there is none', made),
      row('plan, all as they shall be', ofSame),
      row(`plan, ${edited} of them edited`, ofEdited),
    ],
  );
}

export const planCode: Workload = { name: 'plan-code', title: 'Plans as code', run };
