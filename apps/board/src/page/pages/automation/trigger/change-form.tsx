import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import Pencil from '~icons/lucide/pencil';
import { Lazy } from '../../../components/lazy.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import { closeDetails } from '../../../navigation/close-details.ts';
import type { TypeDefinition } from '../properties/definition.ts';
import type { TriggerFormProps } from './trigger-form.tsx';

const loadForm = async () => (await import('./trigger-form.tsx')).TriggerForm;

/** The form of a trigger. Its script and the definition of its type are loaded at the same time. */
function FormOfType(props: Omit<TriggerFormProps, 'definition'>) {
  const { type } = props.trigger;
  const { value, refusal, retry } = useEntity<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []);
  return (
    <>
      <Refusal message={refusal.value} retry={retry} />
      <Lazy load={loadForm} props={{ ...props, definition: value.value }} />
    </>
  );
}

/** The form that changes a trigger. It is loaded when the form is opened for the first time. */
export function ChangeForm(props: Omit<TriggerFormProps, 'cancel' | 'definition'>) {
  const hasOpened = useSignal(false);
  const box = useRef<HTMLDetailsElement>(null);
  // Part of the key: a canceled form is rendered again without its inputs.
  const cancellations = useSignal(0);
  const cancel = (): void => {
    cancellations.value += 1;
    closeDetails(box.current);
  };
  return (
    <details ref={box} class="card edit" onToggle={() => (hasOpened.value = true)}>
      <summary>
        <Icon of={Pencil} />
        Edit
      </summary>
      {hasOpened.value && (
        <div class="body">
          <FormOfType key={cancellations.value} {...props} cancel={cancel} />
        </div>
      )}
    </details>
  );
}
