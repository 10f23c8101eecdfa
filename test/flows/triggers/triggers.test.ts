import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import type { Release } from '../../harness/rest/response-types.ts';

const { rest } = serve();

interface Trigger {
  readonly id: string;
  readonly enabled: boolean;
  readonly nextFireDate?: string;
  readonly lastRunStatus?: string;
}
interface Run {
  readonly outcome: string;
  readonly reason?: string;
  readonly releaseId?: string;
}
interface Page {
  readonly content: readonly Trigger[];
  readonly totalElements: number;
}

const template = (changes: object = {}) =>
  rest.post<Release>('/templates', { title: 'Nightly build', phases: [{ tasks: [{ title: 'compile' }] }], ...changes });
const trigger = async (changes: object = {}) =>
  rest.post<Trigger>('/triggers', { title: 'Nightly', template: (await template()).id, periodicity: 3600, ...changes });
const runs = (id: string) => rest.get<Run[]>(`/triggers/${id}/runs`);

describe('a scheduled trigger', () => {
  test('is returned with all fields, in the folder of its template', async () => {
    const folder = await rest.post<{ id: string }>('/folders/Applications', { title: 'Of triggers' });
    const created = await rest.post<Release>(`/templates?folderId=${encodeURIComponent(folder.id)}`, { title: 'Plan' });
    const answer = await rest.post<Trigger>('/triggers', {
      id: 'Applications/TriggerOfOurs',
      type: 'time.Schedule',
      title: 'Nightly',
      template: created.id.split('/').at(-1),
      pollType: 'CRON',
      periodicity: '0 3 * * *',
      timeZone: 'Europe/Berlin',
      enabled: 'false',
      tags: ['night'],
      unknown: 1,
    });
    expect(answer).toEqual({
      id: `${folder.id}/TriggerOfOurs`,
      type: 'time.Schedule',
      title: 'Nightly',
      enabled: false,
      folderId: folder.id,
      allowParallelExecution: true,
      pollType: 'CRON',
      periodicity: '0 3 * * *',
      timeZone: 'Europe/Berlin',
      catchUp: 'last',
      initialFire: false,
      template: created.id,
      tags: ['night'],
      variables: [],
    });
    expect(await rest.put(`/triggers/${answer.id}`, answer)).toEqual(answer);
    expect(await rest.get('/triggers/TriggerOfOurs')).toEqual(answer);
    const page = await rest.get<Page>(`/triggers?folderTitle=of%20TRIG&triggerType=time.Schedule&templateTitle=pl`);
    expect([page.content, page.totalElements]).toEqual([[answer], 1]);
    expect((await rest.get<Page>(`/triggers?folderTitle=of%20TRIG&triggerType=other`)).content).toEqual([]);
    expect(await rest.sendForError('DELETE', `/folders/${folder.id}`)).toBe('204 ');
    expect(await rest.sendForError('GET', '/triggers/TriggerOfOurs')).toBe("404 there is no trigger 'TriggerOfOurs'");
  });

  test('creates a started release when it is run manually, recorded in its template, its ledger and its log', async () => {
    const from = await template();
    const { id } = await trigger({
      template: from.id,
      releaseTitle: '${triggerTitle} ${counter}',
      tags: ['n${counter}'],
    });
    const tag = (await rest.send('GET', `/templates/${from.id}`)).headers.get('etag');
    expect(await rest.sendForError('POST', `/triggers/${id}/run`)).toBe('204 ');
    const [run] = await runs(id);
    const release = await rest.get<Release & Record<string, unknown>>(`/releases/${run!.releaseId}`);
    expect(release).toMatchObject({
      title: 'Nightly 1',
      status: 'IN_PROGRESS',
      createdFromTrigger: true,
      tags: ['n1', id.split('/').at(-1)],
      originTemplateId: from.id,
    });
    const shown = await rest.send('GET', `/templates/${from.id}`);
    expect(shown.headers.get('etag')).not.toBe(tag);
    const conditionalHeaders = { 'if-none-match': String(shown.headers.get('etag')) };
    expect((await rest.send('GET', `/templates/${from.id}`, undefined, conditionalHeaders)).status).toBe(304);
    expect(shown.body).toMatchObject({
      runningTriggeredReleasesCount: 1,
      releaseTriggers: [{ id, lastRunStatus: 'SUCCESS', template: from.id }],
    });
    const log = await rest.get<Record<string, unknown>[]>(`/activities/${id}`);
    expect(log).toEqual([
      expect.objectContaining({
        activityType: 'TRIGGER_CREATE_NEW_RELEASE',
        targetType: 'rel.Trigger',
        targetId: id,
        username: 'admin',
        message: "Created release 'Nightly 1'",
        code: 'activity.triggerCreatedRelease',
        params: { release: { id: run!.releaseId!.split('/').at(-1), title: 'Nightly 1' } },
        dataId: run!.releaseId,
      }),
    ]);
    await rest.post(`/releases/${run!.releaseId}/abort`);
    expect(await rest.get(`/templates/${from.id}`)).toMatchObject({ runningTriggeredReleasesCount: 0 });
  });

  test('that may not create a release shows the reason in the response and in its ledger', async () => {
    const { id } = await trigger({ allowParallelExecution: false });
    await rest.send('POST', `/triggers/${id}/run`);
    const reason = 'a release of this trigger is still running, and the trigger allows one at a time';
    expect(await rest.sendForError('POST', `/triggers/${id}/run`)).toBe(
      `409 trigger '${id.split('/').at(-1)}' created no release: ${reason}`,
    );
    expect((await runs(id)).map((run) => [run.outcome, run.reason])).toEqual([
      ['refused', reason],
      ['created', undefined],
    ]);
  });

  test('fires repeatedly on its schedule', async () => {
    const { id } = await trigger({ periodicity: 1 });
    await expect.poll(async () => (await runs(id)).length, { interval: 50 }).toBeGreaterThan(1);
    await rest.send('PUT', `/triggers/${id}/disable`);
    const disabled = await rest.get<Trigger>(`/triggers/${id}`);
    expect([disabled.enabled, disabled.nextFireDate, disabled.lastRunStatus]).toEqual([false, undefined, 'SUCCESS']);
    expect(new Set((await runs(id)).map(({ outcome }) => outcome))).toEqual(new Set(['created']));
  });

  test('has the time zone offset in its next runs', async () => {
    const { id } = await trigger({ pollType: 'CRON', periodicity: '30 2 * * *', timeZone: 'Asia/Kolkata' });
    const { next } = await rest.get<{ next: { date: string; daylightSaving?: string }[] }>(
      `/triggers/${id}/preview?count=3`,
    );
    expect(next.map(({ date }) => date.slice(10))).toEqual(Array(3).fill('T02:30:00.000+05:30'));
    expect(next.map(({ daylightSaving }) => daylightSaving)).toEqual([undefined, undefined, undefined]);
  });

  test('creates one release for two runs with one idempotency key', async () => {
    const { id } = await trigger();
    const key = { 'idempotency-key': 'the run of tonight' };
    const replies = [
      await rest.send('POST', `/triggers/${id}/run`, undefined, key),
      await rest.send('POST', `/triggers/${id}/run`, undefined, key),
    ];
    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
    expect(await runs(id)).toHaveLength(1);
  });

  test('stores its passwords, and returns a mask', async () => {
    const variables = [{ key: 'token', type: 'rel.PasswordStringVariable', value: 'hush' }];
    const from = (await template()).id;
    const created = await rest.send('POST', '/triggers', {
      title: 'Secret',
      template: from,
      periodicity: 60,
      variables,
    });
    expect(created.text).toContain('"value":"********"');
    const { id } = created.body as Trigger;
    const secondPut = await rest.send('PUT', `/triggers/${id}`, created.body);
    expect([secondPut.body, secondPut.text.includes('hush')]).toEqual([created.body, false]);
  });

  test('stores a value for a password of its template as a password, even if the request has no type', async () => {
    const password = { key: 'pw', type: 'rel.PasswordStringVariable', requiresValue: false };
    const { id: from } = await template({ variables: [password] });
    const body = (value: string) => ({
      title: 'Untyped',
      template: from,
      periodicity: 60,
      variables: [{ key: 'pw', value }],
    });
    const created = await rest.send('POST', '/triggers', body('hush'));
    const changed = await rest.send('PUT', `/triggers/${(created.body as Trigger).id}`, body('other hush'));
    for (const { text } of [created, changed])
      expect([text.includes('********'), text.includes('hush')]).toEqual([true, false]);
  });

  test('continues to exist without its template, and shows that it is missing', async () => {
    const from = await template();
    const { id } = await trigger({ template: from.id });
    expect(await rest.sendForError('DELETE', `/templates/${from.id}`)).toBe('204 ');
    expect(await rest.get(`/triggers/${id}`)).not.toHaveProperty('template');
    expect(await rest.sendForError('PUT', `/triggers/${id}`, await rest.get(`/triggers/${id}`))).toMatch(/^200 /);
    expect(await rest.sendForError('POST', `/triggers/${id}/run`)).toMatch(/^409 .* the trigger has no template$/);
    expect(await runs(id)).toMatchObject([{ outcome: 'failed', reason: 'the trigger has no template' }]);
  });
});

test.each([
  [{ title: '' }, '400 title: a trigger needs a title'],
  [{ title: undefined }, '400 title: expected a text'],
  [{ periodicity: undefined }, '400 periodicity: expected seconds or a cron expression'],
  [{ periodicity: 0 }, "400 periodicity: expected whole seconds from 1 to 315360000, got '0'"],
  [{ pollType: 'CRON' }, "400 periodicity: expected a cron expression of five to seven fields, got '60'"],
  [{ pollType: 'SOMETIMES' }, '400 pollType: expected REPEAT or CRON'],
  [
    { timeZone: 'Mars/Olympus' },
    "400 timeZone: 'Mars/Olympus' is not a time zone; expected a name such as Europe/Berlin or UTC",
  ],
  [{ catchUp: 'some' }, '400 catchUp: expected none, last or all'],
  [{ type: 'git.Poll' }, "400 type: there is no trigger type 'git.Poll'"],
  [{ template: 'ReleaseNone' }, "404 there is no template 'ReleaseNone'"],
  [{ template: undefined }, '400 template: expected the template that the trigger creates releases from'],
  [{ folderId: 'FolderNone' }, "404 there is no folder 'FolderNone'"],
  [{ releaseFolder: 'Applications/FolderNone' }, "404 there is no folder 'Applications/FolderNone'"],
  [{ variables: [{ key: 'a' }, { key: 'a' }] }, "409 A variable already exists by key 'a'"],
])('a trigger with %j is refused', async (changes, expected) => {
  const from = (await template()).id;
  expect(
    await rest.sendForError('POST', '/triggers', { title: 'T', template: from, periodicity: 60, ...changes }),
  ).toBe(expected);
});
