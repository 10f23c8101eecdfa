import { CheckField } from '../../components/fields/field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import type { InsightsContext } from './data/insights-context.ts';
import type { InsightOptions } from './data/responses.ts';
import { workingHoursText } from './data/working-hours.ts';

/** Whether durations count only the working hours of the installation. */
export function WorkingTimeField({ query: { isWorkingTime }, change }: InsightsContext) {
  const { value, refusal, retry } = useQuery<InsightOptions>('/insights/settings');
  const hours = value.value?.workingHours;
  return (
    <>
      <Refusal message={refusal.value} retry={retry} />
      {(hours !== undefined || isWorkingTime) && (
        <CheckField
          label="Count only working hours"
          hint={hours && workingHoursText(hours)}
          isOn={isWorkingTime}
          change={(isOn) => change({ isWorkingTime: isOn })}
        />
      )}
      {value.value !== undefined && hours === undefined && (
        <p class="hint">No working hours are set. An administrator can set them with Settings… above.</p>
      )}
    </>
  );
}
