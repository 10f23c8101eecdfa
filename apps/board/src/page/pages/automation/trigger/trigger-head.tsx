import { useSignal } from '@preact/signals';
import type { TriggerResponse } from '@slipway/api-schema/triggers';
import Ellipsis from '~icons/lucide/ellipsis';
import Play from '~icons/lucide/play';
import Trash2 from '~icons/lucide/trash-2';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { permissionReason } from '../../../api/permission-reason.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { Switch } from '../../../components/controls/switch.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { showToast } from '../../../components/toast.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { EnabledStatus, TriggerDescription } from '../triggers/columns.tsx';
import { runAction, runRefusalOf, type TriggerAction, triggerAction } from '../triggers/trigger-actions.ts';

interface Props {
  readonly trigger: TriggerResponse;
  /** The permission that the user lacks to change the trigger; null: none, undefined: unknown. */
  readonly missingPermission: string | null | undefined;
  readonly refresh: () => Promise<void>;
}

/** The actions on a trigger. The switch shows the expected state until the response. */
function useActions({ trigger, refresh }: Props) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const expectedState = useSignal<boolean | null>(null);
  const run = async (action: TriggerAction): Promise<void> => {
    isBusy.value = true;
    refusal.value = null;
    if (action.name === 'enable' || action.name === 'disable') expectedState.value = action.name === 'enable';
    try {
      await runAction(action, trigger.id);
      showToast(t`Trigger ${action.pastParticiple}`);
      if (action.name === 'delete') navigate('/automation');
      else await refresh();
    } catch (error) {
      refusal.value = messageOf(error);
      // The run history may contain the reason.
      await refresh();
    } finally {
      isBusy.value = false;
      expectedState.value = null;
    }
  };
  return { refusal, isBusy, isOn: expectedState.value ?? trigger.enabled, run };
}

const reasonOf = (missingPermission: string | null | undefined): string | null => {
  if (missingPermission === undefined) return t('Checking your permissions…');
  return permissionReason(missingPermission);
};

/** The title of a trigger with its state, a switch and its actions. */
export function TriggerHead(props: Props) {
  const { trigger, missingPermission } = props;
  const { refusal, isBusy, isOn, run } = useActions(props);
  const isConfirming = useSignal(false);
  const reason = reasonOf(missingPermission);
  const runRefusal = runRefusalOf(trigger);
  return (
    <>
      <PageHead
        title={trigger.title}
        status={
          <>
            <EnabledStatus isOn={isOn} />
            {trigger.broken !== undefined && <StatusLabel tone="failed" label="Broken" />}
          </>
        }
        meta={<TriggerDescription trigger={trigger} />}
      >
        <Switch
          label={t`Enable ${trigger.title}`}
          isOn={isOn}
          isBusy={isBusy.value}
          disabledReason={reason}
          change={(enabled) => void run(triggerAction(enabled ? 'enable' : 'disable'))}
        />
        <ActionButton
          isMain
          missingPermission={missingPermission ?? null}
          disabledReason={runRefusal}
          isDisabled={isBusy.value || missingPermission === undefined}
          run={() => void run(triggerAction('run'))}
        >
          <Icon of={Play} />
          Run now
        </ActionButton>
        <Menu
          label="More actions"
          buttonClass="quiet square"
          sections={[
            {
              actions: [
                {
                  ...{ label: t('Delete…'), icon: Trash2, isDanger: true, disabledReason: reason },
                  run: () => (isConfirming.value = true),
                },
              ],
            },
          ]}
        >
          <Icon of={Ellipsis} />
        </Menu>
      </PageHead>
      <MissingPermissions names={[missingPermission ?? null]} />
      {missingPermission === null && runRefusal !== null && <p class="none">{runRefusal}</p>}
      <Refusal message={refusal.value} />
      {isConfirming.value && (
        <ConfirmDialog
          title={t`Delete ${trigger.title}?`}
          confirmLabel="Delete trigger"
          close={() => (isConfirming.value = false)}
          run={() => {
            isConfirming.value = false;
            void run(triggerAction('delete'));
          }}
        >
          Its run history is deleted. Releases it created stay.
        </ConfirmDialog>
      )}
    </>
  );
}
