import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { CodeField, type CodeHandle } from '../../../components/code/code-field.tsx';
import { completeInputs } from '../../../components/code/complete-script.ts';
import type { LineProblem } from '../../../components/code/languages.ts';
import { ScriptEditor } from '../../../components/code/script-editor.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';
import { type Draft, inputsIn, parsePurpose, purposeLabels } from './trial.ts';

interface Props {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** The field of the script. */
  readonly field: RefObject<CodeHandle | null>;
  /** The error of the latest test run, at its line. */
  readonly problems: readonly LineProblem[];
}

const sources = [
  ['text', t('This script')],
  ['type', t('A plugin task type')],
] as const;

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

/** Returns the completion of the names in the form. */
const useCompletion = ({ inputs, purpose }: Draft) =>
  useMemo(
    () => completeInputs(inputsIn(inputs), [purpose === 'webhook' ? 'authenticated' : 'result']),
    [inputs, purpose],
  );

/** The form of a test run: the script, its input and mock responses. */
export function Editor(props: Props) {
  const { draft, change, field, problems } = props;
  const isTextScript = draft.kind === 'text';
  const complete = useCompletion(draft);
  return (
    <>
      <div class="form-row">
        <ChoiceField
          label="Source"
          value={draft.kind}
          options={sources}
          change={(kind) => change({ kind: kind === 'type' ? 'type' : 'text' })}
        />
        {isTextScript && (
          <ChoiceField
            label="Run as"
            value={draft.purpose}
            options={purposeLabels}
            change={(purpose) => change({ purpose: parsePurpose(purpose) })}
          />
        )}
      </div>
      {isTextScript ? (
        <ScriptEditor
          label="Script"
          hint="Python 2, or JavaScript if its first line is // language: javascript"
          complete={complete}
          rows={16}
          value={draft.script}
          change={(script) => change({ script })}
          handle={field}
          problems={problems}
        />
      ) : (
        <TypeFields {...props} />
      )}
      <CodeField
        key={draft.kind}
        label={isTextScript ? t('Input') : t('Properties')}
        hint="JSON: an object with a value for each name"
        language="json"
        rows={5}
        value={draft.inputs}
        change={(inputs) => change({ inputs })}
      />
      {(!isTextScript || draft.purpose === 'trial') && (
        <CodeField
          label="Mock responses (JSON)"
          hint={t('For example [{"url": "https://*", "json": {}}]. No real requests are sent.')}
          language="json"
          rows={3}
          value={draft.recordings}
          change={(recordings) => change({ recordings })}
        />
      )}
    </>
  );
}
