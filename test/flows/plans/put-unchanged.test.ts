import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import {
  createActionRunner,
  createTemplate,
  gate,
  idOf,
  parallel,
  startRelease,
  tasksOf,
} from '../../harness/rest/plans.ts';
import type { Activity, Release } from '../../harness/rest/response-types.ts';
import { sampleCorpus } from '../../harness/test-length.ts';

const { rest } = serve();
const act = createActionRunner(rest);

const plan = {
  Build: [
    parallel('all', 'one', 'two', 'three'),
    { ...gate('go?', 'yes', 'no'), scheduledStartDate: '2040-01-01T00:00:00+02:00' },
    { title: 'custom', type: 'acme.Build', url: 'http://host/${version}', nested: { list: [1, null, { a: true }] } },
  ],
  Ship: [
    { title: 'deploy ${version}', description: '${version} with ${token}', variableMapping: { team: '${version}' } },
    { title: 'ask', type: 'rel.UserInputTask', variables: ['VariableAsked'] },
    { title: 'child', type: 'rel.CreateReleaseTask', templateVariables: [{ key: 'v', value: '${version}' }] },
  ],
};
const fields = {
  scriptUsername: 'admin',
  title: 'Put back',
  scriptUserPassword: 'hidden',
  dueDate: '2040-01-01T00:00:00+02:00',
  variables: [
    { key: 'version', value: '1.0' },
    { key: 'token', type: 'rel.PasswordStringVariable', value: 'hidden' },
    { id: 'VariableAsked', key: 'asked', value: 'no' },
    { key: 'map', type: 'rel.MapStringStringVariable', value: { a: 'b' } },
    { key: 'when', type: 'rel.DateVariable', value: '2030-01-01T00:00:00+02:00' },
  ],
};

/** Reads an object, sends it back and reads it again. Expects the same response and no new log entries. */
async function expectUnchangedPut(path: string, releaseId: string): Promise<void> {
  const read = await rest.get<object>(path);
  const log = await rest.get<Activity[]>(`/activities/${releaseId}`);
  expect(await rest.put(path, read)).toEqual(read);
  expect(await rest.get(path)).toEqual(read);
  expect(await rest.get(`/activities/${releaseId}`)).toEqual(log);
}

describe('a PUT of the unchanged response of GET changes nothing', () => {
  test('in a template, its phases, its tasks and its variables', async () => {
    const template = await createTemplate(rest, plan, fields);
    await expectUnchangedPut(`/templates/${template.id}`, template.id);
    await expectUnchangedPut(`/templates/${template.id}/variables`, template.id);
    for (const { id } of template.phases) await expectUnchangedPut(`/phases/${id}`, template.id);
    for (const { id } of tasksOf(template)) await expectUnchangedPut(`/tasks/${id}`, template.id);
    for (const { id } of template.variables) await expectUnchangedPut(`/templates/${id}`, template.id);
  });

  const states: readonly [string, (release: Release) => Promise<unknown>][] = [
    ['just started', async () => {}],
    ['with a failed task', (release) => act(release, 'fail', 'one')],
    ['with tasks completed in advance', (release) => act(release, 'complete', 'custom')],
    ['in a later phase', (release) => act(release, 'skip', 'all').then(() => act(release, 'skip', 'go?'))],
    ['restarted', ({ id, phases }) => rest.post(`/releases/${id}/restart?fromPhaseId=${phases[0]?.id}`)],
    ['aborted', ({ id }) => rest.post(`/releases/${id}/abort`, { abortComment: 'x' })],
  ];
  test.each(sampleCorpus(states))('in a release that is %s', async (_, reachState) => {
    const { id } = await startRelease(rest, plan, fields);
    await reachState(await rest.get<Release>(`/releases/${id}`));
    const release = await rest.get<Release>(`/releases/${id}`);
    await expectUnchangedPut(`/releases/${id}`, id);
    for (const phase of release.phases) await expectUnchangedPut(`/phases/${phase.id}`, id);
    for (const task of tasksOf(release)) await expectUnchangedPut(`/tasks/${task.id}`, id);
    for (const variable of release.variables) await expectUnchangedPut(`/releases/${variable.id}`, id);
  });

  test('if a client sends null for every omitted member', async () => {
    const { id } = await startRelease(rest, plan, fields);
    const { phases, variables } = await rest.get<Release>(`/releases/${id}`);
    const item = ['description', 'owner', 'scheduledStartDate', 'dueDate', 'startDate', 'endDate', 'flagComment'];
    const ofTask = ['team', 'precondition', 'failureHandler', 'abortScript', 'taskRecoverOp', 'configurationUri'];
    const log = await rest.get<Activity[]>(`/activities/${id}`);
    const sendBack = async (path: string, names: readonly string[]) => {
      const read = await rest.get<object>(path);
      expect(await rest.put(path, { ...Object.fromEntries(names.map((name) => [name, null])), ...read })).toEqual(read);
    };
    await sendBack(`/releases/${id}`, [...item, 'abortComment', 'scriptUsername', 'scriptUserPassword']);
    await sendBack(`/phases/${phases[0]?.id}`, [...item, 'originId']);
    for (const task of phases.flatMap(({ tasks }) => tasks)) await sendBack(`/tasks/${task.id}`, [...item, ...ofTask]);
    for (const { id: variableId } of variables)
      await sendBack(`/releases/${variableId}`, [
        'value',
        'label',
        'description',
        'valueProvider',
        'externalVariableValue',
      ]);
    expect(await rest.get(`/activities/${id}`)).toEqual(log);
  });

  test('and a mask in it keeps the password', async () => {
    const template = await createTemplate(rest, { Build: ['work'] }, { ...fields, allowPasswordsInAllFields: true });
    const token = template.variables[1]!;
    await rest.put(`/templates/${token.id}`, { ...token, description: 'now described' });
    expect(await rest.get(`/templates/${token.id}`)).toMatchObject({ value: '********', description: 'now described' });
    await rest.put(`/templates/${template.id}`, { ...template, description: 'now described' });
    expect(await rest.get(`/templates/${template.id}`)).toMatchObject({ scriptUserPassword: '********' });
  });
});

test('a template and its release are independent: a change of one does not change the other', async () => {
  const template = await createTemplate(rest, plan, fields);
  const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Mine' });
  await rest.put(`/tasks/${idOf(release, 'one')}`, { title: 'renamed' });
  await rest.put(`/releases/${release.variables[0]!.id}`, { value: '2.0' });
  expect(await rest.get(`/templates/${template.id}`)).toEqual(template);
  await rest.put(`/tasks/${idOf(template, 'two')}`, { title: 'renamed too' });
  expect(tasksOf(await rest.get(`/releases/${release.id}`)).map(({ title }) => title)).toContain('two');
});
