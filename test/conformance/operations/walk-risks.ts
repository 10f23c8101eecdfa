import { expect, test } from 'vitest';
import type { Call } from '../../harness/contract/contract-client.ts';

interface ObjectWithId {
  readonly id: string;
}

/** Calls every endpoint of risks, with a release that has its own profile. */
export function walkRisks(call: Call): void {
  test('risks', async () => {
    expect(await call('getAllRiskAssessors')).toHaveLength(21);
    const config = await call<object>('getRiskGlobalThresholds');
    expect(config).toMatchObject({ attentionNeededFrom: 10, atRiskFrom: 50 });
    expect(await call('updateRiskGlobalThresholds', { body: config })).toEqual(config);
    const unsaved = await call<object>('getRiskProfile', { path: { riskProfileId: 'new' } });
    const { id } = await call<ObjectWithId>('createRiskProfile', { body: { ...unsaved, title: 'Walked' } });
    const path = { riskProfileId: id };
    const profile = await call<object>('getRiskProfile', { path });
    expect(await call('updateRiskProfile', { path, body: profile })).toEqual(profile);
    const copy = await call<ObjectWithId>('copyRiskProfile', { path });
    expect(await call('getRiskProfiles')).toMatchObject([{ defaultProfile: true }, { id: copy.id }, { id }]);
    const template = await call<ObjectWithId>('createTemplate', {
      body: { title: 'risky', riskProfile: id, flagStatus: 'AT_RISK' },
    });
    const release = await call<ObjectWithId>('createRelease', {
      path: { templateId: template.id },
      body: { releaseTitle: 'risky' },
    });
    const risk = await call<{ riskAssessments: ObjectWithId[] }>('getRisk', { path: { riskId: `${release.id}/Risk` } });
    const [assessment] = risk.riskAssessments;
    const assessmentPath = { path: { riskAssessmentId: assessment!.id } };
    expect(await call('getAssessment', assessmentPath)).toMatchObject({
      score: 80,
      headline: 'Release is flagged as red.',
    });
    expect(await call('getRiskHistory', { path: { releaseId: release.id } })).toMatchObject([{ score: 80 }]);
    await call('deleteRiskProfile', { path });
    await call('deleteRiskProfile', { path: { riskProfileId: copy.id } });
  });
}
