import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { Fragment } from 'preact';
import type { DisplayMessage } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { StatusBadge } from '../../components/marks/status.tsx';
import { Message } from '../../components/message.tsx';
import { Moment } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import type { Act } from './actions.ts';
import { Attachments } from './attachments.tsx';
import { Comments } from './comments.tsx';
import { Dates, labeledDates } from './dates.tsx';
import { DependencyList } from './dependency-list.tsx';
import { taskLinks } from './head/reasons.tsx';
import { missingPermissionOnTask, type TaskExplanation } from './permissions.ts';
import { Approvals } from './task/approvals.tsx';
import { Conditions } from './task/conditions.tsx';
import { collectAnswers, Inputs, type InputTexts, useInputs } from './task/inputs.tsx';
import { TaskActions } from './task-actions.tsx';
import { TaskHistory } from './task-history.tsx';
import { useRemoteChanges } from './use-remote-changes.ts';

export interface TaskDetailsProps {
  /** Null if the user can view the task but not its release. */
  readonly release: ReleaseResponse | null;
  readonly task: TaskResponse;
  /** The comments of the task, which may load after the rest of the task. */
  readonly comments: ReadonlySignal<TaskResponse['comments'] | undefined>;
  readonly reasons: ExplanationResponse['reasons'];
  readonly isArchived: boolean;
  readonly topics: readonly Topic[];
  readonly act: Act;
  /** Reloads the release. */
  readonly refresh: () => Promise<void>;
  readonly taskUrl: (id: string) => string;
}

export interface TaskDrawerProps extends TaskDetailsProps {
  readonly release: ReleaseResponse;
  readonly close: () => void;
}

const loadAssignment = async () => (await import('./task/assignment.tsx')).Assignment;

interface ReassignmentProps {
  readonly release: ReleaseResponse;
  readonly task: TaskResponse;
  readonly explanation: TaskExplanation | undefined;
  readonly act: Act;
}

/** The form that assigns the task to another user. Its script is loaded when it is opened. */
function Reassignment({ release, task, explanation, act }: ReassignmentProps) {
  const isOpen = useSignal(false);
  const missingPermission = missingPermissionOnTask(explanation, 'reassignTask');
  return (
    <details class="more" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>Reassign…</summary>
      {isOpen.value && <Lazy load={loadAssignment} props={{ release, task, act, missingPermission }} />}
    </details>
  );
}

const Facts = ({ task }: { readonly task: TaskResponse }) => (
  <dl class="facts">
    <dt>Status</dt>
    <dd>
      <StatusBadge status={task.status} />
    </dd>
    <dt>Assignee</dt>
    <dd>{task.owner ?? '–'}</dd>
    <dt>Team</dt>
    <dd>{task.team ?? '–'}</dd>
    {labeledDates(task).map(([label, at]) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>
          <Moment at={at} />
        </dd>
      </Fragment>
    ))}
  </dl>
);

interface DatesProps {
  readonly task: TaskResponse;
  readonly act: Act;
  readonly missingPermission: string | null;
}

const TaskDates = ({ task, act, missingPermission }: DatesProps) => (
  <Dates
    dates={task}
    missingPermission={missingPermission}
    save={(dates) => act(task, () => mutate<TaskResponse>('PUT', `/tasks/${lastSegment(task.id)}`, dates))}
  />
);

/** The content of a task, without the drawer. */
export function TaskDetails(props: TaskDetailsProps) {
  const { release, task, comments, reasons, isArchived, topics, act, refresh, taskUrl } = props;
  const refusal = useSignal<DisplayMessage | null>(null);
  const inputTexts = useSignal<InputTexts>({});
  const canAct = !isArchived;
  const inputs = useInputs(task, release, isArchived ? null : topics);
  const taskKey = lastSegment(task.id);
  const ownReasons = reasons.filter(({ taskId }) => taskId !== undefined && lastSegment(taskId) === taskKey);
  const remoteChanges = useRemoteChanges(task, comments, act);
  const actionProps = { task, act: remoteChanges.act, refusal };
  const explanationEntity = useEntity<ExplanationResponse>(canAct ? `/tasks/${taskKey}/explain` : null, topics);
  const explanation = explanationEntity.value.value;
  const missingConditionPermission = missingPermissionOnTask(explanation, 'updateCondition');
  return (
    <>
      <Facts task={task} />
      {ownReasons.map((reason) => (
        <p key={reason.kind} class="reason">
          <Message message={reason} linkTo={taskLinks({ ...reason, taskId: undefined }, taskUrl)} />
        </p>
      ))}
      {remoteChanges.changes.map(({ text, message }) => (
        <p key={text} class="reason">
          <Message message={text} />
          <Message message={message} />
        </p>
      ))}
      <Refusal message={refusal.value} />
      {canAct && (
        <TaskActions
          {...actionProps}
          explanation={explanation}
          getAnswers={() =>
            collectAnswers(inputTexts.peek(), inputs.variables).map(({ key, value }) => ({ key, value }))
          }
          onCompleted={() => (inputTexts.value = {})}
        />
      )}
      {canAct && release && (
        <Reassignment release={release} task={task} explanation={explanation} act={remoteChanges.act} />
      )}
      {task.description && <Markdown text={task.description} />}
      <Inputs
        explanation={explanation}
        task={task}
        inputs={inputs}
        inputTexts={inputTexts}
        canAct={canAct}
        refresh={refresh}
      />
      <Approvals {...actionProps} canAct={canAct} explanation={explanation} />
      <Conditions {...actionProps} canAct={canAct && missingConditionPermission === null} />
      <DependencyList dependencies={task.dependencies} />
      {canAct && (
        <TaskDates
          task={task}
          act={remoteChanges.act}
          missingPermission={missingPermissionOnTask(explanation, 'changeDates')}
        />
      )}
      <section>
        <h3>Files</h3>
        <Attachments
          ownerPath={`/tasks/${taskKey}`}
          attachments={task.attachments}
          isArchived={isArchived}
          missingPermission={missingPermissionOnTask(explanation, 'attachToTask')}
          refresh={refresh}
        />
      </section>
      <Comments comments={comments} />
      {release && <TaskHistory task={task} topics={topics} />}
    </>
  );
}

/** A drawer with a task of a release. */
export const TaskDrawer = ({ close, ...actionProps }: TaskDrawerProps) => (
  <Dialog title={actionProps.task.title} close={close} kind="drawer">
    <TaskDetails {...actionProps} />
  </Dialog>
);
