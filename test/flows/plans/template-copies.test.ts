import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, formatRelease, gate, idOf, startRelease } from '../../harness/rest/plans.ts';
import type { Phase, Release, Task, Variable } from '../../harness/rest/response-types.ts';

const { rest, url } = serve();
const titles = (phases: readonly { readonly title: string }[]) => phases.map(({ title }) => title);

describe('a template', () => {
  const variables = [
    { key: 'version', value: '1.0' },
    { key: 'token', type: 'rel.PasswordStringVariable', value: 'secret' },
  ];

  test('is copied with all its contents, and the copy is independent', async () => {
    const original = await createTemplate(
      rest,
      { Build: [{ title: 'compile', description: 'with care' }, gate('sure?', 'yes')] },
      { title: 'Original', description: 'first', variables, tags: ['a'] },
    );
    const copy = await rest.post<Release>(`/templates/${original.id}/copy`, { title: 'Copy', description: 'second' });
    expect(copy).toMatchObject({ title: 'Copy', description: 'second', status: 'TEMPLATE', tags: ['a'] });
    expect(copy.phases[0]!.tasks.map((task) => [task.title, task.description])).toEqual([
      ['compile', 'with care'],
      ['sure?', undefined],
    ]);
    expect(copy.variables.map(({ key, value }) => [key, value])).toEqual([
      ['version', '1.0'],
      ['token', '********'],
    ]);
    await rest.put(`/tasks/${idOf(copy, 'compile')}`, { title: 'compile more' });
    expect((await rest.get<Release>(`/templates/${original.id}`)).phases[0]!.tasks[0]!.title).toBe('compile');
    expect((await rest.post<Release>(`/templates/${original.id}/copy`)).title).toBe('Original (copy)');
    expect(await rest.sendForError('POST', '/templates/ReleaseNone/copy', {})).toBe(
      "404 there is no template 'ReleaseNone'",
    );
  });

  test('is created and started in one request, and no release is created if the start is refused', async () => {
    const template = await createTemplate(rest, { Build: ['compile', 'test'] }, { variables: [{ key: 'needed' }] });
    const startInput = {
      releaseTitle: 'Started',
      variables: { needed: 'x' },
      scheduledStartDate: Date.now() + 86_400_000,
    };
    const started = await rest.post<Release>(`/templates/${template.id}/start`, startInput);
    expect(formatRelease(started)).toBe('IN_PROGRESS Build>: compile> test.');
    expect(await rest.sendForError('POST', `/templates/${template.id}/start`, { releaseTitle: 'Not started' })).toBe(
      '400 variables: a value is required for needed',
    );
    expect(await rest.get('/releases/byTitle?releaseTitle=Not%20started')).toEqual([]);
  });
});

describe('a variable', () => {
  const variables = [
    { key: 'a', value: 'one' },
    { key: 'b', value: 'two' },
    { key: 'from', value: '${a}', requiresValue: false },
    { key: 'choices', type: 'rel.ListStringVariable', value: ['x', 'y'] },
    {
      key: 'box',
      value: 'x',
      valueProvider: { type: 'rel.ListOfStringValueProviderConfiguration', variable: '${choices}' },
    },
    {
      key: 'fixed',
      value: 'p',
      valueProvider: { id: null, type: 'rel.ListOfStringValueProviderConfiguration', values: ['p', 'q'] },
    },
  ];
  const plan = { Build: [{ title: 'do ${a}', description: 'with ${a}' }, 'nothing'] };

  test.each([
    ['releases', createRelease],
    ['templates', createTemplate],
  ] as const)('of %s reports whether it is used, and its possible values', async (at, make) => {
    const owner = await make(rest, plan, { variables });
    const id = (key: string) => owner.variables.find((variable) => variable.key === key)!.id;
    const fetchVariable = (key: string, suffix: string) => rest.get(`/${at}/${id(key)}/${suffix}`);
    expect(await Promise.all(['a', 'b', 'choices'].map((key) => fetchVariable(key, 'used')))).toEqual([
      true,
      false,
      true,
    ]);
    expect(await Promise.all(['box', 'fixed', 'a'].map((key) => fetchVariable(key, 'possibleValues')))).toEqual([
      ['x', 'y'],
      ['p', 'q'],
      [],
    ]);
    // the paths of releases accept templates, too
    const otherPath = `/${at === 'releases' ? 'templates' : 'releases'}/${id('a')}/used`;
    expect((await rest.send('GET', otherPath)).status).toBe(at === 'releases' ? 404 : 200);
    const box = owner.variables.find(({ key }) => key === 'box');
    expect(await rest.put(`/${at}/${id('box')}`, box)).toEqual(box);
  });

  test('is replaced everywhere by another variable, with one log entry', async () => {
    const release = await createRelease(rest, plan, { variables });
    const [a] = release.variables;
    await rest.sendForNoContent('POST', `/releases/${a!.id}/replace`, { variable: '${b}' });
    const now = await rest.get<Release>(`/releases/${release.id}`);
    expect(now.phases[0]!.tasks[0]).toMatchObject({ title: 'do ${b}', description: 'with ${b}' });
    expect(now.variables.find(({ key }) => key === 'from')!.value).toBe('${b}');
    expect(await rest.get(`/releases/${a!.id}/used`)).toBe(false);
    const log = await rest.get<{ activityType: string }[]>(`/activities/${release.id}`);
    expect(log.at(-1)!.activityType).toBe('RELEASE_VARIABLE_REPLACED');
    await rest.sendForNoContent('POST', `/releases/${now.variables[1]!.id}/replace`, { value: 'fixed' });
    const { tasks } = (await rest.get<Release>(`/releases/${release.id}`)).phases[0]!;
    expect(tasks[0]).toMatchObject({ title: 'do fixed', description: 'with fixed' });
    await rest.sendForNoContent('DELETE', `/releases/${a!.id}`);
    expect(await rest.sendForError('POST', `/releases/${now.variables[1]!.id}/replace`, {})).toBe(
      '400 expected a variable or a value',
    );
  });
});

describe('parts of a plan', () => {
  test('can be found by title', async () => {
    const release = await startRelease(rest, {
      QA: ['check', { title: 'g', type: 'rel.ParallelGroup', tasks: [{ title: 'check' }] }],
      Ship: ['check'],
    });
    const find = <T>(path: string) => rest.get<T[]>(`${path}&releaseId=${release.id}`);
    expect(titles(await find<Phase>('/phases/byTitle?phaseTitle=QA'))).toEqual(['QA']);
    expect(await find<Task>('/tasks/byTitle?taskTitle=check')).toHaveLength(3);
    expect(await find<Task>('/tasks/byTitle?taskTitle=check&phaseTitle=QA')).toHaveLength(2);
    await rest.post(`/releases/${release.id}/restart?fromPhaseId=${idOf(release, 'QA')}&resume=true`);
    const versions = async (version: string) =>
      titles(await find<Phase>(`/phases/search?phaseTitle=QA&phaseVersion=${version}`));
    expect(await Promise.all(['ALL', 'ORIGINAL', 'LATEST'].map(versions))).toEqual([
      ['QA', 'QA (2)'],
      ['QA'],
      ['QA (2)'],
    ]);
    expect(titles(await find<Phase>('/phases/search?'))).toEqual(['QA', 'QA (2)', 'Ship']);
    expect(await rest.sendForError('GET', '/phases/search?phaseTitle=QA')).toBe(
      '400 releaseId: expected the id of a release',
    );
    expect(await rest.sendForError('GET', '/tasks/byTitle?releaseId=ReleaseNone&taskTitle=x')).toMatch(/^404 /);
  });

  test('can be copied and moved within their release', async () => {
    const release = await startRelease(rest, { Build: ['a', 'b'], Ship: ['c'], Done: ['d'] });
    const [build, ship] = release.phases;
    const to = (id: string, position?: number) =>
      `targetContainerId=${id}${position === undefined ? '' : `&targetPosition=${position}`}`;
    const copy = await rest.post<Task>(`/tasks/${idOf(release, 'a')}/copy?${to(ship!.id, 0)}`);
    expect([copy.title, copy.status, copy.container]).toEqual(['a (copy)', 'PLANNED', ship!.id]);
    const moved = await rest.post<Task>(`/tasks/${idOf(release, 'b')}/move?${to(ship!.id)}`);
    expect(moved.id).toBe(`${ship!.id}/${idOf(release, 'b').split('/').at(-1)}`);
    const phase = await rest.post<Phase>(`/phases/${idOf(release, 'Done')}/move?targetPosition=1`);
    expect(phase.title).toBe('Done');
    expect(formatRelease(await rest.get<Release>(`/releases/${release.id}`))).toBe(
      'IN_PROGRESS Build>: a> | Done.: d. | Ship.: a (copy). c. b.',
    );
    expect(await rest.sendForError('POST', `/tasks/${idOf(release, 'a')}/move?${to(ship!.id)}`)).toMatch(
      /^409 cannot move/,
    );
    expect(await rest.sendForError('POST', `/tasks/${idOf(release, 'c')}/move?${to(build!.id, 0)}`)).toMatch(/^409 /);
    const otherRelease = await createRelease(rest, { Other: ['x'] });
    expect(
      await rest.sendForError('POST', `/tasks/${idOf(release, 'c')}/copy?${to(otherRelease.phases[0]!.id)}`),
    ).toMatch(/^404 /);
  });

  test('can change their type until they start', async () => {
    const release = await startRelease(rest, { Build: ['a', 'b'] });
    const change = (title: string, type: string) => `/tasks/${idOf(release, title)}/changeType?targetType=${type}`;
    const changed = await rest.post<Task>(change('b', 'rel.GateTask'));
    expect([changed.type, changed.title, changed.conditions]).toEqual(['rel.GateTask', 'b', []]);
    expect(await rest.sendForError('POST', change('a', 'rel.GateTask'))).toMatch(/^409 /);
    expect(await rest.sendForError('POST', change('b', ''))).toBe('400 targetType: expected a type');
  });
});

test('an overview contains the fields that lists of clients need, without plans', async () => {
  const release = await createRelease(rest, { Build: ['a'] }, { title: 'Seen from above' });
  const [overview] = await rest.post<Record<string, unknown>[]>('/releases/search/overview', { title: 'from above' });
  const { id, status, title, type } = release as Release & Record<string, unknown>;
  expect(overview).toMatchObject({ id, status, title, type, kind: 'RELEASE', phases: [] });
});

test.each([
  ['releases', /^release#/, 'release#abort'],
  ['templates', /^template#/, 'template#create_release'],
  ['folders', /#/, 'trigger#edit_trigger'],
])('the permissions on %s are listed', async (at, area, permission) => {
  const names = await rest.get<string[]>(`/${at}/permissions`);
  expect(names).toContain(permission);
  expect(names.filter((name) => !area.test(name))).toEqual([]);
});

describe('the version of the server', () => {
  const info = (headers: Record<string, string>) => rest.send('GET', `${url()}/server/info`, undefined, headers);
  test('is returned as JSON, or as XML to clients that accept only XML', async () => {
    const body = { version: '24.1.0', product: 'Slipway', productVersion: '0.2.0' };
    expect(await info({})).toMatchObject({ status: 200, body });
    const { headers, text } = await info({ accept: 'application/xml' });
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(text).toContain(
      '<server-info><version>24.1.0</version><product>Slipway</product><productVersion>0.2.0</productVersion></server-info>',
    );
  });
  test('is refused for an invalid login', async () => {
    expect((await info({ authorization: 'Basic eDp5' })).status).toBe(401);
  });
});

test('the variables of a template are listed with their values', async () => {
  const template = await createTemplate(rest, {}, { variables: [{ key: 'x', value: 'y' }] });
  const [variable] = await rest.get<Variable[]>(`/templates/${template.id}/variables`);
  expect(variable).toMatchObject({ key: 'x', value: 'y' });
});
