import { useSignal } from '@preact/signals';
import type { TaskResponse } from '@slipway/api-schema/plans';
import Bell from '~icons/lucide/bell';
import { fullNameOf } from '../../../api/full-names.ts';
import { mutate } from '../../../api/rest.ts';
import { me } from '../../../api/session.ts';
import { Icon } from '../../../components/marks/icon.tsx';
import { PersonField } from '../../../components/people/person-field.tsx';
import { RemovableList } from '../../../components/people/removable-list.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { FollowDialog } from './follow-dialog.tsx';

export interface TaskNotificationsProps {
  readonly task: TaskResponse;
  /** Shows an expected change of the task while a request runs. */
  readonly act: (expected: TaskResponse, send: () => Promise<TaskResponse>) => Promise<void>;
}

interface WatchersProps {
  readonly watchers: readonly string[];
  readonly change: (watchers: readonly string[]) => void;
}

/** The watchers of a task, with a field that adds a user. */
function Watchers({ watchers, change }: WatchersProps) {
  const name = useSignal('');
  const add = (added: string): void => {
    const username = added.trim();
    name.value = '';
    if (username !== '' && !watchers.includes(username)) change([...watchers, username]);
  };
  const own = me.value?.username;
  return (
    <>
      <RemovableList
        names={watchers.map((watcher) => ({ key: watcher, name: fullNameOf(watcher) }))}
        none={t('No watchers yet')}
        remove={(removed) => change(watchers.filter((watcher) => watcher !== removed))}
      />
      <div class="part-row">
        <PersonField
          label="Add watcher"
          kind="user"
          value={name.value}
          change={(text) => (name.value = text)}
          onEnter={() => add(name.peek())}
        />
        <button type="button" onClick={() => add(name.peek())}>
          Add
        </button>
        {own !== undefined && !watchers.includes(own) && (
          <button type="button" class="quiet" onClick={() => add(own)}>
            Add me
          </button>
        )}
      </div>
    </>
  );
}

/** The dialog in which a user follows or mutes a task, and changes its watchers. */
function TaskNotificationsDialog({ task, act, close }: TaskNotificationsProps & { readonly close: () => void }) {
  const watchers = useSignal<readonly string[]>(task.watchers);
  const save = async (): Promise<void> => {
    const body = { watchers: [...watchers.peek()] };
    if (body.watchers.join('\n') === task.watchers.join('\n')) return;
    await act({ ...task, ...body }, () => mutate<TaskResponse>('PUT', `/tasks/${lastSegment(task.id)}`, body));
  };
  return (
    <FollowDialog object={task} close={close} save={save}>
      <section class="set">
        <h3>Watchers</h3>
        <p class="hint">Watchers get all notifications of the task.</p>
        <Watchers watchers={watchers.value} change={(next) => (watchers.value = next)} />
      </section>
    </FollowDialog>
  );
}

/** A button that opens the notifications of a task. */
export function TaskNotifications(props: TaskNotificationsProps) {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="quiet small" onClick={() => (isOpen.value = true)}>
        <Icon of={Bell} />
        Notifications…
      </button>
      {isOpen.value && <TaskNotificationsDialog {...props} close={() => (isOpen.value = false)} />}
    </>
  );
}
