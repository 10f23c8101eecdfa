import { beforeAll, describe, expect, test } from 'vitest';
import { jarOf } from '../../../libs/plugins/src/testing.ts';
import { serve } from '../../harness/product/serve.ts';
import { fileForm } from '../../harness/rest/file-form.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { isLong } from '../../harness/test-length.ts';
import { forgePlugin } from './forge-plugin.ts';

const { rest, output } = serve();

interface Trigger {
  readonly id: string;
  readonly triggerState?: string;
  readonly nextFireDate?: string;
  readonly lastRunStatus?: string;
  readonly [name: string]: unknown;
}
interface Run {
  readonly outcome: string;
  readonly reason?: string;
  readonly releaseId?: string;
  readonly releaseTitle?: string;
  readonly scheduledTime?: string;
  readonly username: string;
}

const secrets = /(own|server)-secret/;

let server: { readonly id: string };
let template: Release;
const find = (latest: string) => rest.put(`/config/${server.id}`, { latest });
beforeAll(async () => {
  const { warnings } = await rest.post<{ warnings: string[] }>('/plugins', fileForm(await jarOf(forgePlugin)));
  expect(warnings).toEqual(["type 'forge.Lost' will fail: its script 'forge/Lost.py' is not in the plugin"]);
  server = await rest.post('/config', {
    type: 'forge.Server',
    title: 'Forge',
    url: 'http://f',
    password: 'server-secret',
  });
  template = await rest.post<Release>('/templates', {
    title: 'Ship',
    phases: [{ tasks: [{ title: 'wait' }] }],
    variables: [{ key: 'commit' }, { key: 'who', type: 'rel.ListStringVariable', value: [], requiresValue: false }],
  });
});
const make = (changes: object = {}) =>
  rest.post<Trigger>('/triggers', {
    type: 'forge.Push',
    title: 'Pushes',
    template: template.id,
    periodicity: 3600,
    server: server.id,
    token: 'own-secret',
    releaseTitle: 'Ship ${commit} as ${triggerTitle} ${counter}',
    variables: [{ key: 'commit', value: '${commit}' }],
    ...changes,
  });
const read = ({ id }: Trigger) => rest.get<Trigger>(`/triggers/${id}`);
const runs = ({ id }: Trigger) => rest.get<Run[]>(`/triggers/${id}/runs`);
const remove = async ({ id }: Trigger) => expect(await rest.sendForError('DELETE', `/triggers/${id}`)).toBe('204 ');
/** Runs a poll and waits for its result. */
async function polled(trigger: Trigger): Promise<Run> {
  const before = (await runs(trigger)).length;
  expect(await rest.sendForError('POST', `/triggers/${trigger.id}/run`)).toBe('204 ');
  await expect.poll(async () => (await runs(trigger)).length, { interval: 50 }).toBe(before + 1);
  return (await runs(trigger))[0]!;
}

describe('a polling trigger', () => {
  test('is returned with the properties of its type and masked secrets, and its type is listed', async () => {
    const created = await make({ tags: ['push'], unknown: 1, branch: undefined });
    expect(created).toEqual({
      id: `${template.id.slice(0, template.id.lastIndexOf('/'))}/${created.id.slice(created.id.lastIndexOf('/') + 1)}`,
      type: 'forge.Push',
      title: 'Pushes',
      enabled: true,
      folderId: template.id.slice(0, template.id.lastIndexOf('/')),
      allowParallelExecution: true,
      pollType: 'REPEAT',
      periodicity: '3600',
      timeZone: 'UTC',
      initialFire: false,
      nextFireDate: created.nextFireDate,
      releaseTitle: 'Ship ${commit} as ${triggerTitle} ${counter}',
      template: template.id,
      tags: ['push'],
      variables: [expect.objectContaining({ key: 'commit', value: '${commit}' })],
      branch: 'main',
      server: server.id,
      token: '********',
    });
    expect(await rest.put(`/triggers/${created.id}`, created)).toEqual(created);
    expect(await rest.get('/triggers?triggerType=forge.Push')).toMatchObject({ content: [{ id: created.id }] });
    expect(await rest.get(`/templates/${template.id}`)).toMatchObject({ releaseTriggers: [{ type: 'forge.Push' }] });
    expect(await rest.get('/triggers/types')).toContainEqual({
      type: 'forge.Push',
      title: 'Push',
      description: 'When something is pushed',
    });
    expect(await rest.get(`/triggers/${created.id}/preview?count=2`)).toMatchObject({
      catchUp: 'last',
      enabled: true,
      next: [{}, {}],
    });
    expect(await rest.sendForError('PUT', `/triggers/${created.id}`, { type: 'forge.Tag' })).toBe(
      "400 type: expected 'forge.Push': the type of a trigger cannot change",
    );
    await remove(created);
  });

  test('is refused if it could only fail', async () => {
    const refused = (body: object) => rest.sendForError('POST', '/triggers', { title: 'x', periodicity: 1, ...body });
    expect(await refused({ type: 'forge.Server' })).toBe("400 type: there is no trigger type 'forge.Server'");
    expect(await refused({ type: 'rel.ReleaseTrigger' })).toBe(
      "400 type: there is no trigger type 'rel.ReleaseTrigger'",
    );
    const triggerInput = { type: 'forge.Push', template: template.id, server: server.id };
    expect(await refused({ ...triggerInput, template: undefined })).toBe(
      '400 template: expected the template that the trigger creates releases from',
    );
    expect(await refused({ ...triggerInput, token: '********' })).toBe(
      '400 token: the value is a mask, but no secret is stored',
    );
    expect(await refused({ ...triggerInput, branch: { deep: 1 } })).toBe('400 branch: expected a text');
    expect(await refused({ ...triggerInput, periodicity: '* *' })).toBe(
      "400 periodicity: expected whole seconds from 1 to 315360000, got '* *'; a cron expression requires the pollType CRON",
    );
  });

  test('records the state of the first poll, and creates one release for each change and none for a failure', async () => {
    await find('c1');
    const trigger = await make({
      variables: [
        { key: 'commit', value: '${commit}' },
        { key: 'who', type: 'rel.ListStringVariable', value: ['${authors}'] },
      ],
    });
    expect(await polled(trigger)).toMatchObject({
      outcome: 'skipped',
      reason: 'the first poll only records the current state',
      username: 'admin',
    });
    expect(await polled(trigger)).toMatchObject({
      outcome: 'skipped',
      reason: 'the state has not changed since the previous poll',
    });
    await find('c2');
    const created = await polled(trigger);
    expect(created).toMatchObject({ outcome: 'created', releaseTitle: 'Ship c2 of main as Pushes 1' });
    expect(await read(trigger)).toMatchObject({ triggerState: 'c2', lastRunStatus: 'SUCCESS' });
    expect(await rest.get(`/releases/${created.releaseId}`)).toMatchObject({
      status: 'IN_PROGRESS',
      createdFromTrigger: true,
    });
    expect(await rest.get(`/releases/${created.releaseId}/variableValues`)).toMatchObject({
      '${commit}': 'c2 of main',
    });
    await find('down');
    expect(await polled(trigger)).toMatchObject({
      outcome: 'failed',
      reason: 'the poll has failed: SystemExit: 1 (line 5); it printed: no answer, asked with ******** ********',
    });
    expect(await read(trigger)).toMatchObject({ triggerState: 'c2', lastRunStatus: 'FAILURE' });
    expect(output()).toContain('a trigger could not poll');
    expect(`${output()} ${JSON.stringify([await read(trigger), await runs(trigger)])}`).not.toMatch(secrets);
    await remove(trigger);
  });

  test('polls on its schedule while it is enabled, and adds no run without a change', async () => {
    await find('d1');
    const trigger = await make({ type: 'forge.Tag', periodicity: 1 });
    await expect.poll(async () => (await read(trigger)).triggerState, { interval: 50 }).toBe('d1');
    await find('d2');
    await expect.poll(async () => (await runs(trigger)).map(({ outcome }) => outcome)).toEqual(['created', 'skipped']);
    const [run] = await runs(trigger);
    expect(run).toMatchObject({ releaseTitle: 'Ship d1+ as Pushes 1', username: 'SYSTEM' });
    expect(run!.scheduledTime).toBeDefined();
    expect(await rest.sendForError('PUT', `/triggers/${trigger.id}/disable`)).toBe('204 ');
    expect((await read(trigger)).nextFireDate).toBeUndefined();
    expect(await polled(trigger)).toMatchObject({ outcome: 'skipped', username: 'admin' });
    expect((await read(trigger)).nextFireDate).toBeUndefined();
    await remove(trigger);
  });

  test.runIf(isLong)('finds a change again if a limit has prevented its release', async () => {
    await find('e1');
    const trigger = await make({ allowParallelExecution: false });
    await polled(trigger);
    await find('e2');
    const first = await polled(trigger);
    await find('e3');
    expect(await polled(trigger)).toMatchObject({
      outcome: 'refused',
      reason: 'a release of this trigger is still running, and the trigger allows one at a time',
    });
    expect(await read(trigger)).toMatchObject({ triggerState: 'e2' });
    await rest.post(`/releases/${first.releaseId}/abort`, {});
    expect(await polled(trigger)).toMatchObject({ outcome: 'created', releaseTitle: 'Ship e3 of main as Pushes 2' });
    await remove(trigger);
  });

  test('resets its state if its source changes, and keeps the state otherwise', async () => {
    await find('f1');
    const trigger = await make();
    await polled(trigger);
    const changedTrigger = { ...(await read(trigger)), triggerState: 'old', token: 'other-secret', periodicity: 60 };
    expect(await rest.put(`/triggers/${trigger.id}`, changedTrigger)).toMatchObject({
      triggerState: 'f1',
      periodicity: '60',
    });
    expect(await rest.put<Trigger>(`/triggers/${trigger.id}`, { branch: 'next' })).not.toHaveProperty('triggerState');
    await find('f2');
    expect(await polled(trigger)).toMatchObject({ outcome: 'skipped' });
    await remove(trigger);
  });

  test('records an invalid source in its runs', async () => {
    const lost = await make({ type: 'forge.Lost' });
    expect(await polled(lost)).toMatchObject({
      outcome: 'failed',
      reason: "the poll has failed: its script 'forge/Lost.py' is not in the plugin",
    });
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Elsewhere' });
    const hidden = await rest.post<{ id: string }>('/config', {
      type: 'forge.Server',
      title: 'Hidden',
      url: 'http://h',
      folderId: folder.id,
    });
    const far = await make({ server: hidden.id });
    expect((await polled(far)).reason).toBe(
      `the poll has failed: Property 'server' names the configuration '${hidden.id}', which is not there for this trigger`,
    );
    for (const removed of [lost, far]) await remove(removed);
  });
});
