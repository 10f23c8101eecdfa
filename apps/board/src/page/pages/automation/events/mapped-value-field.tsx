import { useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { FolderField } from '../../../components/fields/folder-field.tsx';
import { TemplateField } from '../../../components/references/template-field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useChoices } from '../../../components/variables/use-choices.ts';
import { ValueField } from '../../../components/variables/value-field.tsx';
import { formatValue, parseValue } from '../../../components/variables/value-text.ts';
import { t } from '../../../navigation/text.ts';
import { fieldKind, type MappingTarget, suitsKind } from './mapping-target.ts';
import { PathButton } from './path-button.tsx';

interface Props {
  readonly label: string;
  readonly target: MappingTarget;
  /** Whether the mapping sets a list of texts, one in each line. */
  readonly isList: boolean;
  readonly text: string;
  readonly write: (text: string) => void;
}

type VariableProps = Omit<Props, 'target'> & { readonly variable: VariableResponse };

/** A field for a value of a variable, with the values of its list box. */
function VariableField({ label, variable, isList, text, write }: VariableProps) {
  const { choices, refusal } = useChoices({ variables: [variable], textFor: () => text });
  const kind = fieldKind(variable, isList);
  const isDate = kind === 'date';
  return (
    <>
      <ValueField
        kind={kind}
        label={label}
        hint={variable.description}
        isLong={variable.multiline}
        choices={choices(variable)}
        value={isDate ? formatValue(kind, text === '' ? null : text) : text}
        change={(input) => write(isDate ? String(parseValue(kind, input) ?? '') : input)}
      />
      <Refusal message={refusal.value} />
    </>
  );
}

function TargetValueField({ target, ...field }: Props) {
  const { text, write } = field;
  switch (target.kind) {
    case 'template':
      return <TemplateField text={text} change={(id) => write(id)} />;
    case 'folder':
      return <FolderField label={t('Folder')} none="–" value={text} change={write} />;
    case 'variable':
      return <VariableField {...field} variable={target.variable} />;
  }
}

/** The value of a mapping, with the control of its target. A text with event values has a text field. */
export function MappedValueField(props: Props) {
  const { label, target, isList, text, write } = props;
  const isText = useSignal(false);
  const kind = target.kind === 'variable' ? fieldKind(target.variable, isList) : 'text';
  const isSuitable = suitsKind(kind, text);
  const isPicker = isSuitable && !isText.value;
  return (
    <>
      {isPicker ? (
        <TargetValueField {...props} />
      ) : (
        <ValueField
          kind={isList ? 'texts' : 'text'}
          label={label}
          hint={t('A text with values of the event')}
          value={text}
          change={(input) => {
            isText.value = true;
            write(input);
          }}
        />
      )}
      <PathButton use="placeholder" label={label} text={isPicker && !isList ? '' : text} write={write} />
      {!isPicker && (
        <button
          type="button"
          class="small"
          onClick={() => {
            isText.value = false;
            if (!isSuitable) write('');
          }}
        >
          Select a fixed value
        </button>
      )}
    </>
  );
}
