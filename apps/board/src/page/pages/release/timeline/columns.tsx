import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { Entity } from '../../../api/entity.ts';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { StatusBadge } from '../../../components/marks/status.tsx';
import { Moment, None } from '../../../components/moment.tsx';
import type { Column } from '../../../components/table.tsx';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { Dates } from '../dates.tsx';
import { TargetStatus } from '../task/gate/dependency-list.tsx';
import type { Line, Span } from './lines.ts';
import { plannedDatesOf, saveDates } from './move-dates.ts';
import type { Releases, Wait } from './waits.ts';

interface ColumnContext {
  readonly release: ReleaseResponse;
  readonly entity: Entity<ReleaseResponse>;
  readonly isFinished: boolean;
  readonly releases: Releases;
  /** The ids of the lines on the critical path. */
  readonly critical: ReadonlySet<string>;
  /** Returns the path of a task of the release. */
  readonly taskUrl: (id: string) => string;
}

const SpanText = ({ span }: { readonly span: Span | null }) =>
  span === null ? (
    <None />
  ) : (
    <>
      <Moment at={span.from} />
      {span.to > span.from && (
        <>
          {' '}
          – <Moment at={span.to} />
        </>
      )}
    </>
  );

interface WaitsProps {
  readonly waits: readonly Wait[];
  readonly releases: Releases;
}

/** The open conditions of a gate, and its targets with status and link. */
const WaitList = ({ waits, releases }: WaitsProps) =>
  waits.length === 0 ? (
    <None />
  ) : (
    <ul class="few">
      {waits.map(({ id, name, target, endDate }) => (
        <li key={id}>
          {target === null ? (
            name
          ) : (
            <TargetStatus target={target} name={name} release={releases.get(target.releaseId)} />
          )}
          {endDate !== undefined && (
            <>
              {' '}
              until <Moment at={endDate} />
            </>
          )}
        </li>
      ))}
    </ul>
  );

/** Returns the columns of the timeline table. The dates of phases are editable. */
export const columnsOf = ({
  release,
  entity,
  isFinished,
  releases,
  critical,
  taskUrl,
}: ColumnContext): readonly Column<Line>[] => [
  {
    name: t('Phase or task'),
    cell: ({ id, title, depth }) => (depth === 0 ? title : <Link to={taskUrl(id)}>{title}</Link>),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: t('Planned'),
    cell: ({ id, depth, planned }) => (
      <>
        <SpanText span={planned} />
        {depth === 0 && !isFinished && (
          <Dates
            dates={plannedDatesOf(release, id)}
            missingPermission={missingPermissionOn(release, 'changeDates')}
            save={(dates) => saveDates(entity, release, id, dates)}
          />
        )}
      </>
    ),
  },
  { name: t('Actual'), cell: ({ actual }) => <SpanText span={actual} /> },
  {
    name: t('Estimated'),
    cell: ({ id, estimated }) => (
      <>
        <SpanText span={estimated} /> {critical.has(id) && <span class="tag">Critical path</span>}
      </>
    ),
  },
  { name: t('Waiting for'), cell: ({ waits }) => <WaitList waits={waits} releases={releases} /> },
];
