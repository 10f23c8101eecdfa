import type { PhaseResponse } from '@slipway/api-schema/plans';
import { StatusBadge } from '../../../components/marks/status.tsx';
import { Link } from '../../../navigation/link.tsx';
import { plural, t } from '../../../navigation/text.ts';
import { leafTasks } from '../head/progress.ts';
import { countCards, type FlowPage, tasksOnPage } from './page.ts';

interface Props {
  readonly phases: readonly PhaseResponse[];
  readonly page: FlowPage;
  /** Returns the URL of the page after a number of tasks. */
  readonly pageUrl: (from: number) => string;
}

/** The phases of a large release, with status, number of tasks, and a link to the page of the first task. */
export function PhaseOverview({ phases, page, pageUrl }: Props) {
  const shown = tasksOnPage(phases, page);
  let before = 0;
  return (
    <nav aria-label="Phases">
      <p class="none">
        Showing tasks {(shown.from + 1).toLocaleString()}–{(shown.from + shown.count).toLocaleString()} of{' '}
        {shown.total.toLocaleString()}
      </p>
      <ol class="overview">
        {phases.map(({ id, title, status, tasks }) => {
          const start = before;
          const count = leafTasks(tasks).length;
          before += countCards(tasks);
          const isOnPage = start < page.from + page.count && before > page.from;
          const visibleCount = tasksOnPage([{ tasks }], page).count;
          return (
            <li key={id}>
              {count === 0 ? (
                title
              ) : (
                <Link to={pageUrl(start)} current={isOnPage}>
                  {title}
                </Link>
              )}
              <StatusBadge status={status} />
              <span class="type">
                {plural(count, '# task', '# tasks')}
                {visibleCount > 0 && visibleCount < count && t`, ${visibleCount} shown`}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
