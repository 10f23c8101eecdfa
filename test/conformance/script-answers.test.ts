import { scriptQuestion } from '@slipway/script-protocol';
import { beforeAll, expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';
import { attach } from '../harness/rest/attachments.ts';
import { createTemplate, gate, idOf, parallel, startRelease } from '../harness/rest/plans.ts';
import type { Folder, Release } from '../harness/rest/response-types.ts';
import { asJavaScript, scriptTask, waitForComments } from '../harness/rest/script-tasks.ts';

/** A script gets the same responses as its run-as user gets from REST, for every read call. */
const product = serve();
const { rest } = product;

type QuestionName = (typeof scriptQuestion)['options'][number]['shape']['asks']['value'];
interface Comparison {
  readonly call: string;
  readonly rest: () => Promise<unknown>;
}

const day = 86_400_000;
const daysFromToday = (days: number) => new Date(Math.floor(Date.now() / day) * day + days * day).toISOString();
const password = (key: string) => ({ key, type: 'rel.PasswordStringVariable', value: 'open-sesame-open' });
const endpoint = (title: string, folderId?: string) => ({
  type: 'events.PostWebhookEndpoint',
  title,
  path: title.toLowerCase(),
  folderId,
  authentication: { type: 'events.TokenAuthentication', token: 'hush-hush-hush' },
});

let outer: Folder;
let inner: Folder;
let hook: { readonly id: string };
let archived: Release;
let template: Release;
let running: Release;
let planned: Release;
let file: { readonly id: string };

beforeAll(async () => {
  outer = await rest.post<Folder>('/folders/Applications', { title: 'Outer' });
  inner = await rest.post<Folder>(`/folders/${outer.id}`, { title: 'Inner' });
  hook = await rest.post('/config', endpoint('Hook', outer.id));
  await rest.post('/config', endpoint('Everywhere'));
  for (const key of ['global.place', 'global.pin']) {
    const body = key === 'global.pin' ? password(key) : { key, value: 'here' };
    await rest.post('/config/Configuration/variables/global', body);
  }
  await rest.post(`/folders/${outer.id}/variables`, password('folder.pin'));
  const ports = { key: 'folder.ports', type: 'rel.ListStringVariable', value: ['1'] };
  await rest.post(`/folders/${inner.id}/variables`, ports);
  const frozen = { label: 'Frozen', startDate: daysFromToday(2), endDate: daysFromToday(4) };
  await rest.post('/calendar/blackouts', frozen);

  archived = await startRelease(rest, { Old: ['by hand'] }, { title: 'Gone' });
  await rest.post(`/tasks/${idOf(archived, 'by hand')}/complete`, { comment: 'done' });
  await product.archive(archived);

  const whenAllowed = { delayDuringBlackout: true, waitForScheduledStartDate: true };
  const postponedTask = { title: 'late', scheduledStartDate: daysFromToday(3), ...whenAllowed };
  const variables = [{ key: 'stage', value: 'live', requiresValue: true }, password('pin')];
  template = await createTemplate(
    rest,
    { Run: ['to ${stage}', postponedTask] },
    { title: 'Nightly', tags: ['night'], variables, flagStatus: 'ATTENTION_NEEDED', description: 'every night' },
  );
  await rest.sendForNoContent('POST', `/folders/${inner.id}/templates/${template.id}`);
  template = await rest.get<Release>(`/templates/${template.id}`);
  await rest.post('/triggers', {
    type: 'time.Schedule',
    title: 'At night',
    pollType: 'REPEAT',
    periodicity: '86400',
    template: template.id,
    releaseTitle: 'Nightly',
    variables: [password('pin')],
  });
  const order = {
    releaseTitle: 'Ahead',
    folderId: inner.id,
    scheduledStartDate: daysFromToday(3),
    variables: { stage: 'x' },
  };
  planned = await rest.post<Release>(`/templates/${template.id}/create`, order);
  const inputTask = { title: 'ask', type: 'rel.UserInputTask' };
  const group = parallel('both', 'one for ${stage}', postponedTask);
  running = await startRelease(rest, { Wait: [group, gate('hold', 'ready'), inputTask] }, { title: 'Busy', variables });
  for (const target of [archived.id, planned.id])
    await rest.post(`/tasks/${idOf(running, 'hold')}/dependencies/${target}`);
  await rest.post(`/tasks/${idOf(running, 'one for live')}/comment`, { comment: 'soon' });
  file = (await attach(rest, `/tasks/${idOf(running, 'hold')}`, { 'café.txt': 'crème' }))[0]!;
  await rest.post('/users/clerk', { email: 'clerk@acme.example', fullName: 'A Clerk', loginAllowed: false });
  await rest.sendForNoContent('POST', '/roles/Clerks', {
    principals: [{ username: 'clerk' }],
    permissions: ['reports#view'],
  });
});

const byFilter = { title: 'Busy', active: true };

/** One comparison for each read call of the protocol: the compiler requires an entry for a new one. */
const comparisons: { readonly [A in QuestionName]: () => Comparison } = {
  release: () => ({ call: `releaseApi.getRelease('${running.id}')`, rest: () => rest.get(`/releases/${running.id}`) }),
  archivedRelease: () => ({
    call: `releaseApi.getArchivedRelease('${archived.id}')`,
    rest: () => rest.get(`/releases/archived/${archived.id}`),
  }),
  template: () => ({
    call: `templateApi.getTemplate('${template.id}')`,
    rest: () => rest.get(`/templates/${template.id}`),
  }),
  phase: () => ({
    call: `phaseApi.getPhase('${idOf(running, 'Wait')}')`,
    rest: () => rest.get(`/phases/${idOf(running, 'Wait')}`),
  }),
  task: () => ({
    call: `taskApi.getTask('${idOf(running, 'hold')}')`,
    rest: () => rest.get(`/tasks/${idOf(running, 'hold')}`),
  }),
  variable: () => ({
    call: `releaseApi.getVariable('${running.variables[1]!.id}')`,
    rest: () => rest.get(`/releases/${running.variables[1]!.id}`),
  }),
  releasesByTitle: () => ({
    call: `releaseApi.searchReleasesByTitle('Ahead')`,
    rest: () => rest.get('/releases/byTitle?releaseTitle=Ahead'),
  }),
  releases: () => ({
    call: `releaseApi.searchReleases(${JSON.stringify(byFilter)})`,
    rest: () => rest.post('/releases/search', byFilter),
  }),
  templates: () => ({
    call: `templateApi.getTemplates('nightly', ['night'])`,
    rest: () => rest.get('/templates?title=nightly&tag=night'),
  }),
  folder: () => ({ call: `folderApi.getFolder('${outer.id}')`, rest: () => rest.get(`/folders/${outer.id}`) }),
  folderAt: () => ({
    call: `folderApi.find('Outer/Inner')`,
    rest: () => rest.get('/folders/find?byPath=Outer/Inner'),
  }),
  folders: () => ({ call: 'folderApi.listRoot()', rest: () => rest.get('/folders/list') }),
  folderVariables: () => ({
    call: `folderApi.listVariables('${inner.id}')`,
    rest: () => rest.get(`/folders/${inner.id}/variables`),
  }),
  globalVariables: () => ({
    call: 'configurationApi.getGlobalVariables()',
    rest: () => rest.get('/config/Configuration/variables/global'),
  }),
  configuration: () => ({
    call: `configurationApi.getConfiguration('${hook.id}')`,
    rest: () => rest.get(`/config/${hook.id}`),
  }),
  configurationStatus: () => ({
    call: `configurationApi.checkStatus('${hook.id}')`,
    rest: () => rest.post(`/config/${hook.id}/status`),
  }),
  configurations: () => ({
    call: `configurationApi.searchByTypeAndTitle('events.WebhookEndpoint', null, '${inner.id}')`,
    rest: () => rest.get(`/config/byTypeAndTitle?configurationType=events.WebhookEndpoint&folderId=${inner.id}`),
  }),
  risk: () => ({ call: `riskApi.getRisk('${running.id}/Risk')`, rest: () => rest.get(`/risks/${running.id}/Risk`) }),
  riskAssessment: () => {
    const id = `${running.id}/Risk/RiskAssessmentReleaseDueDateRiskAssessor`;
    return { call: `riskApi.getAssessment('${id}')`, rest: () => rest.get(`/risks/assessments/${id}`) };
  },
  riskAssessors: () => ({ call: 'riskApi.getAllRiskAssessors()', rest: () => rest.get('/risks/assessors') }),
  riskThresholds: () => ({ call: 'riskApi.getRiskGlobalThresholds()', rest: () => rest.get('/risks/config') }),
  riskProfiles: () => ({ call: 'riskApi.getRiskProfiles()', rest: () => rest.get('/risks/profiles') }),
  riskProfile: () => ({ call: "riskApi.getRiskProfile('new')", rest: () => rest.get('/risks/profiles/new') }),
  groovyPreview: () => ({
    call: `dslApi.previewExportTemplateToXFile('${template.id}', false).replace(/.*Date created.*/, '')`,
    rest: async () =>
      (await rest.get<string>(`/dsl/preview/${template.id}?exportTemplate=false`)).replace(/.*Date created.*/, ''),
  }),
  groovyExport: () => ({
    call: `String.fromCharCode(...dslApi.exportTemplateToXFile('${template.id}').slice(0, 80)).match(/Release\\w+.groovy/)[0]`,
    rest: async () => (await rest.get<string>(`/dsl/export/${template.id}`)).match(/Release\w+.groovy/)?.[0],
  }),
  attachment: () => ({
    call: `releaseApi.getAttachment('${file.id}')`,
    rest: () => rest.get(`/releases/attachments/${file.id.slice(file.id.lastIndexOf('/') + 1)}`),
  }),
  user: () => ({ call: "userApi.getUser('clerk')", rest: () => rest.get('/users/clerk') }),
  users: () => ({ call: "userApi.findUsers('k@acme')", rest: () => rest.get('/users?email=k@acme') }),
  role: () => ({ call: "rolesApi.getRole('Clerks')", rest: () => rest.get('/roles/Clerks') }),
  roles: () => ({ call: 'rolesApi.getRoles(0, 5)', rest: () => rest.get('/roles?page=0&resultsPerPage=5') }),
};

const questions = scriptQuestion.options.map(({ shape }) => shape.asks.value);

/** Returns a value that a script prints as JSON. A script gets null for members that REST omits. */
async function printed(expression: string): Promise<unknown> {
  const script = scriptTask(asJavaScript(`print(JSON.stringify(${expression}))`));
  const [text = ''] = await waitForComments(
    rest,
    await startRelease(rest, { Go: [script] }, asAdmin),
    'run',
    'COMPLETED',
  );
  return JSON.parse(text, (_, value) => value ?? undefined);
}
const asAdmin = { scriptUsername: 'admin' };

test.each(questions)('%s', async (askedQuestion) => {
  const { call, rest: read } = comparisons[askedQuestion]();
  expect(await printed(call)).toEqual(await read());
});

test('the check of a stored connection and of an unsaved connection', async () => {
  const { id } = await rest.post<{ id: string }>('/config', {
    type: 'configuration.HttpConnection',
    title: 'Metadata',
    url: 'http://169.254.169.254/',
  });
  const sent = { type: 'configuration.HttpConnection', properties: { username: 'ann' } };
  for (const [questionName, path, body] of [
    [`'${id}'`, `/config/${id}/status`, undefined],
    [JSON.stringify(sent), '/config/status', sent],
  ] as const) {
    const answer = await rest.post<object>(path, body);
    expect(answer).toMatchObject({ success: false });
    expect(await printed(`configurationApi.checkStatus(${questionName})`)).toEqual(answer);
  }
});

test('the compared objects include blackouts, triggers, passwords and archived references', async () => {
  expect(planned).toMatchObject({
    $metadata: { blackout: { periods: [{}], conflicts: [{ title: 'Ahead' }, { title: 'late' }] } },
  });
  expect(template).toMatchObject({ id: expect.stringContaining(inner.id) });
  expect(await rest.get(`/templates/${template.id}`)).toMatchObject({ releaseTriggers: [{ title: 'At night' }] });
  expect(await rest.get(`/releases/${running.variables[1]!.id}`)).toMatchObject({ value: '********' });
  expect(await rest.get(`/tasks/${idOf(running, 'hold')}`)).toMatchObject({
    dependencies: [{ archivedTargetTitle: 'Gone' }, { archivedAsResolved: false }],
  });
});

test('a script gets its own release without additional queries: no blackouts, and the id of its template without folders', async () => {
  const body = { releaseTitle: 'Own', folderId: inner.id, variables: { stage: 'x' } };
  const { phases } = await rest.get<Release>(`/templates/${template.id}`);
  const script = asJavaScript(`print(JSON.stringify({ ...release, phases: [] }));
print(releaseVariables.pin.length, folderVariables['folder.pin'].length, globalVariables['global.pin'].length);`);
  await rest.post(`/phases/${phases[0]!.id}/tasks?position=0`, scriptTask(script));
  await rest.put(`/templates/${template.id}`, { scriptUsername: 'admin' });
  const own = await rest.post<Release>(`/templates/${template.id}/start`, body);
  const [text = ''] = await waitForComments(rest, own, 'run', 'COMPLETED');
  const [prefix = '', lengths] = text.split('\n');
  const answer = await rest.get<Release & { readonly $metadata: object }>(`/releases/${own.id}`);
  expect(answer).toMatchObject({ originTemplateId: template.id, $metadata: { blackout: { periods: [{}] } } });
  expect(JSON.parse(prefix, (_, value) => value ?? undefined)).toEqual({
    ...answer,
    phases: [],
    originTemplateId: template.id.replace(inner.id, 'Applications'),
    $metadata: { ...answer.$metadata, blackout: { periods: [], conflicts: [] } },
  });
  expect(lengths).toBe('16 16 16');
});
