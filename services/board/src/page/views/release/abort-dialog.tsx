import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';

interface Props {
  readonly close: () => void;
  readonly abort: (comment: string) => void;
}

/** Asks why before it aborts: nothing brings back what was aborted. */
export function AbortDialog({ close, abort }: Props) {
  const comment = useSignal('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    abort(comment.value);
  };
  return (
    <Dialog title="Abort this release" close={close}>
      <form class="actions" onSubmit={submit}>
        <p>All of its tasks that run are stopped, and it never goes on.</p>
        <TextField
          label="Why"
          value={comment.value}
          isLong
          isRequired
          change={(text) => {
            comment.value = text;
          }}
        />
        <button type="submit" class="main">
          Abort it
        </button>
      </form>
    </Dialog>
  );
}
