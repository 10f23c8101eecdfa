import { describe, expect, test } from 'vitest';
import { startScheduler } from '../../harness/product/scheduler.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

/** Risk profiles and thresholds (states.md, Risk), over REST. */
const product = serve();
const { rest } = product;

interface Profile {
  readonly id: string;
  readonly title: string;
  readonly riskProfileAssessors: Readonly<Record<string, string>>;
}
const standard = 'Configuration/riskProfiles/RiskProfileDefault';
const profiles = '/risks/profiles';
const scores = (score: number | string | null) => ({ 'rel.ReleaseFlaggedAtRiskAssessor': score });
const scoreOf = async ({ id }: Release) =>
  (await rest.get<Release & { readonly riskScore: string }>(`/releases/${id}`)).riskScore;

describe('a risk profile', () => {
  test('has all scores as strings; an omitted, empty or 0 score is disabled, and an unknown score is kept', async () => {
    const profileInput = {
      ...scores(100),
      'rel.ReleaseDueDateRiskAssessor': '',
      'acme.Moon': 'full',
      'rel.OneTaskOverDueRiskAssessor': null,
    };
    const created = await rest.post<Profile>(profiles, { title: 'Scores', riskProfileAssessors: profileInput });
    expect(created).toMatchObject({ type: 'rel.RiskProfile', title: 'Scores', defaultProfile: false });
    expect(created.id).toMatch(/^Configuration\/riskProfiles\/RiskProfile[0-9a-f]{32}$/);
    expect(Object.keys(created.riskProfileAssessors)).toHaveLength(22);
    expect(Object.entries(created.riskProfileAssessors).filter(([, score]) => score !== '0')).toEqual([
      ['acme.Moon', 'full'],
      ['rel.ReleaseFlaggedAtRiskAssessor', '100'],
    ]);
    expect(await rest.get(`${profiles}/${created.id}`)).toEqual(created);
    const emptied = await rest.put<Profile>(`${profiles}/${created.id}`, { title: 'Emptied' });
    expect([emptied.title, ...new Set(Object.values(emptied.riskProfileAssessors))]).toEqual(['Emptied', '0']);
  });

  test('starts with the scores of the default profile, which can be copied but not changed', async () => {
    const fixed = await rest.get<Profile>(`${profiles}/${standard}`);
    expect(fixed).toMatchObject({ id: standard, title: 'Default risk profile', defaultProfile: true });
    const { id, ...unsaved } = await rest.get<Profile>(`${profiles}/new`);
    expect([id, unsaved]).toEqual([
      undefined,
      { type: 'rel.RiskProfile', title: '', defaultProfile: false, riskProfileAssessors: fixed.riskProfileAssessors },
    ]);
    const bare = await rest.post<Profile>(profiles, {
      id: 'Configuration/riskProfiles/RiskProfileMine',
      title: 'Bare',
    });
    expect(bare).toMatchObject({
      id: 'Configuration/riskProfiles/RiskProfileMine',
      riskProfileAssessors: fixed.riskProfileAssessors,
    });
    expect(await rest.post(`${profiles}/${standard}/copy`)).toMatchObject({ title: 'Copy of Default risk profile' });
    const listed = await rest.get<Profile[]>(profiles);
    expect(listed.map(({ title }) => title)).toEqual(expect.arrayContaining(['Bare', 'Copy of Default risk profile']));
    expect(listed[0]).toEqual(fixed);
  });

  test.each<[string, 'POST' | 'PUT' | 'DELETE', string, object | undefined, string]>([
    [
      'a second copy',
      'POST',
      `/${standard}/copy`,
      undefined,
      `409 a risk profile 'Copy of Default risk profile' already exists`,
    ],
    ['a title that already exists', 'POST', '', { title: 'bare' }, `409 a risk profile 'bare' already exists`],
    [
      'the title of the default profile',
      'POST',
      '',
      { title: 'DEFAULT Risk Profile' },
      `409 a risk profile 'DEFAULT Risk Profile' already exists`,
    ],
    ['no title', 'POST', '', {}, '400 title: expected a text of 1 to 255 characters'],
    [
      'a score beyond 100',
      'POST',
      '',
      { title: 'x', riskProfileAssessors: scores(101) },
      '400 riskProfileAssessors: the score of ReleaseFlaggedAtRiskAssessor must be a whole number from 0 to 100',
    ],
    [
      'a change of the default profile',
      'PUT',
      `/${standard}`,
      { title: 'Mine' },
      '409 cannot change the default risk profile: copy it instead',
    ],
    [
      'the deletion of the default profile',
      'DELETE',
      `/${standard}`,
      undefined,
      '409 cannot delete the default risk profile: copy it instead',
    ],
    [
      'an unknown profile',
      'PUT',
      '/RiskProfileNone',
      { title: 'Mine' },
      `404 there is no risk profile 'RiskProfileNone'`,
    ],
    ['an invalid id', 'DELETE', '/nothing', undefined, `404 there is no risk profile 'nothing'`],
  ])('refuses %s', async (_, method, path, body, expected) => {
    const { status, text } = await rest.send(method, `${profiles}${path}`, body);
    expect(`${status} ${text.trim()}`).toBe(expected);
  });
});

describe('a release uses its profile', () => {
  test('at once when the release is created or changed, and within seconds when the profile is changed or deleted', async () => {
    const scheduler = await startScheduler({ databaseUrl: product.databaseUrl() });
    const profile = await rest.post<Profile>(profiles, { title: 'Strict', riskProfileAssessors: scores('95') });
    const flagged = { flagStatus: 'AT_RISK' };
    const byId = await startRelease(rest, { Build: ['a'] }, { ...flagged, riskProfile: profile.id });
    const byTitle = await createRelease(
      rest,
      { Build: ['a'] },
      { ...flagged, riskProfile: 'Configuration/riskProfiles/Strict' },
    );
    const changed = await createRelease(rest, { Build: ['a'] }, flagged);
    const all = () => Promise.all([byId, byTitle, changed].map(scoreOf));
    expect(await all()).toEqual(['095', '095', '080']);
    expect(await rest.put(`/releases/${changed.id}`, { riskProfile: profile.id })).toMatchObject({
      riskScore: '095',
      riskProfile: profile.id,
    });
    await rest.put(`${profiles}/${profile.id}`, { title: 'Strict', riskProfileAssessors: scores(20) });
    await expect.poll(all).toEqual(['020', '020', '020']);
    await rest.sendForNoContent('DELETE', `${profiles}/${profile.id}`);
    await expect.poll(all).toEqual(['080', '080', '080']);
    expect(await rest.get(`/releases/${byId.id}/risk-history`)).toMatchObject([
      { score: 95, username: 'admin', riskProfile: profile.id },
      { score: 20, username: 'SYSTEM', reasons: [{ from: 95, to: 20 }] },
      { score: 80, username: 'SYSTEM', reasons: [{ from: 20, to: 80 }] },
    ]);
    await scheduler.stop();
  });
});

describe('risk thresholds', () => {
  const config = '/risks/config';
  const defaultThresholds = { attentionNeededFrom: 10, atRiskFrom: 50 };

  test('determine the results of a search by risk status, unless the search has its own thresholds', async () => {
    const { title } = await createRelease(
      rest,
      { Build: ['a'] },
      { title: 'Amber one', flagStatus: 'ATTENTION_NEEDED' },
    );
    const counted = async (riskStatus: string, own?: object) =>
      (await rest.post<unknown[]>('/releases/search', { title, riskStatusWithThresholds: { riskStatus, ...own } }))
        .length;
    const all = (own?: object) =>
      Promise.all(['OK', 'ATTENTION_NEEDED', 'AT_RISK'].map((status) => counted(status, own)));
    expect(await all()).toEqual([0, 1, 0]);
    const set = await rest.put(config, { attentionNeededFrom: 5, atRiskFrom: '30' });
    expect(set).toMatchObject({
      id: 'Configuration/settings/RiskGlobalThresholds',
      attentionNeededFrom: 5,
      atRiskFrom: 30,
    });
    expect(await rest.get(config)).toEqual(set);
    expect(await all()).toEqual([0, 0, 1]);
    expect(await all({ attentionNeededFrom: 40 })).toEqual([1, 0, 1]);
    expect(await all({ attentionNeededFrom: 31, atRiskFrom: 90 })).toEqual([1, 0, 0]);
    await rest.put(config, defaultThresholds);
  });

  test.each([
    [{ atRiskFrom: 50 }, '400 attentionNeededFrom: expected a whole number'],
    [{ attentionNeededFrom: 0, atRiskFrom: 50 }, '400 attentionNeededFrom: expected a whole number from 1 to 100'],
    [
      { attentionNeededFrom: 50, atRiskFrom: 50 },
      '400 attentionNeededFrom: must be at least 1 and below atRiskFrom, which is at most 100',
    ],
  ])('refuses %j', async (body, expected) => {
    const { status, text } = await rest.send('PUT', config, body);
    expect(`${status} ${text.trim()}`).toBe(expected);
  });
});

test('the audit log contains changes of profiles and thresholds, with the values before and after', async () => {
  const body = (score: string) => ({ title: 'Audited', riskProfileAssessors: scores(score) });
  const { id } = await rest.post<Profile>(profiles, body('40'));
  await rest.put(`${profiles}/${id}`, body('70'));
  await rest.send('DELETE', `${profiles}/${id}`);
  const content = (score: string) => ({ title: 'Audited', scores: { ReleaseFlaggedAtRiskAssessor: score } });
  expect(await rest.get('/audit?subject=Audited')).toMatchObject([
    { action: 'RISKPROFILE_DELETED', username: 'admin', before: content('70') },
    { action: 'RISKPROFILE_UPDATED', before: content('40'), after: content('70') },
    { action: 'RISKPROFILE_CREATED', after: content('40') },
  ]);
  const { attentionNeededFrom, atRiskFrom } = await rest.get<Record<string, number>>('/risks/config');
  const before = { attentionNeededFrom, atRiskFrom };
  const after = { attentionNeededFrom: 11, atRiskFrom: 51 };
  await rest.put('/risks/config', after);
  await rest.put('/risks/config', after);
  await rest.put('/risks/config', before);
  const entries = await rest.get<readonly object[]>('/audit?action=THRESHOLDS_UPDATED&subject=Risk%20thresholds');
  expect(entries.slice(0, 2)).toMatchObject([
    { before: after, after: before },
    { before, after },
  ]);
});
