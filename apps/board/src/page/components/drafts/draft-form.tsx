import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { draftSignal, perUserSignal } from '../../api/session.ts';
import { announce } from '../../navigation/announce.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';
import { Refusal } from '../refusal.tsx';
import {
  applicableFields,
  countValues,
  type Draft,
  draftFormat,
  fieldOfError,
  type Values,
  withoutSaved,
} from './draft.ts';
import { type DraftContext, Fields } from './draft-field.tsx';
import type { FieldGroup, FieldSpec } from './field-specs.ts';
import { saveDraft } from './save-draft.ts';

const drafts = draftSignal<Draft>('fields', new Map());

/**
 * Returns the unsaved inputs of an object. They remain after its form is closed and after a
 * reload, until the user logs out.
 */
export const draftOf = (id: string): Signal<Draft> => drafts(lastSegment(id), draftFormat);

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
  /** Returns the permission that the user lacks to change a field; null if the user lacks none. */
  readonly missingPermission?: DraftContext['missingPermission'];
  /** Reloads the stored values. */
  readonly refresh: () => Promise<void>;
  /** Renders more fields after the first group. */
  readonly children?: (context: DraftContext) => ComponentChildren;
  /** More forms between the fields and the buttons. */
  readonly after?: ComponentChildren;
}

/** A form with unsaved inputs, which may be closed. */
export interface UnsavedForm extends Pick<Props, 'path' | 'specs' | 'draft' | 'refresh'> {
  /** The id of the edited object. */
  readonly id: string;
  readonly title: string;
}

const unsavedForms = perUserSignal<ReadonlyMap<string, UnsavedForm>>(new Map());
const registry = () => unsavedForms('all');

/** Returns the forms with unsaved inputs of an object and its parts, in the order of their first input. */
export const unsavedFormsIn = (objectId: string): readonly UnsavedForm[] =>
  [...registry().value.values()].filter(
    ({ id, draft }) => draft.value.size > 0 && id.split('/').includes(lastSegment(objectId)),
  );

/**
 * Saves the inputs of a form, and reloads the object. Changes of other fields by other users are kept. Returns false,
 * and saves nothing, if another user has changed the same fields. Throws ApiError, OfflineError.
 */
export async function saveForm({ path, specs, draft, refresh }: Omit<UnsavedForm, 'id' | 'title'>): Promise<boolean> {
  const sentDraft = draft.peek();
  const isSaved = await saveDraft(path, specs, sentDraft);
  await refresh();
  // Inputs that changed during the request are still unsaved.
  if (isSaved) draft.value = new Map([...draft.peek()].filter(([name, input]) => sentDraft.get(name) !== input));
  return isSaved;
}

/** The message after `saveForm` returned false. */
export const conflictText = t('Someone else changed the same fields. Choose which version to keep for each.');

/** Saves the inputs. A conflict is shown and prevents the save. */
function useSave(form: Props) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const save = async (): Promise<void> => {
    refusal.value = null;
    isBusy.value = true;
    try {
      if (await saveForm(form)) announce(t('Saved'));
      else refusal.value = conflictText;
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { save, refusal, isBusy };
}

/** Lists the form as unsaved while it has inputs that differ from the stored values. */
function useRegistration({ object: { id, title }, path, specs, stored, draft, refresh }: Props): void {
  useLayoutEffect(() => {
    draft.value = withoutSaved(draft.peek(), specs, stored);
  }, [draft, specs, stored]);
  const isUnsaved = draft.value.size > 0;
  // A layout effect, because the user may close the form before the next frame.
  useLayoutEffect(() => {
    const forms = new Map(registry().peek());
    if (isUnsaved) forms.set(path, { id, title, path, specs, draft, refresh });
    else forms.delete(path);
    registry().value = forms;
  }, [isUnsaved, id, title]);
}

/** Returns a reference to a folded group of fields, which opens for an error of one of them. */
export function useOpenForError(fields: readonly FieldSpec[], error: DraftContext['error']) {
  const isWrong = fields.some(({ name }) => name === error?.name);
  const box = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (isWrong && box.current !== null) box.current.open = true;
  }, [isWrong]);
  return box;
}

interface FoldedGroupProps extends DraftContext {
  readonly group: FieldGroup;
}

/** A group of fields that the user expands, with the number of its values. It opens for an error of its fields. */
function FoldedGroup({ group: { title, fields }, ...draftContext }: FoldedGroupProps) {
  const { draft, stored, error } = draftContext;
  const count = countValues(applicableFields(fields, draft.value, stored), draft.value, stored);
  const countText = count > 0 ? t`${count} set` : undefined;
  const isUnsaved = fields.some(({ name }) => draft.value.has(name));
  const box = useOpenForError(fields, error);
  return (
    <details ref={box} class="form-group">
      {/* The style shows the note, so that it is not part of the title. */}
      <summary data-note={isUnsaved ? t('Unsaved') : countText} data-unsaved={isUnsaved && true}>
        {title}
      </summary>
      <Fields {...draftContext} fields={fields} />
    </details>
  );
}

/** A form that saves all changed fields of an object together. */
export function DraftForm(props: Props) {
  const { object, stored, draft, groups, specs, isDisabled, missingPermission = () => null, children, after } = props;
  const formId = useId();
  const { save, refusal, isBusy } = useSave(props);
  useRegistration(props);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void save();
  };
  const error = refusal.value;
  const wrongField = error === null ? null : fieldOfError(specs, typeof error === 'string' ? error : error.sentence);
  const draftContext = {
    object,
    draft,
    stored,
    error: wrongField === null ? null : { name: wrongField, message: error },
    missingPermission,
  };
  const [firstGroup, ...otherGroups] = groups;
  return (
    <>
      <form id={formId} class="typed" onSubmit={submit}>
        <fieldset disabled={isDisabled} class="form-groups">
          <legend class="unseen">Properties</legend>
          {firstGroup && (
            <fieldset class="form-group">
              <legend>{firstGroup.title}</legend>
              <Fields {...draftContext} fields={firstGroup.fields} />
            </fieldset>
          )}
          <div class="form-more">
            {children?.(draftContext)}
            {otherGroups.map((group) => (
              <FoldedGroup key={group.title} {...draftContext} group={group} />
            ))}
          </div>
        </fieldset>
      </form>
      {after}
      {wrongField === null && <Refusal message={error} />}
      <p class="saving">
        {draft.value.size > 0 && (
          <button type="button" onClick={() => (draft.value = new Map())}>
            Discard changes
          </button>
        )}
        <button
          type="submit"
          form={formId}
          class="main"
          disabled={isDisabled || isBusy.value || draft.value.size === 0}
        >
          Save
        </button>
      </p>
    </>
  );
}
