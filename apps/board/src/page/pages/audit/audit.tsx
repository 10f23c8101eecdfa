import type { AuditResponse } from '@slipway/api-schema/audit';
import { useEffect } from 'preact/hooks';
import { MissingPermissions } from '../../components/action-button.tsx';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { pageSize, Table } from '../../components/table.tsx';
import { useFolders } from '../../live/folders.ts';
import { polled } from '../../live/subscriptions.ts';
import { missingGlobalPermission } from '../../live/use-permissions.ts';
import { useQuery } from '../../live/use-query.ts';
import { location, navigate, replaceUrl } from '../../navigation/router.ts';
import { PeopleTabs } from '../people/people-tabs.tsx';
import { actionLabels } from './action-labels.ts';
import { columnsOf } from './columns.tsx';
import { type AuditQuery, parseQuery, queryUrl, requestPath } from './query.ts';
import { usePlans } from './use-plans.ts';

interface Props {
  readonly query: AuditQuery;
}

/** The filters of the log. Typing creates no history entry. */
function Filters({ query }: Props) {
  const applyTyped = (changes: Partial<AuditQuery>): void => replaceUrl(queryUrl({ ...query, before: '', ...changes }));
  return (
    <search class="filters">
      <TextField label="Who" value={query.username} change={(username) => applyTyped({ username })} />
      <TextField
        label="To whom or what, the whole name or id"
        value={query.subject}
        change={(subject) => applyTyped({ subject })}
      />
      <ChoiceField
        label="What"
        value={query.action}
        options={[['', 'Everything'], ...Object.entries(actionLabels)]}
        change={(action) => navigate(queryUrl({ ...query, before: '', action }))}
      />
      <TextField label="From which address" value={query.address} change={(address) => applyTyped({ address })} />
      <MomentField label="Not before" value={query.from} change={(from) => applyTyped({ from })} />
      <MomentField label="Before" value={query.to} change={(to) => applyTyped({ to })} />
    </search>
  );
}

function Entries({ query }: Props) {
  const result = useQuery<readonly AuditResponse[]>(requestPath(query, pageSize + 1), { topics: [polled] });
  const folders = useFolders();
  const entries = result.value.value;
  const page = entries?.slice(0, pageSize) ?? [];
  const plans = usePlans(page.flatMap(({ subject }) => subject ?? []));
  const addressForSubject = (subject: string) => queryUrl({ ...query, before: '', subject });
  const last = page.at(-1);
  const hasMore = (entries?.length ?? 0) > pageSize;
  return (
    <>
      <Refusal sentence={result.refusal.value} />
      {page.length > 0 && (
        <Table
          caption="Audit log"
          columns={columnsOf({ folders, plans, addressForSubject })}
          rows={page}
          keyOf={({ id }) => String(id)}
        />
      )}
      {entries?.length === 0 && <p class="empty">No line matches.</p>}
      {(query.before !== '' || hasMore) && (
        <nav class="pager" aria-label="Pages">
          <button
            type="button"
            disabled={query.before === ''}
            onClick={() => navigate(queryUrl({ ...query, before: '' }))}
          >
            Newest
          </button>
          <button
            type="button"
            disabled={!hasMore || last === undefined}
            onClick={() => navigate(queryUrl({ ...query, before: String(last?.id ?? '') }))}
          >
            Older
          </button>
        </nav>
      )}
    </>
  );
}

/** Who logged in, and who changed what of users, roles, teams and tokens. */
export function Audit() {
  const query = parseQuery(location.value.query);
  const missingPermission = missingGlobalPermission('readAudit');
  useEffect(() => {
    document.title = 'Audit log · Slipway';
  }, []);
  return (
    <section>
      <h1>Audit log</h1>
      <PeopleTabs current="audit" />
      <MissingPermissions names={[missingPermission]} objectId="" />
      {missingPermission === null && (
        <>
          <Filters query={query} />
          <Entries query={query} />
        </>
      )}
    </section>
  );
}
