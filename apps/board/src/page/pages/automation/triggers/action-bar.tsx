import { type Signal, useSignal } from '@preact/signals';
import type { TriggerResponse } from '@slipway/api-schema/triggers';
import { neededPermissions } from '../../../api/permissions.ts';
import { MissingPermissions } from '../../../components/action-button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { type TriggerAction, triggerActions } from './trigger-actions.ts';

interface Props {
  readonly triggers: readonly TriggerResponse[];
  /** Ids of those that the user may change */
  readonly changeable: ReadonlySet<string>;
  /** whether a step is being taken */
  readonly isBusy: Signal<boolean>;
  readonly run: (action: TriggerAction) => void;
}

/** The actions on the selected triggers, and the missing permissions. */
export function ActionBar({ triggers, changeable, isBusy, run }: Props) {
  const pendingAction = useSignal<TriggerAction | null>(null);
  const changeableTriggers = triggers.filter(({ id }) => changeable.has(id));
  const missingPermission =
    changeableTriggers.length < triggers.length ? (neededPermissions('trigger')[0] ?? null) : null;
  const close = (): void => {
    pendingAction.value = null;
  };
  return (
    <fieldset class="steps">
      <legend>{triggers.length} chosen</legend>
      {triggerActions.map((action) => (
        <button
          key={action.label}
          type="button"
          disabled={isBusy.value || !changeableTriggers.some(action.isAvailableFor)}
          onClick={() => {
            if (action.needsConfirmation) pendingAction.value = action;
            else run(action);
          }}
        >
          {action.label}
          {action.needsConfirmation && '…'}
        </button>
      ))}
      {missingPermission !== null && changeableTriggers.length > 0 && (
        <p class="lacked">Some of them are left as they are.</p>
      )}
      <MissingPermissions names={[missingPermission]} />
      {pendingAction.value && (
        <ConfirmDialog
          title={
            changeableTriggers.length === 1
              ? 'Delete this trigger'
              : `Delete these ${changeableTriggers.length} triggers`
          }
          confirmLabel="Delete for good"
          close={close}
          run={() => {
            const action = pendingAction.peek();
            close();
            if (action) run(action);
          }}
        >
          Their ledgers go with them. The releases that they made stay.
        </ConfirmDialog>
      )}
    </fieldset>
  );
}
