import { useSignal } from '@preact/signals';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import Check from '~icons/lucide/check';
import Pencil from '~icons/lucide/pencil';
import Save from '~icons/lucide/save';
import Undo2 from '~icons/lucide/undo-2';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { conflictText, saveForm, type UnsavedForm, unsavedFormsIn } from '../../components/drafts/draft-form.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { announce } from '../../navigation/announce.ts';
import { t } from '../../navigation/text.ts';
import { discardInputs, isUnsaved } from './part-inputs.ts';

interface Props {
  readonly plan: Pick<ReleaseResponse, 'id' | 'phases'>;
  /** Whether the current tab contains the form of the plan itself, with its own buttons. */
  readonly isFormShown: boolean;
}

/** Returns the tasks with unsaved inputs, also in groups. */
const unsavedTasksIn = (tasks: readonly TaskResponse[]): readonly TaskResponse[] =>
  tasks.flatMap((task) => [...(isUnsaved(task) ? [task] : []), ...unsavedTasksIn(task.tasks ?? [])]);

/** Saves forms one after another. Returns the error of the first form that was not saved; null: all were saved. */
async function saveAll(forms: readonly UnsavedForm[]): Promise<DisplayMessage | null> {
  for (const form of forms) {
    try {
      if (!(await saveForm(form))) return `${form.title}: ${conflictText}`;
    } catch (error) {
      return messageOf(error);
    }
  }
  announce(t('Saved'));
  return null;
}

/** Whether the plan has unsaved inputs, also in closed forms, with buttons that save or discard them. */
export function SaveState({ plan, isFormShown }: Props) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const forms = unsavedFormsIn(plan.id);
  const tasks = plan.phases.flatMap((phase) => unsavedTasksIn(phase.tasks));
  // Only an opened form can save its inputs.
  const unsaved = [...forms, ...tasks.filter(({ id }) => forms.every((form) => form.id !== id))];
  const [first] = unsaved;
  if (first === undefined)
    return (
      <span class="saved">
        <Icon of={Check} size="small" />
        Saved
      </span>
    );
  const save = async (): Promise<void> => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    refusal.value = await saveAll(forms);
    isBusy.value = false;
  };
  const discard = (): void => {
    for (const { draft } of forms) draft.value = new Map();
    for (const task of tasks) discardInputs(task);
    refusal.value = null;
  };
  const isElsewhere = !isFormShown || unsaved.some(({ id }) => id !== plan.id);
  return (
    <>
      <span class="saved">
        <Icon of={Pencil} size="small" />
        <span>
          Unsaved: <bdi>{first.title}</bdi>
          {unsaved.length > 1 && t` and ${unsaved.length - 1} more`}
        </span>
      </span>
      {isElsewhere && (
        <>
          <button type="button" class="quiet" onClick={discard}>
            <Icon of={Undo2} />
            Discard
          </button>
          {forms.length > 0 && (
            <button
              type="button"
              class="main"
              aria-disabled={isBusy.value ? 'true' : undefined}
              onClick={() => void save()}
            >
              <Icon of={Save} />
              Save
            </button>
          )}
        </>
      )}
      <Refusal message={refusal.value} />
    </>
  );
}
