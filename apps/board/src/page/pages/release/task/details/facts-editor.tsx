import { useSignal } from '@preact/signals';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import CalendarClock from '~icons/lucide/calendar-clock';
import UserRound from '~icons/lucide/user-round';
import UserRoundCheck from '~icons/lucide/user-round-check';
import { mutate } from '../../../../api/rest.ts';
import { me } from '../../../../api/session.ts';
import { ActionButton, MissingPermissions } from '../../../../components/controls/action-button.tsx';
import { Lazy } from '../../../../components/lazy.tsx';
import { Icon } from '../../../../components/marks/icon.tsx';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import { type Act, hasEnded } from '../../actions.ts';
import { missingPermissionOnTask, type TaskExplanation } from '../../permissions.ts';
import type { TaskPosition } from '../../plan.ts';
import type { TaskRequests } from '../task-requests.ts';
import { Facts, TaskScripts } from './facts.tsx';

interface Props {
  /** Null if the user can view the task but not its release. */
  readonly release: ReleaseResponse | null;
  readonly task: TaskResponse;
  readonly position: TaskPosition | undefined;
  readonly explanation: TaskExplanation | undefined;
  readonly act: Act;
  readonly requests: TaskRequests;
  readonly canAct: boolean;
}

const loadAssignment = async () => (await import('./assignment.tsx')).Assignment;
const loadDates = async () => (await import('../../dates.tsx')).DatesForm;

type OpenForm = 'assignment' | 'dates' | null;

interface ButtonsProps extends Pick<Props, 'release' | 'task' | 'explanation' | 'requests'> {
  readonly open: OpenForm;
  readonly toggle: (form: OpenForm) => void;
}

/** The buttons that assign the task, and that open the forms for its assignee and its dates. */
function FactButtons({ release, task, explanation, requests, open, toggle }: ButtonsProps) {
  const username = me.value?.username;
  const canAssign = username !== undefined && username !== task.owner;
  const missingPermission = canAssign ? missingPermissionOnTask(explanation, 'assignTask') : null;
  const toggleButton = (form: OpenForm, icon: typeof UserRound, label: string) => (
    <button type="button" aria-expanded={open === form} onClick={() => toggle(open === form ? null : form)}>
      <Icon of={icon} />
      {label}
    </button>
  );
  return (
    <>
      <div class="tools">
        {canAssign && (
          <ActionButton missingPermission={missingPermission} run={() => requests.assignTo(username)}>
            <Icon of={UserRoundCheck} />
            Assign to me
          </ActionButton>
        )}
        {release && toggleButton('assignment', UserRound, t('Reassign…'))}
        {toggleButton('dates', CalendarClock, t('Planned dates…'))}
      </div>
      <MissingPermissions names={[missingPermission]} />
    </>
  );
}

/** The facts of a task, with the forms that change its assignee and its planned dates. */
export function FactsEditor({ release, task, position, explanation, act, requests, canAct }: Props) {
  const open = useSignal<OpenForm>(null);
  const canChange = canAct && !hasEnded(task);
  return (
    <section class="panel-section">
      <h3>Details</h3>
      <Facts task={task} position={position} />
      {canChange && (
        <FactButtons
          release={release}
          task={task}
          explanation={explanation}
          requests={requests}
          open={open.value}
          toggle={(form) => (open.value = form)}
        />
      )}
      {canChange && release && open.value === 'assignment' && (
        <div class="panel-box">
          <Lazy
            load={loadAssignment}
            props={{ release, task, act, missingPermission: missingPermissionOnTask(explanation, 'reassignTask') }}
          />
        </div>
      )}
      {canChange && open.value === 'dates' && (
        <div class="panel-box">
          <Lazy
            load={loadDates}
            props={{
              ...{ dates: task, missingPermission: missingPermissionOnTask(explanation, 'changeDates') },
              save: (dates) => act(task, () => mutate<TaskResponse>('PUT', `/tasks/${lastSegment(task.id)}`, dates)),
            }}
          />
        </div>
      )}
      <TaskScripts task={task} />
    </section>
  );
}
