import type { TaskResponse } from '@slipway/api-schema/plans';
import type { ComponentChildren } from 'preact';
import { fullNameOf } from '../../../../api/full-names.ts';
import { CodeBlock } from '../../../../components/code/code-block.tsx';
import { scriptLanguage } from '../../../../components/code/languages.ts';
import { flagOptions, optionLabel, recoverOptions } from '../../../../components/fields/options.ts';
import { Avatar } from '../../../../components/marks/avatar.tsx';
import { UserName } from '../../../../components/marks/user-name.tsx';
import { Moment } from '../../../../components/moment.tsx';
import { isAutomatic } from '../../../../live/task-types.ts';
import { t } from '../../../../navigation/text.ts';
import type { TaskPosition } from '../../plan.ts';
import { formatDuration, startOfRun } from '../../times/durations.ts';
import { DueDistance, Elapsed } from '../../times/times.tsx';

type Row = readonly [label: string, content: ComponentChildren];

const Person = ({ name, isTeam = false }: { readonly name: string | undefined; readonly isTeam?: boolean }) => (
  <span class="row">
    <Avatar name={name ?? null} isTeam={isTeam} isNamed />
    {name === undefined && <span class="none">Unassigned</span>}
    {name !== undefined && (isTeam ? <bdi>{name}</bdi> : <UserName name={name} />)}
  </span>
);

const Tags = ({ values }: { readonly values: readonly string[] }) => (
  <span class="row wrapped">
    {values.map((value, index) => (
      <bdi key={index} class="tag">
        {value}
      </bdi>
    ))}
  </span>
);

const isOpen = ({ endDate }: TaskResponse): boolean => endDate === undefined;

/** The planned and actual dates. Missing ones are omitted. */
function dateRows(task: TaskResponse): readonly Row[] {
  const { scheduledStartDate, originalScheduledStartDate, dueDate, endDate, plannedDuration = 0 } = task;
  const startDate = startOfRun(task);
  const expected = plannedDuration > 0 ? formatDuration(plannedDuration * 1000) : null;
  return [
    ...(scheduledStartDate === undefined
      ? []
      : [
          [
            t('Planned start'),
            <>
              <Moment at={scheduledStartDate} />
              {originalScheduledStartDate !== undefined && (
                <span class="sub">
                  {' '}
                  Postponed by a blackout from <Moment at={originalScheduledStartDate} />
                </span>
              )}
            </>,
          ] as const,
        ]),
    ...(startDate === undefined ? [] : [[t('Started'), <Moment at={startDate} />] as const]),
    ...(dueDate === undefined
      ? []
      : [
          [
            t('Due'),
            <>
              <Moment at={dueDate} />
              {isOpen(task) && (
                <span class="sub">
                  {' '}
                  <DueDistance due={dueDate} />
                </span>
              )}
            </>,
          ] as const,
        ]),
    ...(endDate === undefined ? [] : [[t('Ended'), <Moment at={endDate} />] as const]),
    ...(startDate === undefined && expected === null
      ? []
      : [
          [
            t('Duration'),
            <>
              {startDate !== undefined && <Elapsed from={startDate} to={endDate} />}
              {startDate !== undefined && expected !== null && ', '}
              {expected !== null && <span class="sub">{expected} expected</span>}
            </>,
          ] as const,
        ]),
  ];
}

/** The marks of a task: flag, failures, lock, tags and watchers. Missing ones are omitted. */
function markRows(task: TaskResponse, lockedGroup: string | null): readonly Row[] {
  const { flagStatus, flagComment, failuresCount, locked, tags, watchers } = task;
  return [
    ...(flagStatus === 'OK'
      ? []
      : [
          [
            t('Flag'),
            <span class={flagStatus === 'AT_RISK' ? 'failed-text' : 'waits-text'}>
              {optionLabel(flagOptions, flagStatus)}
              {flagComment !== undefined && `: ${flagComment}`}
            </span>,
          ] as const,
        ]),
    ...(failuresCount > 0 ? [[t('Failures'), String(failuresCount)] as const] : []),
    ...(locked ? [[t('Locked'), t('Yes')] as const] : []),
    ...(!locked && lockedGroup !== null ? [[t('Locked'), t`With the group ${lockedGroup}`] as const] : []),
    ...(tags.length > 0 ? [[t('Tags'), <Tags values={tags} />] as const] : []),
    ...(watchers.length > 0 ? [[t('Watchers'), <Tags values={watchers.map(fullNameOf)} />] as const] : []),
  ];
}

interface Props {
  readonly task: TaskResponse;
  readonly position: TaskPosition | undefined;
}

/** The assignee, dates and marks of a task as a compact list. */
export function Facts({ task, position }: Props) {
  const { type, owner, team, taskFailureHandlerEnabled, taskRecoverOp } = task;
  const isUnassigned = owner === undefined && team === undefined;
  const predecessors = position?.predecessors ?? [];
  const rows: readonly Row[] = [
    [t('Assignee'), isUnassigned && isAutomatic(type) ? t('Automatic') : <Person name={owner} />],
    ...(team === undefined ? [] : [[t('Team'), <Person name={team} isTeam />] as const]),
    ...dateRows(task),
    ...(predecessors.length > 0 ? [[t('Runs after'), predecessors.join(', ')] as const] : []),
    ...markRows(task, position?.lockedGroup ?? null),
    ...(taskFailureHandlerEnabled && taskRecoverOp
      ? [[t('On failure'), optionLabel(recoverOptions, taskRecoverOp)] as const]
      : []),
  ];
  return (
    <dl class="facts">
      {rows.map(([label, content]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}

const TaskScript = ({ title, script }: { readonly title: string; readonly script: string | undefined }) =>
  script === undefined || script === '' ? null : (
    <details class="more">
      <summary>{title}</summary>
      <CodeBlock name={title} code={script} language={scriptLanguage(script)} />
    </details>
  );

/** The scripts around a task, each of which the user expands. */
export const TaskScripts = ({ task }: Pick<Props, 'task'>) => (
  <>
    <TaskScript title="Precondition" script={task.precondition} />
    {task.taskFailureHandlerEnabled && <TaskScript title="Failure handler" script={task.failureHandler} />}
    <TaskScript title="Abort script" script={task.abortScript} />
  </>
);
