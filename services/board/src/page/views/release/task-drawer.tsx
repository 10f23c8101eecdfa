import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ExplanationAnswer, ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { Fragment } from 'preact';
import { change } from '../../data/rest.ts';
import { useEntity } from '../../live/use-entity.ts';
import type { Want } from '../../live/wants.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Sentence } from '../../parts/sentences/sentence.tsx';
import { StatusMark } from '../../parts/status.tsx';
import { lastOf } from '../../place/ids.ts';
import type { Act } from './actions.ts';
import { Attachments } from './attachments.tsx';
import { Comments } from './comments.tsx';
import { Dates, datesOf } from './dates.tsx';
import { namedBy } from './head/reasons.tsx';
import { History } from './history.tsx';
import { lackingOnTask, type TaskExplanation } from './rights.ts';
import { answersIn, type Texts } from './task/answers.ts';
import { Approvals } from './task/approvals.tsx';
import { Conditions } from './task/conditions.tsx';
import { Inputs, useInputs } from './task/inputs.tsx';
import { TaskActions } from './task-actions.tsx';
import { useOthers } from './use-others.ts';
import { WaitsFor } from './waits-for.tsx';

export interface TaskDetailsProps {
  /** null: the user can view the task, but not its release */
  readonly release: ReleaseAnswer | null;
  readonly task: TaskAnswer;
  /** those of the task, which may come later than all else */
  readonly comments: ReadonlySignal<TaskAnswer['comments'] | undefined>;
  readonly reasons: ExplanationAnswer['reasons'];
  readonly isArchived: boolean;
  readonly wanted: readonly Want[];
  readonly act: Act;
  /** Loads the release again */
  readonly refresh: () => Promise<void>;
  readonly addressOfTask: (id: string) => string;
}

export interface TaskDrawerProps extends TaskDetailsProps {
  readonly release: ReleaseAnswer;
  readonly close: () => void;
}

const loadAssignment = async () => (await import('./task/assignment.tsx')).Assignment;

interface AssignedProps {
  readonly release: ReleaseAnswer;
  readonly task: TaskAnswer;
  readonly explanation: TaskExplanation | undefined;
  readonly act: Act;
}

/** Assigns the task to another user. Its script is loaded when it is opened. */
function Assigned({ release, task, explanation, act }: AssignedProps) {
  const isOpen = useSignal(false);
  const lacking = lackingOnTask(explanation, 'reassignTask');
  return (
    <details class="more" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>Assign to another user</summary>
      {isOpen.value && <Loaded load={loadAssignment} given={{ release, task, act, lacking }} />}
    </details>
  );
}

const Facts = ({ task }: { readonly task: TaskAnswer }) => (
  <dl class="facts">
    <dt>Status</dt>
    <dd>
      <StatusMark status={task.status} />
    </dd>
    <dt>Owner</dt>
    <dd>{task.owner ?? '–'}</dd>
    <dt>Team</dt>
    <dd>{task.team ?? '–'}</dd>
    {datesOf(task).map(([word, at]) => (
      <Fragment key={word}>
        <dt>{word}</dt>
        <dd>
          <Moment at={at} />
        </dd>
      </Fragment>
    ))}
  </dl>
);

interface DatesProps {
  readonly task: TaskAnswer;
  readonly act: Act;
  readonly lacking: string | null;
}

const TaskDates = ({ task, act, lacking }: DatesProps) => (
  <Dates
    dated={task}
    lacking={lacking}
    save={(dates) => act(task, () => change<TaskAnswer>('PUT', `/tasks/${lastOf(task.id)}`, dates))}
  />
);

/** A task with its actions, without the frame around it. */
export function TaskDetails(props: TaskDetailsProps) {
  const { release, task, comments, reasons, isArchived, wanted, act, refresh, addressOfTask } = props;
  const refusal = useSignal<string | null>(null);
  const typed = useSignal<Texts>({});
  const mayAct = !isArchived;
  const asked = useInputs(task, release, isArchived ? null : wanted);
  const own = reasons.filter(({ taskId }) => taskId !== undefined && lastOf(taskId) === lastOf(task.id));
  const others = useOthers(task, comments, act);
  const given = { task, act: others.act, refusal };
  const explained = useEntity<ExplanationAnswer>(mayAct ? `/tasks/${lastOf(task.id)}/explain` : null, wanted);
  const explanation = explained.value.value;
  const ticking = lackingOnTask(explanation, 'updateCondition');
  return (
    <>
      <Facts task={task} />
      {own.map((reason) => (
        <p key={reason.kind} class="reason">
          <Sentence text={reason.sentence} named={namedBy(reason, addressOfTask).slice(1)} />
        </p>
      ))}
      {others.told.map((sentence) => (
        <p key={sentence} class="reason">
          <Sentence text={sentence} />
        </p>
      ))}
      <Refusal sentence={refusal.value} />
      {mayAct && (
        <TaskActions
          {...given}
          explanation={explanation}
          answers={() => answersIn(typed.peek(), asked.variables).map(({ key, value }) => ({ key, value }))}
          completed={() => (typed.value = {})}
        />
      )}
      {mayAct && release && <Assigned release={release} task={task} explanation={explanation} act={others.act} />}
      {task.description && <Markdown text={task.description} />}
      <Inputs explanation={explanation} task={task} asked={asked} typed={typed} mayAct={mayAct} refresh={refresh} />
      <Approvals {...given} mayAct={mayAct} explanation={explanation} />
      <Conditions {...given} mayAct={mayAct && ticking === null} />
      <WaitsFor dependencies={task.dependencies} />
      {mayAct && <TaskDates task={task} act={others.act} lacking={lackingOnTask(explanation, 'changeDates')} />}
      <section>
        <h3>Files</h3>
        <Attachments
          of={`/tasks/${lastOf(task.id)}`}
          attachments={task.attachments}
          isArchived={isArchived}
          lacking={lackingOnTask(explanation, 'attachToTask')}
          refresh={refresh}
        />
      </section>
      <Comments comments={comments} />
      {release && <History task={task} wanted={wanted} />}
    </>
  );
}

/** A task of a release, in a drawer. */
export const TaskDrawer = ({ close, ...given }: TaskDrawerProps) => (
  <Dialog title={given.task.title} close={close} isDrawer>
    <TaskDetails {...given} />
  </Dialog>
);
