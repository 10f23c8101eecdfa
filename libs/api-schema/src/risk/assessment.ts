import { type Release, type RiskAssessment, type RiskAssessorName, riskAssessorNames } from '@slipway/domain/model';
import { assessmentsOf, type FlagComments, riskAssessors } from '@slipway/domain/risk';
import { z } from 'zod';
import { joinIds } from '../format/render-context.ts';
import { list } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** One of the things that are looked at of a release (models.txt, RiskAssessor). */
export const riskAssessorResponse = z
  .object({
    id: z.string(),
    type: z.string().describe('the key of its score in profiles'),
    title: z.string(),
    description: z.string(),
    weight: z.int(),
    score: z.int().describe('in the default profile'),
    order: z.string().describe('its place among all'),
    group: z.string().describe('of one group at most one finds something'),
    icon: z.string(),
  })
  .meta({ id: 'RiskAssessor' });

const assessment = {
  id: z.string(),
  type: z.string(),
  riskAssessorId: z.string(),
  score: z.int(),
  headline: z.string(),
  messages: list(z.string()),
  icon: z.string(),
};
/** The result of one assessor for a release (models.txt, RiskAssessment). */
export const riskAssessmentResponse = z.object(assessment).meta({ id: 'RiskAssessment' });

/** The risk of a release (models.txt, Risk). */
export const riskResponse = z
  .object({
    id: z.string(),
    type: z.string(),
    score: z.int().describe('the highest of all assessors, 0 to 100'),
    totalScore: z.int().describe('their sum'),
    riskAssessments: list(riskAssessmentResponse),
  })
  .meta({ id: 'Risk' });

const assessorId = (name: RiskAssessorName): string => joinIds('Applications', name);
const riskId = (releaseId: string): string => joinIds(releaseId, 'Risk');

/** The catalog of assessors, in the order of assessments. */
export const showAssessors = (prefix: string): z.output<typeof riskAssessorResponse>[] =>
  riskAssessorNames.map((name, index) => {
    const { title, description, score, group, icon } = riskAssessors[name];
    const described = { title, description, weight: 0, score, order: String(index + 1), group, icon };
    return { id: assessorId(name), type: showType(name, prefix), ...described };
  });

function showAssessment(
  { assessor, score, headline, messages }: RiskAssessment,
  releaseId: string,
  prefix: string,
): z.output<typeof riskAssessmentResponse> {
  return {
    id: joinIds(riskId(releaseId), `RiskAssessment${assessor}`),
    type: showType('RiskAssessment', prefix),
    riskAssessorId: assessorId(assessor),
    score,
    headline,
    messages,
    icon: riskAssessors[assessor].icon,
  };
}

/** Renders the risk of a release whose full id this is, with every assessor, by what is stored of it. */
export const showRisk = (
  release: Release,
  comments: FlagComments,
  releaseId: string,
  prefix: string,
): z.output<typeof riskResponse> => ({
  id: riskId(releaseId),
  type: showType('Risk', prefix),
  score: release.riskScore,
  totalScore: release.totalRiskScore,
  riskAssessments: assessmentsOf(release, comments).map((item) => showAssessment(item, releaseId, prefix)),
});
