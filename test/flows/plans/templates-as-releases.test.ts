import { beforeAll, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate } from '../../harness/rest/plans.ts';
import type { Release, Variable } from '../../harness/rest/response-types.ts';

// Clients read and change templates by the paths of releases (compatibility.md, Answers).
const { rest } = serve();
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

let template: Release;
beforeAll(async () => {
  const variables = [
    { key: 'v', value: '1', valueProvider: { type: 'rel.ListOfStringValueProviderConfiguration', values: ['1', '2'] } },
  ];
  template = await createTemplate(rest, { Build: ['make ${v}'] }, { variables });
});

test('a template can be read as a release with every form of its id, also with If-None-Match', async () => {
  for (const id of [
    template.id,
    lastSegmentOf(template.id),
    encodeURIComponent(template.id),
    lastSegmentOf(template.id),
  ]) {
    expect(await rest.get(`/releases/${id}`)).toEqual(await rest.get(`/templates/${template.id}`));
  }
  const { headers } = await rest.send('GET', `/releases/${template.id}`);
  const conditionalHeaders = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await rest.send('GET', `/releases/${template.id}`, undefined, conditionalHeaders)).status).toBe(304);
  expect(await rest.get(`/releases/${template.id}/active-tasks`)).toEqual([]);
  expect(await rest.get(`/releases/${template.id}/active-tasks?include=all`)).toEqual([]);
});

test('its variables can be listed, added, replaced and deleted with the same paths', async () => {
  const at = `/releases/${template.id}/variables`;
  const [v] = await rest.get<Variable[]>(at);
  expect(await rest.get(`/templates/${template.id}/variables`)).toEqual([v]);
  const added = await rest.post<Variable>(at, { key: 'more', value: 'x' });
  expect(await rest.get(`/releases/${added.id}`)).toEqual(added);
  expect(await rest.put(`/releases/${added.id}`, { ...added, value: 'y' })).toEqual({ ...added, value: 'y' });
  expect(await rest.get(`/releases/${template.id}/variableValues`)).toEqual({ '${v}': '1', '${more}': 'y' });
  expect(await rest.put(at, [{ ...v, value: '2' }, added])).toEqual([{ ...v, value: '2' }, added]);
  await rest.sendForNoContent('DELETE', `/releases/${added.id}`);
  expect(await rest.get(`/templates/${template.id}/variables`)).toEqual([{ ...v, value: '2' }]);
});

test('the usage and possible values of its variables are returned, and variables can be replaced', async () => {
  const [v] = await rest.get<Variable[]>(`/releases/${template.id}/variables`);
  expect(await rest.get(`/releases/${v!.id}/used`)).toBe(true);
  expect(await rest.get(`/releases/${v!.id}/possibleValues`)).toEqual(['1', '2']);
  await rest.sendForNoContent('POST', `/releases/${v!.id}/replace`, { value: 'it' });
  expect((await rest.get<Release>(`/releases/${template.id}`)).phases[0]!.tasks[0]!.title).toBe('make it');
});

test('paths of templates refuse a release, and commands of releases refuse a template', async () => {
  const release = await createRelease(rest, {}, { variables: [{ key: 'v', value: '1' }] });
  const [variable] = await rest.get<Variable[]>(`/releases/${release.id}/variables`);
  expect(await rest.sendForError('GET', `/templates/${variable!.id}`)).toBe(
    `404 there is no variable '${variable!.id}'`,
  );
  expect(await rest.sendForError('GET', `/templates/${release.id}/variables`)).toMatch(/^404 /);
  for (const [method, verb] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '/preview'],
  ] as const) {
    expect(
      await rest.sendForError(method, `/releases/${template.id}${verb}`, method === 'GET' ? undefined : {}),
    ).toMatch(/^404 /);
  }
});
