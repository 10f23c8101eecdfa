import Play from '~icons/lucide/play';
import type { Outcome } from '../../../components/code/outcome.ts';
import { TrialResult } from '../../../components/code/trial-result.tsx';
import { useTrial } from '../../../components/code/use-trial.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { t } from '../../../navigation/text.ts';
import type { EventScope } from '../events/event-scope.ts';
import { SampleField } from '../events/sample-field.tsx';
import type { EventSample } from '../events/sample-tree.tsx';

interface Props {
  readonly script: string;
  readonly scope: EventScope;
  /** Called with the result of each run. */
  readonly onOutcome: (outcome: Outcome) => void;
  readonly close: () => void;
  /** Closes the dialog and selects a line of the script. */
  readonly goTo: (line: number) => void;
}

/** A test run of an event filter against a sample event: the newest delivery, a typed payload or an example. */
export function FilterTestDialog({ script, scope, onOutcome, close, goTo }: Props) {
  const trial = useTrial(onOutcome);
  const outcome = trial.outcome.value;
  const run = (sample: EventSample): void => {
    const inputs = { ...sample, folderVariables: {}, globalVariables: {} };
    void trial.run({ script, purpose: 'eventFilter', inputs });
  };
  return (
    <Dialog title={t('Test run')} close={close} kind="drawer">
      <div class="stack">
        <p>A test run changes no data and creates no release. Folder and global variables are empty.</p>
        <SampleField scope={scope}>
          {(sample) => (
            <div>
              <button
                type="button"
                class="main"
                disabled={sample === null}
                title={sample === null ? t('Paste a payload or select a delivery') : undefined}
                aria-disabled={trial.isBusy.value}
                onClick={() => sample && run(sample)}
              >
                <Icon of={Play} />
                Run
              </button>
            </div>
          )}
        </SampleField>
        <Refusal message={trial.refusal.value} />
        {outcome !== null && (
          <section class="stack trial-result" aria-label="Result">
            <TrialResult outcome={outcome} script={script} goTo={goTo} />
          </section>
        )}
      </div>
    </Dialog>
  );
}
