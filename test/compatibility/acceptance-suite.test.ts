import { expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';

/**
 * The acceptance suite of a client library on a fresh system. It creates a folder beside the existing ones, copies a
 * sample template into it, and calls the API for the copy. Its new objects have the id `-1`, and members without a
 * value are sent as null.
 */
const { rest } = serve({ SAMPLES: 'true', TYPE_PREFIX: 'family' });

interface ObjectWithId {
  readonly id: string;
  readonly title: string;
}
interface Template extends ObjectWithId {
  readonly status: string;
  readonly phases: readonly (ObjectWithId & { readonly tasks: readonly ObjectWithId[] })[];
}

const samples = 'Applications/FolderSamplesAndTutorials';
const sample = `${samples}/ReleaseTemplate_configure`;

const titlesAtTheTop = async () => (await rest.get<ObjectWithId[]>('/folders/list')).map(({ title }) => title);

test('a fresh system has two top-level folders, and the samples are found by id and by title', async () => {
  expect(await titlesAtTheTop()).toEqual(['Playground', 'Samples & Tutorials']);
  const folder = { id: samples, type: 'family.Folder', title: 'Samples & Tutorials' };
  expect(await rest.get(`/folders/${samples}`)).toMatchObject(folder);
  expect(await rest.get('/folders/find?byPath=Samples%20%26%20Tutorials')).toMatchObject(folder);
  expect(await rest.get('/folders/find?byPath=Samples+%26+Tutorials&depth=1')).toMatchObject(folder);
  expect(await rest.get<ObjectWithId[]>(`/folders/${samples}/templates?resultsPerPage=250`)).toMatchObject([
    { title: 'Build, test, deploy' },
    { title: 'Runs by itself' },
    { id: sample, title: 'Set up Slipway' },
    { title: 'Welcome to Slipway' },
  ]);
});

test('the suite copies the sample into its own folder, works on the copy, and restores the previous state', async () => {
  const created = await rest.post<ObjectWithId>('/folders/Applications', {
    id: '-1',
    type: 'family.Folder',
    title: 'Test Folder',
  });
  expect(await titlesAtTheTop()).toHaveLength(3);

  const copied = await rest.post<Template>(`/templates/${sample}/copy`, { title: 'Test Template', description: null });
  await rest.sendForNoContent('POST', `/folders/${created.id}/templates/${copied.id}`);
  const copyId = copied.id.slice(copied.id.lastIndexOf('/') + 1);
  // the suite continues with the id from before the move
  const template = await rest.get<Template>(`/templates/${copied.id}`);
  expect(template).toMatchObject({ id: `${created.id}/${copyId}`, title: 'Test Template', status: 'TEMPLATE' });

  const [phase] = template.phases;
  const [task] = phase!.tasks;
  expect(await rest.get(`/tasks/${task!.id}`)).toMatchObject({ id: task!.id, title: task!.title });

  const draft = { id: '-1', type: 'family.Task', title: 'New Task', description: null, owner: null, tags: [] };
  const added = await rest.post<ObjectWithId>(`/tasks/${phase!.id}/tasks`, draft);
  expect(added).toMatchObject({ title: 'New Task', type: 'family.Task' });
  expect(added.id.startsWith(`${phase!.id}/Task`)).toBe(true);
  const first = await rest.post<ObjectWithId>(`/tasks/${phase!.id}/tasks?position=0`, {
    ...draft,
    title: 'Positioned Task',
  });
  const { phases } = await rest.get<Template>(`/templates/${template.id}`);
  expect(phases[0]?.tasks.map(({ title }) => title)).toEqual(['Positioned Task', task!.title, 'New Task']);

  for (const { id } of [added, first]) {
    await rest.sendForNoContent('DELETE', `/tasks/${id}`);
    expect((await rest.send('GET', `/tasks/${id}`)).status).toBe(404);
  }
  await rest.sendForNoContent('POST', `/folders/${created.id}/rename?newName=Renamed%20Test%20Folder`);
  expect(await rest.get(`/folders/${created.id}`)).toMatchObject({ title: 'Renamed Test Folder' });
  await rest.sendForNoContent('DELETE', `/folders/${created.id}`);
  expect(await titlesAtTheTop()).toHaveLength(2);
});
