import type { Signal } from '@preact/signals';
import type { WaitingTaskAnswer } from '@slipway/wire';
import { Moment } from '../../parts/moment.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { StatusMark } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

/** What was chosen among the tasks that are shown, and what became of the last step. */
export interface Marks {
  /** ids */
  readonly chosen: Signal<ReadonlySet<string>>;
  /** what was refused, in REST's words, by ids */
  readonly refused: Signal<ReadonlyMap<string, string>>;
}

export function choose({ chosen }: Marks, id: string, isOn: boolean): void {
  const ids = new Set(chosen.peek());
  if (isOn) ids.add(id);
  else ids.delete(id);
  chosen.value = ids;
}

function Named({ task, marks }: { readonly task: WaitingTaskAnswer; readonly marks: Marks }) {
  const { id, title, release, sentence } = task;
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          class="pick"
          checked={marks.chosen.value.has(id)}
          aria-label={`Choose ${title}`}
          onChange={({ currentTarget }) => choose(marks, id, currentTarget.checked)}
        />
        <Link to={`/releases/${lastOf(release.id)}?task=${lastOf(id)}`}>{title}</Link>
      </label>
      <p class="why">{sentence}</p>
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
        <Link to={`/releases/${lastOf(release.id)}`}>{release.title}</Link>, {phase.title}
      </>
    ),
  },
  { name: 'Folder', cell: ({ folder }) => folder.title },
  { name: 'Whose', cell: ({ owner, team }) => [owner, team].filter((each) => each !== undefined).join(', ') || '–' },
];
