import type { ComponentChildren, RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import FlaskConical from '~icons/lucide/flask-conical';
import { useDebounced, useQuery } from '../../live/queries.ts';
import { t } from '../../navigation/text.ts';
import { Icon } from '../marks/icon.tsx';
import { CodeField, type CodeHandle } from './code-field.tsx';
import type { Complete } from './completion.ts';
import { type LineProblem, scriptLanguage } from './languages.ts';

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

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly rows: number;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly complete?: Complete | undefined;
  /** More problems, such as the error of a test run. */
  readonly problems?: readonly LineProblem[];
  readonly handle?: RefObject<CodeHandle | null>;
  /** More controls above the script. */
  readonly tools?: ComponentChildren;
}

/** A field for a script, whose first line determines its language. It shows syntax errors while the user types. */
export function ScriptEditor({ problems = noProblems, handle, ...field }: Props) {
  const ownHandle = useRef<CodeHandle>(null);
  const editor = handle ?? ownHandle;
  const syntaxProblems = useProblems(field.value);
  const all = useMemo(() => [...syntaxProblems, ...problems], [syntaxProblems, problems]);
  return (
    <>
      <CodeField {...field} language={scriptLanguage(field.value)} problems={all} handle={editor} />
      <ProblemList problems={syntaxProblems} goTo={(line) => editor.current?.goTo(line)} />
    </>
  );
}

/** The error of the latest test run, for the script that ran. */
export interface TestError {
  readonly script: string;
  readonly problems: readonly LineProblem[];
}

/** A button that opens the test run of a script. A fieldset disables it for users who cannot edit the script. */
export function TestButton({ script, open }: { readonly script: string; readonly open: () => void }) {
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
