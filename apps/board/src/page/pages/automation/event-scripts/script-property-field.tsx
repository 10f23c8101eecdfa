import { completeInputs } from '../../../components/code/complete-script.ts';
import { ScriptEditor } from '../../../components/code/script-editor.tsx';

/** The members of the input `endpoint`. */
const endpoint = { id: '', type: '', title: '', path: '', method: '', authentication: { type: '' } };

/** The completion of the authentication script of an endpoint. */
const completeAuthentication = completeInputs(
  { endpoint, config: {}, headers: {}, parameters: {}, params: {}, payload: {}, content: {}, rawBody: '' },
  ['authenticated'],
);

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
