import { useSignal } from '@preact/signals';
import { mutate } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Skeleton } from '../../../components/empty-state.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { TimeField } from '../../../components/fields/time-fields.tsx';
import { FormDialog, useAction } from '../../../components/form-dialog.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useQuery } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';
import { ZoneField } from '../../automation/schedule/zone-field.tsx';
import { weekdayName, weekdays } from '../../notifications/settings/settings.ts';
import type { Subscription } from '../data/responses.ts';

interface Props {
  /** The id of the dashboard. */
  readonly id: string;
  readonly close: () => void;
}

interface FormProps extends Props {
  readonly subscription: Subscription;
}

/** The end of a subscription, which needs no other input. */
function Unsubscribe({ id, close }: Props) {
  const { run, refusal, isBusy } = useAction(close);
  const end = async (): Promise<string> => {
    await mutate('DELETE', `/dashboards/${encodeURIComponent(id)}/subscription`);
    return t('Weekly mail stopped');
  };
  return (
    <>
      <Refusal message={refusal.value} />
      <button type="button" class="small" aria-disabled={isBusy.value} onClick={() => void run(end)}>
        Stop weekly mail
      </button>
    </>
  );
}

function SubscriptionForm({ id, close, subscription: { subscribed, next, ...stored } }: FormProps) {
  const form = useSignal(stored);
  const { weekday, time, timeZone } = form.value;
  const change = (changes: Partial<typeof stored>): void => {
    form.value = { ...form.peek(), ...changes };
  };
  const run = async (): Promise<string> => {
    await mutate('PUT', `/dashboards/${encodeURIComponent(id)}/subscription`, form.peek());
    return subscribed ? t('Weekly mail saved') : t('Weekly mail started');
  };
  return (
    <FormDialog
      title="Weekly mail"
      submitLabel={subscribed ? t('Save') : t('Start weekly mail')}
      close={close}
      run={run}
    >
      <p>
        {subscribed && next !== undefined ? (
          <>
            Next mail: <Moment at={next} />
          </>
        ) : (
          t('You receive the values of all tiles once a week.')
        )}
      </p>
      <ChoiceField
        label="Day"
        value={weekday}
        options={weekdays.map((day) => [day, weekdayName(day)] as const)}
        change={(text) => change({ weekday: weekdays.find((day) => day === text) ?? 'MONDAY' })}
      />
      <TimeField label="Time" value={time} change={(text) => change({ time: text })} />
      <ZoneField value={timeZone} change={(zone) => change({ timeZone: zone })} />
      {subscribed && <Unsubscribe {...{ id, close }} />}
    </FormDialog>
  );
}

/** A dialog for the weekly mail of a dashboard to the user. */
export function SubscriptionDialog({ id, close }: Props) {
  const { value, refusal, retry } = useQuery<Subscription>(`/dashboards/${encodeURIComponent(id)}/subscription`);
  if (value.value !== undefined) return <SubscriptionForm {...{ id, close }} subscription={value.value} />;
  return (
    <Dialog title="Weekly mail" close={close}>
      {refusal.value === null ? <Skeleton lines={3} /> : <Refusal message={refusal.value} retry={retry} />}
    </Dialog>
  );
}
