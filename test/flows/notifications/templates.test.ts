import type { NotificationTemplatesResponse, TemplatePreviewResponse } from '@slipway/api-schema/notifications';
import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

const product = serve({ PUBLIC_URL: 'https://slipway.example.com/' });
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

const template = {
  ...{ eventType: 'release.failed', channel: 'mail', language: 'en' },
  ...{ subject: 'Failed: {{release.title}}', text: 'See {{url}}' },
};
const pathOf = (id: string) => `/folders/${id}/notification-templates`;
const preview = (client: RestClient, changes: object, folderId: string | undefined = folder.id) =>
  client.post<TemplatePreviewResponse>('/notification-templates/preview', {
    template: { ...template, ...changes },
    folderId,
  });
const lastSegment = (id: string) => id.slice(id.lastIndexOf('/') + 1);

test('templates of a folder and of the installation are stored, audited, and protected from lost updates', async () => {
  const german = { ...template, language: 'DE-at', text: 'Siehe\r\n{{url}}' };
  const chat = { ...template, channel: 'slack' };
  const path = pathOf(folder.id);
  expect(await editor.put(path, [template, german, chat, { ...template, text: 'later' }])).toEqual([
    { ...template, text: 'later' },
    { ...german, language: 'de-AT', text: 'Siehe\n{{url}}' },
    { ...{ eventType: 'release.failed', channel: 'slack', language: 'en', text: 'See {{url}}' } },
  ]);
  expect(await editor.get(pathOf(child.id))).toEqual([]);
  await rest.put('/notification-templates', [template]);
  expect(await rest.get<NotificationTemplatesResponse>('/notification-templates')).toEqual([template]);
  const { headers, body } = await editor.send('GET', path);
  const tag = { 'if-match': headers.get('etag') ?? '' };
  expect(body).toHaveLength(3);
  expect((await editor.send('PUT', path, [template], tag)).status).toBe(200);
  expect((await editor.send('PUT', path, [], tag)).status).toBe(412);
  await editor.put(path, [template]);
  expect(await rest.get('/audit?action=TEMPLATES_UPDATED')).toMatchObject([
    { username: 'editor', before: { templates: { length: 3 } }, after: { templates: [template] } },
    { username: 'admin', subject: 'Applications', before: { templates: [] }, after: { templates: [template] } },
    { username: 'editor', before: { templates: [] }, after: { templates: { length: 3 } } },
  ]);
});

test('invalid templates, and requests without the permission, are refused', async () => {
  const refusal = (changes: object) => editor.sendForError('PUT', pathOf(folder.id), [{ ...template, ...changes }]);
  expect(await refusal({ text: '{{task.owner}}' })).toBe("400 there is no placeholder 'task.owner'");
  expect(await refusal({ subject: 'a {{ x }}' })).toBe("400 there is no placeholder 'x'");
  expect(await refusal({ text: '{{task.title' })).toBe("400 there is no placeholder '{{task.title'");
  expect(await refusal({ subject: 'a\r\nBcc: eve@example.com' })).toMatch(/^400 .*subject.*without control characters/);
  expect(await refusal({ language: 'german!' })).toMatch(/^400 .*expected a language such as de/);
  expect(await refusal({ channel: 'webhook' })).toMatch(/^400 .*expected one of/);
  expect(await refusal({ eventType: 'task.x' })).toMatch(/^400 .*expected the type of an event/);
  expect(await refusal({ text: '' })).toMatch(/^400 .*expected a text of 1 to 10000/);
  expect(await refusal({ text: 'x'.repeat(10_001) })).toMatch(/^400 .*expected a text of 1 to 10000/);
  expect(await editor.sendForError('PUT', pathOf(folder.id), Array(501).fill(template))).toMatch(/^400 .*at most 500/);
  expect(await ann.sendForError('PUT', pathOf(folder.id), [])).toMatch(/^403 .*folder#edit_notifications/);
  expect(await editor.sendForError('PUT', '/notification-templates', [])).toMatch(/^403 .*admin/);
  expect(await editor.sendForError('GET', pathOf('Applications'))).toMatch(/^403 /);
  const body = { template, folderId: folder.id };
  expect(await ann.sendForError('POST', '/notification-templates/preview', body)).toMatch(/^403 /);
  expect(await editor.sendForError('POST', '/notification-templates/preview', { template })).toMatch(/^403 .*admin/);
  expect(
    await editor.sendForError('POST', '/notification-templates/preview', {
      ...{ ...body, template: { ...template, text: '{{x}}' } },
    }),
  ).toBe("400 there is no placeholder 'x'");
});

test('a preview shows the last event that the caller may view, otherwise the example', async () => {
  expect(await preview(rest, {}, undefined)).toMatchObject({
    ...{ eventType: 'release.failed', subject: 'Failed: Webshop 1.0' },
    text: expect.stringMatching(/^See https:\/\/slipway\.example\.com\/releases\/Release1\n/),
    html: expect.stringContaining('<p>See <a href="https:'),
  });
  const title = '<b>Pay</b> {{actor}}';
  const release = { id: 'ReleaseGone', title, status: 'FAILED', folderId: lastSegment(child.id), tags: [] };
  const [event] = await product.database().query<WithId>(
    {
      text: `with ev as (
          insert into events (type, actor, at, data, audience, folder_id, release_id)
          values ('release.failed', 'SYSTEM', now(), $1, '{}', $2, 'ReleaseGone') returning id)
        insert into event_queue select id from ev returning event_id as id`,
    },
    [JSON.stringify({ release }), lastSegment(child.id)],
  );
  const shown = await preview(rest, { text: '{{release.title}}' }, folder.id);
  expect(shown).toMatchObject({
    eventId: event?.id,
    subject: `Failed: ${title}`,
    text: expect.stringContaining(title),
  });
  expect(shown.html).toContain('&lt;b&gt;Pay');
  expect(shown.html).not.toContain('<b>');
  const withoutView = await preview(editor, {});
  expect([withoutView.eventId, withoutView.subject]).toEqual([undefined, 'Failed: Webshop 1.0']);
  expect(JSON.parse((await preview(rest, { channel: 'slack', text: '{{release.title}}' })).body ?? '')).toMatchObject({
    blocks: [{ text: { type: 'mrkdwn', text: '&lt;b&gt;Pay&lt;/b&gt; {{actor}}' } }, {}],
  });
  expect((await preview(rest, { channel: 'teams', text: '{{release.title}}' })).text).toContain('\\<b\\>');
});

test('a preview without a text shows the nearest stored template upwards', async () => {
  await editor.put(pathOf(folder.id), [{ ...template, language: 'de', subject: 'Fehler', text: 'deutsch' }]);
  await rest.put('/notification-templates', [{ ...template, subject: 'Installation' }]);
  const stored = { text: undefined, subject: undefined };
  expect((await preview(rest, { ...stored, language: 'de-CH' }, child.id)).subject).toBe('Fehler');
  expect((await preview(rest, { ...stored, language: 'fr' }, child.id)).subject).toBe('Installation');
  await rest.put('/notification-templates', []);
  expect((await preview(rest, stored, child.id)).subject).toMatch(/^Release failed: /);
});

test('placeholders have descriptions, and a user chooses a language', async () => {
  expect(await ann.get('/notification-templates/placeholders')).toContainEqual({
    ...{ name: 'release.title', description: 'the title of the release' },
  });
  const path = '/me/notification-settings';
  const settings = await ann.get<object>(path);
  expect(settings).not.toHaveProperty('language');
  expect(await ann.put(path, { ...settings, language: 'PT-br' })).toMatchObject({ language: 'pt-BR' });
  expect(await ann.get(path)).toMatchObject({ language: 'pt-BR' });
  expect(await ann.sendForError('PUT', path, { ...settings, language: 'x' })).toMatch(/^400 language: expected a /);
  expect(await ann.put(path, settings)).not.toHaveProperty('language');
});
