import { useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { useMemo, useRef } from 'preact/hooks';
import { useQuery } from '../../live/queries.ts';
import { Lazy } from '../lazy.tsx';
import type { CodeHandle } from './code-field.tsx';
import { completeScript } from './complete-script.ts';
import type { LineProblem } from './languages.ts';
import { problemsOf } from './outcome.ts';
import { ScriptEditor, TestButton, type TestError } from './script-editor.tsx';
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

const noProblems: readonly LineProblem[] = [];

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

/**
 * A script of a task, with its syntax errors and a test run. It offers the variables that the user can view, and the
 * names of the script API.
 */
export function ScriptField({ taskId, testedScript, keepsPlaceholders = false, ...field }: Props) {
  const { value } = field;
  const variables = useKnownVariables(taskId);
  const complete = useMemo(() => completeScript(variables.map(({ key }) => key)), [variables]);
  const testError = useSignal<TestError | null>(null);
  const isTesting = useSignal(false);
  const handle = useRef<CodeHandle>(null);
  const failedTest = testError.value;
  const problems = failedTest?.script === value ? failedTest.problems : noProblems;
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
      <ScriptEditor
        {...field}
        complete={complete}
        problems={problems}
        handle={handle}
        tools={testedScript && <TestButton script={value} open={() => (isTesting.value = true)} />}
      />
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
