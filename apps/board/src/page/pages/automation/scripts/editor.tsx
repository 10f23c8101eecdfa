import type { Ref } from 'preact';
import { useId } from 'preact/hooks';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { type Draft, parsePurpose, purposeLabels } from './trial.ts';

interface CodeFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly rows: number;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly field?: Ref<HTMLTextAreaElement>;
}

/** A text area for code: monospaced, without spell checking and automatic capitals. */
function CodeField({ label, hint, rows, value, change, field }: CodeFieldProps) {
  const id = useId();
  return (
    <div class="field code">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        ref={field}
        rows={rows}
        value={value}
        spellcheck={false}
        autoCapitalize="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} class="none">
          {hint}
        </span>
      )}
    </div>
  );
}

interface Props {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** The text area of the script. */
  readonly field: Ref<HTMLTextAreaElement>;
}

const TextFields = ({ draft, change, field }: Props) => (
  <>
    <CodeField
      label="Script"
      hint="Python 2, or JavaScript if its first line is // language: javascript"
      rows={16}
      value={draft.script}
      change={(script) => change({ script })}
      field={field}
    />
    <ChoiceField
      label="Run as"
      value={draft.purpose}
      options={purposeLabels}
      change={(purpose) => change({ purpose: parsePurpose(purpose) })}
    />
  </>
);

const TypeFields = ({ draft, change }: Props) => (
  <>
    <TextField
      label="Task type"
      hint="Of an installed plugin, for example acme.Deploy"
      value={draft.type}
      change={(type) => change({ type })}
    />
    <TextField
      label="Script in the jar"
      hint="Default: the script of the type"
      value={draft.path}
      change={(path) => change({ path })}
    />
  </>
);

/** The form of a test run: the script, its input and mock responses. */
export function Editor(props: Props) {
  const { draft, change } = props;
  const isTextScript = draft.kind === 'text';
  return (
    <>
      <ChoiceField
        label="Source"
        value={draft.kind}
        options={[
          ['text', 'This script'],
          ['type', 'A plugin task type'],
        ]}
        change={(kind) => change({ kind: kind === 'type' ? 'type' : 'text' })}
      />
      {isTextScript ? <TextFields {...props} /> : <TypeFields {...props} />}
      <CodeField
        label={isTextScript ? 'Input' : 'Properties'}
        hint="JSON: an object with a value for each name"
        rows={5}
        value={draft.inputs}
        change={(inputs) => change({ inputs })}
      />
      {(!isTextScript || draft.purpose === 'trial') && (
        <CodeField
          label="Mock responses (JSON)"
          hint={'For example [{"url": "https://*", "json": {}}]. No real requests are sent.'}
          rows={3}
          value={draft.recordings}
          change={(recordings) => change({ recordings })}
        />
      )}
    </>
  );
}
