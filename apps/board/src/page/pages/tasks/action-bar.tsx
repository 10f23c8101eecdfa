import { type Signal, useSignal } from '@preact/signals';
import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { Lazy } from '../../components/lazy.tsx';
import { type ActionInput, type BulkAction, bulkActions, getAvailability } from './bulk-actions.ts';

const loadDialog = async () => (await import('./action-dialog.tsx')).ActionDialog;

interface Props {
  readonly tasks: readonly WaitingTaskResponse[];
  /** whether a step is being taken */
  readonly isBusy: Signal<boolean>;
  /** The input of the latest action with a refusal; null: none */
  readonly failedInput: Signal<ActionInput | null>;
  readonly run: (action: BulkAction, inputText: string) => void;
}

/** What may be done with the tasks that were chosen, and which permission keeps one from the rest. */
export function ActionBar({ tasks, isBusy, failedInput, run }: Props) {
  const pendingAction = useSignal<BulkAction | null>(null);
  const availability = bulkActions.map((action) => ({ step: action, ...getAvailability(action, tasks) }));
  const blocked = availability.filter(({ missingPermission }) => missingPermission !== undefined);
  const close = (): void => {
    pendingAction.value = null;
  };
  const startAction = (action: BulkAction): void => {
    if (action.inputKind === undefined) run(action, '');
    else pendingAction.value = action;
  };
  return (
    <fieldset class="steps">
      <legend>{tasks.length} chosen</legend>
      {availability.map(({ step: action, canRun }) => (
        <button key={action.path} type="button" disabled={!canRun || isBusy.value} onClick={() => startAction(action)}>
          {action.label}
          {action.inputKind !== undefined && '…'}
        </button>
      ))}
      {blocked.map(({ step: action, missingPermission }) => (
        <p key={action.path} class="lacked">
          {action.label} takes the permission {missingPermission}.
        </p>
      ))}
      {pendingAction.value && (
        <Lazy
          load={loadDialog}
          props={{
            action: pendingAction.value,
            tasks: tasks.filter(pendingAction.value.isAvailableFor),
            initialText: failedInput.value?.action === pendingAction.value ? failedInput.value.text : '',
            close,
            onSubmit: (inputText) => {
              const action = pendingAction.peek();
              close();
              if (action) run(action, inputText);
            },
          }}
        />
      )}
    </fieldset>
  );
}
