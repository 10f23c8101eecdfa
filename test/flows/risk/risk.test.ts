import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, createRelease, createTemplate, startRelease } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

/** Risk of releases (states.md, Risk), tested over REST. */
const product = serve();
const { rest, archive } = product;
const act = createActionRunner(rest);

interface Assessment {
  readonly id: string;
  readonly score: number;
  readonly headline: string;
  readonly messages: readonly string[];
  readonly messageData?: readonly unknown[];
}
interface Risk {
  readonly score: number;
  readonly totalScore: number;
  readonly riskAssessments: readonly Assessment[];
}
type WithExtensions = Release & { readonly extensions: readonly (Risk & { readonly type: string })[] };

const refused = async (path: string) => {
  const { status, text } = await rest.send('GET', path);
  return `${status} ${text.trim()}`;
};
const red = { title: 'work', flagStatus: 'AT_RISK', flagComment: 'waits for legal' };
const findingsOf = ({ riskAssessments }: Pick<Risk, 'riskAssessments'>) =>
  riskAssessments
    .filter(({ score }) => score > 0)
    .map(({ score, headline, messages }) => [score, headline, ...messages]);

describe('the risk of a release', () => {
  test('contains every assessor; assessors with a finding describe it', async () => {
    const release = await startRelease(rest, { Build: [red, 'next'] });
    const risk = await rest.get<Risk>(`/risks/${release.id}/Risk`);
    expect(risk).toMatchObject({ id: `${release.id}/Risk`, type: 'rel.Risk', score: 65, totalScore: 65 });
    expect(risk.riskAssessments).toHaveLength(21);
    expect(risk.riskAssessments[0]).toEqual({
      id: `${release.id}/Risk/RiskAssessmentReleaseFlaggedAtRiskAssessor`,
      type: 'rel.RiskAssessment',
      riskAssessorId: 'Applications/ReleaseFlaggedAtRiskAssessor',
      score: 0,
      headline: 'Release is on track',
      messages: [],
      icon: 'flag',
    });
    expect(risk.riskAssessments.flatMap(({ messageData = [] }) => messageData)).toEqual([
      { code: 'text.plain', params: { text: 'work: waits for legal' } },
    ]);
    expect(findingsOf(risk)).toEqual([[65, 'Release has tasks flagged as red.', 'work: waits for legal']]);
    for (const riskAssessment of risk.riskAssessments)
      expect(await rest.get(`/risks/assessments/${riskAssessment.id}`)).toEqual(riskAssessment);
  });

  test('is an extension of the release that a PUT does not change; lists contain only findings', async () => {
    const release = await startRelease(
      rest,
      { Build: [red] },
      { title: 'Listed', extensions: [{ type: 'rel.Dashboard', tiles: [] }] },
    );
    const path = `/releases/${release.id}`;
    const fullRelease = await rest.get<WithExtensions>(path);
    const { riskAssessments, ...own } = await rest.get<Risk>(`/risks/${release.id}/Risk`);
    const named = riskAssessments.map(({ messageData: _, ...shown }) => ({ ...shown, risk: `${release.id}/Risk` }));
    expect(fullRelease.extensions).toEqual([
      { type: 'rel.Dashboard', tiles: [] },
      { ...own, riskAssessments: named },
    ]);
    const [listed] = await rest.post<WithExtensions[]>('/releases/search', { title: 'Listed' });
    expect(listed?.extensions[1]?.riskAssessments).toEqual(named.filter(({ score }) => score > 0));
    const before = await rest.get<unknown[]>(`/activities/${release.id}`);
    expect(await rest.put(path, fullRelease)).toEqual(fullRelease);
    expect(await rest.put(path, listed)).toEqual(fullRelease);
    expect(await rest.get(`/activities/${release.id}`)).toEqual(before);
  });

  test('is that of its worst task, and is 0 for templates and ended releases', async () => {
    const release = await startRelease(rest, { Build: ['a', 'b'] }, { flagStatus: 'ATTENTION_NEEDED' });
    for (const title of ['a', 'a', 'b']) {
      await act(release, 'fail', title);
      await act(release, 'retry', title);
      if (title === 'b') break;
      if ((await rest.get<Release>(`/releases/${release.id}`)).phases[0]?.tasks[0]?.failuresCount === 2) {
        await act(release, 'complete', 'a');
      }
    }
    const risk = () => rest.get<Risk>(`/risks/${release.id}/Risk`);
    expect(findingsOf(await risk())).toEqual([
      [30, 'Release is flagged as amber.', release.title],
      [50, 'A task has failed once.', 'b: failed once'],
    ]);
    await act(release, 'complete', 'b');
    expect(await risk()).toMatchObject({ score: 0, totalScore: 0 });
    const template = await createTemplate(rest, { Build: [red] });
    expect(await rest.get(`/risks/${template.id}/Risk`)).toMatchObject({ score: 0, totalScore: 0 });
  });

  test.each([
    ['/risks/Applications/ReleaseNone/Risk', "there is no release 'Applications/ReleaseNone'"],
    ['/risks/nothing', "there is no risk 'nothing'"],
    ['/risks/assessments/nothing', "there is no risk assessment 'nothing'"],
  ])('%s is 404', async (path, text) => {
    expect(await refused(path)).toBe(`404 ${text}`);
  });

  test('an unknown assessment is 404, and ids with hyphens are accepted', async () => {
    const { id } = await createRelease(rest, { Build: ['a'] });
    const none = `${id}/Risk/RiskAssessmentNone`;
    expect(await refused(`/risks/assessments/${none}`)).toBe(`404 there is no risk assessment '${none}'`);
    const hyphened = `${id}/Risk`.replaceAll('/', '-');
    expect(await rest.get(`/risks/${hyphened}`)).toEqual(await rest.get(`/risks/${id}/Risk`));
  });
});

describe('the history of a score', () => {
  test('lists each change with its reasons and its user, also in the archive, page by page', async () => {
    const release = await startRelease(rest, { Build: [red] });
    const path = `/releases/${release.id}/risk-history`;
    await act(release, 'fail', 'work');
    await act(release, 'skip', 'work');
    const flagged = {
      riskAssessorId: 'Applications/TaskWithOneFlagAtRiskRiskAssessor',
      title: 'One red task',
      headline: 'Release has tasks flagged as red.',
    };
    const failed = { title: 'Release failed', headline: 'Release has failed.', messages: ['work: failed'] };
    const once = { title: 'Task failed once', messages: ['work: failed once'] };
    const history = await rest.get<object[]>(path);
    expect(history).toMatchObject([
      {
        score: 65,
        previousScore: 0,
        username: 'admin',
        reasons: [{ ...flagged, from: 0, to: 65, messages: ['work'] }],
      },
      {
        score: 90,
        totalScore: 205,
        previousScore: 65,
        reasons: [
          { ...failed, from: 0, to: 90 },
          { ...once, from: 0, to: 50 },
        ],
      },
      {
        score: 0,
        totalScore: 0,
        previousScore: 90,
        previousTotalScore: 205,
        reasons: [
          { ...failed, from: 90, to: 0 },
          { ...flagged, from: 65, to: 0 },
          { ...once, from: 50, to: 0 },
        ],
      },
    ]);
    expect(await rest.get(`${path}?page=1&resultsPerPage=2`)).toEqual([history[2]]);
    await archive(release);
    expect(await rest.get(path)).toEqual(history);
  });

  test('is deleted with the release', async () => {
    const release = await createRelease(rest, { Build: [red] });
    expect(await rest.get(`/releases/${release.id}/risk-history`)).toHaveLength(1);
    await rest.sendForNoContent('DELETE', `/releases/${release.id}`);
    const rows = await product
      .database()
      .query({ text: 'select from risk_history where release_id = $1' }, [
        release.id.slice(release.id.lastIndexOf('/') + 1),
      ]);
    expect(rows).toEqual([]);
  });
});
