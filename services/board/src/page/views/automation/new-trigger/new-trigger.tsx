import { type Signal, useSignal } from '@preact/signals';
import type { TriggerAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { useEntity } from '../../../live/use-entity.ts';
import { useLatest } from '../../../live/use-latest.ts';
import { usePlaces } from '../../../live/use-places.ts';
import { Lacking } from '../../../parts/deed.tsx';
import { CheckField, ChoiceField, TextField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { TemplateField } from '../../../parts/references/template-field.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import type { TriggerType } from '../triggers/type-words.ts';
import { bodyOf, changedIn, type Property, type TypeDefinition, type Typed } from '../typed/definition.ts';
import { TriggerFields } from '../typed/trigger-fields.tsx';
import { askedOf } from '../typed/trigger-properties.ts';
import { useLackingForTrigger } from './lacking.ts';
import { type GivenValues, sentValues, ValueFields } from './value-fields.tsx';

interface Props {
  /** The id of its template; absent: selected in the form */
  readonly template?: string;
  readonly close: () => void;
  readonly made: (trigger: TriggerAnswer) => void;
}

/** What has a field of another kind. */
const apart: ReadonlySet<string> = new Set(['title', 'template', 'folderId', 'variables']);

interface Written {
  readonly type: string;
  readonly title: string;
  readonly template: string;
  /** the id of its folder; empty: that of the template */
  readonly folder: string;
  readonly isEnabled: boolean;
  readonly typed: Typed;
  readonly values: GivenValues;
}

/** What REST is sent. Throws Error for what cannot be read. */
function bodyFor(
  { type, title, template, folder, isEnabled, typed, values }: Written,
  properties: readonly Property[],
) {
  const sent = bodyOf(changedIn(properties, {}, typed), typed);
  if ('wrong' in sent) throw new Error(sent.wrong);
  return {
    ...sent.body,
    ...{ type, title, enabled: isEnabled },
    ...(template !== '' && { template }),
    ...(folder !== '' && { folderId: folder }),
    ...(values.size > 0 && { variables: sentValues(values) }),
  };
}

interface FieldsProps {
  readonly written: Signal<Written>;
  /** of its type; undefined: they are not known yet */
  readonly properties: readonly Property[] | undefined;
  readonly isTemplateAsked: boolean;
}

function Fields({ written, properties, isTemplateAsked }: FieldsProps) {
  const types = useEntity<readonly TriggerType[]>('/triggers/types', []).value.value ?? [];
  const { folders } = usePlaces({ inFolder: 'trigger', atTop: 'newTemplate' });
  const { type, title, template, folder, isEnabled, typed, values } = written.value;
  const write = (changes: Partial<Written>): void => {
    written.value = { ...written.peek(), ...changes };
  };
  return (
    <>
      <TextField label="Title" isRequired value={title} change={(text) => write({ title: text })} />
      <ChoiceField
        label="Type"
        value={type}
        hint={types.find((one) => one.type === type)?.description}
        options={types.map((one) => [one.type, one.title])}
        change={(chosen) => write({ type: chosen })}
      />
      {isTemplateAsked && <TemplateField text={template} change={(id) => write({ template: id, values: new Map() })} />}
      <ChoiceField
        label="Folder"
        value={folder}
        options={[['', 'That of its template'], ...folders.map(({ id, name }) => [id, name] as const)]}
        change={(id) => write({ folder: id })}
      />
      {properties && (
        <TriggerFields
          properties={properties}
          values={{}}
          typed={typed}
          change={(name, text) => write({ typed: { ...typed, [name]: text } })}
        />
      )}
      {template !== '' && (
        <ValueFields key={template} template={template} given={values} change={(now) => write({ values: now })} />
      )}
      <CheckField
        label="Enabled: it fires from now on"
        isOn={isEnabled}
        change={(isOn) => write({ isEnabled: isOn })}
      />
    </>
  );
}

/** The form of a new trigger, by the fields of its type. */
export function NewTrigger({ template = '', close, made }: Props) {
  const written = useSignal<Written>({
    ...{ type: 'time.Schedule', title: '', template, folder: '', isEnabled: true },
    ...{ typed: {}, values: new Map() },
  });
  const { type } = written.value;
  const { value, refusal } = useLatest<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []);
  const properties = value && askedOf(value).filter(({ name }) => !apart.has(name));
  const lacking = useLackingForTrigger(written.value);
  const isLacking = lacking.names.some((name) => name !== null);
  const run = async (): Promise<string> => {
    const trigger = await change<TriggerAnswer>('POST', '/triggers', bodyFor(written.peek(), properties ?? []));
    made(trigger);
    return `${trigger.title} was created.`;
  };
  return (
    <FormDialog
      title="New trigger"
      word="Create it"
      isDrawer
      isDisabled={value?.type !== type || !lacking.isKnown || isLacking}
      close={close}
      run={run}
    >
      <Refusal sentence={refusal.value} />
      <Fields written={written} properties={properties} isTemplateAsked={template === ''} />
      {lacking.isKnown && <Lacking names={lacking.names} />}
    </FormDialog>
  );
}
