import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { importing, xlrOf } from '../../harness/rest/files.ts';
import { startedOf, templateOf } from '../../harness/rest/plans.ts';
import type { Rest } from '../../harness/rest/rest.ts';
import type { Release } from '../../harness/rest/shapes.ts';

/** A gate shows the end of its target, so a new gate depends only on targets that its creator may see. */
const served = serve();
const { rest } = served;
const people = peopleOf(served);

type Ided = { readonly id: string };
const last = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const gate = (target: string, more: object = {}) => ({
  ...{ type: 'rel.GateTask', title: 'wait', dependencies: [{ target }] },
  ...more,
});
const gone = 'Applications/ReleaseMissing';
let folder: Ided;
let plan: Release;
let hidden: Release;
let editor: Rest;

beforeAll(async () => {
  folder = await rest.post<Ided>('/folders/Applications', { title: 'ours' });
  const template = await templateOf(rest, { Build: ['compile'] }, { title: 'Plan' });
  await rest.done('POST', `/folders/${last(folder.id)}/templates/${template.id}`);
  plan = await rest.get<Release>(`/templates/${last(template.id)}`);
  hidden = await startedOf(rest, { Build: ['secret'] });
  editor = await people.who(folder, 'folder#view', 'template#view', 'template#edit');
});

const withTask = (task: object) => {
  const [build] = plan.phases;
  return { ...plan, phases: [{ ...build!, tasks: [...build!.tasks, task] }] };
};
const ways: readonly (readonly [string, 'POST' | 'PUT', () => string, (task: object) => object])[] = [
  ['a task', 'POST', () => `/tasks/${plan.phases[0]!.id}/tasks`, (task) => task],
  ['a phase', 'POST', () => `/phases/${plan.id}/phase`, (task) => ({ title: 'more', tasks: [task] })],
  ['a whole plan', 'PUT', () => `/templates/${plan.id}`, withTask],
  [
    'a template',
    'POST',
    () => `/templates?folderId=${folder.id}`,
    (task) => ({ title: 'another', phases: [{ title: 'one', tasks: [task] }] }),
  ],
];

describe.each(ways)('a gate that comes with %s', (_, method, path, bodyOf) => {
  test('depends on no target that its creator may not see, answered as missing, and nothing changes', async () => {
    const before = await rest.get<Release>(`/templates/${plan.id}`);
    const inner = { type: 'rel.SequentialGroup', title: 'in order', tasks: [gate(hidden.phases[0]!.tasks[0]!.id)] };
    const refused = async (task: object) => await editor.refused(method, path(), bodyOf(task));
    const words = (id: string) => `404 there is no release, phase or task '${last(id)}'`;
    expect(await refused(gate(hidden.id))).toBe(words(hidden.id));
    expect(await refused(gate(hidden.id.replaceAll('/', '-')))).toBe(words(hidden.id));
    expect(await refused(inner)).toBe(words(hidden.phases[0]!.tasks[0]!.id));
    expect(await refused(gate(gone))).toBe(words(gone));
    expect(await rest.get<Release>(`/templates/${plan.id}`)).toEqual(before);
  });

  test('waits for what its maker may see, for what a variable names, and for what comes with it', async () => {
    for (const target of [plan.id, plan.phases[0]!.id, '$' + '{later}', 'Taskbeside']) {
      const group = { type: 'rel.SequentialGroup', title: 'both' };
      const beside = { type: 'rel.Task', id: 'Taskbeside', title: 'beside' };
      const reply = await editor.send(method, path(), bodyOf({ ...group, tasks: [beside, gate(target)] }));
      expect(reply.status, reply.text).toBe(200);
    }
  });
});

test('an import leaves such a target out, as one that is not there', async () => {
  const file = await xlrOf({ title: 'in', phases: [{ title: 'one', tasks: [gate(hidden.id), gate(gone)] }] });
  const [brought] = await importing(editor)(file, { query: `?folderId=${folder.id}` });
  const line = (id: string) =>
    `task 'wait' in phase 'one': the dependency on '${last(id)}' was left out: there is no release, phase or task of this id`;
  expect(brought).toMatchObject({ warnings: [line(hidden.id), line(gone)] });
});
