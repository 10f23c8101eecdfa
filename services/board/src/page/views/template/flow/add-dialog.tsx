import { useSignal } from '@preact/signals';
import type { TaskAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { lastOf } from '../../../place/ids.ts';
import type { Editing } from './edit.ts';
import type { Container } from './places.ts';
import { TypeField } from './type-field.tsx';

interface Props {
  readonly editing: Editing;
  readonly close: () => void;
}

interface TaskProps extends Props {
  readonly container: Container;
  /** the type that is offered first */
  readonly manualType: string;
  /** what to do about the task that was made */
  readonly made: (task: TaskAnswer) => void;
}

/** The form of a new task, which is added at the end of a phase or group. */
export function AddTaskDialog({ container, manualType, editing, close, made }: TaskProps) {
  const title = useSignal('');
  const type = useSignal(manualType);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const path = `/tasks/${lastOf(container.id)}/tasks`;
    const answers: TaskAnswer[] = [];
    const isDone = await editing.run(`${title.value} was added.`, async () => {
      answers.push(await change<TaskAnswer>('POST', path, { title: title.value, type: type.value }));
    });
    const [task] = answers;
    if (isDone && task) made(task);
  };
  return (
    <Dialog title={`Add a task to ${container.name}`} close={close}>
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <TextField label="Title" value={title.value} isRequired change={(text) => (title.value = text)} />
        <TypeField value={type.value} change={(chosen) => (type.value = chosen)} />
        <button type="submit" class="main" disabled={editing.isBusy.value}>
          Add
        </button>
      </form>
      <Refusal sentence={editing.refusal.value} />
    </Dialog>
  );
}

interface PhaseProps extends Props {
  readonly template: { readonly id: string };
}

/** The form of a new phase, which is added at the end. */
export function AddPhaseDialog({ template, editing, close }: PhaseProps) {
  const title = useSignal('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const path = `/phases/${lastOf(template.id)}/phase`;
    if (await editing.run(`${title.value} was added.`, () => change('POST', path, { title: title.value }))) close();
  };
  return (
    <Dialog title="Add a phase" close={close}>
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <TextField label="Title" value={title.value} isRequired change={(text) => (title.value = text)} />
        <button type="submit" class="main" disabled={editing.isBusy.value}>
          Add
        </button>
      </form>
      <Refusal sentence={editing.refusal.value} />
    </Dialog>
  );
}
