import { useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { useMemo, useRef } from 'preact/hooks';
import FlaskConical from '~icons/lucide/flask-conical';
import { useDebounced, useQuery } from '../../live/queries.ts';
import { t } from '../../navigation/text.ts';
import { Lazy } from '../lazy.tsx';
import { Icon } from '../marks/icon.tsx';
import { CodeField, type CodeHandle } from './code-field.tsx';
import { completeScript } from './complete-script.ts';
import { type LineProblem, scriptLanguage } from './languages.ts';
import { problemsOf } from './outcome.ts';
import type { TaskScript } from './test-dialog.tsx';

interface Props {
  /** The id of a task of a release or template, whose variables are offered. */
  readonly taskId: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly rows: number;
  readonly value: string;
  readonly change: (text: string) => void;
  /** The script of the task that the user can test; absent: the server cannot run it. */
  readonly testedScript?: TaskScript | undefined;
  /** Whether the placeholders of the script are not replaced. */
  readonly keepsPlaceholders?: boolean;
}

const noVariables: readonly VariableResponse[] = [];
const useVariables = (path: string | null): readonly VariableResponse[] =>
  useQuery<readonly VariableResponse[]>(path).value.value ?? noVariables;

/** The pause in typing before a script is compiled, in milliseconds. */
const checkPauseMs = 600;
const noProblems: readonly LineProblem[] = [];

/** A response of `POST /scripts/check`. */
interface Check {
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** Returns the syntax errors of an edited script. A script that is not edited is not checked. */
function useProblems(text: string): readonly LineProblem[] {
  const firstText = useRef(text);
  const script = useDebounced(text, checkPauseMs);
  const isChecked = script !== firstText.current && script.trim() !== '';
  const check = useQuery<Check>(isChecked ? '/scripts/check' : null, { body: { script } });
  const problems = isChecked && script === text && check.isCurrent() ? check.value.value?.problems : undefined;
  return useMemo(() => problems?.map(({ line, message }) => ({ line, text: message })) ?? noProblems, [problems]);
}

/** The syntax errors below the editor, each with a button that selects its line. */
const ProblemList = ({
  problems,
  goTo,
}: {
  readonly problems: readonly LineProblem[];
  readonly goTo: (line: number) => void;
}) => (
  <div aria-live="polite">
    {problems.map(({ line, text }) => (
      <p key={text} class="hint wrong">
        {line === 0 ? t`Does not compile: ${text}` : t`Does not compile in line ${line}: ${text}`}
        {line > 0 && (
          <button type="button" class="quiet small" onClick={() => goTo(line)}>
            Go to line {line}
          </button>
        )}
      </p>
    ))}
  </div>
);

/** Returns the variables of the plan of a task, of its folder and of the server, as far as the user can view them. */
function useKnownVariables(taskId: string): readonly VariableResponse[] {
  const segments = taskId.split('/');
  const release = segments.find((segment) => segment.startsWith('Release'));
  const folder = segments.findLast((segment) => segment.startsWith('Folder'));
  const own = useVariables(release === undefined ? null : `/releases/${release}/variables`);
  const ofFolder = useVariables(folder === undefined ? null : `/folders/${folder}/variables`);
  const global = useVariables('/config/Configuration/variables/global');
  return useMemo(() => [...own, ...ofFolder, ...global], [own, ofFolder, global]);
}

const loadTestDialog = async () => (await import('./test-dialog.tsx')).TestDialog;

/** The error of the latest test run, for the script that ran. */
interface TestError {
  readonly script: string;
  readonly problems: readonly LineProblem[];
}

/** A button that opens the test run of a script. A fieldset disables it for users who cannot edit the script. */
function TestButton({ script, open }: { readonly script: string; readonly open: () => void }) {
  const isEmpty = script.trim() === '';
  return (
    <button
      type="button"
      class="quiet small"
      disabled={isEmpty}
      title={isEmpty ? t('The script is empty') : undefined}
      onClick={open}
    >
      <Icon of={FlaskConical} size="small" />
      Test run…
    </button>
  );
}

/**
 * A script of a task, with its syntax errors and a test run. It offers the variables that the user can view, and the
 * names of the script API.
 */
export function ScriptField({ taskId, testedScript, keepsPlaceholders = false, ...field }: Props) {
  const { value } = field;
  const variables = useKnownVariables(taskId);
  const complete = useMemo(() => completeScript(variables.map(({ key }) => key)), [variables]);
  const syntaxProblems = useProblems(value);
  const testError = useSignal<TestError | null>(null);
  const isTesting = useSignal(false);
  const handle = useRef<CodeHandle>(null);
  const failedTest = testError.value;
  const problems = useMemo(
    () => (failedTest?.script === value ? [...syntaxProblems, ...failedTest.problems] : syntaxProblems),
    [syntaxProblems, failedTest, value],
  );
  const close = (): void => {
    isTesting.value = false;
  };
  const goTo = (line: number): void => {
    close();
    // The closed dialog first returns the focus to its button.
    window.requestAnimationFrame(() => handle.current?.goTo(line));
  };
  return (
    <>
      <CodeField
        {...field}
        language={scriptLanguage(value)}
        complete={complete}
        problems={problems}
        handle={handle}
        tools={testedScript && <TestButton script={value} open={() => (isTesting.value = true)} />}
      />
      <ProblemList problems={syntaxProblems} goTo={(line) => handle.current?.goTo(line)} />
      {testedScript && isTesting.value && (
        <Lazy
          load={loadTestDialog}
          props={{
            ...{ taskId, field: testedScript, script: value, keepsPlaceholders, variables, close, goTo },
            onOutcome: (outcome) => (testError.value = { script: value, problems: problemsOf(outcome) }),
          }}
        />
      )}
    </>
  );
}
