import { type Signal, useSignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { fromDateInput, toDateInput } from '../../components/fields/date-input.ts';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { announce } from '../../navigation/announce.ts';
import { t } from '../../navigation/text.ts';

type PlannedDates = Pick<TaskResponse, 'scheduledStartDate' | 'dueDate'>;
/** Changed dates in the form of REST. Null clears a date, and a missing date stays unchanged. */
export type NewDates = { readonly [Name in keyof PlannedDates]?: string | null };

interface Props {
  readonly dates: PlannedDates;
  /** The permission that the user lacks to change the dates; null if the user lacks none. */
  readonly missingPermission: string | null;
  /** Throws ApiError, OfflineError. */
  readonly save: (dates: NewDates) => Promise<void>;
}

/** Whether an input has changed. An unchanged date is not sent, so that it keeps its seconds. */
const isChanged = (input: string, before: string | undefined) => input !== toDateInput(before);

const setSignal = (target: Signal<string | null>) => (input: string) => {
  target.value = input;
};

interface FormProps extends Props {
  /** Closes the dialog around the form, after the dates are saved or when the user cancels. */
  readonly close?: () => void;
}

/** A form with the planned dates. */
export function DatesForm({ dates, missingPermission, save, close }: FormProps) {
  const start = useSignal<string | null>(null);
  const due = useSignal<string | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const { scheduledStartDate, dueDate } = dates;
  const startInput = start.value ?? toDateInput(scheduledStartDate);
  const dueInput = due.value ?? toDateInput(dueDate);
  const hasChanges = isChanged(startInput, scheduledStartDate) || isChanged(dueInput, dueDate);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    refusal.value = null;
    try {
      await save({
        ...(isChanged(startInput, scheduledStartDate) && { scheduledStartDate: fromDateInput(startInput) }),
        ...(isChanged(dueInput, dueDate) && { dueDate: fromDateInput(dueInput) }),
      });
      start.value = null;
      due.value = null;
      announce(t('Dates saved'));
      close?.();
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return (
    <>
      {/* A form, because the browser does not submit an incomplete date, whose value would be empty. */}
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <MomentField label="Planned start" value={startInput} change={setSignal(start)} />
        <MomentField label="Due" value={dueInput} change={setSignal(due)} />
        {close && (
          <button type="button" onClick={close}>
            Cancel
          </button>
        )}
        <button type="submit" class="main" disabled={missingPermission !== null || !hasChanges}>
          Save dates
        </button>
      </form>
      <MissingPermissions names={[missingPermission]} />
      <Refusal message={refusal.value} />
    </>
  );
}

/** The form with the planned dates, which the user expands. */
export const Dates = (props: Props) => (
  <details class="more">
    <summary>Planned dates</summary>
    <DatesForm {...props} />
  </details>
);
