import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { sentenceOf } from '../../../data/refused.ts';
import { useLatest } from '../../../live/use-latest.ts';
import { Refusal } from '../../../parts/refusal.tsx';
import {
  bodyOf,
  changedIn,
  type Property,
  type TypeDefinition,
  type Typed,
  typedSince,
  type Values,
} from '../typed/definition.ts';
import { TypedFields } from '../typed/typed-fields.tsx';
import { Authentication, authenticationBody, type Method } from './authentication.tsx';

interface Props {
  /** of the endpoint */
  readonly type: string;
  /** as it is stored, secrets masked; empty: it is a new one */
  readonly stored: Values;
  readonly authentication: (Values & { readonly type: string }) | undefined;
  readonly word: string;
  readonly isDisabled: boolean;
  /** Throws Refused, Away. */
  readonly save: (body: Values) => Promise<void>;
  /** Further fields */
  readonly children?: ComponentChildren;
}

/** Members with another control, or fixed by the type. */
const unasked: ReadonlySet<string> = new Set(['authentication', 'method']);

interface FieldsProps extends Props {
  readonly properties: readonly Property[];
}

interface Written {
  readonly typed: Typed;
  readonly method: Method;
}

/** What is sent: the properties that were typed, and how callers prove who they are where that is another. */
function sentOf({ properties, stored, authentication }: FieldsProps, { typed, method }: Written) {
  const sent = bodyOf(changedIn(properties, stored, typed), typed);
  const isOther = method.type !== authentication?.type || Object.values(method.typed).some((text) => text !== '');
  const proof = isOther ? authenticationBody(method, authentication) : null;
  if ('wrong' in sent) return sent;
  if (proof === null) return sent;
  return 'wrong' in proof ? proof : { body: { ...sent.body, authentication: proof.body } };
}

function Fields(props: FieldsProps) {
  const { properties, stored, authentication, word, isDisabled, save, children } = props;
  const typed = useSignal<Typed>({});
  const method = useSignal<Method>({
    type: authentication?.type ?? 'events.TokenAuthentication',
    typed: {},
    properties: [],
  });
  const refusal = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const before = { typed: typed.value, method: method.value };
    const sent = sentOf(props, before);
    refusal.value = 'wrong' in sent ? sent.wrong : null;
    if ('wrong' in sent) return;
    isBusy.value = true;
    try {
      await save(sent.body);
      typed.value = typedSince(before.typed, typed.value);
      method.value = { ...method.value, typed: typedSince(before.method.typed, method.value.typed) };
    } catch (error) {
      refusal.value = sentenceOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form class="actions" onSubmit={(event) => void submit(event)}>
      {children}
      <TypedFields
        properties={properties}
        values={stored}
        typed={typed.value}
        change={(name, text) => {
          typed.value = { ...typed.value, [name]: text };
        }}
      />
      <Authentication method={method} {...(authentication && { stored: authentication })} />
      <button type="submit" class="main" disabled={isDisabled || isBusy.value}>
        {word}
      </button>
      <Refusal sentence={refusal.value} />
    </form>
  );
}

/** The form for an endpoint, once the definition of its type is there. Where that is another, what was typed stays. */
export function EndpointForm(props: Props) {
  const { type, stored, isDisabled } = props;
  const { value, refusal } = useLatest<TypeDefinition>(`/metadata/types/${encodeURIComponent(type)}`, []);
  const properties = value?.properties.filter(({ name, hidden }) => !(hidden || unasked.has(name)));
  const isNew = Object.keys(stored).length === 0;
  const usual = Object.fromEntries((properties ?? []).map(({ name, defaultValue }) => [name, defaultValue]));
  return (
    <>
      <Refusal sentence={refusal.value} />
      {properties && (
        <Fields
          {...props}
          isDisabled={isDisabled || value?.type !== type}
          stored={isNew ? usual : stored}
          properties={properties}
        />
      )}
    </>
  );
}
