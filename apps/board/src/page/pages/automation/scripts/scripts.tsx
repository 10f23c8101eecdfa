import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import Play from '~icons/lucide/play';
import SquareTerminal from '~icons/lucide/square-terminal';
import { messageOf, OfflineError } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import type { CodeHandle } from '../../../components/code/code-field.tsx';
import { type Outcome, problemsOf } from '../../../components/code/outcome.ts';
import { TrialResult } from '../../../components/code/trial-result.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { announce } from '../../../navigation/announce.ts';
import { type Shortcut, useShortcuts } from '../../../navigation/shortcuts.ts';
import { t } from '../../../navigation/text.ts';
import { AutomationHead } from '../automation-head.tsx';
import { Editor } from './editor.tsx';
import { type Draft, initialDraft, toRequestBody } from './trial.ts';

/** The script of a test run, and its result. */
interface Trial {
  readonly script: string;
  readonly outcome: Outcome;
}

/** Runs the script in the form, and stores the result. */
function useTrial() {
  const draft = useSignal<Draft>(initialDraft);
  const lastTrial = useSignal<Trial | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const run = async (): Promise<void> => {
    if (isBusy.peek()) return;
    const { kind, script } = draft.peek();
    const request = toRequestBody(draft.peek());
    refusal.value = 'wrong' in request ? request.wrong : null;
    if ('wrong' in request) return;
    isBusy.value = true;
    try {
      const outcome = await read<Outcome>('/scripts/test', request.body);
      lastTrial.value = { outcome, script: kind === 'text' ? script : '' };
      announce(outcome.error === undefined ? t('Script finished') : t('Script failed'));
    } catch (error) {
      refusal.value =
        error instanceof OfflineError ? t('Can’t reach the server. The script didn’t run.') : messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { draft, lastTrial, refusal, isBusy, run };
}

/** The script console. A test run changes no data and sends no requests. */
export function Scripts() {
  const { draft, lastTrial, refusal, isBusy, run } = useTrial();
  const field = useRef<CodeHandle>(null);
  const trial = lastTrial.value;
  const problems = useMemo(() => (trial === null || trial.script === '' ? [] : problemsOf(trial.outcome)), [trial]);
  useEffect(() => {
    document.title = t('Script console · Slipway');
  }, []);
  useShortcuts(
    useMemo(
      (): readonly Shortcut[] => [{ key: 'mod+enter', description: t('Test run the script'), run: () => void run() }],
      [],
    ),
  );
  return (
    <section>
      <AutomationHead
        current="/automation/scripts"
        meta="Try a script. A test run changes no data and sends no requests."
      >
        <button
          type="submit"
          form="script"
          class="main"
          disabled={isBusy.value}
          aria-keyshortcuts="Meta+Enter Control+Enter"
          title="Ctrl-Enter"
        >
          <Icon of={Play} />
          Test run
        </button>
      </AutomationHead>
      <div class="code-columns">
        <section class="card" aria-label="Test run">
          <form
            id="script"
            class="body stack"
            onSubmit={(event) => {
              event.preventDefault();
              void run();
            }}
          >
            <Editor
              draft={draft.value}
              field={field}
              problems={problems}
              change={(changes) => {
                draft.value = { ...draft.peek(), ...changes };
              }}
            />
          </form>
        </section>
        <section class="card" aria-label="Result">
          <header>
            <h2>Result</h2>
          </header>
          <div class="body stack">
            <Refusal message={refusal.value} />
            {trial === null ? (
              <EmptyState icon={SquareTerminal} text="Run the script to see its result" />
            ) : (
              <TrialResult outcome={trial.outcome} script={trial.script} goTo={(line) => field.current?.goTo(line)} />
            )}
          </div>
        </section>
      </div>
    </section>
  );
}
