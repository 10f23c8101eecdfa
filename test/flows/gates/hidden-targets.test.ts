import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import { createImporter, packXlr } from '../../harness/rest/template-files.ts';

/** A gate reveals the end of its target. A new gate may therefore depend only on targets that its creator may see. */
const product = serve();
const { rest } = product;
const people = peopleOf(product);

type ObjectWithId = { readonly id: string };
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);
const gate = (target: string, more: object = {}) => ({
  ...{ type: 'rel.GateTask', title: 'wait', dependencies: [{ target }] },
  ...more,
});
const missingId = 'Applications/ReleaseMissing';
let folder: ObjectWithId;
let plan: Release;
let hidden: Release;
let editor: RestClient;

beforeAll(async () => {
  folder = await rest.post<ObjectWithId>('/folders/Applications', { title: 'ours' });
  const template = await createTemplate(rest, { Build: ['compile'] }, { title: 'Plan' });
  await rest.sendForNoContent('POST', `/folders/${lastSegmentOf(folder.id)}/templates/${template.id}`);
  plan = await rest.get<Release>(`/templates/${lastSegmentOf(template.id)}`);
  hidden = await startRelease(rest, { Build: ['secret'] });
  editor = await people.createUserWith(folder, 'folder#view', 'template#view', 'template#edit');
});

const withTask = (task: object) => {
  const [build] = plan.phases;
  return { ...plan, phases: [{ ...build!, tasks: [...build!.tasks, task] }] };
};
const requests: readonly (readonly [string, 'POST' | 'PUT', () => string, (task: object) => object])[] = [
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

describe.each(requests)('a gate in the request for %s', (_, method, path, bodyOf) => {
  test('with a target that its creator may not see is refused as missing, and nothing changes', async () => {
    const before = await rest.get<Release>(`/templates/${plan.id}`);
    const inner = { type: 'rel.SequentialGroup', title: 'in order', tasks: [gate(hidden.phases[0]!.tasks[0]!.id)] };
    const refused = async (task: object) => await editor.sendForError(method, path(), bodyOf(task));
    const notFoundText = (id: string) => `404 there is no release, phase or task '${lastSegmentOf(id)}'`;
    expect(await refused(gate(hidden.id))).toBe(notFoundText(hidden.id));
    expect(await refused(gate(hidden.id.replaceAll('/', '-')))).toBe(notFoundText(hidden.id));
    expect(await refused(inner)).toBe(notFoundText(hidden.phases[0]!.tasks[0]!.id));
    expect(await refused(gate(missingId))).toBe(notFoundText(missingId));
    expect(await rest.get<Release>(`/templates/${plan.id}`)).toEqual(before);
  });

  test('accepts targets that its creator may see, targets in variables, and targets in the same request', async () => {
    for (const target of [plan.id, plan.phases[0]!.id, '$' + '{later}', 'Taskbeside']) {
      const group = { type: 'rel.SequentialGroup', title: 'both' };
      const siblingTask = { type: 'rel.Task', id: 'Taskbeside', title: 'beside' };
      const reply = await editor.send(method, path(), bodyOf({ ...group, tasks: [siblingTask, gate(target)] }));
      expect(reply.status, reply.text).toBe(200);
    }
  });
});

test('an import leaves out hidden targets with the same warning as for unknown targets', async () => {
  const file = await packXlr({ title: 'in', phases: [{ title: 'one', tasks: [gate(hidden.id), gate(missingId)] }] });
  const [importedTemplate] = await createImporter(editor)(file, { query: `?folderId=${folder.id}` });
  const line = (id: string) =>
    `task 'wait' in phase 'one': the dependency on '${lastSegmentOf(id)}' was left out: there is no release, phase or task of this id`;
  expect(importedTemplate).toMatchObject({ warnings: [line(hidden.id), line(missingId)] });
});
