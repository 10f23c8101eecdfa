import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';
import { type Configuration, createEndpoint } from '../../harness/webhooks/endpoints.ts';
import { noAuthentication } from '../../harness/webhooks/webhook-events.ts';

// The targets of a trigger are checked for the user who saves, enables or runs it, and for its author when it fires.
const product = serve();
const { rest } = product;
const people = peopleOf(product);
const editing = ['folder#view', 'template#view', 'trigger#view_trigger', 'trigger#edit_trigger'];
const lastSegmentOf = ({ id }: { readonly id: string }) => id.slice(id.lastIndexOf('/') + 1);
const missingPermission = (permission: string, id: string) =>
  `403 Permission ${permission} on APPLICATIONS on ${id.slice(id.lastIndexOf('/') + 1)} is not granted to you.`;
const ofAny = missingPermission('release#create', 'Applications');

let ours: Folder;
let hidden: Folder;
let visibleFolder: Folder;
let template: Release;
let endpoint: Configuration;
let eve: RestClient;
beforeAll(async () => {
  const folder = (title: string) => rest.post<Folder>('/folders/Applications', { title });
  [ours, hidden, visibleFolder] = [await folder('ours'), await folder('hidden'), await folder('seen')];
  template = await rest.post<Release>(`/templates?folderId=${ours.id}`, { title: 'Plan' });
  endpoint = await createEndpoint(rest, noAuthentication, { folderId: ours.id });
  eve = await people.createUser('eve');
  await people.createTeam(ours, [...editing, 'template#create_release', 'folder#edit'], { users: ['eve'] });
  await people.createTeam(visibleFolder, ['folder#view', 'folder#edit'], { users: ['eve'] });
});

const eventTrigger = (...mappedProperties: readonly object[]) => ({
  type: 'events.EventBasedTrigger',
  title: 'Push',
  enabled: false,
  folderId: ours.id,
  eventSource: endpoint.id,
  mappedProperties,
});
const nightly = (fields: object = {}) => ({
  ...{ title: 'Nightly', type: 'time.Schedule', periodicity: '86400', enabled: false },
  ...{ template: template.id, folderId: ours.id, ...fields },
});
const target = (targetProperty: string, value: string) => ({ type: 'rel.StringValue', targetProperty, value });

/** Returns the refusals for a user who saves, enables and runs a trigger of admin, individually and in bulk. */
async function refusals(by: RestClient, created: object, saved: object): Promise<readonly unknown[]> {
  const { id } = await rest.post<{ id: string }>('/triggers', created);
  return [
    await by.sendForError('POST', '/triggers', created),
    await by.sendForError('PUT', `/triggers/${id}`, saved),
    await by.sendForError('PUT', `/triggers/${id}/enable`),
    await by.sendForError('POST', `/triggers/${id}/run`),
    refusedOf(await by.post<EnableResult>('/triggers/enable', [id]), id),
    refusedOf(await by.post<EnableResult>('/triggers/enable/all'), id),
  ];
}
interface EnableResult {
  readonly updatedIds: readonly string[];
  readonly refused: readonly { readonly id: string; readonly reasons: readonly string[] }[];
}
const refusedOf = ({ updatedIds, refused }: EnableResult, id: string) => ({
  updatedIds,
  reasons: refused.find((candidate) => lastSegmentOf(candidate) === lastSegmentOf({ id }))?.reasons,
});
const noUpdate = { updatedIds: [], reasons: ['you cannot create releases from its template'] };

test.each(['template', 'folder'])(
  'a %s that comes from the event needs the permission to create any release',
  async (property) => {
    const created = eventTrigger(target(property, '${event.t}'));
    expect(await refusals(eve, created, { title: 'x' })).toEqual([ofAny, ofAny, ofAny, ofAny, noUpdate, noUpdate]);
  },
);

test('a folder with placeholders needs the same permission', async () => {
  const created = nightly({ releaseFolder: '${counter}' });
  expect(await refusals(eve, created, { title: 'x' })).toEqual([ofAny, ofAny, ofAny, ofAny, noUpdate, noUpdate]);
});

test('another folder needs the same permissions as a manual create, and a hidden folder is missing', async () => {
  const no = missingPermission('template#create_release_other_folder', lastSegmentOf(template));
  const created = nightly({ releaseFolder: visibleFolder.id });
  expect(await refusals(eve, created, { title: 'x' })).toEqual([no, no, no, no, noUpdate, noUpdate]);
  for (const releaseFolder of [hidden.id, 'Applications/FolderNone'])
    expect(await eve.sendForError('POST', '/triggers', nightly({ releaseFolder }))).toBe(
      `404 there is no folder '${releaseFolder}'`,
    );
});

test('callers who may create any release may use any target, and the own folder needs no further permission', async () => {
  await eve.post('/triggers', nightly());
  await eve.post('/triggers', nightly({ releaseFolder: ours.id }));
  const ann = await people.createUser('ann');
  await people.createRole('Maker', ['release#create', 'template#create'], ['ann']);
  await people.createTeam(ours, editing, { users: ['ann'] });
  await ann.post('/triggers', eventTrigger(target('template', '${event.t}')));
  const atTop = { ...eventTrigger(target('template', '${event.t}')), folderId: undefined };
  const count = async () => (await rest.get<{ totalElements: number }>('/triggers')).totalElements;
  const before = await count();
  expect(await ann.sendForError('POST', '/triggers', atTop)).toBe(
    missingPermission('trigger#view_trigger', 'Applications'),
  );
  expect(await count()).toBe(before);
});

test('the author is the user who last saved or enabled the trigger, individually or in bulk, not the user who disabled it', async () => {
  const { id } = await rest.post<{ id: string }>('/triggers', nightly({ enabled: true }));
  const authors: (string | undefined)[] = [];
  const after = async (work: Promise<unknown>) => {
    await work;
    authors.push((await rest.get<{ author?: string }>(`/triggers/${id}/preview`)).author);
  };
  await after(eve.sendForNoContent('PUT', `/triggers/${id}/disable`));
  await after(eve.sendForNoContent('PUT', `/triggers/${id}/enable`));
  await after(rest.put(`/triggers/${id}`, nightly({ title: 'Nightly indeed' })));
  await after(eve.post('/triggers/disable', [id]));
  await after(eve.post('/triggers/enable', [id]));
  await after(rest.sendForNoContent('POST', `/triggers/${id}/run`));
  expect(authors).toEqual(['admin', 'eve', 'admin', 'admin', 'eve', 'eve']);
  const [created] = await rest.get<{ releaseId: string }[]>(`/triggers/${id}/runs`);
  const rows = await product.database().query(
    {
      text: `select rest -> 'authorship' ->> 'createdBy' as made, rest -> 'authorship' ->> 'startedBy' as run
      from live_releases where id = $1`,
    },
    [lastSegmentOf({ id: created!.releaseId })],
  );
  expect(rows).toEqual([{ made: 'eve', run: 'admin' }]);
});

test('moving a folder to a parent with other inherited teams needs the permission to change its teams', async () => {
  const inner = await rest.post<Folder>(`/folders/${ours.id}`, { title: 'inner' });
  const move = `/folders/${inner.id}/move?newParentId=${visibleFolder.id}`;
  expect(await eve.sendForError('POST', move)).toBe(missingPermission('folder#edit_security', inner.id));
  await people.createTeam(ours, ['folder#edit_security'], { users: ['eve'] });
  await eve.sendForNoContent('POST', move);
});
