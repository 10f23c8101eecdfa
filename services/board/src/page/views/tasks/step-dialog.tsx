import { useSignal } from '@preact/signals';
import type { WaitingTaskAnswer } from '@slipway/wire';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { PersonField } from '../../parts/people/person-field.tsx';
import { TeamField } from '../../parts/people/team-field.tsx';
import { lastOf } from '../../place/ids.ts';
import type { Step } from './steps.ts';

interface Props {
  readonly step: Step;
  readonly tasks: readonly WaitingTaskAnswer[];
  /** The input of an earlier refused attempt; empty: none */
  readonly before: string;
  readonly close: () => void;
  readonly take: (said: string) => void;
}

const labels = { comment: 'Comment, if any', words: 'Comment' } as const;

/** The dialog of an action with an input. */
export function StepDialog({ step, tasks, before, close, take }: Props) {
  const said = useSignal(before);
  const asks = step.asks ?? 'comment';
  const write = (text: string): void => {
    said.value = text;
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // A blank input is no comment: REST would ignore it
    if (asks !== 'comment' && said.value.trim() === '') said.value = '';
    else take(said.value);
  };
  return (
    <Dialog title={`${step.word} ${tasks.length === 1 ? 'this task' : `these ${tasks.length} tasks`}`} close={close}>
      <form class="actions" onSubmit={submit}>
        {asks === 'user' && <PersonField label="User name" kind="user" isRequired value={said.value} change={write} />}
        {asks === 'team' && (
          <TeamField
            of={`/releases/${lastOf(tasks[0]?.release.id ?? '')}`}
            isRequired
            value={said.value}
            change={write}
          />
        )}
        {(asks === 'comment' || asks === 'words') && (
          <TextField label={labels[asks]} value={said.value} isLong isRequired={asks === 'words'} change={write} />
        )}
        <button type="submit" class="main">
          {step.word}
        </button>
      </form>
    </Dialog>
  );
}
