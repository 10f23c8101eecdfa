import { randomUUID } from 'node:crypto';
import type { Served } from '../harness/product/serve.ts';
import { attach } from '../harness/rest/attachments.ts';
import { gate, idOf, parallel, templateOf } from '../harness/rest/plans.ts';
import type { Rest } from '../harness/rest/rest.ts';
import type { Release, Task } from '../harness/rest/shapes.ts';
import type { Things } from './ask.ts';
import { crew } from './askers.ts';

type Ided = { readonly id: string };
const last = ({ id }: Ided): string => id.slice(id.lastIndexOf('/') + 1);

const own = (title: string, fields: object = {}) => ({ title, owner: 'task-owner', team: crew, ...fields });
const plan = {
  Build: [
    own('done'),
    parallel('both', own('gate', { ...gate('gate', 'ready') }), own('asked', { type: 'rel.UserInputTask' })),
    parallel('group', 'inner'),
  ],
  Later: [own('planned'), own('lockable'), own('ask', { type: 'rel.UserInputTask' })],
};

/** A folder, and one in it that inherits its teams. */
export async function newFolder(rest: Rest, title: string, parent = 'Applications'): Promise<string> {
  return last(await rest.post<Ided>(`/folders/${parent}`, { title }));
}

const variable = (key: string) => ({ key, type: 'StringVariable', value: 'a' });

async function releases(rest: Rest, template: Ided, titles: string, archive: Served['archive']) {
  const make = (releaseTitle: string) =>
    rest.post<Release>(`/templates/${template.id}/create`, {
      releaseTitle: `${releaseTitle} ${titles}`,
      releaseOwner: 'release-owner',
    });
  const [release, over, archived] = [await make('Release'), await make('Over'), await make('Archived')];
  await rest.post(`/releases/${release.id}/start`);
  await rest.post(`/tasks/${idOf(release, 'done')}/complete`, {});
  for (const each of [over, archived]) await rest.post(`/releases/${each.id}/abort`, {});
  await archive(archived);
  return { release, over, archived };
}

/** Puts a thing of each kind into a folder. */
export async function furnish(
  { rest, archive }: Pick<Served, 'rest' | 'archive'>,
  folder: string,
  titles: string,
): Promise<Things> {
  const sub = await newFolder(rest, 'sub', folder);
  const template = await templateOf(rest, plan, { title: `Plan ${titles}`, folderId: undefined });
  await rest.done('POST', `/folders/${folder}/templates/${template.id}`);
  const templateVariable = await rest.post<Ided>(`/templates/${last(template)}/variables`, variable('t'));
  const { release, over, archived } = await releases(rest, { id: last(template) }, titles, archive);
  const of = (title: string) => idOf(release, title);
  const folderVariable = await rest.post<Ided>(`/folders/${folder}/variables`, variable('folder.x'));
  const releaseVariable = await rest.post<Ided>(`/releases/${last(release)}/variables`, variable('r'));
  const askedVariable = await rest.post<Ided>(`/releases/${last(release)}/variables`, variable('asked'));
  await rest.put(`/tasks/${of('asked')}`, { variables: [askedVariable.id] });
  const held = await rest.get<Task>(`/tasks/${of('gate')}`);
  const dependency = await rest.post<Ided>(`/tasks/${of('gate')}/dependencies/${last(over)}`);
  const trigger = await rest.post<Ided>('/triggers', {
    title: `Trigger ${titles}`,
    type: 'time.Schedule',
    folderId: folder,
    template: last(template),
    periodicity: '86400',
    enabled: false,
  });
  const endpoint = (path: string, folderId?: string) =>
    rest.post<Ided>('/config', {
      type: 'events.PostWebhookEndpoint',
      title: `Endpoint ${path}`,
      authentication: { type: 'events.NoAuthentication' },
      folderId,
      path,
      enabled: true,
    });
  const configuration = await endpoint(folder, folder);
  const [attachment] = await attach(rest, `/tasks/${of('done')}`, { evidence: 'yes' });
  return {
    folder,
    sub,
    titles,
    template: last(template),
    templateVariable: last(templateVariable),
    release: last(release),
    over: last(over),
    archived: last(archived),
    phase: of('Build'),
    later: of('Later'),
    done: of('done'),
    gate: of('gate'),
    planned: of('planned'),
    lockable: of('lockable'),
    ask: of('ask'),
    group: of('group'),
    condition: held.conditions![0]!.id,
    dependency: dependency.id,
    variable: last(releaseVariable),
    askedVariable: last(askedVariable),
    folderVariable: last(folderVariable),
    trigger: trigger.id,
    attachment: last(attachment!),
    configuration: last(configuration),
    globalConfiguration: last(await endpoint(randomUUID())),
  };
}
