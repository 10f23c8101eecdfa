import { useSignal } from '@preact/signals';
import { type Draft, valuesOf } from '../../components/drafts/draft.ts';
import { DraftForm } from '../../components/drafts/draft-form.tsx';
import type { FieldGroup } from '../../components/drafts/field-specs.ts';
import { type ComponentStates, Example, longText } from '../example.tsx';

const groups: readonly FieldGroup[] = [
  {
    title: 'General',
    fields: [
      { name: 'title', label: 'Title', kind: 'text', isRequired: true },
      { name: 'description', label: 'Description', kind: 'text', isLong: true },
      { name: 'tags', label: 'Tags', kind: 'texts' },
      { name: 'autoStart', label: 'Start automatically', kind: 'boolean' },
    ],
  },
  { title: 'Dates', fields: [{ name: 'dueDate', label: 'Due', kind: 'date' }] },
];
const specs = groups.flatMap(({ fields }) => fields);
const stored = valuesOf({ title: 'Payments 4.12', description: longText, tags: ['payments'], autoStart: true });

interface FormProps {
  /** Differs for each form. */
  readonly id: string;
  readonly initial: Draft;
  readonly isDisabled?: boolean;
}

function Form({ id, initial, isDisabled = false }: FormProps) {
  const draft = useSignal<Draft>(initial);
  return (
    <DraftForm
      object={{ id, title: id }}
      path={`/releases/${id}`}
      stored={stored}
      draft={draft}
      groups={groups}
      specs={specs}
      isDisabled={isDisabled}
      refresh={() => Promise.resolve()}
    />
  );
}

const FormExamples = () => (
  <>
    <Example name="Nothing changed">
      <Form id="Release1" initial={new Map()} />
    </Example>
    <Example name="Unsaved">
      <Form id="Release2" initial={new Map([['title', { text: 'Payments 4.13', base: 'Payments 4.12' }]])} />
    </Example>
    <Example name="Changed by another user">
      <Form id="Release3" initial={new Map([['title', { text: 'Payments 4.13', base: 'Payments 4.11' }]])} />
    </Example>
    <Example name="Disabled">
      <Form id="Release4" initial={new Map()} isDisabled />
    </Example>
  </>
);

/** The forms of objects. */
export const forms: readonly ComponentStates[] = [{ id: 'form', title: 'Form', Examples: FormExamples }];
