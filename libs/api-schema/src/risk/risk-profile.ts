import { message } from '@slipway/domain/messages';
import { maxNames, type RiskScores, riskAssessorNames } from '@slipway/domain/model';
import { defaultProfileTitle, type RawScores, type RiskThresholds, riskProfileReference } from '@slipway/domain/risk';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { mapUpTo, optional, required, textMap, wholeNumber } from '../format/scalars.ts';
import { sortMap } from '../format/sorted-json.ts';
import { readType, showType } from '../format/type-name.ts';

/** A risk profile (models.txt, RiskProfile). */
export const riskProfileResponse = z
  .object({
    id: z.string().optional().describe('absent of one that is not stored'),
    type: z.string(),
    title: z.string(),
    defaultProfile: z.boolean(),
    riskProfileAssessors: textMap.describe('scores by the types of assessors; "0" is disabled'),
  })
  .meta({ id: 'RiskProfile' });
export type RiskProfileResponse = z.output<typeof riskProfileResponse>;

const expectsTitle = expects(message('expected.title', { max: 255 }));
const score = z.union(
  [z.string().max(255), z.number().transform(String), z.null().transform(() => '')],
  expects(message('expected.score')),
);

/** A risk profile in a request. */
export const riskProfileBody = z
  .object({
    id: optional(z.string()),
    title: z
      .string(expectsTitle)
      .max(255, expectsTitle)
      .refine((text) => text.trim() !== '', expectsTitle),
    riskProfileAssessors: optional(mapUpTo(maxNames, score)),
  })
  .meta({ id: 'RiskProfileRequest' });
export type RiskProfileBody = z.output<typeof riskProfileBody>;

/** Returns the scores in a request, by the names of assessors, or undefined without scores. */
export function rawScores({ riskProfileAssessors }: RiskProfileBody, prefix: string): RawScores | undefined {
  if (riskProfileAssessors === undefined) return undefined;
  const entries = Object.entries(riskProfileAssessors).map(([type, text]) => [readType(type, prefix), text] as const);
  return Object.fromEntries(entries);
}

/** Returns scores in the form of profiles: all built-in assessors, and other scores unchanged. */
export function formatScores(scores: RiskScores, otherScores: RawScores = {}): RawScores {
  const ownScores = riskAssessorNames.map((name) => [name, String(scores[name] ?? 0)] as const);
  return { ...otherScores, ...Object.fromEntries(ownScores) };
}

interface ProfileView {
  /** null: the profile is not stored */
  readonly id: string | null;
  readonly title: string;
  /** the scores of all assessors */
  readonly assessors: RawScores;
}

export const showRiskProfile = ({ id, title, assessors }: ProfileView, prefix: string): RiskProfileResponse => ({
  id: id === null ? undefined : riskProfileReference(id),
  type: showType('RiskProfile', prefix),
  title,
  defaultProfile: title === defaultProfileTitle,
  riskProfileAssessors: sortMap(
    Object.fromEntries(Object.entries(assessors).map(([name, text]) => [showType(name, prefix), text])),
  ),
});

/** The scores from which releases need attention, and are at risk (models.txt, RiskGlobalThresholds). */
export const riskThresholdsResponse = z
  .object({
    id: z.string(),
    type: z.string(),
    title: z.string(),
    attentionNeededFrom: z.int(),
    atRiskFrom: z.int(),
  })
  .meta({ id: 'RiskGlobalThresholds' });

const thresholdScore = required(wholeNumber(1, 100), message('expected.wholeNumberWithin', { min: 1, max: 100 }));

export const riskThresholdsBody = z
  .object({ attentionNeededFrom: thresholdScore, atRiskFrom: thresholdScore })
  .meta({ id: 'RiskGlobalThresholdsRequest' });

export const showRiskThresholds = (
  { attentionNeededFrom, atRiskFrom }: RiskThresholds,
  prefix: string,
): z.output<typeof riskThresholdsResponse> => ({
  id: 'Configuration/settings/RiskGlobalThresholds',
  type: showType('RiskGlobalThresholds', prefix),
  title: 'Risk thresholds',
  attentionNeededFrom,
  atRiskFrom,
});
