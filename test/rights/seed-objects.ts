import { randomUUID } from 'node:crypto';
import type { ServedProduct } from '../harness/product/serve.ts';
import { attach } from '../harness/rest/attachments.ts';
import { createTemplate, gate, idOf, parallel } from '../harness/rest/plans.ts';
import type { Release, Task } from '../harness/rest/response-types.ts';
import type { RestClient } from '../harness/rest/rest-client.ts';
import { crewTeamName } from './callers.ts';
import type { ObjectIds } from './matrix-request.ts';

type ObjectWithId = { readonly id: string };
const lastSegmentOf = ({ id }: ObjectWithId): string => id.slice(id.lastIndexOf('/') + 1);

const ownedTask = (title: string, fields: object = {}) => ({
  title,
  owner: 'task-owner',
  team: crewTeamName,
  ...fields,
});
const plan = {
  Build: [
    ownedTask('done'),
    parallel(
      'both',
      ownedTask('gate', { ...gate('gate', 'ready') }),
      ownedTask('asked', { type: 'rel.UserInputTask' }),
    ),
    parallel('group', 'inner'),
  ],
  Later: [ownedTask('planned'), ownedTask('lockable'), ownedTask('ask', { type: 'rel.UserInputTask' })],
};

/** Creates a folder, and a subfolder that inherits its teams. */
export async function newFolder(rest: RestClient, title: string, parent = 'Applications'): Promise<string> {
  return lastSegmentOf(await rest.post<ObjectWithId>(`/folders/${parent}`, { title }));
}

const variable = (key: string) => ({ key, type: 'StringVariable', value: 'a' });

async function createReleases(
  rest: RestClient,
  template: ObjectWithId,
  titles: string,
  archive: ServedProduct['archive'],
) {
  const createPlanned = (releaseTitle: string) =>
    rest.post<Release>(`/templates/${template.id}/create`, {
      releaseTitle: `${releaseTitle} ${titles}`,
      releaseOwner: 'release-owner',
    });
  const [release, over, archived] = [
    await createPlanned('Release'),
    await createPlanned('Over'),
    await createPlanned('Archived'),
  ];
  await rest.post(`/releases/${release.id}/start`);
  await rest.post(`/tasks/${idOf(release, 'done')}/complete`, {});
  for (const finished of [over, archived]) await rest.post(`/releases/${finished.id}/abort`, {});
  await archive(archived);
  return { release, over, archived };
}

/** Creates an object of each kind in a folder. */
export async function seedObjects(
  { rest, archive }: Pick<ServedProduct, 'rest' | 'archive'>,
  folder: string,
  titles: string,
): Promise<ObjectIds> {
  const sub = await newFolder(rest, 'sub', folder);
  const template = await createTemplate(rest, plan, { title: `Plan ${titles}`, folderId: undefined });
  await rest.sendForNoContent('POST', `/folders/${folder}/templates/${template.id}`);
  const templateVariable = await rest.post<ObjectWithId>(
    `/templates/${lastSegmentOf(template)}/variables`,
    variable('t'),
  );
  const { release, over, archived } = await createReleases(rest, { id: lastSegmentOf(template) }, titles, archive);
  const idByTitle = (title: string) => idOf(release, title);
  const folderVariable = await rest.post<ObjectWithId>(`/folders/${folder}/variables`, variable('folder.x'));
  const releaseVariable = await rest.post<ObjectWithId>(`/releases/${lastSegmentOf(release)}/variables`, variable('r'));
  const askedVariable = await rest.post<ObjectWithId>(
    `/releases/${lastSegmentOf(release)}/variables`,
    variable('asked'),
  );
  await rest.put(`/tasks/${idByTitle('asked')}`, { variables: [askedVariable.id] });
  const gateTask = await rest.get<Task>(`/tasks/${idByTitle('gate')}`);
  const dependency = await rest.post<ObjectWithId>(`/tasks/${idByTitle('gate')}/dependencies/${lastSegmentOf(over)}`);
  const trigger = await rest.post<ObjectWithId>('/triggers', {
    title: `Trigger ${titles}`,
    type: 'time.Schedule',
    folderId: folder,
    template: lastSegmentOf(template),
    periodicity: '86400',
    enabled: false,
  });
  const endpoint = (path: string, folderId?: string) =>
    rest.post<ObjectWithId>('/config', {
      type: 'events.PostWebhookEndpoint',
      title: `Endpoint ${path}`,
      authentication: { type: 'events.NoAuthentication' },
      folderId,
      path,
      enabled: true,
    });
  const configuration = await endpoint(folder, folder);
  const [attachment] = await attach(rest, `/tasks/${idByTitle('done')}`, { evidence: 'yes' });
  return {
    folder,
    sub,
    titles,
    template: lastSegmentOf(template),
    templateVariable: lastSegmentOf(templateVariable),
    release: lastSegmentOf(release),
    over: lastSegmentOf(over),
    archived: lastSegmentOf(archived),
    phase: idByTitle('Build'),
    later: idByTitle('Later'),
    done: idByTitle('done'),
    gate: idByTitle('gate'),
    planned: idByTitle('planned'),
    lockable: idByTitle('lockable'),
    ask: idByTitle('ask'),
    group: idByTitle('group'),
    condition: gateTask.conditions![0]!.id,
    dependency: dependency.id,
    variable: lastSegmentOf(releaseVariable),
    askedVariable: lastSegmentOf(askedVariable),
    folderVariable: lastSegmentOf(folderVariable),
    trigger: trigger.id,
    attachment: lastSegmentOf(attachment!),
    configuration: lastSegmentOf(configuration),
    globalConfiguration: lastSegmentOf(await endpoint(randomUUID())),
  };
}
