import { describe, expect, test } from 'vitest';
import { peopleOf } from '../../../harness/people/people.ts';
import { serve } from '../../../harness/product/serve.ts';
import type { RestClient } from '../../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);

interface Created {
  readonly id: string;
}
type Lacking = Readonly<Record<string, string>>;
interface WithSecurity extends Created {
  readonly $metadata: { readonly security: { readonly lacking?: Lacking } };
}

const createFolder = (title: string) => rest.post<Created>('/folders/Applications', { title });
const lastOf = ({ id }: Created): string => id.slice(id.lastIndexOf('/') + 1);
const refusal = (permission: string, { id }: Created) =>
  `403 Permission ${permission} on APPLICATIONS on ${lastOf({ id })} is not granted to you.`;

describe('the missing permissions', () => {
  test('of actions in a folder are returned on request, and are those that refusals name', async () => {
    const folder = await createFolder('Viewed');
    const viewer = await people.createUserWith(folder, 'folder#view', 'folder#edit_variables');
    const query = 'action=createFolder&action=changeVariables&action=createTemplate';
    const lacking = { createFolder: 'folder#edit', createTemplate: 'template#edit' };
    const security = { permissions: [], teams: [], lacking };
    expect(await viewer.get<WithSecurity>(`/folders/${folder.id}?depth=0&${query}`)).toHaveProperty(
      '$metadata.security',
      security,
    );
    const [listed] = await viewer.get<WithSecurity[]>(`/folders/list?permissions=true&${query}`);
    expect(listed).toHaveProperty('$metadata.security', { ...security, permissions: ['folder#view'] });
    const atTop = await viewer.get<WithSecurity>('/folders/Applications?depth=0&action=createTemplate');
    expect(atTop.$metadata.security.lacking).toEqual({ createTemplate: 'template#create' });
    expect(await viewer.get(`/folders/${folder.id}?depth=0`)).not.toHaveProperty('$metadata');
    expect(await viewer.sendForError('POST', `/folders/${folder.id}`, { title: 'Inner' })).toBe(
      refusal(lacking.createFolder, folder),
    );
    expect(await viewer.sendForError('POST', `/templates?folderId=${folder.id}`, { title: 'New' })).toBe(
      refusal(lacking.createTemplate, folder),
    );
    expect(await viewer.sendForError('GET', `/folders/${folder.id}?action=fly`)).toMatch(/^400 action: /);
    expect(await rest.get<WithSecurity>(`/folders/${folder.id}?depth=0&${query}`)).toHaveProperty(
      '$metadata.security.lacking',
      {},
    );
  });

  test('on a template and a release are in their metadata, also in lists', async () => {
    const folder = await createFolder('Planned');
    const viewer = await people.createUserWith(folder, 'template#view', 'release#view', 'release#start');
    const template = await rest.post<Created>(`/templates?folderId=${folder.id}`, { title: 'Plan' });
    const release = await rest.post<Created>(`/templates/${template.id}/create`, { releaseTitle: 'Plan 1' });
    const onTemplate = {
      editTemplate: 'template#edit',
      lockTask: 'template#lock_task',
      createRelease: 'template#create_release',
      copyTemplate: 'template#edit',
      createTrigger: 'trigger#edit_trigger',
    };
    const onRelease = {
      abortRelease: 'release#abort',
      restartRelease: 'release#restart_phase',
      updateRelease: 'release#edit',
      updateVariable: 'release#edit',
      attachToRelease: 'release#edit',
      changeDates: 'release#edit_task_dates',
    };
    const lackingOf = ({ $metadata }: WithSecurity) => $metadata.security.lacking;
    const [listedTemplate] = await viewer.get<WithSecurity[]>('/templates?view=summary');
    const [listedRelease] = await viewer.post<WithSecurity[]>('/releases/search/overview', {});
    expect([
      lackingOf(await viewer.get(`/templates/${template.id}`)),
      lackingOf(listedTemplate!),
      lackingOf(await viewer.get(`/releases/${release.id}`)),
      lackingOf(listedRelease!),
      lackingOf(await rest.get(`/releases/${release.id}`)),
    ]).toEqual([onTemplate, onTemplate, onRelease, onRelease, {}]);
    const refused = (path: string, body: object) => viewer.sendForError('POST', path, body);
    expect([
      await refused(`/templates/${template.id}/create`, { releaseTitle: 'Plan 2' }),
      await refused(`/releases/${release.id}/abort`, {}),
    ]).toEqual([refusal('template#create_release', template), refusal('release#abort', release)]);
  });

  test('at the top do not depend on teams', async () => {
    const template = await rest.post<Created>('/templates', { title: 'At the top' });
    const editor = await people.createUser('topper');
    await people.createTeam(template, ['template#view', 'template#edit'], { users: ['topper'] });
    expect(await editor.get(`/templates/${template.id}`)).toHaveProperty('$metadata.security.lacking', {
      lockTask: 'template#lock_task',
      createRelease: 'template#create_release',
      copyTemplate: 'template#create',
      createTrigger: 'template#create',
    });
    expect(await editor.sendForError('POST', `/templates/${template.id}/copy`, { title: 'Copy' })).toBe(
      '403 Permission template#create on APPLICATIONS on Applications is not granted to you.',
    );
  });

  test('to change triggers are in their metadata, by id', async () => {
    const folder = await createFolder('Triggers');
    const template = await rest.post<Created>(`/templates?folderId=${folder.id}`, { title: 'Triggered' });
    const trigger = await rest.post<Created>('/triggers', {
      ...{ type: 'time.Schedule', title: 'Nightly', enabled: false, template: template.id },
      ...{ pollType: 'REPEAT', periodicity: '3600' },
    });
    const triggersOf = async (client: RestClient) =>
      (await client.get<{ $metadata: object }>('/triggers?triggerTitle=Nightly&metadata=true')).$metadata;
    const viewer = await people.createUserWith(folder, 'folder#view', 'trigger#view_trigger');
    expect(await triggersOf(viewer)).toMatchObject({
      changeable: [],
      lacking: { [trigger.id]: 'trigger#edit_trigger' },
    });
    expect(await triggersOf(rest)).toMatchObject({ changeable: [trigger.id], lacking: {} });
  });
});

test('without a permission, the explanation is about the one to view the object', async () => {
  const folder = await createFolder('Explained');
  const template = await rest.post<Created>(`/templates?folderId=${folder.id}`, { title: 'Explained' });
  const release = await rest.post<Created>(`/templates/${template.id}/create`, { releaseTitle: 'Explained 1' });
  const trigger = await rest.post<Created>('/triggers', {
    ...{ type: 'time.Schedule', title: 'Explained', enabled: false, template: template.id },
    ...{ pollType: 'REPEAT', periodicity: '3600' },
  });
  const explained = await Promise.all(
    [folder, template, release, trigger].map(({ id }) =>
      rest.get<{ readonly permission: string }>(`/explain/permission?id=${encodeURIComponent(id)}`),
    ),
  );
  expect(explained.map(({ permission }) => permission)).toEqual([
    ...['folder#view', 'template#view', 'release#view', 'trigger#view_trigger'],
  ]);
});
