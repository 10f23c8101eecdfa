import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { messageOf, OfflineError } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import { Refusal } from '../../../components/refusal.tsx';
import { announce } from '../../../navigation/announce.ts';
import { type Shortcut, useShortcuts } from '../../../navigation/shortcuts.ts';
import { AutomationTabs } from '../automation-tabs.tsx';
import { Editor } from './editor.tsx';
import { type Draft, initialDraft, lineRange, type Outcome, toRequestBody } from './trial.ts';
import { TrialResult } from './trial-result.tsx';

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
      announce(outcome.error === undefined ? 'Script finished' : 'Script failed');
    } catch (error) {
      refusal.value =
        error instanceof OfflineError ? 'Can’t reach the server. The script didn’t run.' : messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { draft, lastTrial, refusal, isBusy, run };
}

/** The script console. A test run changes no data and sends no requests. */
export function Scripts() {
  const { draft, lastTrial, refusal, isBusy, run } = useTrial();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    document.title = 'Script console · Slipway';
  }, []);
  useShortcuts(
    useMemo(
      (): readonly Shortcut[] => [{ key: 'mod+enter', description: 'Test run the script', run: () => void run() }],
      [],
    ),
  );
  const goTo = (line: number): void => {
    const span = lineRange(field.current?.value ?? '', line);
    field.current?.focus();
    if (span !== null) field.current?.setSelectionRange(...span);
  };
  return (
    <section>
      <h1>Automation</h1>
      <AutomationTabs current="/automation/scripts" />
      <div class="beside">
        <form
          class="actions"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <Editor
            draft={draft.value}
            field={field}
            change={(changes) => {
              draft.value = { ...draft.peek(), ...changes };
            }}
          />
          <button type="submit" class="main" disabled={isBusy.value} aria-keyshortcuts="Meta+Enter Control+Enter">
            Test run
          </button>
        </form>
        <section>
          <h2>Result</h2>
          <Refusal message={refusal.value} />
          {lastTrial.value === null ? (
            <p class="empty">Run the script to see its result</p>
          ) : (
            <TrialResult outcome={lastTrial.value.outcome} script={lastTrial.value.script} goTo={goTo} />
          )}
        </section>
      </div>
    </section>
  );
}
