import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, idOf } from '../../harness/rest/plans.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';

// rest-operations.md, Variables of child releases
const product = serve();
const { rest } = product;
const people = peopleOf(product);

interface ChildTemplate {
  readonly taskId: string;
  readonly taskTitle: string;
  readonly templateId: string;
  readonly templateTitle: string;
  readonly variables: readonly { readonly key: string; readonly value?: unknown }[];
}

const byTitle = (title: string) => rest.get<Release[]>(`/releases/byTitle?releaseTitle=${encodeURIComponent(title)}`);
const childrenOf = ({ id }: Release, client = rest) => client.get<ChildTemplate[]>(`/templates/${id}/child-variables`);

const variables = [
  { key: 'version', type: 'rel.StringVariable' },
  { key: 'stage', value: 'test', valueProvider: { values: ['test', 'live'] } },
  { key: 'pin', type: 'rel.PasswordStringVariable' },
  { key: 'set', type: 'rel.StringVariable' },
  { key: 'count', type: 'rel.IntegerVariable', requiresValue: false },
  { key: 'hidden', value: 'h', showOnReleaseStart: false },
];

/** Creates a template whose release creates a release with that title from another template. */
async function createParent(childTitle: string, templateId: string) {
  const task = {
    title: 'make',
    type: 'rel.CreateReleaseTask',
    newReleaseTitle: childTitle,
    templateId,
    templateVariables: [{ key: 'set', value: 'by the task' }],
  };
  return createTemplate(rest, { Make: [task] }, { title: `Parent of ${childTitle}`, scriptUsername: 'admin' });
}

test('a child release gets the values that were set when its parent was created', async () => {
  const child = await createTemplate(rest, { Work: ['work'] }, { title: 'Child', variables });
  const parent = await createParent('Filled', child.id);
  const [listed, ...others] = await childrenOf(parent);
  const taskId = parent.phases[0]!.tasks[0]!.id;
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ taskId, taskTitle: 'make', templateId: child.id, templateTitle: 'Child' });
  expect(listed?.variables.map(({ key, value }) => [key, value])).toEqual([
    ['version', undefined],
    ['stage', 'test'],
    ['pin', undefined],
    ['count', undefined],
  ]);
  const childVariables = [{ taskId, variables: { version: '1.4', stage: 'live', pin: 'opensesame', '${count}': 3 } }];
  const release = await rest.post<Release>(`/templates/${parent.id}/start`, { releaseTitle: 'Train', childVariables });
  const [created] = await byTitle('Filled');
  expect(await rest.get(`/releases/${created!.id}/variableValues`)).toEqual({
    '${version}': '1.4',
    '${stage}': 'live',
    '${set}': 'by the task',
    '${count}': '3',
    '${hidden}': 'h',
  });
  const texts = await Promise.all(
    [
      `/releases/${release.id}`,
      `/releases/${created!.id}`,
      `/activities/${release.id}`,
      `/releases/${release.id}/export`,
      '/audit',
    ].map(async (path) => JSON.stringify(await rest.get(path).catch(String))),
  );
  expect(texts.filter((text) => text.includes('opensesame'))).toEqual([]);
  const pin = (
    await rest.get<readonly { readonly key: string; readonly value?: string }[]>(`/releases/${created!.id}/variables`)
  ).find(({ key }) => key === 'pin');
  expect(pin?.value).toBe('********');
});

test('values that a child release cannot get are rejected with the reason, and no release is created', async () => {
  const child = await createTemplate(rest, { Work: ['work'] }, { title: 'Strict', variables });
  const parent = await createParent('Never', child.id);
  const taskId = idOf(parent, 'make');
  const refusal = (values: object, of: string = taskId) =>
    rest.sendForError('POST', `/templates/${parent.id}/create`, {
      releaseTitle: 'Never created',
      childVariables: [{ taskId: of, variables: values }],
    });
  expect([
    await refusal({ none: 1 }),
    await refusal({ set: 'x' }),
    await refusal({ hidden: 'x' }),
    await refusal({ stage: 'prod' }),
    await refusal({ count: 'three' }),
    await refusal({ pin: ['opensesame'] }),
    await refusal({}, 'Tasknone'),
    await refusal({}, 'no id'),
  ]).toEqual([
    "400 childVariables: template 'Strict' has no variable 'none'",
    "400 childVariables: task 'make' already sets variable 'set'",
    "400 childVariables: template 'Strict' does not show variable 'hidden' when a release is created",
    "400 childVariables of task 'make': variables.stage: 'prod' is not in the list of allowed values",
    "400 childVariables of task 'make': variables.count: expected a whole number",
    "400 childVariables of task 'make': variables.pin: expected a text",
    "400 childVariables: the template has no task 'Tasknone'",
    "400 childVariables: the template has no task 'no id'",
  ]);
  expect(await byTitle('Never created')).toEqual([]);
});

test('the variables of a template that the user cannot view are neither listed nor set', async () => {
  const folder = await rest.post<Folder>('/folders/Applications', { title: 'Secret plans' });
  const child = await rest.post<Release>(`/templates?folderId=${folder.id}`, { title: 'Hidden', variables });
  const parent = await createParent('Hidden child', child.id);
  const lin = await people.createUser('lin');
  await people.createTeam(parent, ['template#view', 'template#create_release'], { users: ['lin'] });
  expect(await childrenOf(parent, lin)).toEqual([]);
  const taskId = parent.phases[0]!.tasks[0]!.id;
  const body = { releaseTitle: 'By lin', childVariables: [{ taskId, variables: { version: '1' } }] };
  expect(await lin.sendForError('POST', `/templates/${parent.id}/create`, body)).toBe(
    "400 childVariables: the template of task 'make' does not exist, or you cannot view it",
  );
  await people.createTeam(folder, ['template#view'], { users: ['lin'] });
  expect((await childrenOf(parent, lin)).map(({ templateId }) => templateId)).toEqual([child.id]);
  const { id } = await lin.post<Release>(`/templates/${parent.id}/create`, body);
  const { phases } = await rest.get<Release>(`/releases/${id}`);
  expect(phases[0]?.tasks[0]).toMatchObject({
    templateVariables: [
      { key: 'set', value: 'by the task' },
      { key: 'version', value: '1' },
    ],
  });
});
