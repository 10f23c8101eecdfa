import type { NotificationExplanationResponse, NotificationRulesResponse } from '@slipway/api-schema/notifications';
import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

type WithId = { readonly id: string };
let folder: WithId;
let child: WithId;
let ann: RestClient;
let editor: RestClient;
beforeAll(async () => {
  folder = await rest.post<WithId>('/folders/Applications', { title: 'Shop' });
  child = await rest.post<WithId>(`/folders/${folder.id}`, { title: 'Payments' });
  ann = await people.createUser('ann');
  editor = await people.createUser('editor');
  await people.createTeam(folder, ['folder#view', 'release#view'], { users: ['ann'] });
  await people.createTeam(folder, ['folder#view', 'folder#edit_notifications'], { users: ['editor'] });
});

const rule = {
  ...{ events: ['task.failed'], recipients: ['releaseOwner', 'user:ann', 'team:QA', 'role:ops'] },
  channels: { inbox: 'now', mail: 'digest' },
};
const rulesOf = (client: RestClient, id: string) =>
  client.get<NotificationRulesResponse>(`/folders/${id}/notification-settings`);

test('rules of folders and of the installation, with those that apply where there is none', async () => {
  const titled = { ...rule, title: 'Ops', filter: { tags: ['prod'], taskTypes: ['rel.GateTask'] } };
  const saved = await editor.put(`/folders/${folder.id}/notification-settings`, { rules: [titled] });
  expect(saved).toMatchObject({ rules: [titled] });
  expect(await rulesOf(editor, child.id)).toMatchObject({
    rules: [],
    inherited: [
      { scope: { title: 'Shop' }, rules: [titled] },
      { scope: { id: 'Applications' }, rules: [] },
      { scope: { id: 'default' } },
    ],
  });
  const mandatory = { ...rule, mandatory: true };
  await rest.put('/notification-settings', { rules: [mandatory] });
  expect(await rest.get('/notification-settings')).toMatchObject({ rules: [mandatory] });
  expect(await ann.get('/me/notification-settings')).toMatchObject({
    mandatory: { 'task.failed': ['inbox', 'mail'] },
    defaults: { 'task.commented': { inbox: 'now' } },
  });
  await rest.put('/notification-settings', { rules: [mandatory] });
  expect(await rest.get('/audit?action=NOTIFICATIONS_UPDATED')).toMatchObject([
    { username: 'admin', subject: 'Applications', before: { rules: [] }, after: { rules: [mandatory] } },
    { username: 'editor', before: { rules: [] }, after: { rules: [{ title: 'Ops' }] } },
  ]);
});

test('invalid rules, rules without the permission, and changes of another version are refused', async () => {
  const path = `/folders/${folder.id}/notification-settings`;
  const put = (changes: object) => editor.sendForError('PUT', path, { rules: [{ ...rule, ...changes }] });
  expect(await put({ mandatory: true })).toBe('400 mandatory: only a rule of the installation can be mandatory');
  expect(await put({ recipients: ['somebody'] })).toMatch(/^400 .*expected a group of recipients/);
  expect(await put({ recipients: [`user:${'x'.repeat(300)}`] })).toMatch(/^400 .*expected a group of recipients/);
  expect(await put({ events: ['task.x'] })).toMatch(/^400 .*expected the type of an event/);
  expect(await put({ events: [] })).toMatch(/^400 .*expected the type of an event/);
  expect(await put({ channels: { mail: 'never' } })).toMatch(/^400 .*expected one of/);
  expect(await put({ filter: { tags: Array(101).fill('a') } })).toMatch(/^400 .*expected at most 100 items/);
  expect(await ann.sendForError('PUT', path, { rules: [] })).toMatch(/^403 .*folder#edit_notifications/);
  const stranger = await people.createUserWithoutPermissions();
  expect(await stranger.sendForError('GET', path)).toMatch(/^404 /);
  expect(await editor.sendForError('PUT', '/notification-settings', { rules: [] })).toMatch(/^403 .*admin/);
  expect(await editor.sendForError('PUT', '/folders/Applications/notification-settings', { rules: [] })).toMatch(
    /^403 /,
  );
  const { headers } = await editor.send('GET', path);
  const tag = { 'if-match': headers.get('etag') ?? '' };
  expect((await editor.send('PUT', path, { rules: [] }, tag)).status).toBe(200);
  expect((await editor.send('PUT', path, { rules: [rule] }, tag)).status).toBe(412);
});

test('the settings of a user', async () => {
  const settings = {
    events: { 'task.started': { mail: 'digest', browser: 'off' } },
    quietHours: [{ weekdays: ['MONDAY'], from: '20:00', to: '07:00' }],
    ...{ alertsInQuietHours: true, timeZone: 'Europe/Berlin' },
    digest: { frequency: 'weekly', weekdays: ['FRIDAY'], time: '16:30' },
  };
  const path = '/me/notification-settings';
  const before = await ann.send('GET', path);
  expect(before.body).toMatchObject({ events: {}, quietHours: [], digest: { frequency: 'daily', time: '08:00' } });
  expect(await ann.put(path, settings)).toMatchObject(settings);
  const tag = { 'if-match': before.headers.get('etag') ?? '' };
  expect((await ann.send('PUT', path, settings, tag)).status).toBe(412);
  // A client can send the response back.
  expect(await ann.put(path, await ann.get(path))).toMatchObject(settings);
  const put = (changes: object) => ann.sendForError('PUT', path, { ...settings, ...changes });
  expect(await put({ timeZone: 'Mars/Base' })).toBe('400 timeZone: expected a time zone such as Europe/Berlin or UTC');
  expect(await put({ quietHours: [{ weekdays: [], from: '25:00', to: '07:00' }] })).toMatch(
    /^400 .*expected a time such as 08:00/,
  );
  expect(await put({ digest: { ...settings.digest, weekdays: [] } })).toMatch(/^400 .*expected one of/);
  expect(await put({ events: { 'task.x': {} } })).toMatch(/^400 /);
  expect((await rest.get<{ readonly events: object }>(path)).events).toEqual({});
});

test('an explanation names the deciding level, also for a message that was not sent', async () => {
  const [event] = await product.database().query<WithId>(
    {
      text: `with ev as (
          insert into events (type, actor, at, data, audience, folder_id, release_id)
          values ('release.failed', 'SYSTEM', now(), '{}', '{"releaseOwner":"ann"}', $1, 'ReleaseGone') returning id)
        insert into event_queue select id from ev returning event_id as id`,
    },
    [folder.id.slice(folder.id.lastIndexOf('/') + 1)],
  );
  const explain = (client: RestClient, user: string) =>
    client.get<NotificationExplanationResponse>(`/notifications/explain?event=${event?.id}&user=${user}`);
  await expect.poll(async () => (await explain(ann, 'ann')).channels[0]?.delivery?.state).toBe('sent');
  const own = await explain(ann, 'ann');
  expect(own).toMatchObject({ user: 'ann', reasons: ['releaseOwner'], event: { type: 'release.failed' } });
  expect(
    own.channels.map(({ channel, mode, decidedBy, delivery }) => [channel, mode, decidedBy, delivery?.state]),
  ).toEqual([
    ['inbox', 'now', 'installation', 'sent'],
    ['mail', 'off', 'address', 'suppressed'],
    ['browser', 'now', 'installation', undefined],
  ]);
  const other = await explain(rest, 'editor');
  expect(other.reasons).toEqual([]);
  expect(other.channels[1]).toMatchObject({ mode: 'off', decidedBy: 'rights', levels: { length: 8 } });
  const path = `/notifications/explain?event=${event?.id}`;
  expect(await ann.sendForError('GET', `${path}&user=editor`)).toMatch(/^403 .*security#edit/);
  expect(await rest.sendForError('GET', `${path}&user=none`)).toBe("404 there is no user 'none'");
  const stranger = await people.createUserWithoutPermissions();
  expect(await stranger.sendForError('GET', path)).toBe(`404 there is no event '${event?.id}'`);
  expect(await ann.sendForError('GET', '/notifications/explain?event=Event0')).toBe("404 there is no event 'Event0'");
});

test('the catalog has a schema and an example of each type', async () => {
  const types =
    await ann.get<readonly { readonly type: string; readonly example: object; readonly schema: object }[]>(
      '/events/types',
    );
  expect(types).toHaveLength(25);
  expect(types.find(({ type }) => type === 'task.failed')).toMatchObject({
    ...{ urgency: 'alert', recipients: ['taskOwner', 'taskTeam', 'releaseOwner'] },
    channels: { inbox: 'now', mail: 'now', browser: 'now' },
    example: { release: { id: 'Applications/Folder1/Release1' }, task: { status: 'FAILED' } },
    schema: { type: 'object' },
  });
});
