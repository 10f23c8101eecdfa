import { useSignal } from '@preact/signals';
import type { TriggerAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { useEntity } from '../../../live/use-entity.ts';
import { Lacking } from '../../../parts/deed.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { announce } from '../../../place/announce.ts';
import { lastOf } from '../../../place/ids.ts';
import { bodyOf, changedIn, type Property, type TypeDefinition, type Typed, typedSince } from '../typed/definition.ts';
import { TriggerFields } from '../typed/trigger-fields.tsx';
import { askedOf } from '../typed/trigger-properties.ts';
import { VariablesField } from './variables-field.tsx';

interface Props {
  readonly trigger: TriggerAnswer;
  /** The missing permission to change it; undefined: unknown */
  readonly lacking: string | null | undefined;
  readonly refresh: () => Promise<void>;
}

interface FieldsProps extends Props {
  readonly properties: readonly Property[];
}

/** The fields of a trigger. Only changed ones are sent. */
function Fields({ trigger, lacking, refresh, properties }: FieldsProps) {
  const typed = useSignal<Typed>({});
  const refusal = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const changed = changedIn(properties, trigger, typed.value);
  const variables = properties.find(({ name }) => name === 'variables');
  const write = (name: string, text: string): void => {
    typed.value = { ...typed.value, [name]: text };
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const before = typed.value;
    const sent = bodyOf(changed, before);
    refusal.value = 'wrong' in sent ? sent.wrong : null;
    if ('wrong' in sent) return;
    isBusy.value = true;
    try {
      await change('PUT', `/triggers/${encodeURIComponent(lastOf(trigger.id))}`, sent.body);
      await refresh();
      typed.value = typedSince(before, typed.value);
      announce('The trigger was changed.');
    } catch (error) {
      refusal.value = sentenceOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form class="actions" onSubmit={(event) => void submit(event)}>
      <TriggerFields
        properties={properties.filter(({ name }) => name !== 'variables')}
        values={trigger}
        typed={typed.value}
        change={write}
      />
      {variables && (
        <VariablesField
          property={variables}
          template={typed.value.template ?? trigger.template ?? ''}
          values={trigger}
          typed={typed.value.variables}
          write={(text) => write('variables', text)}
        />
      )}
      <button type="submit" class="main" disabled={lacking !== null || changed.length === 0 || isBusy.value}>
        Change
      </button>
      <Lacking names={[lacking ?? null]} />
      <Refusal sentence={refusal.value} />
    </form>
  );
}

function FieldsOfType(props: Props) {
  const { type } = props.trigger;
  const { value, refusal } = useEntity<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []);
  const properties = value.value && askedOf(value.value);
  return (
    <>
      <Refusal sentence={refusal.value} />
      {properties && <Fields key={type} {...props} properties={properties} />}
    </>
  );
}

/** The form for the type of a trigger; its data is loaded when it is first opened. */
export function ChangeForm(props: Props) {
  const isOpened = useSignal(false);
  return (
    <details class="more" onToggle={() => (isOpened.value = true)}>
      <summary>Change it</summary>
      {isOpened.value && <FieldsOfType {...props} />}
    </details>
  );
}
