import { useSignal } from '@preact/signals';
import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { messageOf, OfflineError } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate, read } from '../../../api/rest.ts';
import { Refusal } from '../../../components/refusal.tsx';
import { announce } from '../../../navigation/announce.ts';
import { Results } from './results.tsx';

interface Props {
  /** of the delivery, below REST's root */
  readonly path: string;
  readonly onReplayed: (replay: ReceivedEventResponse) => Promise<void>;
}

type ReplayResults = ReceivedEventResponse['results'];

/** Replays a delivery, after a preview. */
export function Replay({ path, onReplayed }: Props) {
  const preview = useSignal<ReplayResults | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const runTask = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    refusal.value = null;
    try {
      await work();
    } catch (error) {
      refusal.value = error instanceof OfflineError ? 'The server is unavailable.' : messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const loadPreview = () =>
    runTask(async () => {
      preview.value = await read<ReplayResults>(`${path}/replay-preview`);
      announce('The expected result is shown.');
    });
  const replay = () =>
    runTask(async () => {
      await onReplayed(await mutate<ReceivedEventResponse>('POST', `${path}/replay`));
      announce('It was taken once more.');
    });
  return (
    <section>
      <h3>Take it once more</h3>
      <div class="actions">
        <button type="button" disabled={isBusy.value} onClick={() => void loadPreview()}>
          Preview
        </button>
      </div>
      <Refusal message={refusal.value} />
      {preview.value && (
        <>
          <p class="why">If it were taken once more now, as it is kept:</p>
          <Results results={preview.value} none="Nothing listens to this event, so nothing would happen." />
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
