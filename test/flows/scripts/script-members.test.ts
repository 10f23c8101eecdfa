import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { startedOf, templateOf } from '../../harness/rest/plans.ts';
import { basic, restAt } from '../../harness/rest/rest.ts';
import { saidOf, scripted } from '../../harness/rest/scripted.ts';
import type { Release } from '../../harness/rest/shapes.ts';

const served = serve();
const { rest, url } = served;
const people = peopleOf(served);
const mia = restAt(url, basic('mia', 'admin'));

type Ided = { readonly id: string };
interface Place {
  readonly folder: string;
  readonly template: string;
  readonly release: string;
  readonly variable: string;
  readonly configuration: string;
}
const places: { ours?: Place; seen?: Place; hidden?: Place } = {};
const last = ({ id }: Ided) => id.slice(id.lastIndexOf('/') + 1);

async function placeNamed(title: string, ...permissions: readonly string[]): Promise<Place> {
  const folder = await rest.post<Ided>('/folders/Applications', { title });
  await people.team(folder, permissions, { users: permissions.length > 0 ? ['mia'] : [] });
  const { id } = await templateOf(rest, { Wait: ['somebody'] }, { title: `Plan of ${title}` });
  await rest.done('POST', `/folders/${last(folder)}/templates/${id}`);
  const [{ id: template }] = await rest.get<[Ided]>(`/templates?title=${encodeURIComponent(`Plan of ${title}`)}`);
  const release = await rest.post<Release>(`/templates/${template}/create`, { releaseTitle: `Run of ${title}` });
  await rest.post(`/releases/${release.id}/start`);
  const variable = await rest.post<Ided>(`/folders/${last(folder)}/variables`, { key: 'folder.x', value: 'a' });
  const hook = {
    type: 'configuration.HttpConnection',
    title: `hook of ${title}`,
    url: 'http://a',
    folderId: folder.id,
  };
  const configuration = await rest.post<Ided>('/config', hook);
  return {
    ...{ folder: last(folder), template, release: release.id },
    ...{ variable: variable.id, configuration: configuration.id },
  };
}

beforeAll(async () => {
  await people.user('mia');
  const viewing = ['folder#view', 'release#view', 'template#view'];
  const changing = ['release#abort', 'release#edit', 'release#start', 'template#create_release', 'template#edit'];
  const edits = ['folder#edit', 'folder#edit_variables', 'folder#edit_configuration'];
  places.ours = await placeNamed('ours', ...viewing, ...changing, ...edits);
  places.seen = await placeNamed('seen', ...viewing);
  places.hidden = await placeNamed('hidden');
});

/**
 * The refusal and its reason without the name of the item. REST names the item in the path, a script the item in the
 * call.
 */
const bare = (text: string) =>
  text
    .replace(/^\d+ /, '')
    .replace(/ on APPLICATIONS on .*/, '')
    .replace(/^there is no .*/, 'it is not there');

/** The output of a script that runs as mia, in a release that she does not see. */
async function said(script: string, state = 'COMPLETED'): Promise<readonly string[]> {
  const release = await startedOf(rest, { Ship: [scripted(script)] }, { scriptUsername: 'mia' });
  return (await saidOf(rest, release, 'run', state)).map((text) =>
    bare(text.replace('An action of the script was refused: ', '')),
  );
}

/** Calls of scripts, and the same by REST, that change nothing which another of them needs; aborting comes last. */
const calls = [
  [
    (at: Place) => `folderApi.rename('${at.folder}', 'Again')`,
    'POST',
    (at: Place) => `/folders/${at.folder}/rename?newName=Again`,
  ],
  [
    (at: Place) => `folderApi.addFolder('${at.folder}', {'title': 'Inner'})`,
    'POST',
    (at: Place) => `/folders/${at.folder}`,
    { title: 'Inner 2' },
  ],
  [
    (at: Place) => `folderApi.createVariable('${at.folder}', {'key': 'folder.a', 'value': 'f'})`,
    'POST',
    (at: Place) => `/folders/${at.folder}/variables`,
    { key: 'folder.b', value: 'f' },
  ],
  [
    (at: Place) => `templateApi.create('${at.template}', {'releaseTitle': 'Later'})`,
    'POST',
    (at: Place) => `/templates/${at.template}/create`,
    { releaseTitle: 'Later' },
  ],
  [
    (at: Place) => `templateApi.start('${at.template}', {'releaseTitle': 'Now'})`,
    'POST',
    (at: Place) => `/templates/${at.template}/start`,
    { releaseTitle: 'Now' },
  ],
  [
    (at: Place) => `folderApi.deleteVariable('${at.folder}', '${at.variable}')`,
    'DELETE',
    (at: Place) => `/folders/${at.folder}/${at.variable}`,
  ],
  [
    (at: Place) => `configurationApi.deleteConfiguration('${at.configuration}')`,
    'DELETE',
    (at: Place) => `/config/${at.configuration}`,
  ],
  [(at: Place) => `releaseApi.abort('${at.release}')`, 'POST', (at: Place) => `/releases/${at.release}/abort`],
] as const;

test.each(calls)(
  'a member in a folder may by a script what REST lets them: %s',
  async (script, method, path, body?) => {
    for (const place of ['seen', 'hidden'] as const) {
      const at = places[place]!;
      const refusal = await mia.refused(method, path(at), body);
      expect([place, refusal]).toEqual([place, expect.stringMatching(place === 'seen' ? /^403 / : /^40[34] /)]);
      expect([place, await said(script(at))]).toEqual([place, [bare(refusal)]]);
    }
    expect(await said(script(places.ours!))).toEqual([]);
  },
);

test('they read what they see by scripts, and of the rest not that it is there', async () => {
  const script = (at: Place) => `print releaseApi.getRelease('${at.release}').title`;
  expect(await said(script(places.ours!))).toEqual(['Run of ours']);
  expect(await said(script(places.seen!))).toEqual(['Run of seen']);
  const hidden = places.hidden!;
  expect(await mia.refused('GET', `/releases/${hidden.release}`)).toMatch(/^404 /);
  expect((await said(script(hidden), 'FAILED')).join()).toContain(`there is no release '`);
  expect(await said("print len(releaseApi.searchReleasesByTitle('Run of hidden'))")).toEqual(['0']);
});
