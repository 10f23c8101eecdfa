import { useSignal } from '@preact/signals';
import type { ReceivedEventAnswer } from '@slipway/wire';
import { Away, sentenceOf } from '../../../data/refused.ts';
import { change, read } from '../../../data/rest.ts';
import { Refusal } from '../../../parts/refusal.tsx';
import { announce } from '../../../place/announce.ts';
import { Results } from './results.tsx';

interface Props {
  /** of the delivery, below REST's root */
  readonly path: string;
  readonly done: (replay: ReceivedEventAnswer) => Promise<void>;
}

type Foreseen = ReceivedEventAnswer['results'];

/** Replays a delivery, after a preview. */
export function Replay({ path, done }: Props) {
  const foreseen = useSignal<Foreseen | null>(null);
  const refusal = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const doing = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    refusal.value = null;
    try {
      await work();
    } catch (error) {
      refusal.value = error instanceof Away ? 'The server is unavailable.' : sentenceOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const foresee = () =>
    doing(async () => {
      foreseen.value = await read<Foreseen>(`${path}/replay-preview`);
      announce('The expected result is shown.');
    });
  const replay = () =>
    doing(async () => {
      await done(await change<ReceivedEventAnswer>('POST', `${path}/replay`));
      announce('It was taken once more.');
    });
  return (
    <section>
      <h3>Take it once more</h3>
      <div class="actions">
        <button type="button" disabled={isBusy.value} onClick={() => void foresee()}>
          Preview
        </button>
      </div>
      <Refusal sentence={refusal.value} />
      {foreseen.value && (
        <>
          <p class="why">If it were taken once more now, as it is kept:</p>
          <Results results={foreseen.value} none="Nothing listens to this event, so nothing would happen." />
          <div class="actions">
            <button type="button" class="main" disabled={isBusy.value} onClick={() => void replay()}>
              Take it once more
            </button>
          </div>
        </>
      )}
    </section>
  );
}
