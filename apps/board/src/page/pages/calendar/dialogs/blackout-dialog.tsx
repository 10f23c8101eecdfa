import { useSignal } from '@preact/signals';
import type { BlackoutResponse } from '@slipway/api-schema/calendar';
import { missingGlobalPermission } from '../../../api/permissions.ts';
import { mutate } from '../../../api/rest.ts';
import { MissingPermissions } from '../../../components/controls/action-button.tsx';
import { DeleteButton } from '../../../components/controls/delete-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { fromDateInput, toDateInput } from '../../../components/fields/date-input.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { FolderField } from '../../../components/fields/folder-field.tsx';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';

interface Props {
  /** The blackout to edit; undefined to create one. */
  readonly blackout: BlackoutResponse | undefined;
  /** The initial start and end of a new blackout, as `datetime-local` values. */
  readonly defaultTimes: { readonly start: string; readonly end: string };
  readonly close: () => void;
  /** Called after a blackout was created, changed or deleted. */
  readonly onChanged: () => void;
}

/** Returns the permission that the user lacks to change blackouts; null if the user lacks none. */
export const missingBlackoutPermission = (): string | null => missingGlobalPermission('changeBlackouts');

interface FormValues {
  readonly label: string;
  readonly start: string;
  readonly end: string;
  readonly folderId: string;
}

const initialValues = (blackout: BlackoutResponse | undefined, { start, end }: Props['defaultTimes']): FormValues => ({
  label: blackout?.label ?? '',
  start: blackout === undefined ? start : toDateInput(blackout.startDate),
  end: blackout === undefined ? end : toDateInput(blackout.endDate),
  folderId: blackout?.folderId ?? '',
});

/** Returns the request body. Unchanged times keep their seconds, which the fields do not show. */
function toRequestBody({ label, start, end, folderId }: FormValues, blackout: BlackoutResponse | undefined) {
  const isUnchanged = (formValues: string, date: string | undefined) =>
    date !== undefined && formValues === toDateInput(date);
  return {
    label,
    ...(!isUnchanged(start, blackout?.startDate) && { startDate: fromDateInput(start) }),
    ...(!isUnchanged(end, blackout?.endDate) && { endDate: fromDateInput(end) }),
    folderId: folderId === '' ? null : folderId,
  };
}

/** A dialog that creates, updates or deletes a blackout. It is read-only without the permission. */
export function BlackoutDialog({ blackout, defaultTimes, close, onChanged }: Props) {
  const formValues = useSignal(initialValues(blackout, defaultTimes));
  const { run, refusal, isBusy } = useAction(close);
  const missingPermission = missingBlackoutPermission();
  const update = (changes: Partial<FormValues>): void => {
    formValues.value = { ...formValues.peek(), ...changes };
  };
  const path = blackout && `/calendar/blackouts/${lastSegment(blackout.id)}`;
  const runRequest = (sendRequest: () => Promise<unknown>, message: string): void =>
    void run(async () => {
      await sendRequest();
      onChanged();
      return message;
    });
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    const body = toRequestBody(formValues.value, blackout);
    if (path === undefined) runRequest(() => mutate('POST', '/calendar/blackouts', body), t('Blackout added'));
    else runRequest(() => mutate('PUT', path, body), t('Blackout saved'));
  };
  const remove = (): void => {
    if (path !== undefined) runRequest(() => mutate('DELETE', path), t('Blackout deleted'));
  };
  return (
    <Dialog title={blackout === undefined ? t('Add blackout') : t('Blackout')} close={close}>
      <form class="actions" onSubmit={save}>
        <TextField label="Name" value={formValues.value.label} isRequired change={(label) => update({ label })} />
        <MomentField label="Start" value={formValues.value.start} change={(start) => update({ start })} />
        <MomentField label="End" value={formValues.value.end} change={(end) => update({ end })} />
        <FolderField
          label="Applies to"
          none="All folders"
          value={formValues.value.folderId}
          change={(folderId) => update({ folderId })}
        />
        <Refusal message={refusal.value} />
        <MissingPermissions names={[missingPermission]} />
        {blackout !== undefined && (
          <DeleteButton name={blackout.label} isDisabled={missingPermission !== null} run={remove} />
        )}
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main" disabled={missingPermission !== null} aria-disabled={isBusy.value}>
          {blackout === undefined ? t('Add blackout') : t('Save')}
        </button>
      </form>
    </Dialog>
  );
}
