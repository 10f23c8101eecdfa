import { type Signal, useSignal } from '@preact/signals';
import type { TriggerAnswer } from '@slipway/wire';
import { neededFor } from '../../../data/needs.ts';
import { Lacking } from '../../../parts/deed.tsx';
import { Sure } from '../../../parts/steps/sure.tsx';
import { type Step, steps } from './steps.ts';

interface Props {
  readonly triggers: readonly TriggerAnswer[];
  /** Ids of those that the user may change */
  readonly changeable: ReadonlySet<string>;
  /** whether a step is being taken */
  readonly isBusy: Signal<boolean>;
  readonly run: (step: Step) => void;
}

/** What may be done with the triggers that were chosen, and which permission is missing for those of them that it lacks. */
export function StepBar({ triggers, changeable, isBusy, run }: Props) {
  const asked = useSignal<Step | null>(null);
  const own = triggers.filter(({ id }) => changeable.has(id));
  const lacked = own.length < triggers.length ? (neededFor('trigger')[0] ?? null) : null;
  const close = (): void => {
    asked.value = null;
  };
  return (
    <fieldset class="steps">
      <legend>{triggers.length} chosen</legend>
      {steps.map((step) => (
        <button
          key={step.word}
          type="button"
          disabled={isBusy.value || !own.some(step.isFor)}
          onClick={() => {
            if (step.asks) asked.value = step;
            else run(step);
          }}
        >
          {step.word}
          {step.asks && '…'}
        </button>
      ))}
      {lacked !== null && own.length > 0 && <p class="lacked">Some of them are left as they are.</p>}
      <Lacking names={[lacked]} />
      {asked.value && (
        <Sure
          title={own.length === 1 ? 'Delete this trigger' : `Delete these ${own.length} triggers`}
          word="Delete for good"
          close={close}
          run={() => {
            const step = asked.peek();
            close();
            if (step) run(step);
          }}
        >
          Their ledgers go with them. The releases that they made stay.
        </Sure>
      )}
    </fieldset>
  );
}
