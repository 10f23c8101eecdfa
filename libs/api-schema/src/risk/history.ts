import type { RiskRecord } from '@slipway/domain/decision';
import { reasonsBetween, riskAssessors } from '@slipway/domain/risk';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { joinIds } from '../format/render-context.ts';
import { list, responseDate } from '../format/scalars.ts';

const reason = z
  .object({
    riskAssessorId: z.string(),
    title: z.string(),
    from: z.int().describe('the score before; 0 without a finding'),
    to: z.int().describe('the score after; 0 without a finding'),
    headline: z.string(),
    messages: list(z.string()).describe('the object of the finding'),
  })
  .meta({ id: 'RiskReason' });

/** How the scores of a release became others. */
export const riskChangeResponse = z
  .object({
    date: responseDate,
    username: z.string().describe('the user of the change; SYSTEM for automatic ones'),
    riskProfile: z.string(),
    score: z.int(),
    totalScore: z.int(),
    previousScore: z.int(),
    previousTotalScore: z.int(),
    reasons: list(reason),
  })
  .meta({ id: 'RiskChange' });

/** Renders a change by the one before it; null: there was none, and nothing was at risk. */
export function showRiskChange(
  before: RiskRecord | null,
  { at, username, riskProfile, score, totalScore, assessments }: RiskRecord,
): z.output<typeof riskChangeResponse> {
  return {
    date: showDate(at),
    username,
    riskProfile,
    score,
    totalScore,
    previousScore: before?.score ?? 0,
    previousTotalScore: before?.totalScore ?? 0,
    reasons: reasonsBetween(before?.assessments ?? [], assessments).map(({ assessor, ...change }) => ({
      riskAssessorId: joinIds('Applications', assessor),
      title: riskAssessors[assessor].title,
      ...change,
    })),
  };
}
