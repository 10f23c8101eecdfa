import type { AuditResponse } from '@slipway/api-schema/audit';
import { useEffect } from 'preact/hooks';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { read } from '../../api/rest.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { MomentField } from '../../components/fields/moment-field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { pageSize, Table } from '../../components/table.tsx';
import { useFolders } from '../../live/folders.ts';
import { polled } from '../../live/subscriptions.ts';
import { type PagedList, usePagedList } from '../../live/use-paged-list.ts';
import { type StateOf, textParam, urlState } from '../../navigation/url-state.ts';
import { PeopleHead } from '../people/people-head.tsx';
import { actionLabels, columnsOf, usePlans } from './columns.tsx';

export const auditUrl = urlState({
  username: textParam('username'),
  subject: textParam('subject'),
  action: textParam('action'),
  address: textParam('address'),
  /** `from` and `to` have the format of a date field, in the time zone of the user. */
  from: textParam('from'),
  to: textParam('to'),
  /** The id of an entry. The list contains only older entries. */
  before: textParam('before'),
});

/** The filters of the audit log; an empty text: no filter. */
type AuditQuery = StateOf<typeof auditUrl>;

/** Converts the input of a date field to ISO 8601. An invalid input stays unchanged, so that REST rejects it. */
const toIsoDate = (input: string): string => {
  const at = new Date(input);
  return Number.isNaN(at.getTime()) ? input : at.toISOString();
};

/** Returns the request path of at most `count` entries. */
export function requestPath(query: AuditQuery, count: number): string {
  const params = new URLSearchParams();
  const filters = { ...query, from: toIsoDate(query.from), to: toIsoDate(query.to) };
  for (const [name, text] of Object.entries(filters)) if (text.trim() !== '') params.set(name, text.trim());
  params.set('resultsPerPage', String(count));
  return `/audit?${params}`;
}

type AuditList = PagedList<AuditQuery, readonly AuditResponse[]>;

/** The filters of the audit log. */
const Filters = ({ query, change }: AuditList) => (
  <search class="filters even">
    <TextField label="Actor" value={query.username} change={(username) => change({ username })} />
    <TextField label="Target (exact name or ID)" value={query.subject} change={(subject) => change({ subject })} />
    <ChoiceField
      label="Event"
      value={query.action}
      options={[['', 'All events'], ...Object.entries(actionLabels)]}
      change={(action) => change({ action })}
    />
    <TextField label="IP address" value={query.address} change={(address) => change({ address })} />
    <MomentField label="From" value={query.from} change={(from) => change({ from })} />
    <MomentField label="To" value={query.to} change={(to) => change({ to })} />
  </search>
);

function Entries({ list }: { readonly list: AuditList }) {
  const folders = useFolders();
  const { query, page: entries } = list;
  const page = entries?.slice(0, pageSize) ?? [];
  const plans = usePlans(page.flatMap(({ subject }) => subject ?? []));
  const addressForSubject = (subject: string) => list.urlWith({ subject });
  const last = page.at(-1);
  const hasMore = (entries?.length ?? 0) > pageSize;
  return (
    <>
      <Refusal message={list.refusal} />
      {page.length > 0 && (
        <Table
          caption="Audit log"
          columns={columnsOf({ folders, plans, addressForSubject })}
          rows={page}
          keyOf={({ id }) => String(id)}
        />
      )}
      {entries?.length === 0 && <p class="empty">No entries match</p>}
      {(query.before !== '' || hasMore) && (
        <nav class="pager" aria-label="Pagination">
          <button type="button" disabled={query.before === ''} onClick={() => list.change({ before: '' })}>
            Newest
          </button>
          <button
            type="button"
            disabled={!hasMore || last === undefined}
            onClick={() => list.change({ before: String(last?.id ?? '') })}
          >
            Older
          </button>
        </nav>
      )}
    </>
  );
}

function AuditLog() {
  const list = usePagedList<AuditQuery, readonly AuditResponse[]>({
    ...{ path: '/audit', urlState: auditUrl, topicsOf: () => [polled] },
    ...{ firstPage: { before: '' }, typedFilters: ['username', 'subject', 'address', 'from', 'to'] },
    load: (query) => read(requestPath(query, pageSize + 1)),
  });
  return (
    <>
      <Filters {...list} />
      <Entries list={list} />
    </>
  );
}

/** The audit log: logins, and changes of users, roles, teams and tokens. */
export function Audit() {
  const missingPermission = missingGlobalPermission('readAudit');
  useEffect(() => {
    document.title = 'Audit log · Slipway';
  }, []);
  return (
    <section>
      <PeopleHead current="audit" />
      <MissingPermissions names={[missingPermission]} objectId="" />
      {missingPermission === null && <AuditLog />}
    </section>
  );
}
