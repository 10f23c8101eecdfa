import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Release, Task, Variable } from '../../harness/rest/response-types.ts';

const { rest } = serve();
type FullRelease = Release & { variables: Variable[]; [field: string]: unknown };
let release: FullRelease;

beforeAll(async () => {
  const template = await rest.post<FullRelease>('/templates', {
    title: 'Echo',
    scriptUsername: 'admin',
    scriptUserPassword: 'script secret',
    variables: [
      { key: 'version', value: '1.0' },
      { key: 'token', type: 'rel.PasswordStringVariable', value: 'top secret' },
      { key: 'hosts', type: 'rel.ListStringVariable', requiresValue: false },
      { key: 'when', type: 'rel.DateVariable', value: '2026-11-20T12:00:00Z' },
    ],
    phases: [
      {
        title: 'One',
        tasks: [
          { title: 'Build ${version}', description: '${version} with ${token}', owner: '${version}' },
          { title: 'Approve', type: 'rel.GateTask', conditions: [{ title: 'Sure?' }] },
          { title: 'Deploy', type: 'rel.DeployitTask', server: '${version}', username: 'u', password: 'deploy secret' },
          {
            title: 'Next',
            type: 'rel.CreateReleaseTask',
            newReleaseTitle: 'After ${version}',
            releaseTags: ['a'],
            riskProfile: { id: 'Configuration/riskProfiles/Own' },
          },
        ],
      },
    ],
  });
  const created = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Echo' });
  release = await rest.post<FullRelease>(`/releases/${created.id}/start`);
});

const log = () => rest.get<unknown[]>(`/activities/${release.id}`);

describe('a PUT of the unchanged response of GET changes nothing and logs nothing', () => {
  test.each<[string, () => string]>([
    ['a release', () => `/releases/${release.id}`],
    ['a phase', () => `/phases/${release.phases[0]!.id}`],
    ['a running task', () => `/tasks/${release.phases[0]!.tasks[0]!.id}`],
    ['a gate', () => `/tasks/${release.phases[0]!.tasks[1]!.id}`],
    ['a task with its own properties', () => `/tasks/${release.phases[0]!.tasks[2]!.id}`],
    ['a create-release task', () => `/tasks/${release.phases[0]!.tasks[3]!.id}`],
    ['the variables', () => `/releases/${release.id}/variables`],
    ['a text variable', () => `/releases/${release.variables[0]!.id}`],
    ['a password', () => `/releases/${release.variables[1]!.id}`],
    ['a date', () => `/releases/${release.variables[3]!.id}`],
  ])('%s', async (_, path) => {
    const [read, logged] = [await rest.get(path()), await log()];
    expect(await rest.put(path(), read)).toEqual(read);
    expect(await log()).toEqual(logged);
  });
});

test('a running task has resolved texts and masked passwords', () => {
  const [build] = release.phases[0]!.tasks;
  expect([build!.title, build!.description, build!.owner]).toEqual(['Build 1.0', '1.0 with ********', '1.0']);
});

test('a change of another field of a running task does not store its resolved texts', async () => {
  const { id } = release.phases[0]!.tasks[0]!;
  const changed = await rest.put<Task>(`/tasks/${id}`, { ...(await rest.get<Task>(`/tasks/${id}`)), team: 'Builders' });
  expect(changed).toMatchObject({ title: 'Build 1.0', team: 'Builders' });
  const entries = (await log()) as { activityType: string; targetId: string }[];
  expect(entries.at(-1)).toMatchObject({ activityType: 'TASK_UPDATED', targetId: id });
  const copy = await rest.post<Release['phases'][number]>(`/phases/${release.phases[0]!.id}/copy?targetPosition=1`);
  expect(copy.tasks[0]!.title).toBe('Build ${version}');
});

test('no response contains a secret', async () => {
  const answers = await Promise.all([
    rest.send('GET', `/releases/${release.id}`),
    rest.send('GET', `/activities/${release.id}`),
    rest.send('GET', `/releases/${release.id}/variableValues`),
    rest.send('POST', '/releases/search', {}),
    rest.send('GET', '/templates'),
  ]);
  expect(answers.filter(({ text }) => /secret|v1\.[0-9a-f]{8}\./.test(text))).toEqual([]);
  expect(answers[2]!.body).toEqual({
    '${version}': '1.0',
    '${hosts}': '[]',
    '${when}': '2026-11-20T12:00:00.000+00:00',
  });
});

test('requests are lenient: unknown fields, null, strings for booleans and numbers, numbers for dates', async () => {
  const created = await rest.post<FullRelease>('/templates', {
    title: 'Lenient',
    $token: 'x',
    flagged: false,
    tags: null,
    description: null,
    autoStart: 'true',
    abortOnFailure: 'False',
    plannedDuration: '3600',
    scheduledStartDate: Date.parse('2026-11-20T12:00:00Z'),
    dueDate: '2026-11-20T14:00:00.000+0200',
    phases: null,
  });
  expect(created).toMatchObject({
    tags: [],
    autoStart: true,
    abortOnFailure: false,
    plannedDuration: 3600,
    scheduledStartDate: '2026-11-20T12:00:00.000+00:00',
    dueDate: '2026-11-20T12:00:00.000+00:00',
  });
  expect(created).not.toHaveProperty('flagged');
  expect(created).not.toHaveProperty('description');
});

test('a planned duration of 0 is stored as no duration, and a PUT of the response changes nothing', async () => {
  const created = await rest.post<FullRelease>('/templates', {
    title: 'Unplanned',
    plannedDuration: 0,
    phases: [{ tasks: [{}] }],
  });
  const [phase] = created.phases;
  const paths = [`/templates/${created.id}`, `/phases/${phase!.id}`, `/tasks/${phase!.tasks[0]!.id}`];
  for (const path of paths) {
    const read = await rest.get<{ plannedDuration: number }>(path);
    expect(read.plannedDuration).toBe(0);
    expect(await rest.put(path, read)).toEqual(read);
    expect(await rest.put(path, { plannedDuration: null })).toEqual(read);
    expect(await rest.put(path, { plannedDuration: 60 })).toMatchObject({ plannedDuration: 60 });
    expect(await rest.put(path, { plannedDuration: 0 })).toMatchObject({ plannedDuration: 0 });
  }
});
