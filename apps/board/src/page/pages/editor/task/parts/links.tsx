import { useSignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import { updateWithRetry } from '../../../../components/drafts/save-draft.ts';
import { ChoiceField } from '../../../../components/fields/field.tsx';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import type { PartProps } from './part-props.ts';

type LinkListProps = Pick<PartProps, 'task' | 'editing'> & { readonly isDisabled: boolean };

const pathOf = ({ id }: PartProps['task']): string => `/tasks/${lastSegment(id)}`;

/** The existing links, with buttons that delete them. */
function LinkList({ task, editing, isDisabled }: LinkListProps) {
  const { tasks = [], links = [] } = task;
  const titleOf = (id: string): string => tasks.find((item) => item.id === id)?.title ?? lastSegment(id);
  const remove = (id: string): void =>
    void editing.run(t('Link deleted'), () =>
      updateWithRetry<TaskResponse>(pathOf(task), (latest) => ({
        links: (latest.links ?? []).filter((link) => link.id !== id),
      })),
    );
  if (links.length === 0) return <p class="empty">All tasks start together</p>;
  return (
    <ul class="part-rows">
      {links.map(({ id, source, target }) => {
        const linkText = t`${titleOf(target)} runs after ${titleOf(source)}`;
        return (
          <li key={id} class="part-row">
            <span>{linkText}</span>
            <button
              type="button"
              class="danger"
              disabled={isDisabled}
              aria-label={t`Delete link ${linkText}`}
              onClick={() => remove(id)}
            >
              Delete
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The links between the tasks of a parallel group. */
export function LinksEditor({ task, editing, isReadOnly }: PartProps) {
  const source = useSignal('');
  const target = useSignal('');
  const isDisabled = isReadOnly || editing.isBusy.value;
  const options = [
    ['', t('Select a task')] as const,
    ...(task.tasks ?? []).map(({ id, title }) => [id, title] as const),
  ];
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const link = { source: source.value, target: target.value };
    const isDone = await editing.run(t('Link added'), () =>
      updateWithRetry<TaskResponse>(pathOf(task), (latest) => ({ links: [...(latest.links ?? []), link] })),
    );
    if (isDone) target.value = '';
  };
  const field = { isRequired: true, options };
  return (
    <section class="panel-section">
      <h3>Order within the group</h3>
      <LinkList task={task} editing={editing} isDisabled={isDisabled} />
      <form class="part-row" onSubmit={(event) => void add(event)}>
        <ChoiceField label="Task" {...field} value={target.value} change={(id) => (target.value = id)} />
        <ChoiceField label="runs after" {...field} value={source.value} change={(id) => (source.value = id)} />
        <button type="submit" disabled={isDisabled}>
          Add link
        </button>
      </form>
    </section>
  );
}
