import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { Rest } from '../../harness/rest/rest.ts';
import type { Folder, Release } from '../../harness/rest/shapes.ts';
import { nobody } from '../../harness/webhooks/events.ts';
import { type Configuration, endpointOf } from '../../harness/webhooks/hooks.ts';

// The targets of a trigger are checked for the user who saves, enables or runs it, and for its author when it fires.
const served = serve();
const { rest } = served;
const people = peopleOf(served);
const editing = ['folder#view', 'template#view', 'trigger#view_trigger', 'trigger#edit_trigger'];
const last = ({ id }: { readonly id: string }) => id.slice(id.lastIndexOf('/') + 1);
const lacking = (permission: string, id: string) =>
  `403 Permission ${permission} on APPLICATIONS on ${id.slice(id.lastIndexOf('/') + 1)} is not granted to you.`;
const ofAny = lacking('release#create', 'Applications');

let ours: Folder;
let hidden: Folder;
let seen: Folder;
let template: Release;
let endpoint: Configuration;
let eve: Rest;
beforeAll(async () => {
  const folder = (title: string) => rest.post<Folder>('/folders/Applications', { title });
  [ours, hidden, seen] = [await folder('ours'), await folder('hidden'), await folder('seen')];
  template = await rest.post<Release>(`/templates?folderId=${ours.id}`, { title: 'Plan' });
  endpoint = await endpointOf(rest, nobody, { folderId: ours.id });
  eve = await people.user('eve');
  await people.team(ours, [...editing, 'template#create_release', 'folder#edit'], { users: ['eve'] });
  await people.team(seen, ['folder#view', 'folder#edit'], { users: ['eve'] });
});

const listening = (...mappedProperties: readonly object[]) => ({
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

/** The refusals for a user who saves, enables and runs a trigger of admin, individually and in bulk. */
async function refusals(by: Rest, made: object, saved: object): Promise<readonly unknown[]> {
  const { id } = await rest.post<{ id: string }>('/triggers', made);
  return [
    await by.refused('POST', '/triggers', made),
    await by.refused('PUT', `/triggers/${id}`, saved),
    await by.refused('PUT', `/triggers/${id}/enable`),
    await by.refused('POST', `/triggers/${id}/run`),
    refusedOf(await by.post<Enabled>('/triggers/enable', [id]), id),
    refusedOf(await by.post<Enabled>('/triggers/enable/all'), id),
  ];
}
interface Enabled {
  readonly updatedIds: readonly string[];
  readonly refused: readonly { readonly id: string; readonly reasons: readonly string[] }[];
}
const refusedOf = ({ updatedIds, refused }: Enabled, id: string) => ({
  updatedIds,
  reasons: refused.find((each) => last(each) === last({ id }))?.reasons,
});
const nothing = { updatedIds: [], reasons: ['you may not create releases from its template'] };

test.each(['template', 'folder'])('a %s that events choose takes the right to releases of any', async (property) => {
  const made = listening(target(property, '${event.t}'));
  expect(await refusals(eve, made, { title: 'x' })).toEqual([ofAny, ofAny, ofAny, ofAny, nothing, nothing]);
});

test('a folder with placeholders takes the same', async () => {
  const made = nightly({ releaseFolder: '${counter}' });
  expect(await refusals(eve, made, { title: 'x' })).toEqual([ofAny, ofAny, ofAny, ofAny, nothing, nothing]);
});

test('another folder needs the same rights as a manual create, and a hidden folder is answered as missing', async () => {
  const no = lacking('template#create_release_other_folder', last(template));
  const made = nightly({ releaseFolder: seen.id });
  expect(await refusals(eve, made, { title: 'x' })).toEqual([no, no, no, no, nothing, nothing]);
  for (const releaseFolder of [hidden.id, 'Applications/FolderNone'])
    expect(await eve.refused('POST', '/triggers', nightly({ releaseFolder }))).toBe(
      `404 there is no folder '${releaseFolder}'`,
    );
});

test('callers with the right to releases of any folder may choose, and the own folder needs no further right', async () => {
  await eve.post('/triggers', nightly());
  await eve.post('/triggers', nightly({ releaseFolder: ours.id }));
  const ann = await people.user('ann');
  await people.role('Maker', ['release#create', 'template#create'], ['ann']);
  await people.team(ours, editing, { users: ['ann'] });
  await ann.post('/triggers', listening(target('template', '${event.t}')));
  const atTop = { ...listening(target('template', '${event.t}')), folderId: undefined };
  const count = async () => (await rest.get<{ totalElements: number }>('/triggers')).totalElements;
  const before = await count();
  expect(await ann.refused('POST', '/triggers', atTop)).toBe(lacking('trigger#view_trigger', 'Applications'));
  expect(await count()).toBe(before);
});

test('its author is who has last saved or enabled it, alone or with others, and not who disables it', async () => {
  const { id } = await rest.post<{ id: string }>('/triggers', nightly({ enabled: true }));
  const authors: (string | undefined)[] = [];
  const after = async (work: Promise<unknown>) => {
    await work;
    authors.push((await rest.get<{ author?: string }>(`/triggers/${id}/preview`)).author);
  };
  await after(eve.done('PUT', `/triggers/${id}/disable`));
  await after(eve.done('PUT', `/triggers/${id}/enable`));
  await after(rest.put(`/triggers/${id}`, nightly({ title: 'Nightly indeed' })));
  await after(eve.post('/triggers/disable', [id]));
  await after(eve.post('/triggers/enable', [id]));
  await after(rest.done('POST', `/triggers/${id}/run`));
  expect(authors).toEqual(['admin', 'eve', 'admin', 'admin', 'eve', 'eve']);
  const [made] = await rest.get<{ releaseId: string }[]>(`/triggers/${id}/runs`);
  const rows = await served.database().query(
    {
      text: `select rest -> 'authorship' ->> 'createdBy' as made, rest -> 'authorship' ->> 'startedBy' as run
      from live_releases where id = $1`,
    },
    [last({ id: made!.releaseId })],
  );
  expect(rows).toEqual([{ made: 'eve', run: 'admin' }]);
});

test('moving a folder that inherits under other teams needs the right to change its teams', async () => {
  const inner = await rest.post<Folder>(`/folders/${ours.id}`, { title: 'inner' });
  const move = `/folders/${inner.id}/move?newParentId=${seen.id}`;
  expect(await eve.refused('POST', move)).toBe(lacking('folder#edit_security', inner.id));
  await people.team(ours, ['folder#edit_security'], { users: ['eve'] });
  await eve.done('POST', move);
});
