import { FieldChip } from '../../components/controls/filter-controls.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { t } from '../../navigation/text.ts';
import type { InsightsContext } from './data/insights-context.ts';

const loadField = async () => (await import('./working-time-field.tsx')).WorkingTimeField;

/** Whether durations are in calendar time or in working time. */
export const DurationChip = (context: InsightsContext) => (
  <FieldChip
    label="Durations"
    text={context.query.isWorkingTime ? t('Working time') : t('Calendar time')}
    remove={context.query.isWorkingTime ? () => context.change({ isWorkingTime: false }) : null}
  >
    <Lazy load={loadField} props={context} />
  </FieldChip>
);
