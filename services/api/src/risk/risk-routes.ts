import { list, optional, wholeNumber } from '@slipway/api-schema/format';
import {
  riskAssessmentResponse,
  riskAssessorResponse,
  riskChangeResponse,
  riskResponse,
  showAssessors,
} from '@slipway/api-schema/risk';
import { renderAssessment, renderRisk, renderRiskHistory } from '@slipway/application/risk';
import { neededToRead, neededToView } from '@slipway/domain/people';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';

const page = z.object({
  page: optional(wholeNumber()).describe('from 0'),
  resultsPerPage: optional(wholeNumber()).describe('default 100, at most 1000'),
});

/** The permissions to view the risk of a release or template. */
const viewNeeds = { anyOf: [neededToRead.release], onTemplate: neededToView.onTemplate } as const;

/** Routes for the risk of releases, its reasons and its history (states.md, Risk). */
export const risks: readonly Route[] = [
  route({
    method: 'GET',
    path: '/risks/assessors',
    name: 'getAllRiskAssessors',
    summary: 'The assessors of releases',
    needs: 'anyone',
    reply: list(riskAssessorResponse),
    answer: async ({ typePrefix }) => showAssessors(typePrefix),
  }),
  route({
    method: 'GET',
    path: '/risks/assessments/{riskAssessmentId}',
    name: 'getAssessment',
    summary: 'The result of one assessor for a release',
    needs: { on: 'riskAssessmentId', ...viewNeeds },
    reply: riskAssessmentResponse,
    answer: (deps, { caller, path }) => renderAssessment(deps, caller, path.riskAssessmentId),
  }),
  route({
    method: 'GET',
    path: '/risks/{riskId}',
    name: 'getRisk',
    summary: 'How much a release is at risk, by every assessor; the id is that of the release and /Risk',
    needs: { on: 'riskId', ...viewNeeds },
    reply: riskResponse,
    answer: (deps, { caller, path }) => renderRisk(deps, caller, path.riskId),
  }),
  route({
    method: 'GET',
    path: '/releases/{releaseId}/risk-history',
    name: 'getRiskHistory',
    summary: 'When and why the risk scores of a release, live or archived, became others; oldest first',
    needs: { on: 'releaseId', anyOf: [neededToRead.release] },
    query: page,
    reply: list(riskChangeResponse),
    answer: (deps, { caller, path, query: { page = 0, resultsPerPage = 100 } }) => {
      const limit = Math.min(resultsPerPage, 1000);
      return renderRiskHistory(deps, caller, path.releaseId, { limit, offset: page * limit });
    },
  }),
];
