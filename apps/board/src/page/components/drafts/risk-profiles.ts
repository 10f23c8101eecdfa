import { useEntity } from '../../live/queries.ts';

interface RiskProfile {
  readonly id: string;
  readonly title: string;
}

/** The risk profiles with what they are called, among them that of something. */
export function useRiskProfiles(current: string): readonly (readonly [id: string, title: string])[] {
  const { value } = useEntity<readonly RiskProfile[]>('/risks/profiles', []);
  const profiles = (value.value ?? []).map(({ id, title }) => [id, title] as const);
  return profiles.some(([id]) => id === current) ? profiles : [[current, current], ...profiles];
}
