import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { perUserSignal } from '../../api/session.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Refusal } from '../refusal.tsx';
import type { Draft, Values } from './draft.ts';
import { Fields } from './draft-field.tsx';
import type { FieldGroup, FieldSpec } from './field-specs.ts';
import { saveDraft } from './save-draft.ts';

const drafts = perUserSignal<Draft>(new Map());

/** Returns the unsaved inputs of an object. They remain after its form is closed, until the user logs out. */
export const draftOf = (id: string): Signal<Draft> => drafts(lastSegment(id));

interface Props {
  /** The edited object. */
  readonly object: { readonly id: string; readonly title: string };
  /** The path of the object in the REST API. */
  readonly path: string;
  readonly stored: Values;
  readonly draft: Signal<Draft>;
  /** The groups of fields. The first group is expanded. */
  readonly groups: readonly FieldGroup[];
  /** All editable fields, including the fields in `children`. */
  readonly specs: readonly FieldSpec[];
  /** Whether all fields are read-only. */
  readonly isDisabled: boolean;
  /** Reloads the stored values. */
  readonly refresh: () => Promise<void>;
  /** Content after the first group. */
  readonly children?: ComponentChildren;
}

/** Saves the inputs. Changes of other fields by other users are kept. A conflict is shown and prevents the save. */
function useSave({ path, specs, draft, refresh }: Props) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const save = async (): Promise<void> => {
    refusal.value = null;
    isBusy.value = true;
    const sentDraft = draft.peek();
    try {
      const isSaved = await saveDraft(path, specs, sentDraft);
      await refresh();
      // Inputs that changed during the request are still unsaved.
      if (isSaved) draft.value = new Map([...draft.peek()].filter(([name, input]) => sentDraft.get(name) !== input));
      else refusal.value = 'Someone else changed the same fields. Choose which version to keep for each.';
      if (isSaved) announce('Saved');
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { save, refusal, isBusy };
}

/** A form that saves all changed fields of an object together. */
export function DraftForm(props: Props) {
  const { object, stored, draft, groups, isDisabled, children } = props;
  const { save, refusal, isBusy } = useSave(props);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void save();
  };
  const draftContext = { object, draft, stored };
  const [firstGroup, ...otherGroups] = groups;
  return (
    <form class="typed" onSubmit={submit}>
      <fieldset disabled={isDisabled}>
        <legend class="unseen">Properties</legend>
        {firstGroup && <Fields {...draftContext} fields={firstGroup.fields} />}
        {children}
        {otherGroups.map(({ title, fields }) => (
          <details key={title} class="more">
            <summary>{title}</summary>
            <Fields {...draftContext} fields={fields} />
          </details>
        ))}
      </fieldset>
      <Refusal message={refusal.value} />
      <p class="saving">
        <button type="submit" class="main" disabled={isDisabled || isBusy.value || draft.value.size === 0}>
          Save
        </button>
        {draft.value.size > 0 && (
          <button type="button" onClick={() => (draft.value = new Map())}>
            Discard changes
          </button>
        )}
      </p>
    </form>
  );
}
