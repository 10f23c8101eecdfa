import { type Signal, useSignal } from '@preact/signals';
import type { WaitingTaskAnswer } from '@slipway/wire';
import { Loaded } from '../../parts/loaded.tsx';
import { mayTake, type Said, type Step, steps } from './steps.ts';

const loadDialog = async () => (await import('./step-dialog.tsx')).StepDialog;

interface Props {
  readonly tasks: readonly WaitingTaskAnswer[];
  /** whether a step is being taken */
  readonly isBusy: Signal<boolean>;
  /** The input of the latest action with a refusal; null: none */
  readonly unheard: Signal<Said | null>;
  readonly run: (step: Step, said: string) => void;
}

/** What may be done with the tasks that were chosen, and which permission keeps one from the rest. */
export function StepBar({ tasks, isBusy, unheard, run }: Props) {
  const asked = useSignal<Step | null>(null);
  const offers = steps.map((step) => ({ step, ...mayTake(step, tasks) }));
  const lacked = offers.filter(({ lacks }) => lacks !== undefined);
  const close = (): void => {
    asked.value = null;
  };
  const begin = (step: Step): void => {
    if (step.asks === undefined) run(step, '');
    else asked.value = step;
  };
  return (
    <fieldset class="steps">
      <legend>{tasks.length} chosen</legend>
      {offers.map(({ step, may }) => (
        <button key={step.path} type="button" disabled={!may || isBusy.value} onClick={() => begin(step)}>
          {step.word}
          {step.asks !== undefined && '…'}
        </button>
      ))}
      {lacked.map(({ step, lacks }) => (
        <p key={step.path} class="lacked">
          {step.word} takes the permission {lacks}.
        </p>
      ))}
      {asked.value && (
        <Loaded
          load={loadDialog}
          given={{
            step: asked.value,
            tasks: tasks.filter(asked.value.isFor),
            before: unheard.value?.step === asked.value ? unheard.value.words : '',
            close,
            take: (said) => {
              const step = asked.peek();
              close();
              if (step) run(step, said);
            },
          }}
        />
      )}
    </fieldset>
  );
}
