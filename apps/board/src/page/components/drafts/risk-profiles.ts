import { useEntity } from '../../live/queries.ts';
import { t } from '../../navigation/text.ts';

interface RiskProfile {
  readonly id: string;
  readonly title: string;
}

/** Returns the ids and titles of the risk profiles. Adds the `current` id if it is not among them. */
export function useRiskProfiles(current: string): readonly (readonly [id: string, title: string])[] {
  const { value } = useEntity<readonly RiskProfile[]>('/risks/profiles', []);
  const loaded = value.value;
  const profiles = (loaded ?? []).map(({ id, title }) => [id, title] as const);
  if (profiles.some(([id]) => id === current)) return profiles;
  // A reference can also be a title, for example in an imported template.
  const named = loaded?.find(({ title }) => title.toLowerCase() === current.trim().toLowerCase());
  const missing = loaded === undefined ? '…' : t('Deleted profile (the default profile applies)');
  return [[current, named?.title ?? missing], ...profiles];
}
