import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { createTemplate, fetchFormattedRelease, idOf, startRelease } from '../harness/rest/plans.ts';
import type { Release, Task } from '../harness/rest/response-types.ts';

// rest-api.md, section Versioning
const { rest, url } = serve();

type WithAnyFields<T> = T & Readonly<Record<string, unknown>>;
let release: WithAnyFields<Release>;
beforeAll(async () => {
  release = (await startRelease(rest, { Build: ['work'] })) as WithAnyFields<Release>;
});

test('REST paths carry the version segment /api/v1', async () => {
  const at = async (version: string) =>
    (await rest.send('GET', `${url()}/api/${version}/releases/${release.id}`)).status;
  expect([await at('v1'), await at('v2')]).toEqual([200, 404]);
});

describe('properties that start with $ are internal', () => {
  test('responses contain only $metadata, on releases and templates', async () => {
    const { text } = await rest.send('GET', `/releases/${release.id}`);
    expect(text.match(/"\$\w+":/g)).toEqual(['"$metadata":']);
  });

  test.each(['$metadata', '$scmTraceabilityDataId', '$token', '$createdBy'])(
    '%s sent back changes nothing',
    async (name) => {
      const before = await rest.get<Release>(`/releases/${release.id}`);
      expect(await rest.put(`/releases/${release.id}`, { ...before, [name]: { security: null } })).toEqual(before);
    },
  );
});

describe('fields of certain versions', () => {
  test.each([
    ['allowPasswordsInAllFields', () => release, false],
    ['disableNotifications', () => release, false],
    ['abortComment', () => release, undefined],
    ['watchers', () => release.phases[0]?.tasks[0], []],
    ['externalVariableMapping', () => release.phases[0]?.tasks[0], {}],
    ['postponedUntilEnvironmentsAreReserved', () => release.phases[0]?.tasks[0], false],
    ['phaseRecoverOp', () => release.phases[0]?.tasks[0], undefined],
  ])('%s is returned if it has a value', (field, of, expected) => {
    expect(of()?.[field as keyof object]).toEqual(expected);
  });

  test.each([
    ['taskTags', ['none']],
    ['riskStatusWithThresholds', { riskStatus: 'OK', attentionNeededFrom: 1, atRiskFrom: 2 }],
    ['orderDirection', 'DESC'],
  ])('filter field %s is accepted, absent, null or set', async (field, value) => {
    const responses = await Promise.all(
      [{}, { [field]: null }, { [field]: value }].map((body) => rest.send('POST', '/releases/search', body)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test.each(['', '?roleIds=true', '?roleIds=false'])('query roleIds is accepted, absent or set: %s', async (query) => {
    expect(await rest.get(`/releases/${release.id}${query}`)).toEqual(release);
  });
});

describe('deprecated operations still work', () => {
  test.each([
    ['releaseVariables', { releaseVariables: { '${version}': 'old' } }, 'old'],
    [
      'variables, which takes precedence,',
      { releaseVariables: { '${version}': 'old' }, variables: { version: 'new' } },
      'new',
    ],
  ])('%s of create release', async (_, body, value) => {
    const { id } = await createTemplate(rest, {}, { variables: [{ key: 'version' }] });
    const { variables } = await rest.post<Release>(`/templates/${id}/create`, { releaseTitle: 'Made', ...body });
    expect(variables).toMatchObject([{ key: 'version', value }]);
  });

  test('releasePasswordVariables of create release', async () => {
    const { id } = await createTemplate(
      rest,
      {},
      { variables: [{ key: 'secret', type: 'rel.PasswordStringVariable' }] },
    );
    const body = { releaseTitle: 'Made', releasePasswordVariables: { '${secret}': 'hidden' } };
    const { variables } = await rest.post<Release>(`/templates/${id}/create`, body);
    expect(variables).toMatchObject([{ key: 'secret', value: '********' }]);
  });

  test('phaseVersion=ALL of restart: every version is copied', async () => {
    const started = await startRelease(rest, { QA: ['try'] });
    const from = `/releases/${started.id}/restart?resume=true&fromPhaseId=${idOf(started, 'QA')}`;
    await rest.post(from);
    await rest.post(`${from}&phaseVersion=ALL`);
    expect(await fetchFormattedRelease(rest, started)).toBe(
      'IN_PROGRESS QA-: try- | QA (2)-: try- | QA (3)>: try> | QA (4).: try.',
    );
  });
});

test('unknown fields are ignored', async () => {
  const id = idOf(release, 'work');
  const before = await rest.get<Task>(`/tasks/${id}`);
  expect(await rest.put(`/tasks/${id}`, { ...before, ofTomorrow: { deep: [1] } })).toEqual(before);
});
