import { expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { findTypeErrors } from './typed-reader.ts';

/**
 * A client that was generated from the family's OpenAPI document, from the creation to the end of a release. It sends
 * ids as one path segment and dates with nanoseconds, and omits unset members. It fails if it cannot read every member
 * of a response.
 */
const { rest } = serve({ TYPE_PREFIX: 'family' });

const segment = (id: string) => encodeURIComponent(id);
const agent = { accept: 'application/json', 'user-agent': 'OpenAPI-Generator/1.0.0/go' };

interface Item {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly title: string;
}

type Method = 'GET' | 'POST' | 'PUT';

/** Sends a request and reads the response as `model`; fails if the response is not readable. */
async function call<T = Item>(model: string, method: Method, path: string, body?: unknown): Promise<T> {
  const { status, body: answer, text } = await rest.send(method, path, body, agent);
  expect([`${method} ${path}`, status, status === 200 ? findTypeErrors(model, answer) : text]).toEqual([
    `${method} ${path}`,
    200,
    [],
  ]);
  return answer as T;
}

async function expectNoContent(method: 'DELETE' | 'POST', path: string): Promise<void> {
  const { status, text } = await rest.send(method, path, undefined, agent);
  expect([status, text]).toEqual([204, '']);
}

const family = (type: string, fields: object) => ({ type: `family.${type}`, ...fields });

async function plan(folder: Item): Promise<Item> {
  const template = await call(
    'Release',
    'POST',
    `/templates?folderId=${segment(folder.id)}`,
    family('Release', {
      title: 'Typed',
      status: 'TEMPLATE',
      scheduledStartDate: '2030-06-01T08:00:00.123456789Z',
      dueDate: '2030-06-02T08:00:00.000000001+02:00',
      plannedDuration: 3600,
      tags: ['typed'],
    }),
  );
  const [first] = await call<Item[]>(
    'Phase[]',
    'GET',
    `/phases/search?phaseTitle=New%20Phase&releaseId=${segment(template.id)}&phaseVersion=LATEST`,
  );
  await call('Phase', 'PUT', `/phases/${segment(first!.id)}`, { ...first, title: 'Build', color: '#123456' });
  const at = `/tasks/${segment(first!.id)}/tasks`;
  await call('Task', 'POST', at, family('Task', { title: 'By hand', owner: 'admin', plannedDuration: 60 }));
  const gate = await call('Task', 'POST', at, family('GateTask', { title: 'Gate' }));
  await call('GateCondition', 'POST', `/tasks/${segment(gate.id)}/conditions`, { title: 'Agreed', checked: false });
  const group = await call('Task', 'POST', at, family('ParallelGroup', { title: 'Both' }));
  for (const title of ['One', 'Other'])
    await call('Task', 'POST', `/tasks/${segment(group.id)}/tasks`, family('Task', { title }));
  const variable = { key: 'version', requiresValue: true, showOnReleaseStart: true, label: 'Version' };
  await call('Variable', 'POST', `/templates/${segment(template.id)}/variables`, family('StringVariable', variable));
  await call(
    'Variable',
    'POST',
    `/templates/${segment(template.id)}/variables`,
    family('PasswordStringVariable', { key: 'key', requiresValue: false }),
  );
  return await call('Release', 'GET', `/templates/${segment(template.id)}`);
}

const find = async (release: Item, title: string): Promise<Item> => {
  const [foundItem] = await call<Item[]>(
    'Task[]',
    'GET',
    `/tasks/byTitle?taskTitle=${segment(title)}&releaseId=${segment(release.id)}`,
  );
  return foundItem!;
};
const act = async (task: Item, verb: string) =>
  (await call('Task', 'POST', `/tasks/${segment(task.id)}/${verb}`, { comment: `it is ${verb}` })).status;

test('all responses from the creation to the end of a release are readable', async () => {
  const folder = await call('Folder', 'POST', '/folders/Applications', { title: 'Typed' });
  const template = await plan(folder);
  await call('Release[]', 'GET', '/templates?title=Typed&page=0&resultsPerPage=10');
  await call('Variable[]', 'GET', `/templates/${segment(template.id)}/variables`);
  await call('Release', 'PUT', `/templates/${segment(template.id)}`, { ...template, description: 'changed' });

  const order = {
    releaseTitle: 'Typed 1',
    variables: { version: '1' },
    scheduledStartDate: '2030-06-01T08:00:00Z',
    autoStart: false,
  };
  const release = await call('Release', 'POST', `/templates/${segment(template.id)}/create`, order);
  const path = `/releases/${segment(release.id)}`;
  expect((await call('Release', 'POST', `${path}/start`)).status).toBe('IN_PROGRESS');
  await call('Task[]', 'GET', `${path}/active-tasks`);

  const byHand = await find(release, 'By hand');
  await call('Task', 'POST', `/tasks/${segment(byHand.id)}/assign/admin`);
  await call('Task', 'POST', `/tasks/${segment(byHand.id)}/comment`, { comment: 'seen' });
  expect([await act(byHand, 'fail'), await act(byHand, 'retry'), await act(byHand, 'complete')]).toEqual([
    'FAILED',
    'IN_PROGRESS',
    'COMPLETED',
  ]);

  const [condition] = (
    await call<{ conditions: Item[] }>('Task', 'GET', `/tasks/${segment((await find(release, 'Gate')).id)}`)
  ).conditions;
  await call('GateCondition', 'POST', `/tasks/${segment(condition!.id)}`, { title: 'Agreed', checked: true });
  expect(await act(await find(release, 'Gate'), 'complete')).toBe('COMPLETED');
  await call('Release', 'GET', path);
  await call('Release[]', 'POST', '/releases/search?page=0&resultsPerPage=5', {
    title: 'Typed',
    inProgress: true,
    from: '2020-01-01T00:00:00Z',
  });
  await call('ReleaseFullSearchResult', 'POST', '/releases/fullSearch', { title: 'Typed' });
  await call('ReleaseCountResults', 'POST', '/releases/count', {});
  expect([await act(await find(release, 'One'), 'skip'), await act(await find(release, 'Other'), 'complete')]).toEqual([
    'SKIPPED',
    'COMPLETED',
  ]);
  expect((await call('Release', 'GET', path)).status).toBe('COMPLETED');
  await call('ActivityLogEntry[]', 'GET', `/activities/${segment(release.id)}`);
  await call('text{}', 'GET', `${path}/variableValues`);
});

test('responses for a restarted and an aborted release are readable, and deleted objects are gone', async () => {
  const template = await plan(await call('Folder', 'POST', '/folders/Applications', { title: 'Typed again' }));
  const release = await call('Release', 'POST', `/templates/${segment(template.id)}/start`, {
    releaseTitle: 'Typed 2',
    variables: { version: '2' },
  });
  const path = `/releases/${segment(release.id)}`;
  const [phase] = await call<Item[]>(
    'Phase[]',
    'GET',
    `/phases/byTitle?phaseTitle=Build&releaseId=${segment(release.id)}`,
  );
  const task = await find(release, 'By hand');
  const query = `fromPhaseId=${segment(phase!.id)}&fromTaskId=${segment(task.id)}&phaseVersion=LATEST&resume=false`;
  expect((await call('Release', 'POST', `${path}/restart?${query}`)).status).toBe('PAUSED');
  expect((await call('Release', 'POST', `${path}/resume`)).status).toBe('IN_PROGRESS');
  expect((await call('Release', 'POST', `${path}/abort`, { abortComment: 'enough' })).status).toBe('ABORTED');
  await expectNoContent('DELETE', path);
  await expectNoContent('DELETE', `/templates/${segment(template.id)}`);
  expect((await rest.send('GET', path, undefined, agent)).status).toBe(404);
});

test('the reader finds nulls and wrong types at any depth', () => {
  expect(
    findTypeErrors('Release', {
      id: 'R',
      owner: null,
      phases: [{ title: 1, tasks: null }],
      tags: ['a', null],
      status: 'DONE',
      other: null,
    }),
  ).toEqual([
    'Release.owner is null, not text',
    'Release.phases.0.title is 1, not text',
    'Release.phases.0.tasks is no array',
    'Release.status is "DONE", not TEMPLATE|PLANNED|IN_PROGRESS|PAUSED|FAILING|FAILED|COMPLETED|ABORTED',
    'Release.tags.1 is null, not text',
  ]);
});
