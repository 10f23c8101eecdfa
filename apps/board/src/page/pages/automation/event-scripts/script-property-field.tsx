import { ScriptEditor } from '../../../components/code/script-editor.tsx';
import { completeAuthentication } from './authentication-names.ts';

interface Props {
  /** The name of the property. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly text: string;
  readonly write: (text: string) => void;
}

/** A property that contains a script. The editor completes the names of an authentication script. */
export const ScriptPropertyField = ({ name, label, hint, text, write }: Props) => (
  <ScriptEditor
    {...{ label, hint }}
    complete={name === 'authenticationScript' ? completeAuthentication : undefined}
    rows={8}
    value={text}
    change={write}
  />
);
