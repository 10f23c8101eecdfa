import { useSignal } from '@preact/signals';
import type { RestoredVersionResponse, TemplateVersionResponse } from '@slipway/api-schema/versions';
import History from '~icons/lucide/history';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { Pager, pageSize } from '../../../components/table.tsx';
import { useEntity } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { isPrinting } from '../../../navigation/print.ts';
import { location, navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import type { TabProps } from '../tab.ts';
import { historyState, historyUrl } from './history-url.ts';
import { VersionList } from './version-list.tsx';
import { VersionView } from './version-view.tsx';

/** The maximum number of versions, which the server stores for a template. */
const maxVersions = 200;

type MissingSecret = RestoredVersionResponse['missingSecrets'][number];

function nameOf({ part, title, field }: MissingSecret): string {
  switch (part) {
    case 'template':
      return t('Run-as user of scripts');
    case 'variable':
      return t`Variable ${title}`;
    case 'task':
      return t`Task ${title}: ${field}`;
  }
}

/** The secrets that a restore could not set. */
const MissingSecrets = ({ secrets }: { readonly secrets: readonly MissingSecret[] }) =>
  secrets.length === 0 ? null : (
    <section class="card plan-warnings" role="status">
      <h2>Enter these secrets again</h2>
      <ul>
        {secrets.map((secret) => (
          <li key={JSON.stringify(secret)}>{nameOf(secret)}</li>
        ))}
      </ul>
    </section>
  );

/** The versions of a template. An address with a version shows its comparison. */
export function HistoryTab({ template, entity, topics, from, goToPage }: TabProps) {
  const { version: number, other } = historyState.parse(location.value.query);
  const path = `/templates/${lastSegment(template.id)}/versions?resultsPerPage=${maxVersions}`;
  const { value, refusal, retry } = useEntity<readonly TemplateVersionResponse[]>(path, topics);
  const missingSecrets = useSignal<readonly MissingSecret[]>([]);
  const versions = value.value ?? [];
  const version = versions.find((item) => item.number === number);
  const handleRestored = (restored: RestoredVersionResponse): void => {
    missingSecrets.value = restored.missingSecrets;
    void entity.refresh();
    navigate(historyUrl(template.id));
  };
  const start = isPrinting.value || from >= versions.length ? 0 : from;
  const page = isPrinting.value ? versions : versions.slice(start, start + pageSize);
  return (
    <div class="activity">
      <Refusal message={refusal.value} retry={retry} />
      <MissingSecrets secrets={missingSecrets.value} />
      {value.value === undefined && refusal.value === null && <Skeleton />}
      {value.value?.length === 0 && (
        <div class="card">
          <EmptyState icon={History} text="The first change creates a version" />
        </div>
      )}
      {version && (
        <VersionView
          template={template}
          versions={versions}
          version={version}
          other={other}
          topics={topics}
          onRestored={handleRestored}
        />
      )}
      {!version && versions.length > 0 && (
        <>
          {number !== null && <p class="none">Version {number} is not stored.</p>}
          <VersionList templateId={template.id} versions={page} newest={versions[0]?.number} />
          {!isPrinting.value && (
            <Pager
              from={start}
              count={page.length}
              hasMore={start + page.length < versions.length}
              goToPage={goToPage}
            />
          )}
        </>
      )}
    </div>
  );
}
