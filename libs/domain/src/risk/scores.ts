import { known } from '../decision/context.ts';
import type { Release } from '../model/release.ts';
import type { RiskFinding, RiskFollows, RiskProfiles, RiskScores } from '../model/risk.ts';
import { type FlagStatus, flagStatuses, isClosed, isTemplate } from '../model/status.ts';
import { findingsOf, mayBeAtRisk, type RiskTally, tallyOf } from './findings.ts';
import { defaultScores, followed, isDefaultReference } from './profiles.ts';

const gravest = (flags: readonly FlagStatus[]): FlagStatus =>
  flags.reduce((worst, flag) => (flagStatuses.indexOf(flag) > flagStatuses.indexOf(worst) ? flag : worst), 'OK');

function realFlagOf({ flagStatus, phases }: Release, { red, amber }: RiskTally): FlagStatus {
  const open = phases.filter(({ status }) => !isClosed(status)).map((phase) => phase.flagStatus);
  return gravest([flagStatus, ...open, red > 0 ? 'AT_RISK' : amber > 0 ? 'ATTENTION_NEEDED' : 'OK']);
}

/** By what a release has its scores. Only one that names another profile needs to know of any. Throws MissingWorld. */
function profileOf(
  release: Release,
  profiles: RiskProfiles | undefined,
): { readonly scores: RiskScores; readonly follows: RiskFollows | null } {
  if (!mayBeAtRisk(release) || isDefaultReference(release.riskProfile)) {
    return { scores: defaultScores, follows: null };
  }
  return followed(release.riskProfile, known(profiles, { kind: 'riskProfiles' }));
}

const isSameFinding = (one: RiskFinding, other: RiskFinding | undefined): boolean =>
  one.assessor === other?.assessor && one.score === other.score;
const areSame = (some: readonly RiskFinding[], others: readonly RiskFinding[]): boolean =>
  some.length === others.length && some.every((finding, index) => isSameFinding(finding, others[index]));
const followSame = (one: RiskFollows | null, other: RiskFollows | null): boolean =>
  one?.key === other?.key && one?.version === other?.version;

/**
 * The release with its risk scores by its profile, what they are made of, and its real flag; the same release when they
 * are as they were. Its markers of what is overdue have to be right. Throws MissingWorld.
 */
export function withRiskScores(release: Release, profiles: RiskProfiles | undefined): Release {
  if (isTemplate(release.status)) return release;
  const { scores, follows } = profileOf(release, profiles);
  const tally = tallyOf(release);
  const found = findingsOf(release, tally, scores);
  const riskFindings = areSame(found, release.riskFindings) ? release.riskFindings : found;
  const riskFollows = followSame(follows, release.riskFollows) ? release.riskFollows : follows;
  const riskScore = found.reduce((most, { score }) => Math.max(most, score), 0);
  const totalRiskScore = found.reduce((sum, { score }) => sum + score, 0);
  const realFlagStatus = realFlagOf(release, tally);
  const isSame =
    riskFindings === release.riskFindings &&
    riskFollows === release.riskFollows &&
    riskScore === release.riskScore &&
    totalRiskScore === release.totalRiskScore &&
    realFlagStatus === release.realFlagStatus;
  return isSame ? release : { ...release, riskFindings, riskFollows, riskScore, totalRiskScore, realFlagStatus };
}
