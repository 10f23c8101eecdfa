import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { Message } from '../../components/messages/message.tsx';
import { Moment } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { RowCheckbox, type Selection } from '../../components/selection.tsx';
import { StatusBadge } from '../../components/status.tsx';
import type { Column } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';

function TaskTitle({ task, selection }: { readonly task: WaitingTaskResponse; readonly selection: Selection }) {
  const { id, title, release, sentence } = task;
  return (
    <>
      <RowCheckbox
        selection={selection}
        id={id}
        title={title}
        to={`/releases/${lastSegment(release.id)}?task=${lastSegment(id)}`}
      />
      <p class="why">
        <Message text={sentence} />
      </p>
      <Refusal sentence={selection.refusals.value.get(id) ?? null} />
    </>
  );
}

/** What the list shows of each task. */
export const columnsFor = (selection: Selection): readonly Column<WaitingTaskResponse>[] => [
  { name: 'Task', cell: (task) => <TaskTitle task={task} selection={selection} /> },
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'Due',
    cell: ({ dueDate, overdue }) => (
      <>
        <Moment at={dueDate} />
        {overdue && <strong class="overdue"> overdue</strong>}
      </>
    ),
  },
  {
    name: 'Release',
    cell: ({ release, phase }) => (
      <>
        <Link to={`/releases/${lastSegment(release.id)}`}>{release.title}</Link>
        <p class="said">{phase.title}</p>
      </>
    ),
  },
  { name: 'Folder', cell: ({ folder }) => folder.title },
  { name: 'Whose', cell: ({ owner, team }) => [owner, team].filter((name) => name !== undefined).join(', ') || '–' },
];
