import { requireData } from '../decision/context.ts';
import type { Release } from '../model/release.ts';
import type { FollowedRiskProfile, RiskFinding, RiskProfiles, RiskScores } from '../model/risk.ts';
import { type FlagStatus, flagStatuses, isClosed, isTemplate } from '../model/status.ts';
import { canBeAtRisk, findingsOf, type RiskTally, tallyOf } from './findings.ts';
import { defaultScores, isDefaultReference, resolveProfile } from './profiles.ts';

const mostSevere = (flags: readonly FlagStatus[]): FlagStatus =>
  flags.reduce((worst, flag) => (flagStatuses.indexOf(flag) > flagStatuses.indexOf(worst) ? flag : worst), 'OK');

function realFlagOf({ flagStatus, phases }: Release, { red, amber }: RiskTally): FlagStatus {
  const open = phases.filter(({ status }) => !isClosed(status)).map((phase) => phase.flagStatus);
  return mostSevere([flagStatus, ...open, red > 0 ? 'AT_RISK' : amber > 0 ? 'ATTENTION_NEEDED' : 'OK']);
}

/** Returns the scores for a release. Reads `profiles` only for another profile than the default. Throws MissingData. */
function profileOf(
  release: Release,
  profiles: RiskProfiles | undefined,
): { readonly scores: RiskScores; readonly follows: FollowedRiskProfile | null } {
  if (!canBeAtRisk(release) || isDefaultReference(release.riskProfile)) {
    return { scores: defaultScores, follows: null };
  }
  return resolveProfile(release.riskProfile, requireData(profiles, { kind: 'riskProfiles' }));
}

const isSameFinding = (a: RiskFinding, b: RiskFinding | undefined): boolean =>
  a.assessor === b?.assessor && a.score === b.score;
const areSameFindings = (current: readonly RiskFinding[], previous: readonly RiskFinding[]): boolean =>
  current.length === previous.length && current.every((finding, index) => isSameFinding(finding, previous[index]));
const isSameProfile = (a: FollowedRiskProfile | null, b: FollowedRiskProfile | null): boolean =>
  a?.key === b?.key && a?.version === b?.version;

/**
 * Returns the release with its current risk scores, findings and real flag, or the same object if nothing changes. Its
 * overdue markers must be up to date. Throws MissingData.
 */
export function withRiskScores(release: Release, profiles: RiskProfiles | undefined): Release {
  if (isTemplate(release.status)) return release;
  const { scores, follows } = profileOf(release, profiles);
  const tally = tallyOf(release);
  const findings = findingsOf(release, tally, scores);
  const riskFindings = areSameFindings(findings, release.riskFindings) ? release.riskFindings : findings;
  const riskFollows = isSameProfile(follows, release.riskFollows) ? release.riskFollows : follows;
  const riskScore = findings.reduce((max, { score }) => Math.max(max, score), 0);
  const totalRiskScore = findings.reduce((sum, { score }) => sum + score, 0);
  const realFlagStatus = realFlagOf(release, tally);
  const isSame =
    riskFindings === release.riskFindings &&
    riskFollows === release.riskFollows &&
    riskScore === release.riskScore &&
    totalRiskScore === release.totalRiskScore &&
    realFlagStatus === release.realFlagStatus;
  return isSame ? release : { ...release, riskFindings, riskFollows, riskScore, totalRiskScore, realFlagStatus };
}
