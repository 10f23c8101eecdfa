import { useMemo } from 'preact/hooks';
import { CodeField } from '../code/code-field.tsx';
import { completeVariables } from '../code/completion.ts';
import { scriptLanguage } from '../code/languages.ts';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly change: (text: string) => void;
  /** The keys of the variables that the script can use. */
  readonly variableNames: readonly string[];
}

/** The height in lines. */
const rows = 6;

/** A field for a script. The editor, which completes variables, is loaded when the field gets the focus. */
export function ScriptField({ variableNames, ...field }: Props) {
  const complete = useMemo(() => completeVariables(variableNames), [variableNames]);
  return (
    <CodeField {...field} language={scriptLanguage(field.value)} rows={rows} complete={complete} isLoadedOnFocus />
  );
}
