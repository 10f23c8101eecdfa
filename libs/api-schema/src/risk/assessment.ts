import type { RiskRecord } from '@slipway/domain/decision';
import {
  isObject,
  isTemplate,
  type Json,
  type Release,
  type RiskAssessment,
  type RiskAssessorName,
  riskAssessorNames,
} from '@slipway/domain/model';
import { assessmentsOf, type FlagComments, findingMessages, reasonsBetween, riskAssessors } from '@slipway/domain/risk';
import { z } from 'zod';
import { showDate } from '../format/dates.ts';
import { messageData, showMessageData } from '../format/messages.ts';
import { joinIds } from '../format/render-context.ts';
import { list, responseDate } from '../format/scalars.ts';
import type { ResponseJson } from '../format/sorted-json.ts';
import { readType, showType } from '../format/type-name.ts';

/** An assessor of the risk of releases (models.txt, RiskAssessor). */
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
  messageData: list(messageData).optional().describe('the messages as data, in the same order; only of findings'),
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

/** Returns the messages of an assessment as data; no member without messages. */
const showFindingData = (release: Release, { assessor, messages }: RiskAssessment, comments: FlagComments) =>
  messages.length === 0 ? {} : { messageData: findingMessages(release, assessor, comments).map(showMessageData) };

/** Renders the stored risk of a release with all assessors. `releaseId` is its full id. */
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
  riskAssessments: assessmentsOf(release, comments).map((item) => ({
    ...showAssessment(item, releaseId, prefix),
    ...showFindingData(release, item, comments),
  })),
});

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

/** A change of the scores of a release. */
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

/**
 * Renders a change of scores, compared with the previous one. Null: there is no previous one, and all scores were 0.
 */
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

/** The assessors in a rendered release: all, or only those with a finding, on pages of many releases. */
export type ShownAssessors = 'all' | 'found';

/**
 * Returns the risk of a release as one of its extensions, in which assessments refer to the risk by id
 * (rest-operations.md, extensions item), without the data of messages. Templates have none.
 */
export function riskExtensions(
  release: Release,
  comments: FlagComments,
  id: string,
  { prefix, assessors }: { readonly prefix: string; readonly assessors: ShownAssessors },
): readonly ResponseJson[] {
  if (isTemplate(release.status)) return [];
  const risk = showRisk(release, comments, id, prefix);
  const shown = risk.riskAssessments.filter(({ score }) => assessors === 'all' || score > 0);
  return [
    { ...risk, riskAssessments: shown.map(({ messageData: _, ...assessment }) => ({ ...assessment, risk: risk.id })) },
  ];
}

/** Returns the extensions without computed ones, which a client sends back with a release. */
export const ownExtensions = (extensions: readonly Json[], prefix: string): readonly Json[] =>
  extensions.some((extension) => isRisk(extension, prefix))
    ? extensions.filter((extension) => !isRisk(extension, prefix))
    : extensions;

const isRisk = (extension: Json, prefix: string): boolean =>
  isObject(extension) && typeof extension.type === 'string' && readType(extension.type, prefix) === 'Risk';
