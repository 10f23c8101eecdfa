import { useSignal } from '@preact/signals';
import { mutate } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { CopyField } from '../../../components/fields/copy-field.tsx';
import { fromDateInput, toDateInput } from '../../../components/fields/date-input.ts';
import { CheckField } from '../../../components/fields/field.tsx';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import { plural, t } from '../../../navigation/text.ts';
import type { Scope } from '../place.ts';
import { bodyOf, type Receiver, randomSecret, receiverPath } from './receiver.ts';
import { type NewSecret, ReceiverForm } from './receiver-form.tsx';

/** The open dialog of a list or of a page of a receiver. */
export type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'replay' | 'secret' | 'delete'; readonly receiver: Receiver };

interface DialogProps {
  readonly receiver: Receiver;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

/** The dialog with a new secret, which is displayed only once. */
export const SecretDialog = ({
  secret: { title, secret },
  close,
}: {
  readonly secret: NewSecret;
  readonly close: () => void;
}) => (
  <Dialog title={t`Secret of ${title}`} close={close}>
    <p>Copy this secret now. It isn’t shown again. The receiver verifies signatures with it.</p>
    <CopyField label="Secret" text={secret} />
  </Dialog>
);

function DeleteDialog({ receiver: { id, title }, close, onDone }: DialogProps) {
  const run = async (): Promise<string> => {
    await mutate('DELETE', receiverPath(id));
    await onDone();
    return t('Receiver deleted');
  };
  return (
    <FormDialog title={t`Delete ${title}?`} submitLabel="Delete receiver" isDanger close={close} run={run}>
      <p>It no longer gets events. Pending deliveries are not sent.</p>
    </FormDialog>
  );
}

interface SecretProps extends DialogProps {
  readonly onSecret: (secret: NewSecret) => void;
}

function RotateDialog({ receiver: { id, title }, close, onDone, onSecret }: SecretProps) {
  const run = async (): Promise<string> => {
    const secret = randomSecret();
    await updateWithRetry<Receiver>(receiverPath(id), (stored) => ({ ...bodyOf(stored), secret }));
    await onDone();
    onSecret({ title, secret });
    return t('Secret replaced');
  };
  return (
    <FormDialog title={t`Replace the secret of ${title}?`} submitLabel="Replace secret" close={close} run={run}>
      <p>For 24 hours, deliveries are signed with the old and the new secret. Update the receiver within this time.</p>
    </FormDialog>
  );
}

const dayMs = 86_400_000;
type State = 'dead' | 'failed' | 'sent' | 'obsolete';

const replayStates = [
  ['dead', t('Given up')],
  ['failed', t('Failed')],
  ['obsolete', t('Obsolete')],
  ['sent', t('Sent')],
] as const satisfies readonly (readonly [State, string])[];

function ReplayDialog({ receiver: { id, title }, close, onDone }: DialogProps) {
  const from = useSignal(toDateInput(new Date(Date.now() - dayMs).toISOString()));
  const to = useSignal(toDateInput(new Date(Date.now() + 60_000).toISOString()));
  const states = useSignal<readonly State[]>(['dead', 'failed']);
  const run = async (): Promise<string> => {
    const range = { from: fromDateInput(from.peek()), to: fromDateInput(to.peek()) };
    const { replayed } = await mutate<{ readonly replayed: number }>('POST', `${receiverPath(id)}/replay`, {
      ...range,
      states: states.peek(),
    });
    const text = plural(replayed, '# delivery is sent again', '# deliveries are sent again');
    showToast(text);
    await onDone();
    return '';
  };
  return (
    <FormDialog
      title={t`Replay deliveries to ${title}`}
      submitLabel="Replay"
      close={close}
      run={run}
      isDisabled={states.value.length === 0}
    >
      <div class="notice-form">
        <div class="form-row">
          <MomentField label="From" isRequired value={from.value} change={(input) => (from.value = input)} />
          <MomentField label="To" isRequired value={to.value} change={(input) => (to.value = input)} />
        </div>
        <fieldset class="row wrapped">
          <legend>Statuses</legend>
          {replayStates.map(([state, label]) => (
            <CheckField
              key={state}
              label={label}
              isOn={states.value.includes(state)}
              change={(isOn) =>
                (states.value = replayStates
                  .map(([name]) => name)
                  .filter((name) => (name === state ? isOn : states.peek().includes(name))))
              }
            />
          ))}
        </fieldset>
        <p class="sub">A repeated message has the same ID, so the receiver can ignore duplicates.</p>
      </div>
    </FormDialog>
  );
}

interface Props extends Omit<SecretProps, 'receiver'> {
  readonly dialog: OpenDialog;
  readonly scope: Scope;
}

/** The dialog of a receiver that is open. */
export function ReceiverDialog({ dialog, scope, ...common }: Props) {
  switch (dialog.kind) {
    case 'new':
      return <ReceiverForm {...common} scope={scope} receiver={null} />;
    case 'edit':
      return <ReceiverForm {...common} scope={scope} receiver={dialog.receiver} />;
    case 'replay':
      return <ReplayDialog {...common} receiver={dialog.receiver} />;
    case 'secret':
      return <RotateDialog {...common} receiver={dialog.receiver} />;
    case 'delete':
      return <DeleteDialog {...common} receiver={dialog.receiver} />;
  }
}
