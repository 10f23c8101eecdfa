import {
  defaultProfileTitle,
  mostNames,
  type RiskScores,
  riskAssessorNames,
  riskProfileReference,
  type WrittenScores,
} from '@slipway/domain';
import { z } from 'zod';
import { mapUpTo } from '../format/bounded.ts';
import { mapInOrder } from '../format/in-order.ts';
import { optional, textMap } from '../format/scalars.ts';
import { readType, showType } from '../format/type-name.ts';

/** A risk profile (models.txt, RiskProfile). */
export const riskProfileAnswer = z
  .object({
    id: z.string().optional().describe('absent of one that is not stored'),
    type: z.string(),
    title: z.string(),
    defaultProfile: z.boolean(),
    riskProfileAssessors: textMap.describe('scores by the types of assessors; "0" is disabled'),
  })
  .meta({ id: 'RiskProfile' });
export type RiskProfileAnswer = z.output<typeof riskProfileAnswer>;

const expectsTitle = { error: 'expected a text of 1 to 255 characters' };
const score = z.union([z.string().max(255), z.number().transform(String), z.null().transform(() => '')], {
  error: 'expected a whole number from 0 to 100, or the text of one',
});

/** A risk profile as clients send it. */
export const riskProfileBody = z
  .object({
    id: optional(z.string()),
    title: z
      .string(expectsTitle)
      .max(255, expectsTitle)
      .refine((text) => text.trim() !== '', expectsTitle),
    riskProfileAssessors: optional(mapUpTo(mostNames, score)),
  })
  .meta({ id: 'RiskProfileRequest' });
export type RiskProfileBody = z.output<typeof riskProfileBody>;

/** The scores that were sent, by the names of assessors; undefined where there are none. */
export function writtenScores({ riskProfileAssessors }: RiskProfileBody, prefix: string): WrittenScores | undefined {
  if (riskProfileAssessors === undefined) return undefined;
  const entries = Object.entries(riskProfileAssessors).map(([type, text]) => [readType(type, prefix), text] as const);
  return Object.fromEntries(entries);
}

/** Scores as profiles write them: every assessor of ours, and what else was written. */
export function writtenFrom(scores: RiskScores, others: WrittenScores = {}): WrittenScores {
  const ours = riskAssessorNames.map((name) => [name, String(scores[name] ?? 0)] as const);
  return { ...others, ...Object.fromEntries(ours) };
}

interface ShownProfile {
  /** null: it is not stored */
  readonly id: string | null;
  readonly title: string;
  /** of every assessor */
  readonly assessors: WrittenScores;
}

export const showRiskProfile = ({ id, title, assessors }: ShownProfile, prefix: string): RiskProfileAnswer => ({
  id: id === null ? undefined : riskProfileReference(id),
  type: showType('RiskProfile', prefix),
  title,
  defaultProfile: title === defaultProfileTitle,
  riskProfileAssessors: mapInOrder(
    Object.fromEntries(Object.entries(assessors).map(([name, text]) => [showType(name, prefix), text])),
  ),
});
