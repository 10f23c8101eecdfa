import type { PhaseAnswer } from '@slipway/wire';
import { StatusMark } from '../../../parts/status.tsx';
import { Link } from '../../../place/link.tsx';
import { countOf, type FlowPage } from './page.ts';

interface Props {
  readonly phases: readonly PhaseAnswer[];
  readonly page: FlowPage;
  /** The address of the page after a number of tasks */
  readonly addressOfPage: (from: number) => string;
}

/** All phases of a large release: how they stand, how many tasks they have, and the way to the first of these. */
export function Overview({ phases, page, addressOfPage }: Props) {
  const to = page.from + page.count;
  let before = 0;
  return (
    <nav aria-label="Phases">
      <p class="none">
        Tasks {page.from + 1}–{to} of {page.total}
      </p>
      <ol class="overview">
        {phases.map(({ id, title, status, tasks }) => {
          const begin = before;
          const count = countOf(tasks);
          before += count;
          const here = Math.max(0, Math.min(before, to) - Math.max(begin, page.from));
          return (
            <li key={id}>
              {count === 0 ? (
                title
              ) : (
                <Link to={addressOfPage(begin)} current={here > 0}>
                  {title}
                </Link>
              )}
              <StatusMark status={status} />
              <span class="type">
                {count} {count === 1 ? 'task' : 'tasks'}
                {here > 0 && here < count && `, ${here} of them here`}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
