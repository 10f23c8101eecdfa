import type { ActivityResponse } from '@slipway/api-schema/history';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { ComponentChildren } from 'preact';
import Printer from '~icons/lucide/printer';
import { activityMessage } from '../../../api/language.ts';
import { me } from '../../../api/session.ts';
import { logInWords } from '../../../components/drafts/change-words.ts';
import { Skeleton } from '../../../components/empty-state.tsx';
import { FileLink } from '../../../components/files.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Message } from '../../../components/message.tsx';
import { AddressedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { Column } from '../../../components/table.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { plural, t } from '../../../navigation/text.ts';
import { reportPath, reportsReason } from './audit-report.ts';
import { ReportApprovals, ReportTasks } from './plan-sections.tsx';
import { ReportSection } from './section.tsx';
import { Timestamp, timeZoneName } from './timestamp.tsx';

interface Props {
  readonly release: ReleaseResponse;
  readonly topics: readonly Topic[];
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

/** The state of the release, and who printed the report. */
const Summary = ({ release }: Pick<Props, 'release'>) => (
  <ReportSection title={t('Summary')}>
    <dl class="facts body">
      <Fact label={t('ID')}>
        <code>{lastSegment(release.id)}</code>
      </Fact>
      <Fact label={t('Owner')}>{release.owner === undefined ? '–' : <UserName name={release.owner} />}</Fact>
      <Fact label={t('Planned start')}>
        <Timestamp at={release.scheduledStartDate} />
      </Fact>
      <Fact label={t('Due')}>
        <Timestamp at={release.dueDate} />
      </Fact>
      <Fact label={t('Started')}>
        <Timestamp at={release.startDate} />
      </Fact>
      <Fact label={t('Ended')}>
        <Timestamp at={release.endDate} />
      </Fact>
      <Fact label={t('Report created')}>
        <Timestamp at={Date.now()} /> ({timeZoneName()})
      </Fact>
      <Fact label={t('Report created by')}>
        <bdi>{me.value?.username}</bdi>
      </Fact>
    </dl>
  </ReportSection>
);

/** The maximum number of entries in the report. A browser cannot print many more. */
const maxEntries = 5_000;

const activityColumns: readonly Column<ActivityResponse>[] = [
  { name: t('Time'), class: 'when', cell: ({ eventTime }) => <Timestamp at={eventTime} /> },
  { name: t('User'), cell: ({ username }) => <UserName name={username} /> },
  { name: t('Activity'), cell: (entry) => <Message message={logInWords(activityMessage(entry))} /> },
];

/** The activity log of the release, oldest entries first. */
function ReportActivity({ release, topics }: Props) {
  const path = `/activities/${lastSegment(release.id)}`;
  const { value, refusal, retry } = useEntity<readonly ActivityResponse[]>(path, topics);
  const all = value.value;
  const missing = Math.max(0, (all?.length ?? 0) - maxEntries);
  return (
    <ReportSection title={t('Activity')}>
      <Refusal message={refusal.value} retry={retry} />
      {all === undefined && refusal.value === null && <Skeleton />}
      {missing > 0 && (
        <p class="body">
          {plural(missing, '# older entry is missing.', '# older entries are missing.')} The Excel report contains all.
        </p>
      )}
      {all && (
        <AddressedTable
          name="activity"
          caption={t('Activity')}
          columns={activityColumns}
          rows={all.slice(missing)}
          keyOf={({ id }) => id}
        />
      )}
    </ReportSection>
  );
}

/** The facts about a release on one page, from which the browser prints or saves a PDF. */
export const Report = ({ release, topics }: Props) => (
  <div class="stack">
    <div class="tools">
      <button type="button" class="main" onClick={() => window.print()}>
        <Icon of={Printer} />
        Print or save as PDF
      </button>
      {reportsReason(1) === null && <FileLink path={reportPath(release.id)}>{t('Audit report (Excel)')}</FileLink>}
    </div>
    <Summary release={release} />
    <ReportTasks release={release} />
    <ReportApprovals release={release} />
    <ReportActivity release={release} topics={topics} />
  </div>
);
