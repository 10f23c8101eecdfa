import type { VariableResponse } from '@slipway/api-schema/variables';
import { useMemo, useRef } from 'preact/hooks';
import { useDebounced, useQuery } from '../../live/queries.ts';
import { t } from '../../navigation/text.ts';
import { CodeField, type CodeHandle } from './code-field.tsx';
import { completeScript } from './complete-script.ts';
import { type LineProblem, scriptLanguage } from './languages.ts';

interface Props {
  /** The id of a task of a release or template, whose variables are offered. */
  readonly taskId: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly rows: number;
  readonly value: string;
  readonly change: (text: string) => void;
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

/** A script of a task, with its syntax errors. It offers the variables that the user can view, and the names of the script API. */
export function ScriptField({ taskId, ...field }: Props) {
  const segments = taskId.split('/');
  const release = segments.find((segment) => segment.startsWith('Release'));
  const folder = segments.findLast((segment) => segment.startsWith('Folder'));
  const own = useVariables(release === undefined ? null : `/releases/${release}/variables`);
  const ofFolder = useVariables(folder === undefined ? null : `/folders/${folder}/variables`);
  const global = useVariables('/config/Configuration/variables/global');
  const complete = useMemo(
    () => completeScript([...own, ...ofFolder, ...global].map(({ key }) => key)),
    [own, ofFolder, global],
  );
  const problems = useProblems(field.value);
  const handle = useRef<CodeHandle>(null);
  return (
    <>
      <CodeField
        {...field}
        language={scriptLanguage(field.value)}
        complete={complete}
        problems={problems}
        handle={handle}
      />
      <ProblemList problems={problems} goTo={(line) => handle.current?.goTo(line)} />
    </>
  );
}
