import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { StatusBadge } from '../../../components/marks/status.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { None } from '../../../components/moment.tsx';
import { AddressedTable } from '../../../components/paged-table.tsx';
import type { Column } from '../../../components/table.tsx';
import { taskTypeTitle } from '../../../live/task-types.ts';
import { t } from '../../../navigation/text.ts';
import { type PlanTask, planTasks } from '../plan.ts';
import { ReportSection } from './section.tsx';
import { Timestamp } from './timestamp.tsx';

interface Props {
  readonly release: Pick<ReleaseResponse, 'phases'>;
}

const taskColumns: readonly Column<PlanTask>[] = [
  { name: t('Task'), cell: ({ task, phase, groups }) => <bdi>{[phase, ...groups, task.title].join(' › ')}</bdi> },
  { name: t('Type'), cell: ({ task }) => taskTypeTitle(task.type) },
  { name: t('Status'), cell: ({ task }) => <StatusBadge status={task.status} /> },
  {
    name: t('Assignee'),
    cell: ({ task: { owner, team } }) => (owner ? <UserName name={owner} /> : team ? <bdi>{team}</bdi> : <None />),
  },
  { name: t('Started'), class: 'when', cell: ({ task }) => <Timestamp at={task.startDate} /> },
  { name: t('Ended'), class: 'when', cell: ({ task }) => <Timestamp at={task.endDate} /> },
];

/** All tasks of the release in the order of the plan. */
export const ReportTasks = ({ release }: Props) => (
  <ReportSection title={t('Tasks')}>
    <AddressedTable
      name="from"
      caption={t('Tasks')}
      columns={taskColumns}
      rows={planTasks(release)}
      keyOf={({ task }) => task.id}
    />
  </ReportSection>
);

type Verdict = NonNullable<TaskResponse['approvalVerdicts']>[number];

const verdictLabels: Readonly<Record<Verdict['verdict'], string>> = {
  APPROVED: t('Approved'),
  REJECTED: t('Rejected'),
  WITHDRAWN: t('Withdrawn'),
};

/** A verdict with the title of its gate. */
type GateVerdict = Verdict & { readonly gate: string };

const verdictColumns: readonly Column<GateVerdict>[] = [
  { name: t('Gate'), cell: ({ gate }) => <bdi>{gate}</bdi> },
  { name: t('Time'), class: 'when', cell: ({ date }) => <Timestamp at={date} /> },
  { name: t('User'), cell: ({ username }) => <UserName name={username} /> },
  { name: t('Verdict'), cell: ({ verdict }) => verdictLabels[verdict] },
  { name: t('Reason'), cell: ({ comment }) => (comment === undefined ? <None /> : <bdi>{comment}</bdi>) },
  { name: t('Version'), cell: ({ version }) => version },
];

/** All verdicts on the gates of the release, including withdrawn ones. */
export function ReportApprovals({ release }: Props) {
  const verdicts = planTasks(release).flatMap(({ task }) =>
    (task.approvalVerdicts ?? []).map((verdict): GateVerdict => ({ ...verdict, gate: task.title })),
  );
  return (
    <ReportSection title={t('Approvals')}>
      {verdicts.length === 0 ? (
        <p class="empty">No approvals in this release</p>
      ) : (
        <AddressedTable
          name="verdicts"
          caption={t('Approvals')}
          columns={verdictColumns}
          rows={verdicts}
          keyOf={({ username, date, gate }) => `${username} ${date} ${gate}`}
        />
      )}
    </ReportSection>
  );
}
