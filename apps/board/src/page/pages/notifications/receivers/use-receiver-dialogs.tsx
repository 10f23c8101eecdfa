import { useSignal } from '@preact/signals';
import { Lazy } from '../../../components/lazy.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { Scope } from '../place.ts';
import { type ReceiverActions, useReceiverActions } from './receiver-actions.ts';
import type { NewSecret } from './receiver-form.tsx';

const loadDialog = async () => (await import('./receiver-dialogs.tsx')).ReceiverDialog;
const loadSecret = async () => (await import('./receiver-dialogs.tsx')).SecretDialog;

/** The error of the latest test or change of a receiver. */
export const ActionRefusal = ({ actions: { refusal } }: { readonly actions: ReceiverActions }) => {
  const current = refusal.value;
  return current && <Refusal before={`${current.title}: `} message={current.message} />;
};

/** Returns the actions on receivers, and the open dialog, which is loaded when it opens for the first time. */
export function useReceiverDialogs(scope: Scope, refresh: () => Promise<void>, onDeleted: () => void) {
  const actions = useReceiverActions(refresh);
  const { dialog } = actions;
  const secret = useSignal<NewSecret | null>(null);
  const current = dialog.value;
  const onDone = async (): Promise<void> => {
    if (dialog.peek()?.kind === 'delete') onDeleted();
    await refresh();
  };
  const content = (
    <>
      {current && (
        <Lazy
          key={current.kind}
          load={loadDialog}
          props={{
            ...{ scope, dialog: current, onDone, close: () => (dialog.value = null) },
            onSecret: (next: NewSecret) => (secret.value = next),
          }}
        />
      )}
      {secret.value && <Lazy load={loadSecret} props={{ secret: secret.value, close: () => (secret.value = null) }} />}
    </>
  );
  return { actions, content };
}
