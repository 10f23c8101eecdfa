import CircleCheck from '~icons/lucide/circle-check';
import CircleX from '~icons/lucide/circle-x';
import X from '~icons/lucide/x';
import { fullNameOf } from '../../../api/full-names.ts';
import { valueText } from '../../../components/charts/values.ts';
import type { MenuAction } from '../../../components/controls/menu.tsx';
import { RowMenu } from '../../../components/controls/row-menu.tsx';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { Moment, None } from '../../../components/moment.tsx';
import type { Column } from '../../../components/table.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { plural, t } from '../../../navigation/text.ts';
import type { DeploymentRow } from '../data/responses.ts';
import { type Mark, releaseTitle } from './mark-dialog.tsx';

type Cell = Readonly<{ row: DeploymentRow }>;

const kindLabels: Readonly<Record<DeploymentRow['kind'], string | null>> = {
  normal: null,
  hotfix: t('Hotfix'),
  rollback: t('Rollback'),
};

/** The outcome of a deployment: of its run, or of a mark. */
function Outcome({ row: { outcome, kind, mark, markedBy, markComment } }: Cell) {
  const isFailed = outcome === 'failed';
  return (
    <div class="two-lines">
      <span class="row wrapped">
        <span class={`status ${isFailed ? 'failed' : 'done'}`}>
          <Icon of={isFailed ? CircleX : CircleCheck} size="small" />
          {isFailed ? t('Failed') : t('Succeeded')}
        </span>
        {kindLabels[kind] !== null && <span class="tag">{kindLabels[kind]}</span>}
      </span>
      {mark !== undefined && (
        <span class="sub">{markedBy === undefined ? t('Marked') : t`Marked by ${fullNameOf(markedBy)}`}</span>
      )}
      {markComment !== undefined && (
        <span class="sub">
          <bdi>{markComment}</bdi>
        </span>
      )}
    </div>
  );
}

/** The end of the failure of a deployment, and its incidents. */
function Failure({ row: { failed, recoveredAt, incidents } }: Cell) {
  if (!failed) return <None />;
  return (
    <div class="two-lines">
      {recoveredAt === undefined ? (
        <span class="late">Open</span>
      ) : (
        <span>
          Recovered <Moment at={recoveredAt} />
        </span>
      )}
      {incidents.map(({ id, ended }) => (
        <span key={id} class="sub">
          <bdi>{id}</bdi> {ended === undefined ? t('open') : t('resolved')}
        </span>
      ))}
    </div>
  );
}

const contentColumns: readonly Column<DeploymentRow>[] = [
  {
    name: t('Release'),
    cell: (row) => <Link to={`/releases/${lastSegment(row.releaseId)}`}>{releaseTitle(row)}</Link>,
  },
  {
    name: t('Application and environment'),
    cell: ({ application, environment, stage }) => (
      <div class="two-lines">
        <bdi>{application}</bdi>
        <span class="sub">
          <bdi>{environment}</bdi>
          {stage !== undefined && stage !== environment && (
            <>
              {' · '}
              <bdi>{stage}</bdi>
            </>
          )}
        </span>
      </div>
    ),
  },
  { name: t('Ended'), cell: ({ ended }) => <Moment at={ended} /> },
  { name: t('Outcome'), cell: (row) => <Outcome row={row} /> },
  { name: t('Failure'), cell: (row) => <Failure row={row} /> },
  {
    ...{ name: t('Lead time'), class: 'chart-number' },
    cell: ({ leadSeconds, commits }) => (
      <>
        {valueText(leadSeconds, 'seconds')}
        {commits !== undefined && <div class="sub">{plural(commits, '# commit', '# commits')}</div>}
      </>
    ),
  },
];

export interface MarkOptions {
  /** Returns why the user cannot mark a deployment; null if the user can. */
  readonly disabledReason: (row: DeploymentRow) => string | null;
  readonly start: (row: DeploymentRow, mark: Mark) => void;
}

/** Returns the columns of deployments, with a menu that marks the outcome. */
export function columnsOf({ disabledReason, start }: MarkOptions): readonly Column<DeploymentRow>[] {
  const actionsOf = (row: DeploymentRow): readonly MenuAction[] => {
    const action = (label: string, icon: IconNode, mark: Mark): MenuAction => ({
      ...{ label, icon, disabledReason: disabledReason(row), run: () => start(row, mark) },
    });
    return [
      ...(row.mark === 'failed' ? [] : [action(t('Mark as failed…'), CircleX, 'failed')]),
      ...(row.mark === 'succeeded' ? [] : [action(t('Mark as succeeded…'), CircleCheck, 'succeeded')]),
      ...(row.mark === undefined ? [] : [action(t('Remove mark…'), X, null)]),
    ];
  };
  return [
    ...contentColumns,
    {
      ...{ name: t('Actions'), isNameHidden: true, class: 'row-menu' },
      cell: (row) => <RowMenu label={t`Actions for ${releaseTitle(row)}`} sections={[{ actions: actionsOf(row) }]} />,
    },
  ];
}
