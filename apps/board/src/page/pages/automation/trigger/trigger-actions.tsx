import { type Signal, useSignal } from '@preact/signals';
import type { TriggerResponse } from '@slipway/api-schema/triggers';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { ActionButton, MissingPermissions } from '../../../components/action-button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { announce } from '../../../navigation/announce.ts';
import { navigate } from '../../../navigation/router.ts';
import { runAction, type TriggerAction, triggerActions } from '../triggers/trigger-actions.ts';

interface Props {
  readonly trigger: TriggerResponse;
  /** The permission that the user lacks to change the trigger; null: none, undefined: unknown. */
  readonly missingPermission: string | null | undefined;
  readonly refresh: () => Promise<void>;
}

interface ConfirmDeleteProps {
  readonly action: TriggerAction;
  readonly title: string;
  readonly pendingAction: Signal<TriggerAction | null>;
  readonly run: (action: TriggerAction) => Promise<void>;
}

const ConfirmDelete = ({ action, title, pendingAction, run }: ConfirmDeleteProps) => (
  <ConfirmDialog
    title={`${action.label} ${title}?`}
    confirmLabel="Delete trigger"
    close={() => {
      pendingAction.value = null;
    }}
    run={() => void run(action)}
  >
    Its run history is deleted. Releases it created stay.
  </ConfirmDialog>
);

interface ButtonsProps extends Pick<Props, 'trigger' | 'missingPermission'> {
  readonly isBusy: boolean;
  readonly startAction: (action: TriggerAction) => void;
}

const Buttons = ({ trigger, missingPermission, isBusy, startAction }: ButtonsProps) => (
  <div class="actions">
    {triggerActions
      .filter((action) => action.isAvailableFor(trigger))
      .map((action) => (
        <ActionButton
          key={action.label}
          missingPermission={missingPermission ?? null}
          isDisabled={isBusy || missingPermission === undefined}
          run={() => startAction(action)}
        >
          {action.label}
          {action.needsConfirmation && '…'}
        </ActionButton>
      ))}
    <MissingPermissions names={[missingPermission ?? null]} />
  </div>
);

/** The actions on a trigger. */
export function TriggerActions({ trigger, missingPermission, refresh }: Props) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const pendingAction = useSignal<TriggerAction | null>(null);
  const run = async (action: TriggerAction): Promise<void> => {
    isBusy.value = true;
    refusal.value = null;
    try {
      await runAction(action, trigger.id);
      announce(`Trigger ${action.pastParticiple}`);
      if (action.label === 'Delete') navigate('/automation');
      else await refresh();
    } catch (error) {
      refusal.value = messageOf(error);
      // The run history may contain the reason.
      await refresh();
    } finally {
      isBusy.value = false;
      pendingAction.value = null;
    }
  };
  const startAction = (action: TriggerAction): void => {
    if (action.needsConfirmation) pendingAction.value = action;
    else void run(action);
  };
  return (
    <>
      <Buttons
        trigger={trigger}
        missingPermission={missingPermission}
        isBusy={isBusy.value}
        startAction={startAction}
      />
      <Refusal message={refusal.value} />
      {pendingAction.value && (
        <ConfirmDelete action={pendingAction.value} title={trigger.title} run={run} pendingAction={pendingAction} />
      )}
    </>
  );
}
