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

/** The scores of a profile as texts, by assessor name. May contain unknown assessors. */
export type RawScores = Readonly<Record<string, string>>;

const profilesPath = 'Configuration/riskProfiles/';
export const defaultProfileId = defaultRiskProfile.slice(profilesPath.length);
export const defaultProfileTitle = 'Default risk profile';

/** Returns the full id of a profile, as stored in releases. */
export const riskProfileReference = (id: string): string => `${profilesPath}${id}`;

/** Returns the normalized title or last id segment of a profile. Lookups are case-insensitive. */
export const profileKey = (name: string): string => name.trim().toLowerCase();

/** Returns the lookup key of the profile reference of a release: an id or, in exports, a title (states.md, Risk). */
export const keyOfReference = (reference: string): string =>
  profileKey(reference.startsWith(profilesPath) ? reference.slice(profilesPath.length) : reference);

const defaultKeys: ReadonlySet<string> = new Set(['', profileKey(defaultProfileId), profileKey(defaultProfileTitle)]);

/** Whether a reference is always the default profile, even if a profile has the same title. */
export const isDefaultReference = (reference: string): boolean =>
  reference === defaultRiskProfile || defaultKeys.has(keyOfReference(reference));

/** The scores of the default profile. */
export const defaultScores: RiskScores = Object.fromEntries(
  riskAssessorNames.map((name) => [name, riskAssessors[name].score]),
);

/** Returns the scores and the version of the profile of a release. Unknown: the default scores and version 0. */
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
 * Returns the scores of a profile in a request. A missing score, an empty text and "0" disable an assessor. Unknown
 * names are ignored. Throws Invalid for a score that is not an integer from 0 to 100.
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

/** The minimum scores of a release that needs attention, and of a release at risk. */
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
