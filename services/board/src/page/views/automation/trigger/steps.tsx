import { type Signal, useSignal } from '@preact/signals';
import type { TriggerAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { Deed, Lacking } from '../../../parts/deed.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { Sure } from '../../../parts/steps/sure.tsx';
import { announce } from '../../../place/announce.ts';
import { go } from '../../../place/router.ts';
import { type Step, steps, takeOne } from '../triggers/steps.ts';

interface Props {
  readonly trigger: TriggerAnswer;
  /** The missing permission; undefined: unknown */
  readonly lacking: string | null | undefined;
  readonly refresh: () => Promise<void>;
}

interface LastProps {
  readonly step: Step;
  readonly title: string;
  readonly asked: Signal<Step | null>;
  readonly run: (step: Step) => Promise<void>;
}

const Last = ({ step, title, asked, run }: LastProps) => (
  <Sure
    title={`${step.word} ${title}`}
    word="Delete for good"
    close={() => {
      asked.value = null;
    }}
    run={() => void run(step)}
  >
    Its ledger goes with it. The releases that it made stay.
  </Sure>
);

interface ButtonsProps extends Pick<Props, 'trigger' | 'lacking'> {
  readonly isBusy: boolean;
  readonly begin: (step: Step) => void;
}

const Buttons = ({ trigger, lacking, isBusy, begin }: ButtonsProps) => (
  <div class="actions">
    {steps
      .filter((step) => step.isFor(trigger))
      .map((step) => (
        <Deed
          key={step.word}
          lacking={lacking ?? null}
          isDisabled={isBusy || lacking === undefined}
          run={() => begin(step)}
        >
          {step.word}
          {step.asks && '…'}
        </Deed>
      ))}
    <Lacking names={[lacking ?? null]} />
  </div>
);

/** What may be done with a trigger. */
export function Steps({ trigger, lacking, refresh }: Props) {
  const refusal = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const asked = useSignal<Step | null>(null);
  const run = async (step: Step): Promise<void> => {
    isBusy.value = true;
    refusal.value = null;
    try {
      await takeOne(step, trigger.id);
      announce(`${step.word}: done`);
      if (step.word === 'Delete') go('/automation');
      else await refresh();
    } catch (error) {
      refusal.value = sentenceOf(error);
      // why it was refused may stand in its ledger
      await refresh();
    } finally {
      isBusy.value = false;
      asked.value = null;
    }
  };
  const begin = (step: Step): void => {
    if (step.asks) asked.value = step;
    else void run(step);
  };
  return (
    <>
      <Buttons trigger={trigger} lacking={lacking} isBusy={isBusy.value} begin={begin} />
      <Refusal sentence={refusal.value} />
      {asked.value && <Last step={asked.value} title={trigger.title} run={run} asked={asked} />}
    </>
  );
}
