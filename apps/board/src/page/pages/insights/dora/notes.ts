import { plural, t } from '../../../navigation/text.ts';
import type { Total } from '../data/responses.ts';

type Band = NonNullable<Total['band']>;

/** The bands of the deployment frequency. They use the last three months. */
const bands: Readonly<Record<Band, string>> = {
  daily: t('Daily: at least 3 days of a median week'),
  weekly: t('Weekly: at least 1 day of a median week'),
  monthly: t('Monthly: at least 1 deployment in a median month'),
  yearly: t('Yearly: less than 1 deployment in a median month'),
};

/** Returns what else to know about the value of a metric: its band, its source, or the failures that it does not contain. */
export function noteOf(total: Total | undefined): string | undefined {
  if (total?.band !== undefined) return bands[total.band];
  if (total?.variant === 'commits') return t('From the times of commits');
  if (total?.variant === 'releases') return t('From the creation of releases');
  const { open = 0 } = total ?? {};
  return open > 0 ? plural(open, '# open failure is not included', '# open failures are not included') : undefined;
}
