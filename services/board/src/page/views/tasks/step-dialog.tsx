import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import type { Step } from './steps.ts';

interface Props {
  readonly step: Step;
  readonly count: number;
  readonly close: () => void;
  readonly take: (said: string) => void;
}

const labels = { comment: 'Comment, if any', words: 'Comment', user: 'User name' } as const;

/** Asks what a step takes before it is taken. */
export function StepDialog({ step, count, close, take }: Props) {
  const said = useSignal('');
  const asks = step.asks ?? 'comment';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    take(said.value);
  };
  return (
    <Dialog title={`${step.word} ${count === 1 ? 'this task' : `these ${count} tasks`}`} close={close}>
      <form class="actions" onSubmit={submit}>
        <TextField
          label={labels[asks]}
          value={said.value}
          isLong={asks !== 'user'}
          isRequired={asks !== 'comment'}
          change={(text) => {
            said.value = text;
          }}
        />
        <button type="submit" class="main">
          {step.word}
        </button>
      </form>
    </Dialog>
  );
}
