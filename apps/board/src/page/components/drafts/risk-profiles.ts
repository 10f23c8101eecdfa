import { useEntity } from '../../live/queries.ts';

interface RiskProfile {
  readonly id: string;
  readonly title: string;
}

/** Returns the ids and titles of the risk profiles. Adds the `current` id if it is not among them. */
export function useRiskProfiles(current: string): readonly (readonly [id: string, title: string])[] {
  const { value } = useEntity<readonly RiskProfile[]>('/risks/profiles', []);
  const profiles = (value.value ?? []).map(({ id, title }) => [id, title] as const);
  return profiles.some(([id]) => id === current) ? profiles : [[current, current], ...profiles];
}
