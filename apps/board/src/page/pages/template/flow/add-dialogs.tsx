import { useSignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { mutate } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useTaskTypes } from '../../../live/task-types.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import type { Container } from './task-position.ts';
import type { Editing } from './use-editing.ts';

interface TypeFieldProps {
  readonly value: string;
  readonly change: (type: string) => void;
}

/** A field that selects a task type. It keeps a type that is no longer installed. */
export function TypeField({ value, change }: TypeFieldProps) {
  const typeOptions = (useTaskTypes() ?? []).map(({ type, title, plugin }): readonly [string, string] => [
    type,
    plugin === undefined ? title : `${title} (${plugin})`,
  ]);
  const options = typeOptions.some(([type]) => type === value)
    ? typeOptions
    : [[value, value] as const, ...typeOptions];
  return <ChoiceField label="Type" value={value} options={options} change={change} />;
}

interface Props {
  readonly editing: Editing;
  readonly close: () => void;
}

interface TaskProps extends Props {
  readonly container: Container;
  /** The preselected type. */
  readonly manualType: string;
  /** Called with the new task. */
  readonly onCreated: (task: TaskResponse) => void;
}

/** The form of a new task. The task is added at the end of a phase or group. */
export function AddTaskDialog({ container, manualType, editing, close, onCreated }: TaskProps) {
  const title = useSignal('');
  const type = useSignal(manualType);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const path = `/tasks/${lastSegment(container.id)}/tasks`;
    const createdTasks: TaskResponse[] = [];
    const isDone = await editing.run('Task added', async () => {
      createdTasks.push(await mutate<TaskResponse>('POST', path, { title: title.value, type: type.value }));
    });
    const [task] = createdTasks;
    if (isDone && task) onCreated(task);
  };
  return (
    <Dialog title="Add task" close={close}>
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <TextField label="Title" value={title.value} isRequired change={(text) => (title.value = text)} />
        <TypeField value={type.value} change={(typeName) => (type.value = typeName)} />
        <button type="submit" class="main" disabled={editing.isBusy.value}>
          Add
        </button>
      </form>
      <Refusal message={editing.refusal.value} />
    </Dialog>
  );
}

interface PhaseProps extends Props {
  readonly template: { readonly id: string };
}

/** The form of a new phase. The phase is added at the end of the template. */
export function AddPhaseDialog({ template, editing, close }: PhaseProps) {
  const title = useSignal('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const path = `/phases/${lastSegment(template.id)}/phase`;
    if (await editing.run('Phase added', () => mutate('POST', path, { title: title.value }))) close();
  };
  return (
    <Dialog title="Add phase" close={close}>
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <TextField label="Title" value={title.value} isRequired change={(text) => (title.value = text)} />
        <button type="submit" class="main" disabled={editing.isBusy.value}>
          Add
        </button>
      </form>
      <Refusal message={editing.refusal.value} />
    </Dialog>
  );
}
