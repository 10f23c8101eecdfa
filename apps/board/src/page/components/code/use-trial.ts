import { useSignal } from '@preact/signals';
import { messageOf, OfflineError } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { read } from '../../api/rest.ts';
import { announce } from '../../navigation/announce.ts';
import { t } from '../../navigation/text.ts';
import type { Outcome } from './outcome.ts';

/** Runs scripts without effects, one at a time, and stores the result or the error of the latest run. */
export function useTrial(onOutcome: (outcome: Outcome) => void) {
  const outcome = useSignal<Outcome | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const run = async (body: object): Promise<void> => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    refusal.value = null;
    try {
      const result = await read<Outcome>('/scripts/test', body);
      outcome.value = result;
      onOutcome(result);
      announce(result.error === undefined ? t('Script finished') : t('Script failed'));
    } catch (error) {
      refusal.value =
        error instanceof OfflineError ? t('Can’t reach the server. The script didn’t run.') : messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { outcome, refusal, isBusy, run };
}
