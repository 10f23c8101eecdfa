import type { WaitingTaskAnswer } from '@slipway/wire';
import { Moment } from '../../parts/moment.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Sentence } from '../../parts/sentences/sentence.tsx';
import { StatusMark } from '../../parts/status.tsx';
import { type Marks, Pick } from '../../parts/steps/marks.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

function Named({ task, marks }: { readonly task: WaitingTaskAnswer; readonly marks: Marks }) {
  const { id, title, release, sentence } = task;
  return (
    <>
      <Pick marks={marks} id={id} title={title} to={`/releases/${lastOf(release.id)}?task=${lastOf(id)}`} />
      <p class="why">
        <Sentence text={sentence} />
      </p>
      <Refusal sentence={marks.refused.value.get(id) ?? null} />
    </>
  );
}

/** What the list shows of each task. */
export const columnsFor = (marks: Marks): readonly Column<WaitingTaskAnswer>[] => [
  { name: 'Task', cell: (task) => <Named task={task} marks={marks} /> },
  { name: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
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
        <Link to={`/releases/${lastOf(release.id)}`}>{release.title}</Link>
        <p class="said">{phase.title}</p>
      </>
    ),
  },
  { name: 'Folder', cell: ({ folder }) => folder.title },
  { name: 'Whose', cell: ({ owner, team }) => [owner, team].filter((each) => each !== undefined).join(', ') || '–' },
];
