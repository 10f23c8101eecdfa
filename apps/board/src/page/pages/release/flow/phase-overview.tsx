import type { PhaseResponse } from '@slipway/api-schema/plans';
import { StatusBadge } from '../../../components/marks/status.tsx';
import { Link } from '../../../navigation/link.tsx';
import { plural, t } from '../../../navigation/text.ts';
import { countTasks, type FlowPage } from './page.ts';

interface Props {
  readonly phases: readonly PhaseResponse[];
  readonly page: FlowPage;
  /** Returns the URL of the page after a number of tasks. */
  readonly pageUrl: (from: number) => string;
}

/** The phases of a large release, with status, number of tasks, and a link to the page of the first task. */
export function PhaseOverview({ phases, page, pageUrl }: Props) {
  const to = page.from + page.count;
  let before = 0;
  return (
    <nav aria-label="Phases">
      <p class="none">
        Showing tasks {(page.from + 1).toLocaleString()}–{to.toLocaleString()} of {page.total.toLocaleString()}
      </p>
      <ol class="overview">
        {phases.map(({ id, title, status, tasks }) => {
          const start = before;
          const count = countTasks(tasks);
          before += count;
          const visibleCount = Math.max(0, Math.min(before, to) - Math.max(start, page.from));
          return (
            <li key={id}>
              {count === 0 ? (
                title
              ) : (
                <Link to={pageUrl(start)} current={visibleCount > 0}>
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
