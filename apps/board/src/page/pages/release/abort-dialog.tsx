import { useSignal } from '@preact/signals';
import { TextField } from '../../components/fields/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';

interface Props {
  readonly title: string;
  readonly close: () => void;
  /** Throws ApiError, OfflineError. */
  readonly abort: (comment: string) => Promise<void>;
}

/** Requests a reason before an abort, which is irreversible. */
export function AbortDialog({ title, close, abort }: Props) {
  const comment = useSignal('');
  const run = async (): Promise<string> => {
    await abort(comment.peek());
    return `${title} was aborted.`;
  };
  return (
    <FormDialog title="Abort this release" submitLabel="Abort it" close={close} run={run}>
      <p>Running tasks are stopped. An aborted release can’t be resumed.</p>
      <TextField
        label="Why"
        value={comment.value}
        isLong
        isRequired
        change={(text) => {
          comment.value = text;
        }}
      />
    </FormDialog>
  );
}
