import { useSignal } from '@preact/signals';
import { Dialog } from '../../components/dialog.tsx';
import { updateWithRetry } from '../../components/drafts/save-draft.ts';
import { Skeleton } from '../../components/empty-state.tsx';
import { CheckField } from '../../components/fields/field.tsx';
import { DaysField, TimeField } from '../../components/fields/time-fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import { t } from '../../navigation/text.ts';
import { ownZone, ZoneField } from '../automation/schedule/zone-field.tsx';
import { weekdayName, weekdays, workingDays } from '../notifications/settings/settings.ts';
import type { InsightOptions, WorkingHours } from './data/responses.ts';

const path = '/insights/settings';
const week = weekdays.map((day) => [day, weekdayName(day)] as const);

interface Props {
  readonly close: () => void;
}

interface HoursProps {
  readonly hours: WorkingHours;
  readonly change: (changes: Partial<WorkingHours>) => void;
}

const HoursFields = ({ hours, change }: HoursProps) => (
  <>
    <DaysField week={week} days={hours.weekdays} change={(days) => change({ weekdays: days })} />
    <TimeField label="From" value={hours.from} change={(from) => change({ from })} />
    <TimeField label="To" value={hours.to} change={(to) => change({ to })} />
    <ZoneField value={hours.timeZone} change={(timeZone) => change({ timeZone })} />
  </>
);

function SettingsForm({ settings, close }: Props & { readonly settings: InsightOptions }) {
  const form = useSignal(settings);
  const { showPersons, workingHours } = form.value;
  const change = (changes: Partial<InsightOptions>): void => {
    form.value = { ...form.peek(), ...changes };
  };
  const run = async (): Promise<string> => {
    await updateWithRetry<InsightOptions>(path, (stored) => {
      if (JSON.stringify(stored) !== JSON.stringify(settings))
        throw new Error(t('Another user has changed these settings. Reload the page.'));
      return form.peek();
    });
    return t('Insight settings saved');
  };
  return (
    <FormDialog title="Settings of insights" submitLabel={t('Save settings')} close={close} run={run}>
      <CheckField
        label="Show persons"
        hint={t('Insights can be grouped by owner, and filtered by other owners. Check the rules of your organization')}
        isOn={showPersons}
        change={(isOn) => change({ showPersons: isOn })}
      />
      <CheckField
        label="Working hours"
        hint={t('Users can count durations in these hours only. They end on the same day, at 00:00 at the latest')}
        isOn={workingHours !== undefined}
        change={(isOn) =>
          change({
            workingHours: isOn ? { weekdays: workingDays, from: '09:00', to: '17:00', timeZone: ownZone() } : undefined,
          })
        }
      />
      {workingHours !== undefined && (
        <HoursFields
          hours={workingHours}
          change={(changes) => change({ workingHours: { ...workingHours, ...changes } })}
        />
      )}
    </FormDialog>
  );
}

/** A dialog with the settings of insights for the installation. */
export function SettingsDialog({ close }: Props) {
  const { value, refusal, retry } = useQuery<InsightOptions>(path);
  if (value.value !== undefined) return <SettingsForm settings={value.value} close={close} />;
  return (
    <Dialog title="Settings of insights" close={close}>
      {refusal.value === null ? <Skeleton lines={4} /> : <Refusal message={refusal.value} retry={retry} />}
    </Dialog>
  );
}
