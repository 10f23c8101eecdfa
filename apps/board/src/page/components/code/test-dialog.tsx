import { useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import Play from '~icons/lucide/play';
import { t } from '../../navigation/text.ts';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../marks/icon.tsx';
import { Refusal } from '../refusal.tsx';
import { ValueField } from '../variables/value-field.tsx';
import { parseValue } from '../variables/value-text.ts';
import type { Outcome } from './outcome.ts';
import { TrialResult } from './trial-result.tsx';
import { useTrial } from './use-trial.ts';
import { type TestVariable, usedVariables } from './used-variables.ts';

/** A script of a task, as its field in REST. */
export type TaskScript = 'script' | 'precondition' | 'failureHandler' | 'abortScript';

interface Props {
  readonly taskId: string;
  readonly field: TaskScript;
  readonly script: string;
  /** Whether the placeholders of the script are not replaced. */
  readonly keepsPlaceholders: boolean;
  /** The variables that the user can view. */
  readonly variables: readonly VariableResponse[];
  /** Called with the result of each run. */
  readonly onOutcome: (outcome: Outcome) => void;
  readonly close: () => void;
  /** Closes the dialog and selects a line of the script. */
  readonly goTo: (line: number) => void;
}

/** Runs the script with the typed values, and stores the result. */
function useTestRun({ taskId, field, script, keepsPlaceholders, variables: known, onOutcome }: Props) {
  const variables = useMemo(() => usedVariables(script, known), [script, known]);
  const inputs = useSignal<ReadonlyMap<string, string>>(new Map());
  const trial = useTrial(onOutcome);
  const textOf = ({ key, text }: TestVariable): string => inputs.value.get(key) ?? text;
  const run = async (): Promise<void> => {
    const values = variables.map((item) => ({
      key: item.key,
      type: item.type,
      value: parseValue(item.kind, textOf(item)),
    }));
    await trial.run({ script, taskId, field, variables: values, ignoreScriptVariableInterpolation: keepsPlaceholders });
  };
  const change = (key: string, text: string): void => {
    inputs.value = new Map([...inputs.peek(), [key, text]]);
  };
  const { outcome, refusal, isBusy } = trial;
  return { variables, textOf, change, outcome: outcome.value, refusal: refusal.value, isBusy: isBusy.value, run };
}

/** A test run of the script of a task, with a field for each variable that the script uses. It changes no data. */
export function TestDialog(props: Props) {
  const { script, field, close, goTo } = props;
  const { variables, textOf, change, outcome, refusal, isBusy, run } = useTestRun(props);
  const result = useRef<HTMLElement>(null);
  useEffect(() => {
    if (outcome !== null) result.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // The form of the task around this dialog would save the task.
    event.stopPropagation();
    void run();
  };
  return (
    <Dialog title={t('Test run')} close={close} kind="drawer">
      <form class="actions" onSubmit={submit}>
        <p>A test run changes no data and sends no requests. It uses only the values below.</p>
        {variables.length === 0 && <p class="none">The script uses no variables.</p>}
        {variables.map((variable) => (
          <ValueField
            key={variable.key}
            kind={variable.kind}
            label={variable.key}
            isLong={variable.isLong}
            value={textOf(variable)}
            change={(text) => change(variable.key, text)}
            hint={variable.kind === 'password' ? t('A test value. The saved password isn’t used.') : undefined}
          />
        ))}
        <Refusal message={refusal} />
        <button type="button" onClick={close}>
          Close
        </button>
        <button type="submit" class="main" aria-disabled={isBusy}>
          <Icon of={Play} />
          Run
        </button>
      </form>
      {outcome !== null && (
        <section ref={result} class="stack trial-result" aria-label="Result">
          <TrialResult outcome={outcome} script={script} goTo={goTo} decides={field === 'precondition'} />
        </section>
      )}
    </Dialog>
  );
}
