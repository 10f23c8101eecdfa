import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';
import { defaultRiskProfile } from '../model/release.ts';
import {
  type FollowedRiskProfile,
  type RiskAssessorName,
  type RiskProfiles,
  type RiskScores,
  riskAssessorNames,
} from '../model/risk.ts';
import { riskAssessors } from './assessors.ts';

/** What a profile is to count, as it was written: texts by the names of assessors, others' among them. */
export type RawScores = Readonly<Record<string, string>>;

const profilesPath = 'Configuration/riskProfiles/';
export const defaultProfileId = defaultRiskProfile.slice(profilesPath.length);
export const defaultProfileTitle = 'Default risk profile';

/** The full id of a profile, as releases name it. */
export const riskProfileReference = (id: string): string => `${profilesPath}${id}`;

/** The one form of a title, or of the last part of an id: they are looked up in any letter case. */
export const profileKey = (name: string): string => name.trim().toLowerCase();

/** The key of what a release calls its profile by: an id, or in exports the title (states.md, Risk). */
export const keyOfReference = (reference: string): string =>
  profileKey(reference.startsWith(profilesPath) ? reference.slice(profilesPath.length) : reference);

const defaultKeys: ReadonlySet<string> = new Set(['', profileKey(defaultProfileId), profileKey(defaultProfileTitle)]);

/** Whether what a release calls its profile by is the default one, whatever profiles there are. */
export const isDefaultReference = (reference: string): boolean =>
  reference === defaultRiskProfile || defaultKeys.has(keyOfReference(reference));

/** The scores of the default profile. */
export const defaultScores: RiskScores = Object.fromEntries(
  riskAssessorNames.map((name) => [name, riskAssessors[name].score]),
);

/** What a release has its scores by. A name that nothing has means the default profile, in the version 0. */
export function resolveProfile(
  reference: string,
  profiles: RiskProfiles,
): { readonly scores: RiskScores; readonly follows: FollowedRiskProfile } {
  const key = keyOfReference(reference);
  const { scores, version } = profiles.get(key) ?? { scores: null, version: 0 };
  return { scores: scores ?? defaultScores, follows: { key, version } };
}

const isAssessorName = (name: string): name is RiskAssessorName =>
  riskAssessorNames.some((assessor) => assessor === name);
const wholeNumber = /^\d{1,3}$/;

/**
 * The scores of a profile in a request. A missing score, an empty text and "0" disable an assessor. Unknown names are
 * stored too. Throws Invalid for a score that is not an integer from 0 to 100.
 */
export function scoresFrom(rawScores: RawScores): RiskScores {
  const scores: Partial<Record<RiskAssessorName, number>> = {};
  for (const [name, text] of Object.entries(rawScores)) {
    if (!isAssessorName(name)) continue;
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const score = wholeNumber.test(trimmed) ? Number(trimmed) : Number.NaN;
    if (!(score <= 100)) {
      throw new Invalid(message('riskProfile.badScore', { assessor: name }));
    }
    if (score > 0) scores[name] = score;
  }
  return scores;
}

/** From which scores on a release needs attention, and is at risk. */
export interface RiskThresholds {
  readonly attentionNeededFrom: number;
  readonly atRiskFrom: number;
}

/** Throws Invalid unless 1 <= attentionNeededFrom < atRiskFrom <= 100. */
export function requireThresholds({ attentionNeededFrom, atRiskFrom }: RiskThresholds): void {
  if (attentionNeededFrom < 1 || atRiskFrom > 100 || attentionNeededFrom >= atRiskFrom) {
    throw new Invalid(message('riskProfile.badThresholds'));
  }
}
