import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import type { Release } from '../harness/rest/response-types.ts';
import { aDate, defaultsOf, idBelow, omitted, requestBodyOf, row, withoutInternals } from './matchers.ts';

// rest-api.md, section Resources and their fields: Release and template
const product = serve();
const { rest } = product;

const start = '2031-05-01T09:00:00.000+02:00';
const due = '2031-05-02T09:00:00.000+02:00';
const startInUtc = '2031-05-01T07:00:00.000+00:00';
const dueInUtc = '2031-05-02T07:00:00.000+00:00';

const fields = [
  row('id', idBelow('Applications', 'Release')),
  row('type', 'rel.Release', 'rel.Release'),
  row('title', 'Bare', 'Full'),
  row('description', undefined, 'What it is for'),
  row('owner', 'admin', 'amy'),
  row('scheduledStartDate', undefined, start, startInUtc),
  row('dueDate', undefined, due, dueInUtc),
  row('startDate', undefined, start, omitted),
  row('endDate', undefined, due, omitted),
  row('plannedDuration', 0, 3600),
  row('flagStatus', 'OK', 'ATTENTION_NEEDED'),
  row('flagComment', undefined, 'Look here'),
  row('realFlagStatus', 'OK', 'AT_RISK', expect.stringMatching(/^(OK|ATTENTION_NEEDED)$/)),
  row('overdueNotified', false, true, false),
  row('releaseTriggers', []),
  row('teams', expect.any(Array)),
  row('memberViewers', [], ['amy', 'bob']),
  row('roleViewers', [], ['testers']),
  row('attachments', []),
  row('phases', [expect.objectContaining({ title: 'New Phase', status: 'PLANNED' })]),
  row('queryableStartDate', undefined, due, startInUtc),
  row('queryableEndDate', undefined, start, dueInUtc),
  row('status', 'TEMPLATE', 'TEMPLATE'),
  row('tags', [], ['one', 'two']),
  row('variables', []),
  row('calendarPublished', false, true),
  row('calendarLinkToken', undefined),
  row('tutorial', false, true),
  row('abortOnFailure', false, true),
  row('allowPasswordsInAllFields', false, true),
  row('disableNotifications', false, true),
  row('allowConcurrentReleasesFromTrigger', true, false),
  row('maxConcurrentReleases', 100, 7),
  row('runningTriggeredReleasesCount', 0, 3, 0),
  row('originTemplateId', undefined, 'Applications/Release1', omitted),
  row('createdFromTrigger', false, true, false),
  row('scriptUsername', undefined, 'admin'),
  row('scriptUserPassword', undefined, 'hidden', '********'),
  row('extensions', [], [{ id: null, type: 'rel.Dashboard', tiles: [] }], [{ type: 'rel.Dashboard', tiles: [] }]),
  row('startedFromTaskId', undefined, 'Applications/Release1/Phase1/Task1', omitted),
  row('autoStart', false, true),
  row('automatedResumeCount', 0, 4, 0),
  row('abortComment', undefined, 'why', omitted),
  row('variableMapping', {}, { title: '${version}' }),
  row('riskScore', '000', '050', '000'),
  row('totalRiskScore', '0000', '0050', '0000'),
  row('riskProfile', 'Configuration/riskProfiles/RiskProfileDefault', 'Configuration/riskProfiles/Strict'),
];
/** Fields of newer objects of the family (rest-operations.md). */
const newer = [
  row('archiveRelease', true, false),
  row('maxAutomatedResumes', 10),
  row('kind', 'RELEASE', 'WORKFLOW'),
  row('categories', [], ['Cloud']),
  row('author', undefined, 'Ann'),
  row('logo', undefined, { contentType: 'image/png' }),
  row('defaultTargetFolderId', undefined, 'Applications/Folder1'),
  row('allowTargetFolderOverride', true, false),
];
const all = [...fields, ...newer];

type Answer = Release & Readonly<Record<string, unknown>>;
let bare: Answer;
let full: Answer;
let created: Answer;
beforeAll(async () => {
  await peopleOf(product).createUsersWithoutLogin('amy');
  bare = await rest.post('/templates', { title: 'Bare' });
  full = await rest.post('/templates', { id: null, ...requestBodyOf(all) });
  created = await rest.post(`/templates/${full.id}/create`, { releaseTitle: 'Made' });
});

describe('a new template', () => {
  test.each(all)('has $field', ({ field, blank }) => {
    expect(bare[field]).toEqual(blank);
  });

  test('has only these fields and internal ones', () => {
    expect(withoutInternals(bare)).toEqual(defaultsOf(all));
    expect(Object.keys(bare).filter((name) => name.startsWith('$'))).toEqual(['$metadata']);
  });

  test('is returned by GET as in the response of its creation', async () => {
    expect(await rest.get(`/templates/${bare.id}`)).toEqual(bare);
  });
});

const settable = all.filter(({ sent }) => sent !== undefined);
describe('the fields of a template that a client sets', () => {
  test.each(settable)('on create: $field', ({ field, answered }) => {
    expect(full[field]).toEqual(answered);
  });

  test('on update, all fields at once', async () => {
    const { id } = await rest.post<Answer>('/templates', { title: 'Bare' });
    const updated = await rest.put<Answer>(`/templates/${id}`, { id, ...requestBodyOf(all) });
    expect(
      settable.filter(({ field }) => !['type', 'status'].includes(field)).map(({ field }) => updated[field]),
    ).toEqual(settable.filter(({ field }) => !['type', 'status'].includes(field)).map(({ answered }) => answered));
    expect(await rest.get(`/templates/${id}`)).toEqual(updated);
  });

  test.each([
    ['title', 'Bare'],
    ['description', undefined],
    ['tags', []],
    ['variableMapping', {}],
    ['maxConcurrentReleases', 100],
    ['flagStatus', 'OK'],
    ['autoStart', false],
  ])('null for %s on create means its default', async (field, blank) => {
    const template = await rest.post<Answer>('/templates', {
      ...(field !== 'title' && { [field]: null }),
      title: 'Bare',
    });
    expect(template[field]).toEqual(blank);
  });
});

describe('a release created from a template', () => {
  /** The members that differ from the template, except for the ids of phases. */
  const differences = {
    id: idBelow('Applications', 'Release'),
    title: 'Made',
    status: 'PLANNED',
    owner: 'admin',
    autoStart: false,
    originTemplateId: expect.stringMatching(/^Applications\/Release[0-9a-f]{32}$/),
    calendarLinkToken: expect.stringMatching(/^-?\d{1,19}$/),
    realFlagStatus: 'ATTENTION_NEEDED',
    riskScore: '030',
    totalRiskScore: '0030',
    extensions: [
      { type: 'rel.Dashboard', tiles: [] },
      expect.objectContaining({ type: 'rel.Risk', score: 30, totalScore: 30 }),
    ],
    phases: expect.any(Array),
    teams: expect.any(Array),
  };

  test.each(all)('has $field', ({ field, blank, answered = blank }) => {
    expect(created[field]).toEqual(field in differences ? differences[field as keyof typeof differences] : answered);
  });

  test('has only these fields and internal ones', () => {
    const valued = all.filter(({ field }) => created[field] !== undefined).map(({ field }) => field);
    expect(Object.keys(withoutInternals(created)).toSorted()).toEqual(valued.toSorted());
    expect(all.map(({ field }) => field).filter((field) => !valued.includes(field))).toEqual([
      'startDate',
      'endDate',
      'startedFromTaskId',
      'abortComment',
    ]);
  });

  test('contains the id of its template', () => {
    expect(created.originTemplateId).toBe(full.id);
  });
});

describe('a release that has run', () => {
  test('has dates from the server, and the planned duration', async () => {
    const template = await rest.post<Answer>('/templates', { title: 'Run', plannedDuration: '60' });
    const { id } = await rest.post<Answer>(`/templates/${template.id}/create`, { releaseTitle: 'Run' });
    const done = await rest.post<Answer>(`/releases/${id}/start`);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      plannedDuration: 60,
      startDate: aDate,
      endDate: aDate,
      queryableStartDate: done.startDate,
      queryableEndDate: done.endDate,
    });
  });
});

test.each(['OK', 'ATTENTION_NEEDED', 'AT_RISK'])('flagStatus may be %s', async (flagStatus) => {
  expect(await rest.post('/templates', { title: 'Flag', flagStatus })).toMatchObject({ flagStatus });
});

test('flagStatus cannot have another value', async () => {
  expect(await rest.sendForError('POST', '/templates', { title: 'Flag', flagStatus: 'RED' })).toBe(
    '400 flagStatus: expected one of OK, ATTENTION_NEEDED, AT_RISK',
  );
});
