import { assessorWords } from '../../components/marks/assessors.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { optionalParam, urlState } from '../../navigation/url-state.ts';

/** A factor of the risk of releases. */
export interface Assessor {
  /** The key of its score in profiles. */
  readonly type: string;
  readonly title: string;
}

export interface RiskProfile {
  readonly id: string;
  readonly title: string;
  readonly defaultProfile: boolean;
  /** The scores by the types of assessors; `0` is disabled. */
  readonly riskProfileAssessors: Readonly<Record<string, string>>;
}

export const profilesPath = '/risks/profiles';

/** Returns the path of requests for a profile. */
export const profilePath = (id: string): string => `${profilesPath}/${lastSegment(id)}`;

/** The query parameters of the view: the open profile. */
export const riskUrl = urlState({ profile: optionalParam('profile') });

/** Returns the address of a profile. */
export const profileUrl = (id: string | null): string =>
  riskUrl.url('/risk', { profile: id === null ? null : lastSegment(id) });

/** The number of assessors with a score. */
export const enabledCount = (
  { riskProfileAssessors: scores }: Pick<RiskProfile, 'riskProfileAssessors'>,
  assessors: readonly Pick<Assessor, 'type'>[],
): number => assessors.filter(({ type }) => Number(scores[type] ?? 0) > 0).length;

/** Groups assessors by their group in the language of the user, in the order of the first assessor of each group. */
export function groupAssessors(assessors: readonly Assessor[]): readonly (readonly [string, readonly Assessor[]])[] {
  const groups = new Map<string, Assessor[]>();
  for (const { type, title } of assessors) {
    const [group, translated] = assessorWords(type, title);
    groups.set(group, [...(groups.get(group) ?? []), { type, title: translated }]);
  }
  return [...groups];
}

/** Whether two profiles have the same title and scores. A missing score is 0. */
export function isSameProfile(
  a: Omit<RiskProfile, 'id' | 'defaultProfile'>,
  b: Omit<RiskProfile, 'id' | 'defaultProfile'>,
): boolean {
  const types = new Set([...Object.keys(a.riskProfileAssessors), ...Object.keys(b.riskProfileAssessors)]);
  const scoreIn = ({ riskProfileAssessors: scores }: Pick<RiskProfile, 'riskProfileAssessors'>, type: string) =>
    scores[type] || '0';
  return a.title === b.title && [...types].every((type) => scoreIn(a, type) === scoreIn(b, type));
}
