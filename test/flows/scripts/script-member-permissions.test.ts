import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { basicAuth, createRestClient } from '../../harness/rest/rest-client.ts';
import { scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';

const product = serve();
const { rest, url } = product;
const people = peopleOf(product);
const mia = createRestClient(url, basicAuth('mia', 'admin'));

type ObjectWithId = { readonly id: string };
interface LocationIds {
  readonly folder: string;
  readonly template: string;
  readonly release: string;
  readonly variable: string;
  readonly configuration: string;
}
const locations: { ours?: LocationIds; seen?: LocationIds; hidden?: LocationIds } = {};
const lastSegmentOf = ({ id }: ObjectWithId) => id.slice(id.lastIndexOf('/') + 1);

async function createLocation(title: string, ...permissions: readonly string[]): Promise<LocationIds> {
  const folder = await rest.post<ObjectWithId>('/folders/Applications', { title });
  await people.createTeam(folder, permissions, { users: permissions.length > 0 ? ['mia'] : [] });
  const { id } = await createTemplate(rest, { Wait: ['somebody'] }, { title: `Plan of ${title}` });
  await rest.sendForNoContent('POST', `/folders/${lastSegmentOf(folder)}/templates/${id}`);
  const [{ id: template }] = await rest.get<[ObjectWithId]>(
    `/templates?title=${encodeURIComponent(`Plan of ${title}`)}`,
  );
  const release = await rest.post<Release>(`/templates/${template}/create`, { releaseTitle: `Run of ${title}` });
  await rest.post(`/releases/${release.id}/start`);
  const variable = await rest.post<ObjectWithId>(`/folders/${lastSegmentOf(folder)}/variables`, {
    key: 'folder.x',
    value: 'a',
  });
  const hook = {
    type: 'configuration.HttpConnection',
    title: `hook of ${title}`,
    url: 'http://a',
    folderId: folder.id,
  };
  const configuration = await rest.post<ObjectWithId>('/config', hook);
  return {
    ...{ folder: lastSegmentOf(folder), template, release: release.id },
    ...{ variable: variable.id, configuration: configuration.id },
  };
}

beforeAll(async () => {
  await people.createUser('mia');
  const viewing = ['folder#view', 'release#view', 'template#view'];
  const changing = ['release#abort', 'release#edit', 'release#start', 'template#create_release', 'template#edit'];
  const edits = ['folder#edit', 'folder#edit_variables', 'folder#edit_configuration'];
  locations.ours = await createLocation('ours', ...viewing, ...changing, ...edits);
  locations.seen = await createLocation('seen', ...viewing);
  locations.hidden = await createLocation('hidden');
});

/**
 * Returns the refusal and its reason without the name of the item: REST names the item in the path, a script names the
 * item in the call.
 */
const bare = (text: string) =>
  text
    .replace(/^\d+ /, '')
    .replace(/ on APPLICATIONS on .*/, '')
    .replace(/^there is no .*/, 'it is not there');

/** Returns the output of a script that runs as mia, in a release that she cannot see. */
async function runAndRead(script: string, state = 'COMPLETED'): Promise<readonly string[]> {
  const release = await startRelease(rest, { Ship: [scriptTask(script)] }, { scriptUsername: 'mia' });
  return (await waitForComments(rest, release, 'run', state)).map((text) =>
    bare(text.replace('An action of the script was refused: ', '')),
  );
}

/**
 * Calls of scripts and equivalent REST requests. No call changes an object that another call needs; `abort` is last.
 */
const calls = [
  [
    (at: LocationIds) => `folderApi.rename('${at.folder}', 'Again')`,
    'POST',
    (at: LocationIds) => `/folders/${at.folder}/rename?newName=Again`,
  ],
  [
    (at: LocationIds) => `folderApi.addFolder('${at.folder}', {'title': 'Inner'})`,
    'POST',
    (at: LocationIds) => `/folders/${at.folder}`,
    { title: 'Inner 2' },
  ],
  [
    (at: LocationIds) => `folderApi.createVariable('${at.folder}', {'key': 'folder.a', 'value': 'f'})`,
    'POST',
    (at: LocationIds) => `/folders/${at.folder}/variables`,
    { key: 'folder.b', value: 'f' },
  ],
  [
    (at: LocationIds) => `templateApi.create('${at.template}', {'releaseTitle': 'Later'})`,
    'POST',
    (at: LocationIds) => `/templates/${at.template}/create`,
    { releaseTitle: 'Later' },
  ],
  [
    (at: LocationIds) => `templateApi.start('${at.template}', {'releaseTitle': 'Now'})`,
    'POST',
    (at: LocationIds) => `/templates/${at.template}/start`,
    { releaseTitle: 'Now' },
  ],
  [
    (at: LocationIds) => `folderApi.deleteVariable('${at.folder}', '${at.variable}')`,
    'DELETE',
    (at: LocationIds) => `/folders/${at.folder}/${at.variable}`,
  ],
  [
    (at: LocationIds) => `configurationApi.deleteConfiguration('${at.configuration}')`,
    'DELETE',
    (at: LocationIds) => `/config/${at.configuration}`,
  ],
  [
    (at: LocationIds) => `releaseApi.abort('${at.release}')`,
    'POST',
    (at: LocationIds) => `/releases/${at.release}/abort`,
  ],
] as const;

test.each(calls)(
  'a script of a folder member may do what REST allows the member: %s',
  async (script, method, path, body?) => {
    for (const location of ['seen', 'hidden'] as const) {
      const at = locations[location]!;
      const refusal = await mia.sendForError(method, path(at), body);
      expect([location, refusal]).toEqual([
        location,
        expect.stringMatching(location === 'seen' ? /^403 / : /^40[34] /),
      ]);
      expect([location, await runAndRead(script(at))]).toEqual([location, [bare(refusal)]]);
    }
    expect(await runAndRead(script(locations.ours!))).toEqual([]);
  },
);

test('a script of a member reads visible objects, and does not learn that other objects exist', async () => {
  const script = (at: LocationIds) => `print releaseApi.getRelease('${at.release}').title`;
  expect(await runAndRead(script(locations.ours!))).toEqual(['Run of ours']);
  expect(await runAndRead(script(locations.seen!))).toEqual(['Run of seen']);
  const hidden = locations.hidden!;
  expect(await mia.sendForError('GET', `/releases/${hidden.release}`)).toMatch(/^404 /);
  expect((await runAndRead(script(hidden), 'FAILED')).join()).toContain(`there is no release '`);
  expect(await runAndRead("print len(releaseApi.searchReleasesByTitle('Run of hidden'))")).toEqual(['0']);
});
