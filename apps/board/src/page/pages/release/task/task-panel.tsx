import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { systemAuthor } from '../../../api/full-names.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { Lazy } from '../../../components/lazy.tsx';
import { Markdown } from '../../../components/markdown.tsx';
import { StatusBadge, StatusLabel, statusTone } from '../../../components/marks/status.tsx';
import { Message } from '../../../components/message.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import type { Act } from '../actions.ts';
import { Attachments } from '../attachments.tsx';
import { finishedStatuses, taskLinks } from '../head/reasons.tsx';
import { missingPermissionOnTask } from '../permissions.ts';
import type { TaskPosition } from '../plan.ts';
import { TaskContent } from './content/content.tsx';
import { Output } from './content/output.tsx';
import { FactsEditor } from './details/facts-editor.tsx';
import { Disclosure } from './disclosure.tsx';
import { Approvals, hasOpenApprovals } from './gate/approvals.tsx';
import { Conditions } from './gate/conditions.tsx';
import { DependencyList } from './gate/dependency-list.tsx';
import { needsApproval } from './gate/requirement.ts';
import { collectAnswers, Inputs, inputDraft, useInputs } from './inputs.tsx';
import { RunAsNote } from './run-as-note.tsx';
import { TaskActions } from './task-actions.tsx';
import { taskRequests } from './task-requests.ts';
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

/** Returns the state of an open task: its unsaved inputs, its permissions, and the changes by other users. */
export function useTaskPanel({ release, task, comments, isArchived, topics, act }: TaskDetailsProps) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const inputs = useInputs(task, release, isArchived ? null : topics);
  const inputTexts = inputDraft(task.id, inputs);
  const remoteChanges = useRemoteChanges(task, comments, act);
  const explanation = useEntity<ExplanationResponse>(
    isArchived ? null : `/tasks/${lastSegment(task.id)}/explain`,
    topics,
  ).value.value;
  const requests = taskRequests({
    task,
    act: remoteChanges.act,
    refusal,
    getAnswers: () => collectAnswers(inputTexts.peek(), inputs.variables).map(({ key, value }) => ({ key, value })),
    onCompleted: () => (inputTexts.value = new Map()),
  });
  return { refusal, inputTexts, inputs, remoteChanges, explanation, requests, canAct: !isArchived };
}

export type TaskPanelState = ReturnType<typeof useTaskPanel>;

/** Whether the task is a gate with open requirements. */
const isClosedGate = ({ explanation }: TaskPanelState): boolean =>
  explanation?.reasons.some(({ kind }) => kind === 'gate') === true;

/** Whether the completion is not the next step: the user can approve the gate, or the gate is closed. */
const hasOtherStep = (task: TaskResponse, state: TaskPanelState): boolean =>
  (hasOpenApprovals(task) && state.explanation?.refused?.approve === undefined) || isClosedGate(state);

/** The status of a task. It is a list, because the status is its value and not a part of the title. */
export const TaskStatus = ({ task }: Pick<TaskDetailsProps, 'task'>) => (
  <dl class="status-fact">
    <dt class="unseen">Status</dt>
    <dd>
      {needsApproval(task) ? <StatusLabel tone="asks" label="Needs approval" /> : <StatusBadge status={task.status} />}
    </dd>
  </dl>
);

/** The actions of an open task, and the error of the last one. */
export const PanelActions = ({ task, state }: { readonly task: TaskResponse; readonly state: TaskPanelState }) => (
  <>
    {state.canAct && (
      <TaskActions
        task={task}
        explanation={state.explanation}
        requests={state.requests}
        hasOtherMain={hasOtherStep(task, state)}
        isClosedGate={isClosedGate(state)}
      />
    )}
    <Refusal message={state.refusal.value} />
  </>
);

interface StateProps extends TaskDetailsProps {
  readonly state: TaskPanelState;
}

/** The reasons why the task does not progress, and the latest changes by other users. */
function Notices({ release, task, reasons, taskUrl, state }: StateProps) {
  const ownReasons = reasons.filter(
    ({ taskId }) => taskId !== undefined && lastSegment(taskId) === lastSegment(task.id),
  );
  return (
    <>
      {!hasEnded(task) && <RunAsNote plan={release} task={task} />}
      {ownReasons.map((reason) => (
        <p key={reason.kind} class="reason">
          <Message message={reason} linkTo={taskLinks({ ...reason, taskId: undefined }, taskUrl)} />
        </p>
      ))}
      {state.remoteChanges.changes.map(({ text, message }) => (
        <p key={text} class="reason">
          <Message message={text} />
          <Message message={message} />
        </p>
      ))}
    </>
  );
}

const reasonLabels: Readonly<Partial<Record<TaskResponse['status'], string>>> = {
  SKIPPED: t('Skip reason: '),
  SKIPPED_IN_ADVANCE: t('Skip reason: '),
  ABORTED: t('Abort reason: '),
};

/** Why a task has ended: the comment of its last action, or the reason why its release was aborted. */
function EndReason({
  release,
  task: { status, endDate },
  comments,
}: Pick<StateProps, 'release' | 'task' | 'comments'>) {
  const label = reasonLabels[status];
  const comment = comments.value?.findLast(({ author, date }) => author !== systemAuthor && date === endDate)?.text;
  const text = comment ?? (status === 'ABORTED' ? release?.abortComment : undefined);
  return label === undefined || !text ? null : (
    <p class="reason">
      {label}
      <bdi>{text}</bdi>
    </p>
  );
}

const loadAnswers = async () => (await import('./answers.tsx')).Answers;

const hasEnded = ({ status }: TaskResponse): boolean => finishedStatuses.has(status);

/** What the task needs from a user: values, approvals, checked conditions, and the end of its dependencies. */
function Requests({ release, task, refresh, state }: StateProps) {
  const { refusal, remoteChanges, explanation, canAct, inputs, inputTexts } = state;
  const actionProps = { task, act: remoteChanges.act, refusal };
  return (
    <>
      {canAct && !hasEnded(task) ? (
        <Inputs explanation={explanation} task={task} inputs={inputs} inputTexts={inputTexts} refresh={refresh} />
      ) : (
        inputs.variables.length > 0 && <Lazy load={loadAnswers} props={inputs} />
      )}
      <Approvals {...actionProps} canAct={canAct} explanation={explanation} teams={release?.teams} />
      <Conditions
        {...actionProps}
        canAct={canAct && missingPermissionOnTask(explanation, 'updateCondition') === null}
      />
      <DependencyList dependencies={task.dependencies} />
    </>
  );
}

const loadComments = async () => (await import('./comments/comments.tsx')).Comments;
const loadHistory = async () => (await import('./history.tsx')).HistoryEntries;

interface BodyProps extends StateProps {
  /** Undefined if the user can view the task but not its release. */
  readonly position?: TaskPosition | undefined;
}

/** The content of a task below its head. */
export function TaskBody(props: BodyProps) {
  const { release, task, position, comments, isArchived, topics, refresh, state } = props;
  const { remoteChanges, explanation, requests, canAct } = state;
  const isFailed = statusTone(task.status) === 'failed';
  return (
    <>
      <Notices {...props} />
      <EndReason release={release} task={task} comments={comments} />
      {task.description && <Markdown text={task.description} />}
      <Requests {...props} />
      {isFailed && <Output comments={comments} />}
      <FactsEditor
        release={release}
        task={task}
        position={position}
        explanation={explanation}
        act={remoteChanges.act}
        requests={requests}
        canAct={canAct}
      />
      <TaskContent task={task} />
      {!isFailed && <Output comments={comments} />}
      <Lazy
        load={loadComments}
        props={{ release, task, comments, requests: canAct ? requests : null, act: remoteChanges.act, topics }}
      />
      <section class="panel-section">
        <h3>Files</h3>
        <Attachments
          ownerPath={`/tasks/${lastSegment(task.id)}`}
          attachments={task.attachments}
          isArchived={isArchived}
          missingPermission={missingPermissionOnTask(explanation, 'attachToTask')}
          refresh={refresh}
        />
      </section>
      {release && <Disclosure summary={t('History')} load={loadHistory} props={{ task, topics }} />}
    </>
  );
}
